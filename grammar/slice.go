package grammar

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// textSlices is how tokens go on inside a string, between two of its characters, where any character
// may come. Nearly all tokens are inner ones there, so their mask is made once.
type textSlices struct {
	inner   [][]uint64 // by characters: the tokens without a quotation mark that need at most so many
	all     []uint64   // those of any length
	long    []wide     // inner tokens with more characters than inner has masks for, longest first
	most    int        // characters of the longest inner token
	tails   *trie      // behind the quotation mark: the note of a leaf is its closer
	closers []closer
	closes  map[string][]int32 // of characters: the closers behind them
	at      map[uint32]int32   // of a node behind a quotation mark: its closer
}

// A wide token needs many characters.
type wide struct {
	id    int32
	runes int
}

// A closer is where the tokens go on that end a string after certain characters.
type closer struct {
	spelled []byte // the characters as the token spells them
	runes   int
	node    uint32 // of the trie of all tokens: behind the quotation mark
}

// innerMasks is up to how many characters the inner tokens have masks of their own.
const innerMasks = 16

// newTextSlices cuts tokens as they are read inside a string.
func newTextSlices(tokens [][]byte, all *trie, foreign bool) *textSlices {
	s := &textSlices{closes: map[string][]int32{}, at: map[uint32]int32{}}
	words := (len(tokens) + 63) / 64
	backing := make([]uint64, (innerMasks+2)*words)
	for k := range innerMasks + 1 {
		s.inner = append(s.inner, backing[k*words:(k+1)*words:(k+1)*words])
	}
	s.all = backing[(innerMasks+1)*words:]
	var tails []twig
	for id, text := range tokens {
		if len(text) == 0 {
			continue
		}
		runes, size, state := readInner(text, foreign)
		switch state {
		case textInside:
			s.all[id>>6] |= 1 << (id & 63)
			s.most = max(s.most, runes)
			if runes <= innerMasks {
				s.inner[runes][id>>6] |= 1 << (id & 63)
			} else {
				s.long = append(s.long, wide{int32(id), runes})
			}
		case textClosed:
			at := s.note(text[:size], runes, all, foreign)
			tails = append(tails, twig{text[size+1:], leaf{int32(id), at}})
		}
	}
	for k := 1; k <= innerMasks; k++ {
		for i, word := range s.inner[k-1] {
			s.inner[k][i] |= word
		}
	}
	slices.SortStableFunc(s.long, func(a, b wide) int { return b.runes - a.runes })
	s.tails = newTrie(tails)
	return s
}

// What a token leaves of a string that it is read in.
type textEnd uint8

const (
	textBroken textEnd = iota
	textInside
	textClosed
)

// readInner reads token inside a string in which any character may come. It returns how many
// characters it needs, one that it begins but does not end included, and how many bytes they take.
func readInner(token []byte, foreign bool) (runes, size int, end textEnd) {
	var d decoder
	for i, b := range token {
		if b == '"' && d.state == decodeIdle {
			return runes, i, textClosed
		}
		switch _, what := d.step(b, foreign); what {
		case decodeRefused:
			return 0, 0, textBroken
		case decodeDone:
			runes++
		}
	}
	if d.state != decodeIdle {
		runes++
	}
	return runes, len(token), textInside
}

// note returns the closer of tokens that end a string after spelled.
func (s *textSlices) note(spelled []byte, runes int, all *trie, foreign bool) int32 {
	var buf [64]byte
	decoded := decodeInner(buf[:0], spelled, foreign)
	for _, at := range s.closes[string(decoded)] {
		if bytes.Equal(s.closers[at].spelled, spelled) {
			return at
		}
	}
	node := uint32(0)
	for _, b := range spelled {
		node = all.child(node, b)
	}
	node = all.child(node, '"')
	at := int32(len(s.closers))
	s.closes[string(decoded)] = append(s.closes[string(decoded)], at)
	s.at[node] = at
	s.closers = append(s.closers, closer{spelled, runes, node})
	return at
}

// put makes dst the mask of the inner tokens that need at most left characters.
func (s *textSlices) put(dst []uint64, left int) {
	if left <= innerMasks {
		copy(dst, s.inner[left])
		return
	}
	copy(dst, s.all)
	for _, x := range s.long {
		if x.runes <= left {
			return
		}
		dst[x.id>>6] &^= 1 << (x.id & 63)
	}
}

// between returns the tokens that JSON allows between strings, names and numbers, without the white
// space that they begin with; the note of a leaf says how much that was.
func between(tokens [][]byte) []twig {
	var out []twig
	for id, text := range tokens {
		rest := bytes.TrimLeft(text, " \t\n\r")
		lead := len(text) - len(rest)
		if len(text) > 0 && mayBegin(rest) && !onlyDigits(text) {
			out = append(out, twig{rest, leaf{int32(id), int32(lead)}})
		}
	}
	return out
}

func mayBegin(rest []byte) bool {
	if len(rest) == 0 {
		return true
	}
	switch rest[0] {
	case 'n', 'f', 't':
		for _, w := range words {
			if n := min(len(w), len(rest)); string(rest[:n]) == w[:n] {
				return true
			}
		}
		return false
	}
	return bytes.IndexByte([]byte(`"{}[]:,-0123456789`), rest[0]) >= 0
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func onlyDigits(text []byte) bool {
	for _, b := range text {
		if !isDigit(b) {
			return false
		}
	}
	return len(text) > 0
}

// digitSlices is how tokens go on inside a number. In real vocabularies most of those are digits.
type digitSlices struct {
	plain   *trie       // tokens of digits
	by      [10][]int32 // the same by their first digit
	most    int         // digits of the longest
	numeric *trie       // other tokens that go on with a number, or behind it without white space
}

func newDigitSlices(tokens [][]byte) digitSlices {
	var s digitSlices
	var plain, numeric []twig
	for id, text := range tokens {
		switch {
		case onlyDigits(text):
			plain = append(plain, twig{text, leaf{id: int32(id)}})
			s.by[text[0]-'0'] = append(s.by[text[0]-'0'], int32(id))
			s.most = max(s.most, len(text))
		case len(text) > 0 && bytes.IndexByte([]byte("0123456789+-.eE,]}"), text[0]) >= 0:
			numeric = append(numeric, twig{text, leaf{id: int32(id)}})
		}
	}
	s.plain, s.numeric = newTrie(plain), newTrie(numeric)
	return s
}

// A nameSet says which member names a token may hold whole. It is never wrong about a name it holds
// not.
type nameSet struct {
	longest int // bytes
	bits    [64]uint64
}

func (s *nameSet) has(hash uint32, size int) bool {
	return size <= s.longest && s.bits[hash>>6&63]>>(hash&63)&1 == 1
}

// namesWithin returns what tokens hold between quotation marks, as far as it is a string.
func namesWithin(tokens [][]byte) nameSet {
	var s nameSet
	for _, text := range tokens {
		for i, b := range text {
			if b != '"' {
				continue
			}
			_, size, end := readInner(text[i+1:], true)
			if end != textClosed {
				continue
			}
			var buf [64]byte
			name := decodeInner(buf[:0], text[i+1:i+1+size], true)
			s.longest = max(s.longest, len(name))
			hash := hashName(name)
			s.bits[hash>>6&63] |= 1 << (hash & 63)
		}
	}
	return s
}

// decodeInner appends the characters that spelled stands for.
func decodeInner(out, spelled []byte, foreign bool) []byte {
	var d decoder
	for _, b := range spelled {
		if r, what := d.step(b, foreign); what == decodeDone {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}
