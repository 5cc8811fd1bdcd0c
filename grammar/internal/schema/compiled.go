package schema

import (
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// A Compiled is a schema with everything worked out that its documents depend on: what the values
// reached from the root are made of, with all children resolved to sets. Matching, sampling, exports
// and sizes read it, and nothing that came before it. Once it is made it does not change, but for
// what its languages learn when they are asked.
type Compiled struct {
	Root    SetID
	Reached []SetID  // children before parents, as far as recursion lets them
	Values  []*Value // by set
	Cost    []int    // by set: bytes of the shortest document, unbounded if there is none
	Gaps    []Gap
	Options Options
	Limits  Limits

	// What the values are made of; strings, arrays and objects are numbered from 1.
	Strings   []*StringSpec
	Numbers   []*number.Recognizer
	Arrays    []*Array
	Objects   []*Object
	StringIDs map[*StringSpec]int32
	numIDs    map[*number.Spec]int32
	arrIDs    map[*ArraySpec]int32
	objIDs    map[*ObjectSpec]int32

	Languages Languages
	dfas      map[regex.Expr]*regex.DFA

	// How documents are spelled.
	Space jsontext.Whitespace
	Order Order
	Form  number.Form
}

// ArrayOf returns the array that was worked out for a spec that has been reached.
func (c *Compiled) ArrayOf(s *ArraySpec) *Array { return c.Arrays[c.arrIDs[s]] }

// ObjectOf returns the object that was worked out for a spec that has been reached.
func (c *Compiled) ObjectOf(s *ObjectSpec) *Object { return c.Objects[c.objIDs[s]] }

// NumberOf returns the recognizer that was made for a spec that has been reached.
func (c *Compiled) NumberOf(s *number.Spec) *number.Recognizer { return c.Numbers[c.numIDs[s]] }

// setSpelling sets the white space and the order of members, and what follows from them.
func (c *Compiled) setSpelling(space jsontext.Whitespace, order Order) {
	c.Space, c.Order, c.Limits = space, order, c.Options.Limits.withDefaults(space)
	c.Form = number.Form{AnyForm: c.Options.Numbers == AnyForm, Lenient: space != jsontext.Compact(), Limit: c.Limits.NumberBytes}
}

// Lenient returns c for text from elsewhere: members in any order, and white space wherever JSON allows
// it.
func (c *Compiled) Lenient() *Compiled {
	n := *c
	n.setSpelling(jsontext.Foreign(), AnyOrder)
	return &n
}

// WithOwnLanguages returns c with a clone of its languages. Samples and exports need one: their questions
// add to the space of languages, which walks read without a lock.
func (c *Compiled) WithOwnLanguages() *Compiled {
	n := *c
	n.Languages, n.dfas = c.Languages.clone(), nil
	return &n
}

// DFAOf returns the automaton of e. Making one builds nothing in the space but its first state.
func (c *Compiled) DFAOf(e regex.Expr) (*regex.DFA, error) {
	if d, ok := c.dfas[e]; ok {
		return d, nil
	}
	d, err := c.Languages.Space().NewDFA(e, c.Languages.Budget)
	if err != nil {
		return nil, err
	}
	if c.dfas == nil {
		c.dfas = map[regex.Expr]*regex.DFA{}
	}
	c.dfas[e] = d
	return d, nil
}

// StringCost returns the bytes of the shortest member of s, quoted.
func (c *Compiled) StringCost(s *StringSpec) int {
	if s.Finite {
		least := number.Unbounded
		for _, text := range s.List {
			least = min(least, jsontext.QuotedLen(text))
		}
		return least
	}
	n := s.Min
	if s.Language != regex.All {
		lengths, err := c.Languages.Space().Lengths(s.Language, c.Languages.Budget)
		if err == nil {
			n = max(lengths.Next(n), n)
		}
	}
	return n + 2
}
