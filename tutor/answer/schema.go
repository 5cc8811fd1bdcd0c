package answer

import (
	"encoding/json"
	"slices"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// Schema returns the answers as the arguments of final_answer, one closed branch for each:
//
//	clean       corrected null   in_scope true    what confirmed it     its gloss, or null
//	outside     corrected null   in_scope false   one of the reasons    null
//	fixed       the sentence     in_scope true    its evidence          its gloss, or null
//
// There always is one. A schema can say which lines an array holds and how many, and not in which order,
// so an answer may repeat a line and leave others out. [Answers.CompleteRationale] repairs that.
func (a Answers) Schema() grammar.Schema {
	branches := make([]grammar.Schema, 0, len(a.Fixed)+2)
	if a.Clean != nil {
		branches = append(branches, judged(*a.Clean, grammar.Null()))
	}
	if len(a.Reasons) > 0 {
		branches = append(branches, outside(a.Reasons))
	}
	for _, c := range a.Fixed {
		branches = append(branches, judged(c, grammar.Enum(c.Corrected)))
	}
	return grammar.AnyOf(branches...)
}

// judged returns the branch of a choice.
func judged(c Choice, corrected grammar.Schema) grammar.Schema {
	gloss := grammar.Null()
	if c.Gloss != "" {
		gloss = grammar.Nullable(grammar.Enum(c.Gloss))
	}
	return objectOf(corrected, yes, grammar.Array(grammar.Enum(c.Lines...), len(c.Lines), len(c.Lines)), gloss)
}

// The parts of a schema that are the same for every sentence.
var (
	yes = grammar.Schema{Type: "boolean", Enum: []json.RawMessage{json.RawMessage("true")}}
	no  = grammar.Schema{Type: "boolean", Enum: []json.RawMessage{json.RawMessage("false")}}
)

// outside returns the branch of what is not judged.
func outside(reasons []sentence.Reason) grammar.Schema {
	lines := make([]string, 0, len(reasons))
	for _, r := range reasons {
		lines = append(lines, ReasonLine(r))
	}
	return objectOf(grammar.Null(), no, grammar.Array(grammar.Enum(lines...), 1, 1), grammar.Null())
}

// CompleteRationale returns the rationale of an answer of a's schema: all lines that the choice rests on,
// in the order of the calls. The rationale of an answer that judges
// nothing, or that is not of the schema, is returned as it is.
func (a Answers) CompleteRationale(corrected *string, inScope bool, rationale []string) []string {
	c, ok := a.Find(corrected)
	if !inScope || !ok {
		return rationale
	}
	return slices.Clone(c.Lines)
}
