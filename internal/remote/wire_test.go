package remote

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"": 0, "0": 0, "12": 12 * time.Second, "-1": 0, "soon": 0, "99999999999": 0,
		"Fri, 02 Jan 2026 03:05:05 GMT": time.Minute,
		"Fri, 02 Jan 2026 03:00:00 GMT": 0,
	} {
		assert.Equal(t, want, retryAfter(header, now), "retryAfter(%q)", header)
	}
}
