package grammar

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"unicode"
)

// Bounds for what a schema leaves open. Every string, array and integer of a closed form is bounded, because an endless
// one is how a small model dies.
const (
	defaultItems = 32
	safeInteger  = 1<<53 - 1
)

// maxForeignText bounds the description of a subschema, in characters, of which the first bytes are read.
const maxForeignText, maxDescription = 200, 1 << 12

// subschema closes the schema at p. ok is false where nothing can be written that satisfies it.
func (c *closer) subschema(text json.RawMessage, p place) (Schema, *opener, bool) {
	n, ok := c.read(text, p)
	if !ok {
		return Schema{}, nil, false
	}
	if n, ok = c.flatten(n, &p); !ok {
		return Schema{}, nil, false
	}
	return c.close(n, p)
}

// close closes a node without references and allOf.
func (c *closer) close(n node, p place) (Schema, *opener, bool) {
	c.nodes++
	if c.nodes > maxForeignNodes || p.depth > maxForeignDepth {
		if p.depth > maxForeignDepth {
			c.loseWriting(p, "", plural(maxForeignDepth, "level")+" and more")
		}
		return Schema{}, nil, false
	}
	if !c.spend(place{pointer: p.pointer + "/type"}, memberSteps+len(n["type"])*meetSteps) {
		return Schema{}, nil, false
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if n[keyword] != nil {
			return c.alternatives(n, keyword, p)
		}
	}
	if n.has("enum", "const") {
		return c.values(n, p)
	}
	var branches []branch
	for _, kind := range n.types() {
		if s, o, ok := c.typed(n, kind, p); ok {
			s.Description = ""
			branches = append(branches, branch{s, o})
		}
	}
	if string(n["nullable"]) == "true" { // OpenAPI's word
		branches = append(branches, branch{Null(), nil})
	}
	return c.unite(branches, describe(n))
}

// alternatives closes each branch of anyOf or oneOf together with what stands beside it.
func (c *closer) alternatives(n node, keyword string, p place) (Schema, *opener, bool) {
	beside := maps.Clone(n)
	delete(beside, keyword)
	var branches []branch
	for i, text := range list(n[keyword]) {
		at := p.below(fmt.Sprintf("%s/%d", keyword, i))
		if !c.spend(at, memberSteps) {
			return Schema{}, nil, false
		}
		part, ok := c.read(text, at)
		if !ok || at.depth > maxForeignDepth {
			continue
		}
		if part, ok = c.flatten(part, &at); !ok {
			continue
		}
		if !part.says() && beside.says() { // such as {"required": ["a"]}
			c.lose(p, keyword, "not in the grammar")
			return c.close(beside, p)
		}
		if part, ok = c.merge(beside, part, at); !ok {
			continue
		}
		if s, o, ok := c.close(part, at); ok {
			branches = append(branches, branch{s, o})
		}
	}
	if keyword == "oneOf" && len(branches) > 1 {
		c.lose(p, keyword, "a value that fits several branches is in the grammar")
	}
	return c.unite(branches, describe(n))
}

// typed closes a node for values of one type.
func (c *closer) typed(n node, kind string, p place) (s Schema, o *opener, ok bool) {
	free := !n.has("type") && len(n.types()) == len(allTypes)
	if free && (kind == "object" || kind == "array") {
		c.loseWriting(p, "", "lists and objects, where any value may stand")
		return s, nil, false
	}
	pattern := ""
	if kind == "string" {
		n, pattern = c.pattern(n)
	}
	c.loseRest(n, kind, p)
	switch kind {
	case "object":
		return c.object(n, p)
	case "array":
		return c.array(n, p)
	case "string":
		usual, ceiling := c.longest, MaxText
		if pattern != "" { // a pattern in a long text has many states
			usual, ceiling = MaxString, MaxString
		}
		s = String(n.integer("minLength", 0), min(n.integer("maxLength", usual), ceiling))
		if n["maxLength"] == nil {
			c.loseWriting(place{}, "maxLength", fmt.Sprintf("strings of more than %d characters, where it gives no bound", usual))
		} else if n.integer("maxLength", 0) > ceiling {
			c.loseWriting(p, "maxLength", fmt.Sprintf("strings of more than %d characters", ceiling))
		}
		if pattern != "" {
			s.Patterns = []string{pattern}
		}
		return s, nil, s.MinLength <= s.MaxLength
	case "integer":
		return integers(n)
	case "number":
		s = Schema{Type: "number", Minimum: bound(n, "minimum"), Maximum: bound(n, "maximum")}
		for exclusive, inclusive := range map[string]*json.Number{"exclusiveMinimum": &s.Minimum, "exclusiveMaximum": &s.Maximum} {
			if limit := bound(n, exclusive); limit != "" && *inclusive == "" {
				*inclusive = limit
			}
		}
		low, okLow := limitOf(json.RawMessage(s.Minimum))
		high, okHigh := limitOf(json.RawMessage(s.Maximum))
		return s, nil, !okLow || !okHigh || low.Cmp(high) <= 0
	case "boolean", "null":
		return Schema{Type: kind}, nil, true
	}
	return s, nil, false // no type of JSON
}

