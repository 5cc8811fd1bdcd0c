package evaluate

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/eval"
)

func TestBars(t *testing.T) {
	rows := []struct {
		claim string
		score eval.Score
		want  []string
	}{
		{"at the bar", eval.Score{Suite: "blimp_pp_verbs", Fixed: eval.Share{Hits: 97, Of: 100}, Harm: eval.Share{Hits: 1, Of: 200}}, nil},
		{"below it", eval.Score{Suite: "blimp_pp_verbs", Fixed: eval.Share{Hits: 96, Of: 100}, Harm: eval.Share{Hits: 2, Of: 200}},
			[]string{"fixed 96.0 %, the bar is 97 %", "harm 1.0 %, the bar is 0.5 %"}},
		{"detection", eval.Score{Suite: "blimp_reg_sva_2", Detected: eval.Share{Hits: 189, Of: 200}}, []string{"detected 94.5 %, the bar is 95 %"}},
		{"nothing measured misses nothing", eval.Score{Suite: "contract"}, nil},
		{"a suite without a bar", eval.Score{Suite: "mine", Fixed: eval.Share{Of: 9}}, nil},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) { assert.Equal(t, row.want, Program(nil).Missed(row.score)) })
	}
}
