package planner

import (
	"slices"
	"strconv"
	"sync"

	"github.com/shortleash/shortleash/grammar"
)

// Bounds on what is kept: schemas in all, and those that only differ in arguments or the answer.
const (
	schemasKept  = 256
	variantsKept = 8
)

// schemas keeps the schemas of questions by what they depend on: names and arguments of the tools, the
// answer, and a key for the rest. What is allowed often repeats between steps and runs, and then its
// schema is found without being made or written out, and is the same one, down to its parts. The zero
// value is ready.
type schemas struct {
	mu   sync.Mutex         // guards what follows
	kept map[string][]known // by everything but the schemas within
	size int
}

// A known schema is one that was made of what was allowed.
type known struct {
	tools  []Offer
	answer *grammar.Schema
	schema grammar.Schema
}

// A schemaKey is what a schema depends on beside other schemas: the kind of question, numbers and names,
// in order. Names stand behind their lengths, so that two keys are equal only if all their parts are.
type schemaKey []byte

// keyOf begins a key.
func keyOf(kind string) schemaKey { // short, to be inlined: then it stands on the caller's stack
	return append(append(make(schemaKey, 0, 256), kind...), ' ')
}

func (k schemaKey) number(n int) schemaKey { return append(strconv.AppendInt(k, int64(n), 10), ' ') }

func (k schemaKey) name(text string) schemaKey {
	return append(append(k.number(len(text)), text...), ' ')
}

func (k schemaKey) names(list []string) schemaKey {
	k = k.number(len(list))
	for _, text := range list {
		k = k.name(text)
	}
	return k
}

func (k schemaKey) flags(list ...bool) schemaKey {
	for _, flag := range list {
		k = append(strconv.AppendBool(k, flag), ' ')
	}
	return k
}

// of returns the schema that made gives for tools and answer, and what key says.
func (s *schemas) of(key schemaKey, tools []Offer, answer *grammar.Schema, made func() grammar.Schema) grammar.Schema {
	key = key.number(len(tools))
	for _, t := range tools {
		key = key.name(t.Name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	variants := s.kept[string(key)]
	for i := range variants {
		if d := &variants[i]; d.fits(tools, answer) {
			return d.schema
		}
	}
	if s.kept == nil || s.size == schemasKept {
		s.kept, s.size, variants = map[string][]known{}, 0, nil // rare, and cheaper than remembering who was used last
	}
	d := known{tools: slices.Clone(tools), schema: made()}
	if answer != nil {
		copied := *answer
		d.answer = &copied
	}
	if len(variants) == variantsKept {
		variants = append(variants[:0], variants[1:]...) // the oldest goes
		s.size--
	}
	s.kept[string(key)] = append(variants, d)
	s.size++
	return d.schema
}

// fits reports whether tools, if they have the same names, and answer lead to the schema of k.
func (k *known) fits(tools []Offer, answer *grammar.Schema) bool {
	if (k.answer == nil) != (answer == nil) || answer != nil && !k.answer.Equal(*answer) {
		return false
	}
	return slices.EqualFunc(k.tools, tools, func(x, y Offer) bool { return x.Args.Equal(y.Args) })
}
