package sample

import (
	"math/rand/v2"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// different is the items of an array that must differ.
type different struct {
	seen  map[string]bool        // in canonical form
	decks map[schema.SetID]*deck // of what is listed, once an item has come twice
	came  int                    // how often an item that was drawn had come before
}

// easeEvery is after how many items that had come before, strings of a pattern become longer by a character: there are
// more of these.
const easeEvery = 4

// add reports whether the value that text spells is not in d, and adds it.
func (d *different) add(text []byte) bool {
	canon := number.Canonical(jsontext.MustRead(text))
	if d.seen[canon] {
		return false
	}
	d.seen[canon] = true
	return true
}

// A deck is what is left of a list that is dealt at random. The list is shared: moved is where it is in another order.
type deck struct {
	list  []string
	left  int
	moved map[int]string
}

func (k *deck) at(i int) string {
	if text, ok := k.moved[i]; ok {
		return text
	}
	return k.list[i]
}

// draw takes a text out of the deck.
func (k *deck) draw(r *rand.Rand) string {
	i := r.IntN(k.left)
	k.left--
	text := k.at(i)
	k.moved[i] = k.at(k.left)
	delete(k.moved, k.left)
	return text
}

// deal writes a value that the set lists and that differs from all in d. To try at random would take ever longer, the
// fewer are left.
func (s *sampler) deal(set schema.SetID, d *different) bool {
	k := d.decks[set]
	if k == nil {
		list := s.listed(set)
		k = &deck{list: list, left: len(list), moved: map[int]string{}}
		if d.decks == nil {
			d.decks = map[schema.SetID]*deck{}
		}
		d.decks[set] = k
	}
	for k.left > 0 {
		if text := k.draw(s.r); d.add([]byte(text)) {
			s.out = append(s.out, text...)
			return true
		}
	}
	return false
}

// mostListed is how many numbers between bounds are listed.
const mostListed = 1 << 14

// listed returns all values of a set, if the set lists them: words, strings, numbers.
func (s *sampler) listed(set schema.SetID) []string {
	if list, ok := s.known.listed[set]; ok {
		return list
	}
	list, ok := s.list(s.c.Values[set])
	if !ok {
		list = nil
	}
	s.known.listed[set] = list
	return list
}

func (s *sampler) list(v *schema.Value) (out []string, ok bool) {
	if len(v.Arrays) > 0 || len(v.Objects) > 0 {
		return nil, false
	}
	for i, is := range []bool{v.HasNull, v.HasFalse, v.HasTrue} {
		if is {
			out = append(out, jsontext.Words[i])
		}
	}
	for _, x := range v.Strings {
		if !x.Finite {
			return nil, false
		}
		for _, text := range x.List {
			out = append(out, quoted(text))
		}
	}
	for _, x := range v.Numbers {
		list, ok := s.c.NumberOf(x).Spec.Members(mostListed)
		if !ok && s.c.NumberOf(x).Spec.List == nil {
			return nil, false
		}
		for _, n := range list {
			if text := number.Text(n); len(text) <= s.c.Form.Limit {
				out = append(out, text)
			}
		}
	}
	return out, true
}

// quoted returns text as a JSON string.
func quoted(text string) string {
	out := []byte{'"'}
	for _, r := range text {
		out = jsontext.AppendChar(out, r)
	}
	return string(append(out, '"'))
}
