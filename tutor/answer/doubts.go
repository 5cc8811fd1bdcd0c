package answer

import (
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// Doubts names the verbs that the analysis sees as wrong, for a model that decides itself: each from its first word to its
// last, in quotation marks; "" where there is none.
func (s *Sentence) Doubts() string {
	var list []string
	for _, g := range s.analysis.Groups {
		if g.Judgment.Verdict == sentence.Wrong && len(g.Tokens) > 0 {
			first, last := s.analysis.Tokens[g.Tokens[0]], s.analysis.Tokens[g.Tokens[len(g.Tokens)-1]]
			list = appendNew(list, strconv.Quote(s.analysis.Text[first.Start:last.End()]))
		}
	}
	return strings.Join(list, " and ")
}
