package grammar

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An arrayRule is a schema of arrays as a function would judge it.
type arrayRule struct {
	prefix             [][]string // by place: the values, as texts; nil: all
	items              []string   // nil: all
	contains           [][]string
	minContains        []int
	maxContains        []int // -1: unbounded
	minItems, maxItems int   // maxItems -1: unbounded
	unique             bool
}

// arrayItems are the values that arrays are made of.
var arrayItems = []string{"0", "1", "true", `"a"`}

func randomRule(r *rand.Rand) arrayRule {
	some := func() []string {
		set := []string{arrayItems[r.IntN(len(arrayItems))]}
		for _, x := range arrayItems {
			if r.IntN(3) == 0 && x != set[0] {
				set = append(set, x)
			}
		}
		return set
	}
	a := arrayRule{minItems: r.IntN(4), maxItems: -1, unique: r.IntN(2) == 0}
	if r.IntN(2) == 0 {
		a.maxItems = a.minItems + r.IntN(3)
	}
	for range r.IntN(3) {
		a.prefix = append(a.prefix, some())
	}
	if r.IntN(2) == 0 {
		a.items = some()
	}
	for range r.IntN(3) {
		a.contains = append(a.contains, some())
		least, most := r.IntN(3), -1
		if r.IntN(2) == 0 {
			most = least + r.IntN(3)
		}
		a.minContains, a.maxContains = append(a.minContains, least), append(a.maxContains, most)
	}
	return a
}

// schema writes a as a JSON Schema: one allOf for each contains.
func (a arrayRule) schema() string {
	enum := func(set []string) string { return `{"enum":[` + strings.Join(set, ",") + `]}` }
	parts := []string{fmt.Sprintf(`"type":"array","minItems":%d,"uniqueItems":%v`, a.minItems, a.unique)}
	if a.maxItems >= 0 {
		parts = append(parts, fmt.Sprintf(`"maxItems":%d`, a.maxItems))
	}
	if len(a.prefix) > 0 {
		var list []string
		for _, set := range a.prefix {
			list = append(list, enum(set))
		}
		parts = append(parts, `"prefixItems":[`+strings.Join(list, ",")+`]`)
	}
	if a.items != nil {
		parts = append(parts, `"items":`+enum(a.items))
	}
	var all []string
	for i, set := range a.contains {
		most := ""
		if a.maxContains[i] >= 0 {
			most = fmt.Sprintf(`,"maxContains":%d`, a.maxContains[i])
		}
		all = append(all, fmt.Sprintf(`{"contains":%s,"minContains":%d%s}`, enum(set), a.minContains[i], most))
	}
	if len(all) > 0 {
		parts = append(parts, `"allOf":[`+strings.Join(all, ",")+`]`)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func (a arrayRule) accepts(items []string) bool {
	if len(items) < a.minItems || a.maxItems >= 0 && len(items) > a.maxItems {
		return false
	}
	for i, x := range items {
		set := a.items
		if i < len(a.prefix) {
			set = a.prefix[i]
		}
		if set != nil && !slices.Contains(set, x) || a.unique && slices.Contains(items[:i], x) {
			return false
		}
	}
	for i, set := range a.contains {
		n := 0
		for _, x := range items {
			if slices.Contains(set, x) {
				n++
			}
		}
		if n < a.minContains[i] || a.maxContains[i] >= 0 && n > a.maxContains[i] {
			return false
		}
	}
	return true
}

// eachArray calls use for all arrays of arrayItems up to a length.
func eachArray(length int, use func(items []string)) {
	var extend func(items []string)
	extend = func(items []string) {
		use(items)
		if len(items) < length {
			for _, x := range arrayItems {
				extend(append(slices.Clip(items), x))
			}
		}
	}
	extend(nil)
}

// TestArraysCountAsAFunctionDoes holds contains, uniqueItems and the bounds on items to a plain count, for
// every short array; and what the grammar says of itself: that there is no document, how one ends, samples.
func TestArraysCountAsAFunctionDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	empty, refused := 0, 0
	for range 60 {
		rule := randomRule(r)
		schema := rule.schema()
		for _, o := range []Options{{}, judging} {
			g, err := Compile(t.Context(), []byte(schema), o)
			if errors.Is(err, ErrUnsupported) && o.Order == Declared && rule.unique {
				refused++
				continue // its items may run out: masks would not know
			}
			if err != nil {
				require.ErrorIs(t, err, ErrEmpty, schema)
				empty++
			}
			eachArray(4, func(items []string) {
				text := "[" + strings.Join(items, ",") + "]"
				if got := err == nil && g.Check(t.Context(), []byte(text)) == nil; got != rule.accepts(items) {
					require.Equal(t, rule.accepts(items), got, "%s\n%s", schema, text)
				}
			})
			if err == nil {
				speaksTrue(t, schema, g, r, o.Order == Declared || len(rule.prefix) == 0)
			}
		}
	}
	assert.Less(t, empty, 60)
	assert.Less(t, refused, 30)
}

// speaksTrue holds completions and samples of g to its own judgement. Where items must differ and the
// leading ones may take what later ones need, there may be none, unless the documents are compact.
func speaksTrue(t *testing.T, schema string, g *Grammar, r *rand.Rand, always bool) {
	rest := g.Matcher().MinimalCompletion()
	if always || rest != nil {
		require.NoError(t, g.Check(t.Context(), rest), "%s\n%s", schema, rest)
	}
	for i := range 4 {
		sample := g.SampleWith(r, SampleOptions{Hostile: i%2 == 0, Budget: 20})
		if always || sample != nil {
			require.NoError(t, g.Check(t.Context(), sample), "%s\n%s", schema, sample)
		}
	}
}
