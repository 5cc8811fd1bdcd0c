package automaton

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/schema"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// A keyWriter writes what the mask of a vocabulary can depend on. Two states with equal keys have
// equal masks: counters are cut where no token is long enough to feel the difference, and of the
// names that came before only those count that a token can repeat.
type keyWriter struct {
	m   *Matcher
	v   *vocab.Vocabulary
	out []byte
}

func (k *keyWriter) int(n int32) { k.out = binary.LittleEndian.AppendUint32(k.out, uint32(n)) }

// cut writes n, cut to what a token can reach.
func (k *keyWriter) cut(n int) { k.int(int32(max(0, min(n, k.v.Longest+1)))) }

// appendKey appends the key of the state. It appends nothing where states hardly ever come again: under
// uniqueItems, and where members come in any order.
func (m *Matcher) appendKey(out []byte, v *vocab.Vocabulary) []byte {
	if m.g.Order == schema.AnyOrder || m.inUnique() || m.fewNames() {
		return out
	}
	k := keyWriter{m, v, append(out, byte(m.mode), m.word, m.wordAt, m.blanks, byte(m.num))}
	k.int(m.run)
	k.decoder()
	k.cut(m.g.Limits.Depth - int(m.depth))
	last := int32(-1)
	for _, t := range m.live() {
		k.int(t.rule)
		switch m.mode {
		case modeString:
			t = k.string(t)
		case modeKey:
			t = k.name(t)
		}
		k.int(t.a)
		k.int(t.b)
		if t.frame != last {
			last = t.frame
			k.frames(t.frame)
		}
		k.out = append(k.out, '|')
	}
	if m.mode == modeNumber {
		k.number()
	}
	if m.g.track {
		k.names()
	}
	return k.out
}

// fewNames reports whether the names of some open object can be used up; then all seen names matter.
func (m *Matcher) fewNames() bool {
	if !m.g.track {
		return false
	}
	for _, t := range m.live() {
		for id := t.frame; id != 0; id = m.frames.list[id].parent {
			if rule := m.frames.list[id].rule; rule >= 0 && m.g.stepsOf(rule).fewNames() {
				return true
			}
		}
	}
	return false
}

func (s *objectSteps) fewNames() bool {
	return slices.ContainsFunc(s.classes, func(k classStep) bool { return k.dfa != nil && !k.dfa.Evergreen(k.dfa.Start()) })
}

func (k *keyWriter) decoder() {
	d := &k.m.dec
	k.out = append(k.out, byte(d.State))
	if d.State != jsontext.Idle {
		k.out = append(k.out, d.Left, d.Lo, d.Hi)
		k.int(int32(d.Value))
		k.int(int32(d.High))
	}
}

// frames writes the frame at id and all around it.
func (k *keyWriter) frames(id int32) {
	for ; id != 0; id = k.m.frames.list[id].parent {
		f := &k.m.frames.list[id]
		k.out = append(k.out, '/')
		k.int(f.rule)
		k.int(f.count)
		k.int(f.hits)
	}
	k.out = append(k.out, '.')
}

// string writes how far the string of t has come, and returns t without what does not matter.
func (k *keyWriter) string(t thread) thread {
	m := k.m
	if t.rule < 0 {
		k.int(m.size)
		return t
	}
	x := &m.g.texts[t.rule]
	switch {
	case x.Finite:
		k.int(m.size)
	case x.dfa != nil: // with a pattern the exact number of characters left matters
		k.int(int32(max(x.Min-int(m.runes), 0)))
		if x.Max < number.Unbounded {
			k.int(int32(x.Max) - m.runes)
		}
	default:
		if t.a >= t.b {
			t.a, t.b = 0, 0
		} else {
			k.int(m.size)
		}
		k.cut(x.Min - int(m.runes))
		k.cut(x.Max - int(m.runes))
	}
	return t
}

func (k *keyWriter) name(t thread) thread {
	if t.rule > 0 && k.m.g.stepsOf(k.m.frames.list[t.frame].rule).classes[t.rule-1].dfa != nil {
		return t
	}
	if t.a >= t.b {
		t.a, t.b = 0, 0
	} else {
		k.int(k.m.size)
	}
	return t
}

// number writes the number that is being read, as far as its threads look at it.
func (k *keyWriter) number() {
	m := k.m
	text := m.digits()
	for _, t := range m.live() {
		if !m.g.Numbers[t.rule].Free {
			k.out = append(k.out, text...)
			return
		}
	}
	k.cut(m.g.Limits.NumberBytes - len(text))
	k.out = append(k.out, text[0])
	if len(text) == 2 {
		k.out = append(k.out, text[1])
	}
}

// names writes the names that a token may repeat: whole ones, and what is left of those that begin
// like the one being read.
func (k *keyWriter) names() {
	m := k.m
	for l := m.level; l >= 0; l = m.levels[l].parent {
		reading := l == m.level && m.mode == modeKey
		for i := m.levels[l].lastName; i >= 0; i = m.names[i].prev {
			n := &m.names[i]
			if size := int(n.to - n.from); k.v.Names.Has(n.hash, size) {
				k.whole(m.nameBytes[n.from:n.to])
			}
			if reading {
				k.rest(m.nameBytes[n.from:n.to])
			}
		}
		k.out = append(k.out, ';')
	}
}

func (k *keyWriter) whole(name []byte) {
	k.out = append(append(k.out, '"'), byte(len(name)))
	k.out = append(k.out, name...)
}

func (k *keyWriter) rest(name []byte) {
	if strings.HasPrefix(string(name), string(k.m.key())) && len(name)-int(k.m.size) < k.v.Longest {
		k.out = append(append(k.out, '+'), byte(len(name)-int(k.m.size)))
		k.out = append(k.out, name[k.m.size:]...)
	}
}
