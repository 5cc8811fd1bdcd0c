package automaton

import (
	"context"
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// Commit feeds the bytes of a token, or, if the id ends a text, reports whether the document is complete.
// The error says why the token is not in the mask.
func (m *Matcher) Commit(v *vocab.Vocabulary, token int) error {
	if token < 0 || token >= v.Len() {
		return fmt.Errorf("grammar: token id %d of a vocabulary of %d", token, v.Len())
	}
	if text := v.Token(token); len(text) > 0 {
		_, err := m.Feed(context.Background(), text)
		return err
	}
	if _, ends := slices.BinarySearch(v.EOS, int32(token)); ends {
		return m.End()
	}
	return fmt.Errorf("grammar: token id %d has no bytes", token)
}

// slackTokens is how many tokens a forced cut may reach back from where the forced bytes end. A
// tokenizer may join what is forced with what is not, and a cut that it would not have made costs
// quality. The number is that of llguidance's docs/fast_forward.md, as [slackBytes] is: a slack of
// two tokens leaves no unusual cut, none leaves nearly all.
const slackTokens = 4

// ForcedTokens returns tokens for the bytes that must follow, cut as a tokenizer does that always takes the
// longest token. It stops where a longer token could join forced bytes with others, and before the quotation
// mark of a string whose content is free. It returns nil where nothing is forced.
func (m *Matcher) ForcedTokens(v *vocab.Vocabulary) []int {
	text := m.Forced()
	var ids, ends []int
	for at := 0; at < len(text); {
		id, size := v.LongestAt(text[at:])
		if size == 0 {
			break
		}
		at += size
		ids, ends = append(ids, id), append(ends, at)
	}
	keep, safe := len(ids), v.Unbroken(text)
	for keep > 0 && ends[keep-1] > safe && keep > len(ids)-slackTokens {
		keep--
	}
	for keep > 0 && ends[keep-1] == len(text) && text[len(text)-1] == '"' {
		keep--
	}
	if keep == 0 {
		return nil
	}
	return ids[:keep]
}
