package strategy

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
)

// drawIDs draws some of a few ids, so that they often repeat.
func drawIDs(r *rand.Rand, prefix string) []string {
	var ids []string
	for i := range 3 {
		if r.IntN(2) == 0 {
			ids = append(ids, prefix+strconv.Itoa(i+1))
		}
	}
	return ids
}

func drawOffers(r *rand.Rand) []planner.Offer {
	var offers []planner.Offer
	for _, name := range drawIDs(r, "tool ") {
		offers = append(offers, planner.Offer{Name: name,
			Args: grammar.Object(grammar.Property{Name: "x", Schema: grammar.String(0, 1+r.IntN(2))})})
	}
	return offers
}

func TestSchemasOfPlansAndLanesAreFoundAsTheyWouldBeMade(t *testing.T) {
	cache := &planner.Cache{}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 7))
		flag := func() bool { return r.IntN(2) == 0 }
		var s planner.State
		for _, id := range drawIDs(r, "s") {
			p := planner.NewPlan(s.Plan, false, []planner.PlanStep{{ID: id, Status: planner.StepDone}})
			s.Plan = &p
		}
		a := planner.Allowed{Terms: planner.Terms{AllTools: drawOffers(r)}}
		f := planner.PlanForm{MaxSteps: 1 + r.IntN(2), Depth: r.IntN(3), Static: flag(), Conditions: flag()}.
			For(s, a, []string{"", "s1"}[r.IntN(2)])
		assert.Equal(t, f.Schema().String(), schemaOf(f, a.AllTools, prompt.CacheOf(cache)).String())

		v := &laneView{lane: lane{thought: 100 * r.IntN(2), parallel: r.IntN(4)}, closing: flag()}
		v.allowed = planner.Allowed{Tools: drawOffers(r), Limits: planner.Limits{Calls: r.IntN(4)}, Replan: flag()}
		if flag() {
			v.done = &doneForm{drawIDs(r, "c"), r.IntN(2), 1 + r.IntN(2)}
		}
		long := v.schema().String()
		v.allowed.Cache = cache
		assert.Equal(t, long, v.schema().String())
	}
}
