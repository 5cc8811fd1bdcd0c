package grammar

import (
	"context"

	"github.com/shortleash/shortleash/grammar/internal/automaton"
)

// A Matcher is one walk through a grammar: you feed it the bytes of a document, and it knows at every
// point what may follow. It belongs to one goroutine and must not be copied; use [Matcher.Clone].
type Matcher struct{ walk *automaton.Matcher }

// Feed reads p and returns how many bytes were legal. If a byte is illegal, the error is a
// [*Violation]; m is then after the last legal byte, and would refuse the same byte again. Feed stops
// soon after ctx ends; its error is then the error of ctx, and m is after the n bytes that it has read.
func (m *Matcher) Feed(ctx context.Context, p []byte) (n int, err error) {
	n, err = m.walk.Feed(ctx, p)
	return n, violation(err)
}

// Next returns the bytes that may follow.
func (m *Matcher) Next() ByteSet { return ByteSet(m.walk.Next()) }

// Forced returns the only bytes that can follow, up to the next choice or to where the document may end.
func (m *Matcher) Forced() []byte { return m.walk.Forced() }

// Mask writes the token mask into dst: bit id&63 of word id>>6 is set exactly if [Matcher.Feed]
// would take all bytes of the token, or if the id ends a text and the document is complete. dst
// must have at least [Vocabulary.Words] words; any more, for logits without a token, become zero.
// The matcher does not advance. It caches data for later masks; a clone starts without this cache.
//
// If no bit is set, because no token fits the grammar, the error wraps [ErrEmptyMask] and describes
// the state. This happens with vocabularies that lack some single bytes.
func (m *Matcher) Mask(v *Vocabulary, dst []uint64) error { return m.walk.Mask(v.index, dst) }

// Commit feeds the bytes of a token, or, if the id ends a text, checks that the document is complete. The error says why
// the token is not in the mask: the id has no bytes, or there is a [*Violation], and m is then after the last legal byte.
func (m *Matcher) Commit(v *Vocabulary, token int) error {
	return violation(m.walk.Commit(v.index, token))
}

// ForcedTokens returns tokens for the bytes that must follow, to be committed one by one; m does not advance. It
// divides the bytes like a tokenizer that always takes the longest token, and stops where a longer token could
// join forced bytes with others. It stops before the quotation mark of a string with free content, because models
// write worse strings after a quotation mark that they did not write. It returns nil if nothing is forced.
func (m *Matcher) ForcedTokens(v *Vocabulary) []int { return m.walk.ForcedTokens(v.index) }

// End returns nil if the document is complete, or a *Violation.
func (m *Matcher) End() error { return violation(m.walk.End()) }

// CanEnd reports whether the document is complete.
func (m *Matcher) CanEnd() bool { return m.walk.CanEnd() }

// Closed reports whether the document is complete and cannot be longer: only white space may
// follow. A number at the root is never closed, because another digit may follow.
func (m *Matcher) Closed() bool { return m.walk.Closed() }

// MinimalCompletion returns the shortest completion of the document; of several, the one with the lowest
// bytes. The grammar chooses it, not the model, so a program that uses it must say so. If numbers may
// have exponents, or patterns require letters beyond ASCII, it may be longer than the shortest. It
// returns nil if it finds none: that happens only with uniqueItems in documents that are not compact, if
// the completion has more than 1 MiB, and with a pattern of so many states that no end of it is found.
func (m *Matcher) MinimalCompletion() []byte { return m.walk.MinimalCompletion(maxCompletion) }

// maxCompletion bounds the bytes that MinimalCompletion writes.
const maxCompletion = 1 << 20

// Pointer returns the position of m in the document: the RFC 6901 pointer of the value that is
// being read or comes next. Inside a name and after a value, it is the pointer of the container.
func (m *Matcher) Pointer() string { return m.walk.Pointer() }

// Clone returns an independent matcher at the same position as m.
func (m *Matcher) Clone() *Matcher { return &Matcher{m.walk.Clone()} }

// Reset returns the matcher to the beginning.
func (m *Matcher) Reset() { m.walk.Reset() }

// Release lets a later matcher or clone of the same grammar reuse the memory of m; m must not be
// used again. It is for programs with many short walks, and calling it is optional.
func (m *Matcher) Release() { m.walk.Release() }
