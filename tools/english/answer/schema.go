package answer

import (
	"encoding/json"
	"slices"

	"github.com/shortleash/shortleash/grammar"
)

// Schema returns the answers as the arguments of final_answer, one closed branch for each:
//
//	clean       corrected null   in_scope true    what confirmed it, and notes   its gloss, or null
//	outside     corrected null   in_scope false   one reason                     null
//	fixed       the sentence     in_scope true    its evidence, and notes        its gloss, or null
//
// The second branch is always there. A schema can say which lines an array holds and how many, not
// in which order: an answer may repeat a line and leave another out. [Answers.Settle] mends that.
func (a Answers) Schema() grammar.Schema {
	branches := make([]grammar.Schema, 0, len(a.Fixed)+2)
	if a.Clean != nil {
		branches = append(branches, a.Clean.schema(grammar.Null()))
	}
	branches = append(branches, outside)
	for _, c := range a.Fixed {
		branches = append(branches, c.schema(grammar.Enum(c.Corrected)))
	}
	return grammar.AnyOf(branches...)
}

func (c Choice) schema(corrected grammar.Schema) grammar.Schema {
	lines := grammar.Enum(c.Lines...)
	lines.Enum = append(lines.Enum, noteLines...)
	gloss := grammar.Null()
	if c.Gloss != "" {
		gloss = grammar.Nullable(grammar.Enum(c.Gloss))
	}
	return branch(corrected, yes, grammar.Array(lines, len(c.Lines), len(c.Lines)+MaxNotes), gloss)
}

func branch(corrected, inScope, rationale, gloss grammar.Schema) grammar.Schema {
	return grammar.Object(
		grammar.Property{Name: "corrected", Schema: corrected},
		grammar.Property{Name: "in_scope", Schema: inScope},
		grammar.Property{Name: "rationale", Schema: rationale},
		grammar.Property{Name: "spanish_gloss", Schema: gloss},
	)
}

// The parts of a schema that are the same for every sentence.
var (
	yes       = grammar.Schema{Type: "boolean", Enum: []json.RawMessage{json.RawMessage("true")}}
	no        = grammar.Schema{Type: "boolean", Enum: []json.RawMessage{json.RawMessage("false")}}
	outside   = branch(grammar.Null(), no, grammar.Array(grammar.Enum(reasonLines()...), 1, 1), grammar.Null())
	noteLines = grammar.Enum(noteTexts()...).Enum
)

func reasonLines() []string {
	var lines []string
	for _, r := range Reasons {
		lines = append(lines, ReasonLine(r))
	}
	return lines
}

func noteTexts() []string {
	var lines []string
	for _, n := range Notes {
		lines = append(lines, NoteLine(n))
	}
	return lines
}

// Settle returns the lines of an answer of a's schema as they are told: all lines that the choice
// rests on, in the order of the calls, then the notes it chose, each once. The lines of an answer
// that judges nothing, or that is not of the schema, come back as they are.
func (a Answers) Settle(corrected *string, inScope bool, rationale []string) []string {
	c, ok := a.Find(corrected)
	if !inScope || !ok {
		return rationale
	}
	lines := slices.Clone(c.Lines)
	for _, note := range Notes {
		if line := NoteLine(note); slices.Contains(rationale, line) && len(lines) < len(c.Lines)+MaxNotes {
			lines = append(lines, line)
		}
	}
	return lines
}
