package learner

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestWeeksBeginOnMonday(t *testing.T) {
	at := func(text string) time.Time {
		when, err := time.ParseInLocation(time.DateTime, text, time.FixedZone("", 3600))
		assert.NoError(t, err)
		return when
	}
	now := at("2026-03-04 12:00:00") // a Wednesday
	for _, row := range []struct {
		claim, at string
		want      int
	}{
		{"today", "2026-03-04 09:00:00", 0},
		{"tomorrow", "2026-03-05 09:00:00", 0},
		{"the first moment of the week", "2026-03-02 00:00:00", 0},
		{"the last one of the week before", "2026-03-01 23:59:59", 1},
		{"the first one of that", "2026-02-23 00:00:00", 1},
		{"as old as is told", "2026-02-22 23:59:59", 2},
		{"older", "2025-01-01 00:00:00", 2},
	} {
		t.Run(row.claim, func(t *testing.T) { assert.Equal(t, row.want, WeeksAgo(at(row.at), now, 2)) })
	}
	assert.Equal(t, at("2026-02-23 00:00:00"), Monday(now, 1))
	assert.Equal(t, at("2026-03-02 00:00:00"), Monday(at("2026-03-08 23:00:00"), 0), "Sunday is the last day")
}
