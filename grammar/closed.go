package grammar

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/budget"
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// Bounds of what is read of a schema from elsewhere.
const (
	maxForeignBytes = 256 << 10 // more text than a small model could be shown
	maxForeignNodes = 2000      // subschemas of the closed form
	maxForeignDepth = 24        // of subschemas in one another
	maxUnroll       = 3         // how often a reference is followed within itself
)

// errForeign is wrapped by every refusal of a schema from elsewhere.
var errForeign = errors.New("this schema cannot be used")

var errNoObject = fmt.Errorf("%w: it is not a JSON object", errForeign)

// A node is one subschema: its keywords.
type node map[string]json.RawMessage

// A closer brings a schema from elsewhere into closed form.
type closer struct {
	*closerWork
	root       json.RawMessage
	targets    map[string]target // of references
	opened     map[string]node   // the members of what stands at a pointer, for references
	unroll     int
	recursive  bool            // a reference was followed within itself
	noPatterns bool            // patterns are too much for one grammar
	patterns   map[string]bool // those that were tried: whether the grammar can hold them
	tooLarge   int             // how many of them were too much work
	nodes      int
	unenforced []Gap
	unwritable []Gap
}

// A place is where a closer stands.
type place struct {
	pointer string
	depth   int
	refs    []string // that were followed to get here
}

func (p place) member(keyword, name string) place {
	escaped := jsontext.EscapePointer(name)
	return place{p.pointer + "/" + keyword + "/" + escaped, p.depth + 1, p.refs}
}

func (p place) below(keyword string) place {
	return place{p.pointer + "/" + keyword, p.depth + 1, p.refs}
}

// A Closed is an external schema converted to the closed form of [Schema], in which models write: objects are closed, every
// member is required, and an optional one may be null. An object of any members is a list of names and values. References
// are resolved, and recursion ends after a few levels. If the schema gives no bounds, a string holds at most [MaxString]
// code points, an array 32 items, an integer 53 bits, and a value of any type is a string, a number, true, false or null.
type Closed struct {
	Schema     Schema
	Grammar    *Grammar // of Schema
	Unenforced []Gap    // what the schema refuses but Grammar does not, and whether Open checks it
	Unwritable []Gap    // what the schema allows but Grammar does not

	made     int      // about how many bytes closing it made
	opener   *opener  // nil: values are as the schema has them
	original *Grammar // of the schema as it came; nil: it does not compile
}

// Close returns the closed form of a schema for objects. It understands common words from other schema languages:
// nullable, and type names such as float and dict. It fails if the text is not a schema, if no writable object
// satisfies it, or if it is too large: more than 256 KiB, more than 2,000 subschemas in the closed form, or more
// than 2,000,000 steps of work, which are about 100 ms of processor time. A recursive reference is followed at
// most three times, and anything deeper than 24 levels cannot be written; both are listed. Only the first 64
// patterns are in the closed form. Close stops soon after ctx ends; its error then wraps the cause.
func Close(ctx context.Context, text json.RawMessage) (*Closed, error) {
	return CloseLong(ctx, text, MaxString)
}

// CloseLong is like [Close], but a string may have up to longest code points, at most [MaxText], if its schema gives no bound.
func CloseLong(ctx context.Context, text json.RawMessage, longest int) (*Closed, error) {
	w := closerWork{ctx: ctx, longest: min(longest, MaxText), left: allowance{work: maxForeignWork, memory: maxForeignMemory}}
	f, err := w.close(text)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return f, err
}

// close is Close. Patterns are left out where they are too much for one grammar.
func (w *closerWork) close(text json.RawMessage) (*Closed, error) {
	if len(text) > maxForeignBytes {
		return nil, fmt.Errorf("%w: it has %d bytes, and at most %d are read", errForeign, len(text), maxForeignBytes)
	}
	if !json.Valid(text) {
		return nil, errNoObject
	}
	text, words := w.plain(text)
	var failure error
	for _, noPatterns := range []bool{false, true} {
		c := closer{closerWork: w, root: text, noPatterns: noPatterns, patterns: map[string]bool{}, targets: map[string]target{},
			opened: map[string]node{}}
		f, err := c.levels()
		if err != nil {
			return nil, err
		}
		share := c.left.work
		if len(c.patterns) > 0 {
			share /= 2 // the rest is for a form without them
		}
		if f.Grammar, err = c.compile(f.Schema, share); err == nil {
			w.compileOriginal(f, text)
			f.Unenforced, f.made = append(words, f.Unenforced...), w.made
			return f, nil
		}
		if failure = err; len(c.patterns) == 0 {
			break
		}
	}
	return nil, failure
}

