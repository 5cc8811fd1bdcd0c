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

// schemas keeps the schemas of decisions by what they depend on: names and arguments of the tools, the
// answer, and the ceilings. What is allowed often repeats between steps and runs, and then its schema
// is found without being made or written out, and is the same one, down to its parts. The zero value
// is ready.
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

// of returns the schema that made gives for a.
func (s *schemas) of(a *Allowed, thought, parallel int, made func() grammar.Schema) grammar.Schema {
	var buffer [256]byte
	key := strconv.AppendInt(buffer[:0], int64(thought), 10)
	key = strconv.AppendInt(append(key, ' '), int64(parallel), 10)
	for i := range a.Tools {
		key = append(append(key, ' '), a.Tools[i].Name...)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	variants := s.kept[string(key)]
	for i := range variants {
		if d := &variants[i]; d.fits(a) {
			return d.schema
		}
	}
	if s.kept == nil || s.size == schemasKept {
		s.kept, s.size, variants = map[string][]known{}, 0, nil // rare, and cheaper than remembering who was used last
	}
	d := known{tools: slices.Clone(a.Tools), schema: made()}
	if a.Answer != nil {
		answer := *a.Answer
		d.answer = &answer
	}
	if len(variants) == variantsKept {
		variants = append(variants[:0], variants[1:]...) // the oldest goes
		s.size--
	}
	s.kept[string(key)] = append(variants, d)
	s.size++
	return d.schema
}

// fits reports whether a leads to the schema of k, if the tools have the same names.
func (k *known) fits(a *Allowed) bool {
	if (k.answer == nil) != (a.Answer == nil) || a.Answer != nil && !k.answer.Equal(*a.Answer) {
		return false
	}
	for i := range k.tools { // as many as a has, by their names
		if !k.tools[i].Args.Equal(a.Tools[i].Args) {
			return false
		}
	}
	return true
}
