package differential

import (
	"math/rand/v2"
	"slices"
)

// pieces are what is put into a document.
var pieces = []string{`null`, `true`, `-1`, `1.5`, `1e400`, `""`, `"\ud800"`, `{}`, `[]`, `{"a":1}`, ` `, "\n", `"`, `\`,
	`}`, `]`, `,`, "\xff"}

// mutant returns a copy of doc with one small change: a bit flipped, a stretch left out or doubled, or a piece put in place
// of one. The same state of r gives the same bytes on every platform.
func mutant(r *rand.Rand, doc []byte) []byte {
	from := r.IntN(len(doc) + 1)
	to := from + r.IntN(min(4, len(doc)-from)+1)
	switch r.IntN(4) {
	case 0:
		if from < len(doc) {
			out := slices.Clone(doc)
			out[from] ^= 1 << r.IntN(8)
			return out
		}
	case 1:
		return slices.Concat(doc[:from], doc[to:])
	case 2:
		return slices.Concat(doc[:to], doc[from:to], doc[to:])
	}
	return slices.Concat(doc[:from], []byte(pieces[r.IntN(len(pieces))]), doc[to:])
}
