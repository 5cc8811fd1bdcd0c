package loop

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/shortleash/shortleash/grammar"
)

// cacheSize bounds how many compiled grammars a loop keeps.
const cacheSize = 256

// A compiled schema is its grammar with what the log says of it.
type compiled struct {
	schema  grammar.Schema
	grammar *grammar.Grammar
	sha256  string
	choices []string // the branches, by name
	only    []byte   // the one document, where the grammar leaves no choice; else nil
}

// A grammarCache keeps compiled grammars, because turns and runs often repeat one. A schema that
// shares its parts with one that was compiled, as those that strategies cache do, is found by these;
// any other is found by its bytes, or compiled.
type grammarCache struct {
	mu      sync.Mutex // guards what follows
	byParts map[any]*compiled
	byBytes map[string]*compiled
}

func newGrammarCache() *grammarCache {
	return &grammarCache{byParts: map[any]*compiled{}, byBytes: map[string]*compiled{}}
}

// parts returns what two schemas with the same parts share, or nil. The parts of a schema are
// never modified, so the same parts are the same schema, once the rest is compared.
func parts(s grammar.Schema) any {
	switch {
	case len(s.AnyOf) > 0:
		return &s.AnyOf[0]
	case len(s.Properties) > 0:
		return &s.Properties[0]
	default:
		return nil
	}
}

func (c *grammarCache) compile(ctx context.Context, s grammar.Schema) (*compiled, error) {
	shared := parts(s)
	text, known := c.find(shared, s)
	if text == nil {
		return known, nil
	}
	if known == nil {
		g, err := grammar.Compile(ctx, text, grammar.Options{}) // without the lock, whose wait no context ends
		if err != nil {
			return nil, err
		}
		known = &compiled{schema: s, grammar: g, sha256: fingerprint(text), choices: choices(s), only: onlyDocument(g)}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.byBytes) >= cacheSize || len(c.byParts) >= cacheSize {
		clear(c.byBytes) // rare, and cheaper than remembering who was used last
		clear(c.byParts)
	}
	c.byBytes[string(known.grammar.Schema())] = known
	if shared != nil {
		c.byParts[shared] = known
	}
	return known, nil
}

// find returns what was compiled from the same parts; else the bytes, and what was compiled from them.
func (c *grammarCache) find(shared any, s grammar.Schema) (text json.RawMessage, known *compiled) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.byParts[shared]; known != nil && known.schema.Equal(s) {
		return nil, known
	}
	text = s.JSON()
	return text, c.byBytes[string(text)]
}

// maxOnly bounds the document that no model is asked for.
const maxOnly = 1 << 16

// onlyDocument returns the one document of g, or nil where g leaves a choice, or the document is long.
func onlyDocument(g *grammar.Grammar) []byte {
	if n, bounded := g.MaxBytes(); !bounded || n > maxOnly {
		return nil
	}
	m := g.Matcher()
	defer m.Release()
	var document []byte
	for !m.Closed() {
		forced := m.Forced()
		if len(forced) == 0 {
			return nil
		}
		if _, err := m.Feed(context.Background(), forced); err != nil {
			panic("loop: BUG: forced bytes are refused: " + err.Error())
		}
		document = append(document, forced...)
	}
	return document
}

// choices names the branches of a decision schema.
func choices(schema grammar.Schema) []string {
	branches := schema.AnyOf
	if branches == nil {
		branches = []grammar.Schema{schema}
	}
	var names []string
	for _, b := range branches {
		if tool, ok := b.Property("tool"); ok && len(tool.Enum) == 1 {
			var name string
			if json.Unmarshal(tool.Enum[0], &name) == nil {
				names = append(names, name)
			}
		}
	}
	return names
}
