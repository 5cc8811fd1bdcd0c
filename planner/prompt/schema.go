package prompt

import (
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
)

// Bounds on what is kept: schemas in all, and those that only differ in arguments or the answer.
const (
	maxSchemas  = 256
	maxVariants = 8
)

// schemas keeps the schemas of questions by what they depend on: names and arguments of the tools, the
// answer, and a key for the rest. What is allowed often repeats between steps and runs; its schema is
// then found, and shares all parts with the one before, by which the loop finds its grammar. The zero
// value is ready.
type schemas struct {
	mu   sync.Mutex                // guards what follows
	kept map[string][]cachedSchema // by everything but the schemas within
	size int
}

// A cachedSchema is one that was made of what was allowed.
type cachedSchema struct {
	tools  []planner.Offer
	answer *grammar.Schema
	schema grammar.Schema
}

// of returns the schema that create returns for tools and answer, and what key says.
func (s *schemas) of(key string, tools []planner.Offer, answer *grammar.Schema, create func() grammar.Schema) grammar.Schema {
	key += " " + strings.Join(planner.OfferNames(tools), " ") // no name holds a blank
	s.mu.Lock()
	defer s.mu.Unlock()
	variants := s.kept[key]
	for i := range variants {
		if d := &variants[i]; d.fits(tools, answer) {
			return d.schema
		}
	}
	if s.kept == nil || s.size == maxSchemas {
		s.kept, s.size, variants = map[string][]cachedSchema{}, 0, nil // rare, and simpler than remembering which was used last
	}
	d := cachedSchema{tools: slices.Clone(tools), schema: create()}
	if answer != nil {
		copied := *answer
		d.answer = &copied
	}
	if len(variants) == maxVariants {
		variants = append(variants[:0], variants[1:]...) // the oldest goes
		s.size--
	}
	s.kept[key] = append(variants, d)
	s.size++
	return d.schema
}

// fits reports whether tools, if they have the same names, and answer lead to the schema of k.
func (k *cachedSchema) fits(tools []planner.Offer, answer *grammar.Schema) bool {
	if (k.answer == nil) != (answer == nil) || answer != nil && !k.answer.Equal(*answer) {
		return false
	}
	return slices.EqualFunc(k.tools, tools, func(x, y planner.Offer) bool { return x.Args.Equal(y.Args) })
}
