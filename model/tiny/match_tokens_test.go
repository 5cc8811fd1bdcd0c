package tiny

import (
	"fmt"

	"github.com/shortleash/shortleash/grammar"
)

// A MatchedToken is one token of a document.
type MatchedToken struct {
	ID      uint16
	Choices int // how many tokens could have stood here, itself included; 1: it was forced
}

// MatchTokens returns the tokens of a document of g, as EncodeText cuts it, and where there was a choice. The
// error says where the document leaves g.
func (t *Tokenizer) MatchTokens(g *grammar.Grammar, document string) ([]MatchedToken, error) {
	s := t.Matcher(g.Matcher())
	ids := t.EncodeText(document)
	list := make([]MatchedToken, 0, len(ids))
	var forced []uint16
	for {
		var err error
		if forced, err = s.Forced(forced[:0]); err != nil {
			return list, err
		}
		for _, id := range forced {
			if len(list) == len(ids) || ids[len(list)] != id {
				return list, fmt.Errorf("tiny: after %q must come %q", t.Decode(ids[:len(list)]), t.tokens[id])
			}
			list = append(list, MatchedToken{id, 1})
		}
		_, count := s.Choices()
		if len(list) == len(ids) {
			return list, s.m.End()
		}
		if count == 0 {
			return list, fmt.Errorf("tiny: the document ends after %q", t.Decode(ids[:len(list)]))
		}
		id := ids[len(list)]
		if !s.has(id) {
			return list, fmt.Errorf("tiny: after %q cannot come %q", t.Decode(ids[:len(list)]), t.tokens[id])
		}
		list = append(list, MatchedToken{id, count})
		if err := s.Commit(id); err != nil {
			return list, err
		}
	}
}
