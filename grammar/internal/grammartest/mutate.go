package grammartest

import (
	"math/rand/v2"
	"slices"
)

// Mutate returns a copy of doc with one small change, which makes it a near miss more often than
// not: a byte flipped, dropped or put in, a token in place of another, or a piece left out or
// doubled. The same state of r gives the same bytes on every platform.
func Mutate(r *rand.Rand, doc []byte) []byte {
	if len(doc) == 0 {
		return []byte(tokens[r.IntN(len(tokens))])
	}
	at := r.IntN(len(doc))
	switch r.IntN(6) {
	case 0:
		out := slices.Clone(doc)
		out[at] ^= 1 << r.IntN(8)
		return out
	case 1:
		return slices.Concat(doc[:at], doc[at+1:])
	case 2:
		return slices.Concat(doc[:at], []byte{letters[r.IntN(len(letters))]}, doc[at:])
	case 3:
		out := slices.Clone(doc)
		out[at] = letters[r.IntN(len(letters))]
		return out
	case 4:
		from, to := piece(r, doc)
		return slices.Concat(doc[:from], []byte(tokens[r.IntN(len(tokens))]), doc[to:])
	}
	from, to := piece(r, doc)
	if r.IntN(2) == 0 {
		return slices.Concat(doc[:from], doc[to:])
	}
	return slices.Concat(doc[:to], doc[from:to], doc[to:])
}

// letters and tokens are what mutants are made with.
const letters = "\"\\{}[]:,0123456789-.eE tfna\x00\x7f\xc3\xff"

var tokens = []string{
	`null`, `true`, `false`, `0`, `-1`, `1.5`, `1e400`, `123456789012345678901234567890`, `""`, `"a"`,
	`"\ud800"`, `"\u0041"`, `{}`, `[]`, `{"a":1}`, `[null]`, ` `, "\n",
}

// piece returns the bounds of a stretch of doc between two of the bytes that part tokens.
func piece(r *rand.Rand, doc []byte) (from, to int) {
	parts := func(b byte) bool {
		return b == ',' || b == ':' || b == '{' || b == '}' || b == '[' || b == ']'
	}
	at := r.IntN(len(doc))
	for from = at; from > 0 && !parts(doc[from-1]); from-- {
	}
	for to = at; to < len(doc) && !parts(doc[to]); to++ {
	}
	return from, to
}
