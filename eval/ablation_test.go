package eval

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/loop"
)

// Each rung has what the ones before it have: a part that holds never stops to.
func TestEachRungOnlyAdds(t *testing.T) {
	strength := map[loop.Leash]int{loop.Off: 0, loop.Enum: 1, loop.Full: 2}
	parts := func(r Rung) []int {
		var c loop.Config
		r.Apply(&c)
		b := map[bool]int{true: 1}
		return []int{strength[c.Leash], b[!c.OpenEnd], b[c.Repeats == loop.Redirect], b[r.critic]}
	}
	for i := 1; i < len(Rungs); i++ {
		before, after, more := parts(Rungs[i-1]), parts(Rungs[i]), 0
		for k := range after {
			assert.GreaterOrEqual(t, after[k], before[k], Rungs[i].Name)
			more += after[k] - before[k]
		}
		assert.Equal(t, 1, more, "%s adds one part", Rungs[i].Name)
	}
}

// The critic's strategy goes around the inner one, whatever wraps that.
func TestTheCriticTakesThePlaceOfAWrapper(t *testing.T) {
	assert.Equal(t, "preflect:react", Rungs[len(Rungs)-1].Planner("reflexion:react"))
	assert.Equal(t, "plan-act", Rungs[0].Planner("plan-act"))
}
