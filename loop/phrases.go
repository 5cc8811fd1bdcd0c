package loop

import (
	_ "embed"

	"github.com/shortleash/shortleash/internal/wording"
)

//go:embed phrases.md
var phrasesFile string

// phrases are the sentences of this package that models read.
var phrases = wording.Read("loop/phrases.md", phrasesFile)
