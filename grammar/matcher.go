package grammar

import (
	"context"

	"github.com/shortleash/shortleash/grammar/internal/automaton"
)

// A Matcher is one walk through a grammar: it is fed the bytes of a document and knows at every
// point what may follow. It belongs to one goroutine and must not be copied; Clone it.
type Matcher struct{ walk *automaton.Matcher }

// Feed reads p. It returns how many bytes were legal and nil, or a *Violation; then m stands after the last legal byte,
// and the same byte would be refused again. It ends soon after ctx does: its error is then that of ctx, and m stands
// after the n bytes that it has taken.
func (m *Matcher) Feed(ctx context.Context, p []byte) (n int, err error) {
	n, err = m.walk.Feed(ctx, p)
	return n, violation(err)
}

// Next returns the bytes that may follow.
func (m *Matcher) Next() ByteSet { return ByteSet(m.walk.Next()) }

// Forced returns the only bytes that can follow: up to where there is a choice, or where the
// document may end.
func (m *Matcher) Forced() []byte { return m.walk.Forced() }

// Mask writes the token mask into dst: bit id&63 of word id>>6 is set exactly if [Matcher.Feed] would
// take all bytes of the token, or if the id ends a text and the document is complete. dst must have
// at least [Vocabulary.Words] words; those after them, for logits without a token, become zero. The
// matcher does not move, and remembers what helps with later masks; a clone begins without that.
//
// If no bit is set, the error wraps ErrEmptyMask and tells the state: no token keeps to the grammar. That
// happens with vocabularies that lack some single bytes.
func (m *Matcher) Mask(v *Vocabulary, dst []uint64) error { return m.walk.Mask(v.index, dst) }

// Commit feeds the bytes of a token, or, if the id ends a text, reports whether the document is
// complete. The error says why the token is not in the mask: a *Violation, and then m stands after
// the last legal byte, or that the id has no bytes.
func (m *Matcher) Commit(v *Vocabulary, token int) error {
	return violation(m.walk.Commit(v.index, token))
}

// ForcedTokens returns tokens for the bytes that must follow, to be committed one by one; m does not move.
// It cuts the bytes as a tokenizer does that always takes the longest token, and stops where a longer token
// could join forced bytes with others. It stops before the quotation mark of a string whose content is
// free: models write worse strings after a quotation mark that they did not write. It returns nil where
// nothing is forced.
func (m *Matcher) ForcedTokens(v *Vocabulary) []int { return m.walk.ForcedTokens(v.index) }

// End returns nil if the document is complete, or a *Violation.
func (m *Matcher) End() error { return violation(m.walk.End()) }

// CanEnd reports whether the document is complete.
func (m *Matcher) CanEnd() bool { return m.walk.CanEnd() }

// Closed reports whether the document is complete and cannot be longer: nothing but white space may
// follow. A number at the root is never closed, since another digit may come.
func (m *Matcher) Closed() bool { return m.walk.Closed() }

// MinimalCompletion returns a shortest rest of the document: of several, the one with the lowest bytes. It is
// the grammar's choice and not the model's: a program that uses it must say so. In grammars whose numbers may
// have exponents, or whose patterns want letters beyond ASCII, it may be longer than the shortest. It returns nil
// if it finds none: that happens only with uniqueItems in documents that are not compact, where the rest has more than
// 1 MiB, and with a pattern of so many states that no end of it is found.
func (m *Matcher) MinimalCompletion() []byte { return m.walk.MinimalCompletion(maxCompletion) }

// maxCompletion bounds the bytes that MinimalCompletion writes.
const maxCompletion = 1 << 20

// Pointer returns where in the document m is: the RFC 6901 pointer of the value that is being read
// or comes next. In a name and after a value it is the container's.
func (m *Matcher) Pointer() string { return m.walk.Pointer() }

// Clone returns a matcher that stands where m stands and goes its own way.
func (m *Matcher) Clone() *Matcher { return &Matcher{m.walk.Clone()} }

// Reset takes the matcher back to the beginning.
func (m *Matcher) Reset() { m.walk.Reset() }

// Release gives the memory of m to a later walk through the same grammar, or a later clone; m must not
// be used again. It is for those who make many short walks, and need not be called.
func (m *Matcher) Release() { m.walk.Release() }