// plain returns text, which the caller keeps, with the references and words that only a whole schema explains made
// plain, and what was read otherwise than it stands.
func (w *closerWork) plain(text json.RawMessage) (out json.RawMessage, words []Gap) {
	meter := Options{}.internal().Limits.Meter(w.ctx).Within(w.left.work, w.left.memory)
	defer func() {
		work, _ := meter.Spent()
		w.spend(work)
	}()
	defer budget.Catch(meter, func(budget.Mark, error) { out, words = bytes.Clone(text), nil })
	out, read, err := schema.Spelled(meter, text)
	if err != nil { // what is wrong there may not matter
		return bytes.Clone(text), nil
	}
	for _, g := range read {
		words = append(words, Gap(g))
	}
	return out, words
}

// levels returns the closed form. A recursive schema that is too large is tried with fewer levels.
func (c *closer) levels() (*Closed, error) {
	for c.unroll, c.recursive = maxUnroll, true; c.unroll >= 0 && c.recursive; c.unroll-- {
		c.nodes, c.unenforced, c.unwritable, c.recursive, c.reserve, c.enough = 0, nil, nil, false, 0, false
		f, err := c.arguments()
		if c.failure != nil {
			return nil, c.failure
		}
		if c.nodes <= maxForeignNodes && !c.enough {
			return f, err
		}
	}
	return nil, fmt.Errorf("%w: it has more than %d parts", errForeign, maxForeignNodes)
}

// spend counts n steps of work at p. It is false where the work or the closed form is too much, or the context has ended.
func (c *closer) spend(p place, n int) bool {
	c.place = p.pointer
	return c.closerWork.spend(n+len(p.pointer)/pointerBytes) && c.nodes <= maxForeignNodes
}

// arguments closes the root, which is an object.
func (c *closer) arguments() (*Closed, error) {
	root, ok := c.read(c.root, place{})
	if !ok {
		return nil, errNoObject
	}
	if root["type"] == nil { // of arguments it can be left out
		root["type"] = json.RawMessage(`"object"`)
	}
	start := place{}
	flat, ok := c.flatten(root, &start)
	if !ok {
		return nil, fmt.Errorf("%w: no arguments satisfy it", errForeign)
	}
	if !slices.Contains(flat.types(), "object") {
		return nil, fmt.Errorf("%w: the arguments of a tool are an object, and it wants %s", errForeign, strings.Join(flat.types(), " or "))
	}
	flat["type"] = json.RawMessage(`"object"`)
	if len(flat.properties()) == 0 && !flat.has("anyOf", "oneOf") {
		if flat.has("additionalProperties", "patternProperties") && string(flat["additionalProperties"]) != "false" {
			c.loseWriting(place{}, "additionalProperties", "arguments that have no name")
		}
		flat["properties"], flat["additionalProperties"] = json.RawMessage(`{}`), json.RawMessage(`false`)
	}
	s, o, ok := c.close(flat, start)
	if !ok {
		return nil, fmt.Errorf("%w: no arguments can be written that satisfy it", errForeign)
	}
	return &Closed{Schema: s, opener: o, Unenforced: unique(c.unenforced), Unwritable: unique(c.unwritable)}, nil
}

// lose notes a keyword that the closed form does not hold.
func (c *closer) lose(p place, keyword, why string) {
	c.made += len(p.pointer)
	c.unenforced = append(c.unenforced, Gap{Pointer: p.pointer, Keyword: keyword, Why: why})
}

// loseWriting notes what the closed form cannot say.
func (c *closer) loseWriting(p place, keyword, what string) {
	c.made += len(p.pointer)
	c.unwritable = append(c.unwritable, Gap{Pointer: p.pointer, Keyword: keyword, Why: what})
}

// read reads one subschema. It is false for what is none, which nothing satisfies.
func (c *closer) read(text json.RawMessage, p place) (node, bool) {
	if !c.spend(p, memberSteps+len(text)/readBytes) {
		return nil, false
	}
	switch text = bytes.TrimSpace(text); string(text) {
	case "true":
		return node{}, true
	case "false":
		return nil, false
	}
	n := members(text)
	return n, n != nil
}