// pattern returns the pattern of n if the grammar can hold it, and n without it.
func (c *closer) pattern(n node) (node, string) {
	pattern := text(n["pattern"])
	if pattern == "" || c.noPatterns {
		return n, ""
	}
	if !c.holds(pattern) {
		return n, ""
	}
	rest := maps.Clone(n)
	delete(rest, "pattern")
	return rest, pattern
}

// maxTooLarge is how many patterns are tried that turn out to be too much work, and maxPatterns how many at all.
const maxTooLarge, maxPatterns = 8, 64

// holds reports whether the grammar can hold a pattern.
func (c *closer) holds(pattern string) bool {
	known, tried := c.patterns[pattern]
	if tried || c.tooLarge == maxTooLarge || len(c.patterns) == maxPatterns {
		return known
	}
	s := String(0, MaxString)
	s.Patterns = []string{pattern}
	_, err := c.compile(s, patternWork)
	if errors.Is(err, ErrBudget) {
		c.tooLarge++
	}
	c.patterns[pattern] = err == nil
	return err == nil
}

// bound returns a limit of numbers as the closed form writes it.
func bound(n node, keyword string) json.Number {
	if _, ok := limitOf(n[keyword]); !ok {
		return ""
	}
	return json.Number(n[keyword])
}

// integers closes a node for whole numbers, whose exclusive limits can be held. Servers hold no more than 64 bits.
func integers(n node) (Schema, *opener, bool) {
	low, high := big.NewInt(math.MinInt64), big.NewInt(math.MaxInt64)
	one, bounded := big.NewInt(1), [2]bool{}
	for _, keyword := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
		r, ok := limitOf(n[keyword])
		if !ok {
			continue
		}
		var limit *big.Int
		switch keyword {
		case "minimum":
			limit = ceiling(r)
		case "exclusiveMinimum":
			limit = new(big.Int).Add(floor(r), one)
		case "maximum":
			limit = floor(r)
		case "exclusiveMaximum":
			limit = new(big.Int).Sub(ceiling(r), one)
		}
		if upper := strings.HasSuffix(keyword, "aximum"); upper {
			bounded[1] = true
			if limit.Cmp(high) < 0 {
				high = limit
			}
		} else if bounded[0] = true; limit.Cmp(low) > 0 {
			low = limit
		}
	}
	safe := big.NewInt(safeInteger)
	if !bounded[0] && high.CmpAbs(safe) <= 0 || !bounded[0] && !bounded[1] {
		low = new(big.Int).Neg(safe)
	}
	if !bounded[1] && low.CmpAbs(safe) <= 0 {
		high = safe
	}
	return Integer(low.Int64(), high.Int64()), nil, low.IsInt64() && high.IsInt64() && low.Cmp(high) <= 0
}

func floor(r *big.Rat) *big.Int { return new(big.Int).Div(r.Num(), r.Denom()) } // Euclidean; the denominator is positive

func ceiling(r *big.Rat) *big.Int {
	return new(big.Int).Neg(floor(new(big.Rat).Neg(r)))
}

// array closes a node for arrays.
func (c *closer) array(n node, p place) (Schema, *opener, bool) {
	least, most := n.integer("minItems", 0), n.integer("maxItems", max(defaultItems, n.integer("minItems", 0)))
	if n["maxItems"] == nil {
		c.loseWriting(place{}, "maxItems", fmt.Sprintf("lists of more than %d items, where it gives no bound", most))
	}
	if most > 1000 {
		c.loseWriting(p, "maxItems", "lists of more than 1000 items")
		most = 1000
	}
	items, at := n["items"], p.below("items")
	if n.has("prefixItems") || len(list(items)) > 0 {
		return c.tuple(n, p)
	}
	if items == nil {
		items = json.RawMessage("true")
	}
	s, o, ok := c.subschema(items, at)
	if !ok { // an empty array needs no item
		return Array(Null(), 0, 0), nil, least == 0
	}
	return Array(s, least, most), inItems(o), least <= most
}

