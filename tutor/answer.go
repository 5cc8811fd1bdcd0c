package tutor

import (
	"encoding/json"
	"fmt"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// maxCorrected is the most code points of a corrected sentence, and so of a sentence that is given
// to a model at all.
const maxCorrected = 600

// An Answer is what a model decides about one sentence: the arguments of final_answer, in
// alphabetical order.
type Answer struct {
	// Corrected is the whole sentence with its verbs repaired; nil when nothing is to be repaired.
	Corrected *string `json:"corrected" jsonschema:"nullable,minLength=1,maxLength=600"`
	// InScope says that the verbs were judged, right or wrong.
	InScope bool `json:"in_scope"`
	// Rationale says why, a short line each; where nothing was judged, why not.
	Rationale []string `json:"rationale" jsonschema:"minItems=1,maxItems=12,maxLength=200"`
	// SpanishGloss is the sentence, corrected if need be, in Spanish; nil where it is not known.
	SpanishGloss *string `json:"spanish_gloss" jsonschema:"nullable,minLength=1,maxLength=600"`
}

// answerSchema returns the schema of an Answer.
func answerSchema() (grammar.Schema, error) {
	s, err := tools.SchemaOf[Answer]()
	if err != nil {
		return s, fmt.Errorf("run: the answer: %w", err)
	}
	return s, nil
}

// readAnswer reads the answer to sentence. A correction that changes nothing is none, and whoever
// corrects has judged: the schema cannot say either.
func readAnswer(sentence string, text json.RawMessage) (Answer, error) {
	var a Answer
	if err := json.Unmarshal(text, &a); err != nil {
		return a, fmt.Errorf("run: the answer does not fit its schema: %w", err)
	}
	if a.Corrected != nil && *a.Corrected == sentence {
		a.Corrected = nil
	}
	a.InScope = a.InScope || a.Corrected != nil
	return a, nil
}
