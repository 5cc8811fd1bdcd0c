package eval

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBars(t *testing.T) {
	percent := func(x float64) *float64 { return &x }
	learned := Bar{Fixed: percent(97), Harm: percent(0.5)}
	rows := []struct {
		claim string
		bar   Bar
		score Score
		want  []string
	}{
		{"at the bar", learned, Score{Fixed: Share{97, 100}, Harm: Share{1, 200}}, []string{}},
		{"below it", learned, Score{Fixed: Share{96, 100}, Harm: Share{2, 200}},
			[]string{"fixed 96.0 %, the bar is 97 %", "harm 1.0 %, the bar is 0.5 %"}},
		{"detection", Bar{Detected: percent(95)}, Score{Detected: Share{189, 200}}, []string{"detected 94.5 %, the bar is 95 %"}},
		{"nothing measured misses nothing", Bar{Contract: percent(99)}, Score{}, []string{}},
		{"a suite without a bar", Bar{}, Score{Fixed: Share{0, 9}}, []string{}},
	}
	for _, row := range rows {
		assert.Equal(t, row.want, row.bar.Missed(row.score), row.claim)
	}
}