// tuple closes an array whose first items have schemas of their own: all of them, if they are alike enough to
// be written as one union, in as many places.
func (c *closer) tuple(n node, p place) (Schema, *opener, bool) {
	prefix := list(n["prefixItems"])
	if prefix == nil {
		prefix = list(n["items"])
	}
	var branches []branch
	for i, text := range prefix {
		at := p.below(fmt.Sprintf("prefixItems/%d", i))
		if !c.spend(at, memberSteps) {
			return Schema{}, nil, false
		}
		if s, o, ok := c.subschema(text, at); ok {
			branches = append(branches, branch{s, o})
		}
	}
	c.lose(p, "prefixItems", "which item comes where is not in the grammar")
	s, o, ok := c.unite(branches, "")
	if !ok {
		return Schema{}, nil, false
	}
	return Array(s, min(n.integer("minItems", 0), len(prefix)), len(prefix)), inItems(o), true
}

// object closes a node for objects: its members in the order of the schema, for a model writes the first ones first, or a
// list of names and values where it has none.
func (c *closer) object(n node, p place) (Schema, *opener, bool) {
	if !c.spend(p, (len(n["properties"])+len(n["required"])*meetSteps)/readBytes) {
		return Schema{}, nil, false
	}
	properties, required := n.properties(), texts(n["required"])
	if c.nodes += len(properties); c.nodes > maxForeignNodes { // each is one at least
		return Schema{}, nil, false
	}
	c.nodes -= len(properties)
	must := map[string]bool{}
	for _, name := range required {
		must[name] = true
	}
	closed := string(n["additionalProperties"]) == "false"
	if len(properties) == 0 && !closed {
		return c.entries(n, p)
	}
	if n["additionalProperties"] != nil && !closed || n["patternProperties"] != nil {
		c.loseWriting(p, "additionalProperties", "members that have no name here")
	}
	out, opens := Object(), &opener{members: map[string]*opener{}, optional: map[string]bool{}}
	for _, name := range names(n["properties"]) {
		if !c.spend(p, memberSteps) {
			return Schema{}, nil, false
		}
		needed := must[name]
		delete(must, name)
		member, o, ok := c.subschema(properties[name], p.member("properties", name))
		switch {
		case !ok && needed:
			return Schema{}, nil, false
		case !ok: // it can only be left out
			continue
		case !needed:
			if allowsNull(member) {
				c.loseWriting(p.member("properties", name), "type", "null: it means that the member is left out")
			} else {
				member = Nullable(member)
			}
			opens.optional[name] = true
		}
		opens.members[name] = o
		out.Properties = append(out.Properties, Property{Name: name, Schema: member})
	}
	for _, name := range required { // what is left has no schema of its own
		if must[name] {
			return c.unnamed(n, name, p)
		}
	}
	out.Description = describe(n)
	return out, opens.orNil(), true
}

// unnamed closes an object again that requires a member without a schema of its own.
func (c *closer) unnamed(n node, name string, p place) (Schema, *opener, bool) {
	if n.properties()[name] != nil || string(n["additionalProperties"]) == "false" {
		return Schema{}, nil, false // it was dropped, or is forbidden
	}
	named := maps.Clone(n)
	properties := n.properties()
	if properties == nil {
		properties = node{}
	}
	properties[name] = json.RawMessage("true")
	if n["additionalProperties"] != nil {
		properties[name] = n["additionalProperties"]
	}
	named["properties"] = encode(properties)
	return c.object(named, p)
}

// entries closes an object of any members as a list of names and values.
func (c *closer) entries(n node, p place) (Schema, *opener, bool) {
	if len(texts(n["required"])) > 0 {
		return c.unnamed(n, texts(n["required"])[0], p)
	}
	value, at := n["additionalProperties"], p.below("additionalProperties")
	if value == nil {
		value = json.RawMessage("true")
	}
	if patterns := members(n["patternProperties"]); len(patterns) > 0 && n["additionalProperties"] == nil {
		var all []json.RawMessage
		for _, pattern := range slices.Sorted(maps.Keys(patterns)) {
			all = append(all, patterns[pattern])
		}
		value, at = encode(map[string]any{"anyOf": all}), p.below("patternProperties")
	}
	s, o, ok := c.subschema(value, at)
	if !ok {
		return Object(), nil, n.integer("minProperties", 0) == 0
	}
	entry := Object(Property{Name: "name", Schema: String(1, 200)}, Property{Name: "value", Schema: s})
	out := Array(entry, min(n.integer("minProperties", 0), defaultItems), min(n.integer("maxProperties", defaultItems), defaultItems))
	out.Description = describe(n)
	return out, &opener{entries: true, items: o}, true
}

func allowsNull(s Schema) bool {
	return s.Type == "null" || slices.ContainsFunc(s.AnyOf, allowsNull)
}

// describe returns the description of a node in one line, without what would control a terminal.
func describe(n node) string {
	given := text(n["description"])
	given = strings.ToValidUTF8(given[:min(len(given), maxDescription)], "")
	words := strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, given))
	line := []rune(strings.Join(words, " "))
	if len(line) > maxForeignText {
		return strings.TrimSpace(string(line[:maxForeignText-1])) + "…"
	}
	return string(line)
}
