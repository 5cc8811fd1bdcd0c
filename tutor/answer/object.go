package answer

import (
	"encoding/json"
	"fmt"

	"github.com/shortleash/shortleash/grammar"
)

// The limits of an answer. Lengths are in code points.
const (
	MaxText      = 600 // of a corrected sentence or a gloss, and so of a sentence that is judged
	MaxLine      = 200 // of a line of the rationale
	MaxRationale = 9   // lines; observations beyond them are used and not cited
)

// An Object is what a model answers about one sentence: the arguments of final_answer, in alphabetical
// order.
type Object struct {
	// Corrected is the whole sentence with its verbs repaired; nil when nothing is to be repaired.
	Corrected *string `json:"corrected"`
	// InScope says that the verbs were judged, right or wrong.
	InScope bool `json:"in_scope"`
	// Rationale says why, a short line each; where nothing was judged, why not.
	Rationale []string `json:"rationale"`
	// SpanishGloss is the sentence, corrected if need be, in Spanish; nil where it is not known.
	SpanishGloss *string `json:"spanish_gloss"`
}

// Schema returns the schema of an Object about any sentence.
func Schema() grammar.Schema { return objectWith(1) }

// OpenSchema is Schema where a rationale may be empty, because the program writes it.
func OpenSchema() grammar.Schema { return objectWith(0) }

// objectWith returns the schema of an Object about any sentence, with so many lines at least.
func objectWith(lines int) grammar.Schema {
	text := grammar.Nullable(grammar.String(1, MaxText))
	return objectOf(text, grammar.Boolean(), grammar.Array(grammar.String(0, MaxLine), lines, MaxRationale), text)
}

// Brief returns the answers of a schema, which [Answers] made, without the lines of those that judge:
// a model that pays for each word does not write what the program writes anyway.
func Brief(s grammar.Schema) grammar.Schema {
	if len(s.AnyOf) > 0 {
		branches := make([]grammar.Schema, len(s.AnyOf))
		for i := range branches {
			branches[i] = Brief(s.AnyOf[i])
		}
		return grammar.AnyOf(branches...)
	}
	if judged, ok := s.Property("in_scope"); !ok || !judged.Equal(yes) {
		return s
	}
	return s.With("rationale", noLines)
}

// noLines is an empty rationale.
var noLines = grammar.Array(grammar.String(1, 1), 0, 0)

// objectOf returns the schema of an Object with these members.
func objectOf(corrected, inScope, rationale, gloss grammar.Schema) grammar.Schema {
	return grammar.Object(
		grammar.Property{Name: "corrected", Schema: corrected},
		grammar.Property{Name: "in_scope", Schema: inScope},
		grammar.Property{Name: "rationale", Schema: rationale},
		grammar.Property{Name: "spanish_gloss", Schema: gloss},
	)
}

// ReadObject reads the answer about a sentence. A correction that changes nothing is none, and an answer that
// corrects has judged: the schema cannot say either.
func ReadObject(about string, text json.RawMessage) (Object, error) {
	var o Object
	if err := json.Unmarshal(text, &o); err != nil {
		return o, fmt.Errorf("answer: the answer does not fit its schema: %w", err)
	}
	if o.Corrected != nil && *o.Corrected == about {
		o.Corrected = nil
	}
	o.InScope = o.InScope || o.Corrected != nil
	return o, nil
}
