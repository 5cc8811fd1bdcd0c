package loop

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/shortleash/shortleash/grammar"
)

// cacheSize bounds how many compiled grammars a loop keeps.
const cacheSize = 256

// A compiled schema is its grammar with what the log says of it.
type compiled struct {
	schema  grammar.Schema
	grammar *grammar.Grammar
	sha256  string
	choices []string // the branches, by name
}

// wholesKept bounds in how many compiled grammars the branches of another are looked for.
const wholesKept = 8

// A grammarCache keeps compiled grammars, because turns and runs often repeat one. A schema that
// shares its parts with one that was compiled, as those from a planner.Memory do, is found by
// these; one whose branches stand together in one that was compiled, as when a rule took a tool away,
// is put together from them; any other is found by its bytes, or compiled.
type grammarCache struct {
	mu      sync.Mutex // guards what follows
	byParts map[any]*compiled
	byBytes map[string]*compiled
	wholes  []*compiled // the newest that were compiled and have branches
}

func newGrammarCache() *grammarCache {
	return &grammarCache{byParts: map[any]*compiled{}, byBytes: map[string]*compiled{}}
}

// parts returns what two schemas with the same parts share, or nil. Nobody modifies a schema's
// parts, so the same parts are the same schema, once the rest is compared.
func parts(s grammar.Schema) any {
	switch {
	case len(s.AnyOf) > 0:
		return &s.AnyOf[0]
	case len(s.Properties) > 0:
		return &s.Properties[0]
	default:
		return nil
	}
}

func (c *grammarCache) compile(s grammar.Schema) (*compiled, error) {
	shared := parts(s)
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.byParts[shared]; known != nil && known.schema.Equal(s) {
		return known, nil
	}
	known := c.together(s)
	if known == nil {
		var err error
		if known, err = c.anew(s); err != nil {
			return nil, err
		}
	}
	if len(c.byBytes) >= cacheSize || len(c.byParts) >= cacheSize {
		clear(c.byBytes) // rare, and cheaper than remembering who was used last
		clear(c.byParts)
	}
	c.byBytes[string(known.grammar.Schema())] = known
	if shared != nil {
		c.byParts[shared] = known
	}
	return known, nil
}

// anew returns what was compiled from the same bytes, or compiles them.
func (c *grammarCache) anew(s grammar.Schema) (*compiled, error) {
	text := s.JSON()
	if known := c.byBytes[string(text)]; known != nil {
		return known, nil
	}
	g, err := grammar.Compile(text, grammar.Options{})
	if err != nil {
		return nil, err
	}
	known := &compiled{schema: s, grammar: g, sha256: fingerprint(text), choices: choices(s)}
	if s.AnyOf != nil {
		if len(c.wholes) == wholesKept {
			c.wholes = slices.Delete(c.wholes, 0, 1)
		}
		c.wholes = append(c.wholes, known)
	}
	return known, nil
}

// together puts the grammar of s together from branches that stand in one compiled grammar, or returns
// nil.
func (c *grammarCache) together(s grammar.Schema) *compiled {
	branches := s.AnyOf
	if branches == nil {
		branches = []grammar.Schema{s}
	}
	for _, whole := range slices.Backward(c.wholes) {
		places := places(branches, whole.schema.AnyOf)
		if places == nil {
			continue
		}
		if len(places) == len(whole.schema.AnyOf) && slices.IsSorted(places) {
			return whole
		}
		if g, ok := whole.grammar.Only(places...); ok {
			return &compiled{schema: s, grammar: g, sha256: fingerprint(g.Schema()), choices: choices(s)}
		}
	}
	return nil
}

// places finds each of branches in whole, or returns nil.
func places(branches, whole []grammar.Schema) []int {
	if len(branches) > len(whole) {
		return nil
	}
	places := make([]int, 0, len(branches))
	for _, b := range branches {
		i := slices.IndexFunc(whole, b.Equal)
		if i < 0 {
			return nil
		}
		places = append(places, i)
	}
	return places
}

// choices names the branches of a decision schema.
func choices(schema grammar.Schema) []string {
	branches := schema.AnyOf
	if branches == nil {
		branches = []grammar.Schema{schema}
	}
	var names []string
	for _, b := range branches {
		if tool, ok := b.Property("tool"); ok && len(tool.Enum) == 1 {
			var name string
			if json.Unmarshal(tool.Enum[0], &name) == nil {
				names = append(names, name)
			}
		}
	}
	return names
}
