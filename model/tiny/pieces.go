package tiny

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// pieces are the fixed strings that are one token each: the wire format, what the tutor's tools
// return around their words, and what its rationale repeats. A piece ends where a choice can open,
// so a choice is one token: the tool behind {"tool":", the person behind {"person":". The words of a
// learner, and forms of verbs, stay bytes: what was never seen copies as well as what was.
var pieces = []string{
	// A decision.
	`{"tool":"`,
	`conjugate","tool_args":{"person":"`,
	`lookup_spanish","tool_args":{"person":"`,
	`lookup_irregular_verb","tool_args":{"verb":"`,
	`check_subject_verb_agreement","tool_args":{"subject":"`,
	`final_answer","tool_args":{"corrected":`,
	`1sg","tense":"`, `2sg","tense":"`, `3sg","tense":"`,
	`1pl","tense":"`, `2pl","tense":"`, `3pl","tense":"`,
	`past_simple`, `present_simple`, `future_simple`, `present_perfect`, `present_continuous`,
	`","verb":"`,
	`"}}`,

	// An answer: clean, outside or fixed is one choice behind {"corrected":.
	`null,"in_scope":true,"rationale":["`,
	`null,"in_scope":false,"rationale":["`,
	`","in_scope":true,"rationale":["`,
	`","`,
	`"],"spanish_gloss":`,
	`null}}`,
	` is irregular: `, ` is regular: `, `, not `,
	`, 1sg of `, `, 3sg of `, `, 3pl of `, `sg of `, `pl of `,
	`. [conjugate]`, `. [lookup_irregular_verb]`, `. [check_subject_verb_agreement]`,
	`Not checked: `,

	// The task and the observations.
	`{"sentence":"`,
	`{"form":"`,
	`","known":true,"negative":"`, `","known":false,"negative":"`,
	`","question":"`,
	`","variants":[]}`,
	`{"infinitive":"`,
	`","is_irregular":true,"known":true,"past_participle":"`,
	`","is_irregular":false,"known":true,"past_participle":"`,
	`","is_irregular":false,"known":false,"past_participle":"`,
	`","past_simple":"`,
	`{"agrees":false,"expected":"`, `{"agrees":true,"expected":"`,
	`","head":"`,
	`","person":"3sg"}`, `","person":"3pl"}`,
	`","infinitive":"`,
	`","note":null}`, `","note":"`,
	`"}`,
}

// sortedPieces returns the pieces in the order of their ids: the longest first, so that a
// tokenizer that takes them by id and one that takes the longest first cut alike.
func sortedPieces() []string {
	list := slices.Clone(pieces)
	slices.SortStableFunc(list, func(x, y string) int { return len(y) - len(x) })
	return list
}

// PiecesHash names the pieces and their ids: weights that were trained with others are of no use.
func PiecesHash() string {
	sum := sha256.Sum256([]byte(strings.Join(sortedPieces(), "\x00")))
	return hex.EncodeToString(sum[:])
}
