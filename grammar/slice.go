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
	least   int        // of the shortest; endless if there are none
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
	s := &textSlices{least: endless, closes: map[string][]int32{}, at: map[uint32]int32{}}
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
			s.most, s.least = max(s.most, runes), min(s.least, runes)
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
		node, _ = all.child(node, b)
	}
	node, _ = all.child(node, '"')
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
