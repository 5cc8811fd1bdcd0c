package endpoint

import (
	_ "embed"

	"github.com/shortleash/shortleash/internal/wording"
)

//go:embed phrases.md
var phrasesFile string

// phrases are the sentences of this package that models read inside of messages.
var phrases = wording.Read("endpoint/phrases.md", phrasesFile)
