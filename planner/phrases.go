package planner

import (
	_ "embed"

	"github.com/shortleash/shortleash/internal/wording"
)

//go:embed phrases.md
var phrasesFile string

// phrases are the sentences of this package that models read.
var phrases = wording.Read("planner/phrases.md", phrasesFile)

// ExampleAnswer is the answer of the worked example in the prompts. Small models copy it.
func ExampleAnswer() string { return phrases.Say("example answer") }
