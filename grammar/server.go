package grammar

// A Dialect says how a server reads a JSON Schema: which converter turns it into a grammar there.
type Dialect string

const (
	// Ollama is what Ollama reads from 0.17.4 on, and llama.cpp's server of the same time.
	Ollama Dialect = "ollama"
	// OllamaOld is for Ollama before that: quotes, backslashes and control characters fail in names
	// and enums, and bounds of integers are 32 bits wide. All that it writes newer servers read too.
	OllamaOld Dialect = "ollama-old"
)

// ServerSchema returns a JSON Schema that says as much of g as a server of dialect d enforces, in the
// order in which g declares it: explicit types, nothing beside anyOf and $ref, closed objects,
// bounded strings, no allOf, nothing that such servers are known to choke on. What they ignore is
// left out, and with it a Relaxation is listed. An unknown dialect is read as OllamaOld.
//
// As JSON Schema, the text lets every document of g through, but for what Narrowings list: numbers
// beyond 16 digits. The server itself writes less: of an open object only the members that the schema
// names, optional ones behind the others; and those are Narrowings as well. Its white space is within
// what [Grammar.Check] reads, by which relaxations are meant: it takes members in any order.
//
// A grammar too large for a server is relaxed until it is not; the text is never beyond 1 MiB. The
// export is made at the first call and kept.
func (g *Grammar) ServerSchema(d Dialect) *Export {
	if d != Ollama {
		d = OllamaOld
	}
	g.exports.mu.Lock()
	defer g.exports.mu.Unlock()
	if e := g.exports.schemas[d]; e != nil {
		return e
	}
	e := g.serverSchema(d)
	if g.exports.schemas == nil {
		g.exports.schemas = map[Dialect]*Export{}
	}
	g.exports.schemas[d] = e
	return e
}

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
	{MaxString, 1024, 100, 120_000, 1 << 20},
	{200, 256, 60, 120_000, 1 << 20},
	{24, 64, 30, 120_000, 1 << 20},
	{0, 16, 10, 120_000, 1 << 20},
}

func (g *Grammar) serverSchema(d Dialect) *Export {
	var out *Export
	g.export(func(x *exporter, p *program) {
		for _, limits := range ladder {
			b := newShaper(x.c, p, d, limits)
			root := b.document(p.root)
			text := b.text(root)
			if size := b.size(root); size.fits(limits) {
				b.out.Text = size.padded(text)
				out = &b.out
				return
			}
		}
		b := newShaper(x.c, p, d, ladder[len(ladder)-1])
		b.relax(nil, "type", "the schema is too large for a server: only the type of the document is left")
		out = &b.out
		out.Text = b.text(b.coarse(p.root))
	})
	return out
}
