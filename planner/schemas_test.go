package planner

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/grammar"
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

func drawOffers(r *rand.Rand) []Offer {
	var offers []Offer
	for _, name := range drawIDs(r, "tool ") {
		offers = append(offers, Offer{Name: name, Args: grammar.Object(grammar.Property{Name: "x", Schema: grammar.String(0, 1+r.IntN(2))})})
	}
	return offers
}

func TestSchemasOfPlansAndLanesAreFoundAsTheyWouldBeMade(t *testing.T) {
	m := NewMemory()
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 7))
		flag := func() bool { return r.IntN(2) == 0 }
		f := planForm{offers: drawOffers(r), earlier: drawIDs(r, "s"), prefix: []string{"s", "s1."}[r.IntN(2)], first: 1 + r.IntN(2),
			most: 1 + r.IntN(2), least: r.IntN(2), expand: flag(), static: flag(), conditions: flag()}
		assert.Equal(t, f.schema().String(), f.known(m).String())

		v := &laneView{lane: lane{thought: 100 * r.IntN(2), parallel: r.IntN(4)}, closing: flag()}
		v.allowed = Allowed{Tools: drawOffers(r), Calls: r.IntN(4), Replan: flag()}
		if flag() {
			v.done = &doneForm{drawIDs(r, "c"), r.IntN(2), 1 + r.IntN(2)}
		}
		long := v.schema().String()
		v.allowed.Memory = m
		assert.Equal(t, long, v.schema().String())
	}
}

func TestKeysAreEqualOnlyIfTheirPartsAre(t *testing.T) {
	keys := map[string]bool{}
	for _, k := range []schemaKey{
		keyOf("a"), keyOf("a").name(""), keyOf("a").number(0), keyOf("a").name("b c"), keyOf("a").name("b").name("c"),
		keyOf("a").names([]string{"b", "c"}), keyOf("a").names([]string{"b"}).names([]string{"c"}), keyOf("a").names(nil).names([]string{"b", "c"}),
		keyOf("a").name("1 b"), keyOf("a").number(12), keyOf("a").number(1).number(2), keyOf("a").flags(true, false), keyOf("a").flags(true, false, false),
	} {
		keys[string(k)] = true
	}
	assert.Len(t, keys, 13)
}
