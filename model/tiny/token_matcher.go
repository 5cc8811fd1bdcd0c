package tiny

import (
	"context"
	"math/bits"
	"strings"

	"github.com/shortleash/shortleash/grammar"
)

// A TokenMatcher walks a grammar in tokens, divided as [Tokenizer.EncodeText] would divide the whole document. A token that
// this division rules out at a position, such as the first byte of a piece that must follow, is not a choice there. The
// engine generates with a TokenMatcher; a trainer uses one to learn which tokens are choices. It belongs to one goroutine.
type TokenMatcher struct {
	t     *Tokenizer
	m     *grammar.Matcher
	mask  []uint64 // one bit for each id, the lowest in the lowest bit
	count int      // set bits; 0: the mask was not made here
}

// Matcher returns a TokenMatcher that starts at m's current position and takes ownership of m.
func (t *Tokenizer) Matcher(m *grammar.Matcher) *TokenMatcher {
	return &TokenMatcher{t: t, m: m, mask: make([]uint64, t.Size()/64)}
}

// Closed reports whether the document is complete and cannot be longer.
func (s *TokenMatcher) Closed() bool { return s.m.Closed() }

// CanEnd reports whether the document is complete.
func (s *TokenMatcher) CanEnd() bool { return s.m.CanEnd() }

// Forced appends the forced tokens to dst and advances over them, up to a choice or the end of the
// document. The error wraps [grammar.ErrEmptyMask].
func (s *TokenMatcher) Forced(dst []uint16) ([]uint16, error) {
	for s.count == 0 && !s.m.Closed() {
		text := string(s.m.Forced())
		at := 0
		for at < len(text) && !s.t.hasLonger(text[at:]) {
			id, size := uint16(text[at]), 1
			if p := s.t.longest(text[at:]); p != nil {
				id, size = p.id, len(p.text)
			}
			dst = append(dst, id)
			at += size
		}
		if at > 0 {
			if _, err := s.m.Feed(context.Background(), []byte(text[:at])); err != nil {
				return dst, err
			}
			continue
		}
		if err := s.fillMask(); err != nil {
			return dst, err
		}
		if id := s.first(); s.count == 1 && id != End {
			if err := s.Commit(id); err != nil {
				return dst, err
			}
			dst = append(dst, id)
		}
	}
	return dst, nil
}

// Choices returns the ids that may come next and how many they are: two or more after [TokenMatcher.Forced], or none at
// the end of the document. [End] is one of them if the document may end there. The mask is valid until the walk advances.
func (s *TokenMatcher) Choices() (mask []uint64, count int) { return s.mask, s.count }

// Commit advances over one token. The error says why the token is not legal.
func (s *TokenMatcher) Commit(id uint16) error {
	s.count = 0
	return s.m.Commit(s.t.vocabulary, int(id))
}

// fillMask sets the mask to the legal tokens that EncodeText would cut.
func (s *TokenMatcher) fillMask() error {
	if err := s.m.Mask(s.t.vocabulary, s.mask); err != nil {
		return err
	}
	for i := range s.t.pieces {
		if p := &s.t.pieces[i]; s.has(p.id) {
			s.dropSwallowed(uint16(p.text[0]))
			for _, shorter := range s.t.byFirst[p.text[0]] {
				if len(shorter.text) < len(p.text) && strings.HasPrefix(p.text, shorter.text) {
					s.dropSwallowed(shorter.id)
				}
			}
		}
	}
	s.count = 0
	for _, word := range s.mask {
		s.count += bits.OnesCount64(word)
	}
	return nil
}

func (s *TokenMatcher) has(id uint16) bool { return s.mask[id>>6]>>(id&63)&1 == 1 }

// dropSwallowed takes an id out of the mask if all that can follow it makes it part of a longer piece.
func (s *TokenMatcher) dropSwallowed(id uint16) {
	if !s.has(id) {
		return
	}
	begun := string(s.t.tokens[id])
	after := s.m.Clone()
	if _, err := after.Feed(context.Background(), []byte(begun)); err == nil && s.t.swallowed(after, begun, len(begun)) {
		s.mask[id>>6] &^= 1 << (id & 63)
	}
}

// swallowed reports whether each legal continuation of begun, after which m stands, begins with a
// piece of more than size bytes. m is used up.
func (t *Tokenizer) swallowed(m *grammar.Matcher, begun string, size int) bool {
	forced := m.Forced()
	begun += string(forced)
	if p := t.longest(begun); p != nil && len(p.text) > size {
		return true
	}
	if !t.hasLonger(begun) || m.CanEnd() {
		return false
	}
	if _, err := m.Feed(context.Background(), forced); err != nil || m.CanEnd() {
		return false
	}
	for _, b := range m.Next().Bytes() {
		next := m.Clone()
		if _, err := next.Feed(context.Background(), []byte{b}); err != nil || !t.swallowed(next, begun+string([]byte{b}), size) {
			return false
		}
	}
	return true
}

// first returns the lowest id of the mask, which has one.
func (s *TokenMatcher) first() uint16 {
	for i, word := range s.mask {
		if word != 0 {
			return uint16(i*64 + bits.TrailingZeros64(word))
		}
	}
	panic("tiny: BUG: an empty mask")
}
