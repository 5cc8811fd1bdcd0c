package eval

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
)

// Each rung has what the ones before it have: a part that holds never stops to.
func TestEachRungOnlyAdds(t *testing.T) {
	strength := map[loop.Enforce]int{loop.Off: 0, loop.Enum: 1, loop.Full: 2}
	parts := func(r rung) []int {
		var c loop.Config
		r.apply(&c)
		b := map[bool]int{true: 1}
		return []int{strength[c.Enforce], b[!c.OpenEnd], b[c.Duplicates == loop.Redirect], b[r.critic]}
	}
	for i := 1; i < len(rungs); i++ {
		before, after, more := parts(rungs[i-1]), parts(rungs[i]), 0
		for k := range after {
			assert.GreaterOrEqual(t, after[k], before[k], rungs[i].name)
			more += after[k] - before[k]
		}
		assert.Equal(t, 1, more, "%s adds one part", rungs[i].name)
	}
}

// The critic's strategy goes around the inner one, whatever wraps that.
func TestTheCriticTakesThePlaceOfAWrapper(t *testing.T) {
	assert.Equal(t, "preflect:react", ladder("rules", "reflexion:react")[len(rungs)-1].planner)
}

func TestPaired(t *testing.T) {
	score := func(missed ...string) eval.Score { return eval.Score{Missed: missed} }
	many := strings.Split("abcdefghijklmnop", "")
	assert.Equal(t, "the same", paired(score("a"), score("a")))
	assert.Equal(t, "+1 −2, p = 1.000", paired(score("a"), score("b", "c")))
	assert.Equal(t, "+16 −0, p < 0.001", paired(score(many...), score()))
}