// flatten returns n with its references and its allOf merged into it. It is false where nothing satisfies
// them all, or where they lead further into themselves than is followed. p learns which references were.
func (c *closer) flatten(n node, p *place) (node, bool) {
	out, parts := node{}, []node{}
	maps.Copy(out, n)
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		if n[keyword] == nil {
			continue
		}
		delete(out, keyword)
		part, ok := c.follow(text(n[keyword]), keyword, p)
		if !ok {
			return nil, false
		}
		if part, ok = c.flatten(part, p); !ok {
			return nil, false
		}
		parts = append(parts, part)
	}
	delete(out, "allOf")
	for i, t := range list(n["allOf"]) {
		at := p.below(fmt.Sprintf("allOf/%d", i))
		part, ok := c.read(t, at)
		if !ok || at.depth > maxForeignDepth {
			return nil, false
		}
		if part, ok = c.flatten(part, &at); !ok {
			return nil, false
		}
		p.refs = at.refs
		parts = append(parts, part)
	}
	for _, part := range parts {
		merged, ok := c.merge(out, part, *p)
		if !ok {
			return nil, false
		}
		out = merged
	}
	return out, true
}

// merge returns the keywords of a document that satisfies a and b. Where both have one, the tighter counts.
func (c *closer) merge(a, b node, p place) (node, bool) {
	if !c.spend(p, (len(a)+len(b))*valueSteps) {
		return nil, false
	}
	out := maps.Clone(a)
	for _, keyword := range slices.Sorted(maps.Keys(b)) {
		mine, theirs := a[keyword], b[keyword]
		if mine != nil && !c.spend(place{pointer: p.pointer + "/" + keyword}, (len(mine)+len(theirs))*meetSteps) {
			return nil, false
		}
		if mine == nil || sameValue(mine, theirs) {
			out[keyword] = theirs
			continue
		}
		both, known, ok := mergeKeyword(keyword, mine, theirs)
		if !ok {
			return nil, false
		}
		if known {
			out[keyword] = both
		} else if !annotation(keyword) {
			c.lose(p, keyword, "two of them meet here, and only the first is in the grammar")
		}
	}
	return out, true
}

// mergeKeyword returns the value of a keyword that holds for both values. known is false for keywords that
// have no such value, and ok where no document satisfies both.
func mergeKeyword(keyword string, a, b json.RawMessage) (both json.RawMessage, known, ok bool) {
	switch keyword {
	case "properties", "patternProperties", "$defs", "definitions":
		return mergeMembers(a, b), true, true
	case "required":
		return encode(slices.Compact(slices.Sorted(slices.Values(append(texts(a), texts(b)...))))), true, true
	case "items", "additionalProperties", "contains", "propertyNames":
		return encode(map[string]any{"allOf": []json.RawMessage{a, b}}), true, true
	case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
		return larger(a, b), true, true
	case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
		if string(larger(a, b)) == string(a) {
			return b, true, true
		}
		return a, true, true
	case "type":
		types := intersectTypes(node{"type": a}.types(), node{"type": b}.types())
		return encode(types), true, len(types) > 0
	case "enum":
		theirs := map[string]bool{}
		for _, w := range list(b) {
			theirs[keyOf(w)] = true
		}
		var values []json.RawMessage
		for _, v := range list(a) {
			if theirs[keyOf(v)] {
				values = append(values, v)
			}
		}
		return encode(values), true, len(values) > 0
	case "const":
		return nil, true, false // they differ
	}
	return nil, false, true
}

// mergeMembers unites two sets of members; one in both must satisfy both.
func mergeMembers(a, b json.RawMessage) json.RawMessage {
	both := members(a)
	if both == nil {
		both = node{}
	}
	for name, schema := range members(b) {
		if mine := both[name]; mine != nil && !sameValue(mine, schema) {
			schema = encode(map[string]any{"allOf": []json.RawMessage{mine, schema}})
		}
		both[name] = schema
	}
	return encode(both)
}

func intersectTypes(a, b []string) []string {
	var both []string
	for _, t := range a {
		switch {
		case slices.Contains(b, t):
			both = append(both, t)
		case t == "integer" && slices.Contains(b, "number"), t == "number" && slices.Contains(b, "integer"):
			both = append(both, "integer")
		}
	}
	return both
}
