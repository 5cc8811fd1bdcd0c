package automaton

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// This file tells items of an array apart that must differ. An item may be as long as the document, and at many of its
// bytes a mask, or a completion, asks whether it may end here. So what is compared is an imprint that grows with the
// bytes, and not the item.

// An imprint stands for a JSON value. Equal values have equal imprints. Different values have different ones, but
// for a chance far below one in 2 to the 90, whoever chose them: the keys are drawn when the process starts.
type imprint [2]uint64

// imprintSeeds are the keys of the two halves. What depends on them stays within a walk.
var imprintSeeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// textKeys are where the polynomials of texts are evaluated, one for each half.
var textKeys = imprint{textKey(0), textKey(1)}

// fieldSize is the prime of the polynomials.
const fieldSize = 1<<61 - 1

func textKey(i int) uint64 { return 1<<32 + maphash.String(imprintSeeds[i], "text")%(fieldSize-1<<32) }

// of returns the imprint of a value of a kind, of which p is what it holds.
func (p imprint) of(kind jsontext.Kind) imprint { return imprint{uint64(kind)}.before(p) }

// before returns what stands for p and then q.
func (p imprint) before(q imprint) imprint {
	var b [32]byte
	for i, n := range [4]uint64{p[0], p[1], q[0], q[1]} {
		binary.LittleEndian.PutUint64(b[8*i:], n)
	}
	return imprint{maphash.Bytes(imprintSeeds[0], b[:]), maphash.Bytes(imprintSeeds[1], b[:])}
}

// beside returns what stands for p and q in any order.
func (p imprint) beside(q imprint) imprint { return imprint{p[0] + q[0], p[1] + q[1]} }

// afterText returns what stands for a text, of which p stands for the beginning and text is the rest.
func afterText[T []byte | string](p imprint, text T) imprint {
	for i := range len(text) {
		for half, key := range textKeys {
			hi, lo := bits.Mul64(p[half], key)
			n := lo&fieldSize + (lo>>61 | hi<<3) + uint64(text[i]) + 1
			if n = n&fieldSize + n>>61; n >= fieldSize {
				n -= fieldSize
			}
			p[half] = n
		}
	}
	return p
}

func wordImprint(kind jsontext.Kind) imprint { return imprint{}.of(kind) }

func textImprint(text string) imprint { return afterText(imprint{}, text).of(jsontext.String) }

// numberImprint returns the imprint of a number as it is spelled.
func numberImprint(text []byte) imprint {
	return afterText(imprint{}, number.CanonicalNumber(string(text))).of(jsontext.Number)
}

// hold adds a value to the container.
func (l *level) hold(v imprint) {
	if l.array {
		l.held = l.held.before(v)
	} else {
		l.held = l.held.beside(l.member.before(v))
	}
}

// noteText keeps text, which goes on with the string that is being read, where items must differ.
func (m *Matcher) noteText(text []byte) {
	l := &m.levels[m.level]
	if !l.differs {
		return
	}
	m.text = afterText(m.text, text)
	if l.array {
		m.memory.text = append(m.memory.text, text...)
	}
}
