package export

import "github.com/shortleash/shortleash/grammar/internal/schema"

// A Dialect says how a server reads a JSON Schema: which converter turns it into a grammar there.
type Dialect string

const (
	// Ollama is what Ollama reads from 0.17.4 on, and llama.cpp's server of the same time.
	Ollama Dialect = "ollama"
	// OllamaOld is for Ollama before that: quotes, backslashes and control characters fail in names
	// and enums, and bounds of integers are 32 bits wide. All that it writes newer servers read too.
	OllamaOld Dialect = "ollama-old"
)

// serverLimits are what a server can take. The lists and lengths beyond are relaxed; where the whole
// is still too large, harder limits are tried.
type serverLimits struct {
	longest   int // of a string or an array: maxLength, maxItems
	values    int // of one enum
	optional  int // members of one object: servers take time that grows with the square
	rules     int // of the grammar, with all repetitions written out
	textBytes int // of the grammar
}

// ladder is tried from the first on. A server's parser writes every repetition out: 120,000 pieces
// take it about a tenth of a second, at every request. Its buffer for the grammar is at most 1 MiB.
var ladder = []serverLimits{
	{maxCount, 1024, 100, 120_000, 1 << 20},
	{200, 256, 60, 120_000, 1 << 20},
	{24, 64, 30, 120_000, 1 << 20},
	{0, 16, 10, 120_000, 1 << 20},
}

// ServerSchema returns c as a JSON Schema for servers of dialect d. It asks the languages of c.
func ServerSchema(c *schema.Compiled, d Dialect) *Export {
	for _, limits := range ladder {
		b := newShaper(c, d, limits)
		root := b.document(c.Root)
		text := b.text(root)
		if size := b.size(root); size.fits(limits) {
			b.out.Text = size.padded(text)
			return &b.out
		}
	}
	b := newShaper(c, d, ladder[len(ladder)-1])
	b.relax(nil, "type", "the schema is too large for a server: only the type of the document is left")
	b.out.Text = b.text(b.coarse(c.Root))
	return &b.out
}
