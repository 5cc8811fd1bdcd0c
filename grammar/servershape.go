package grammar

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// A shaper turns the values of a grammar into shapes, within limits.
type shaper struct {
	exporter
	p       *program
	dialect Dialect
	limits  serverLimits

	prefix string        // of the names of definitions: part of no member's name
	uses   map[setID]int // how often a set is referred to; recursive ones count as often
	weight map[setID]int // what it costs to write it out
	defOf  map[setID]int // the definitions of shared sets
	defs   []*shape      // nil: being made
}

func newShaper(c *compiler, p *program, d Dialect, l serverLimits) *shaper {
	return &shaper{
		exporter: exporter{c: c, said: map[Relaxation]bool{}}, p: p, dialect: d, limits: l, prefix: "shape",
		uses: map[setID]int{}, weight: map[setID]int{}, defOf: map[setID]int{},
	}
}

// document returns the shape of the whole.
func (b *shaper) document(root setID) *shape {
	b.weigh(root)
	for b.namePart() {
		b.prefix += "x"
	}
	return b.set(root)
}

// namePart reports whether the prefix of definitions occurs in the name of a member: rules of the
// server are named after both.
func (b *shaper) namePart() bool {
	return slices.ContainsFunc(b.p.objs[1:], func(o *object) bool {
		return slices.ContainsFunc(o.props, func(p property) bool { return strings.Contains(p.name, b.prefix) })
	})
}

// What it weighs to write a set out where it stands; heavier ones that stand in several places are
// written once.
const (
	lightWeight  = 24
	recursiveUse = 1 << 20
	maxWeight    = 1 << 20
)

// weigh counts the uses and weights of id and of all below.
func (b *shaper) weigh(id setID) int {
	b.uses[id]++
	if n, ok := b.weight[id]; ok {
		if n < 0 {
			b.uses[id] += recursiveUse
			return 1
		}
		return n
	}
	v := b.c.values[id]
	if v.everything() {
		b.weight[id] = 1
		return 1
	}
	b.weight[id] = -1
	n := 1
	for _, s := range v.strs {
		if s.finite {
			n += len(s.lits)
		} else {
			n += min(s.max, MaxString)/16 + 1
		}
	}
	for _, s := range v.nums {
		n += 1 + len(s.set)
	}
	b.children(v, func(child setID) { n = min(n+b.weigh(child), maxWeight) })
	b.weight[id] = n
	return n
}

// children calls use for every set that the arrays and objects of v refer to.
func (b *shaper) children(v *value, use func(setID)) {
	for _, s := range v.arrs {
		a := b.p.arrs[s.id]
		for i := range min(len(a.fixed), s.max) {
			use(a.fixed[i].set)
		}
		if len(a.fixed) < s.max {
			use(a.tail.set)
		}
	}
	for _, s := range v.objs {
		o := b.p.objs[s.id]
		for i := range o.props {
			use(o.props[i].set)
		}
		for i := range o.classes {
			use(o.classes[i].set)
		}
	}
}

// set returns the shape of a set, which documents can satisfy.
func (b *shaper) set(id setID) *shape {
	if b.uses[id] < 2 || (b.weight[id] <= lightWeight && b.uses[id] < recursiveUse) {
		return b.value(b.c.values[id])
	}
	if b.uses[id] >= recursiveUse {
		b.deep()
	}
	n, ok := b.defOf[id]
	if !ok {
		n = len(b.defs)
		b.defOf[id] = n
		b.defs = append(b.defs, nil)
		s := b.value(b.c.values[id])
		if s.kind == shapeAny || s.kind >= shapeString || s.kind == shapeEnum {
			b.defs[n] = s
		} else { // too short to be shared after all
			b.defs[n] = &shape{any: []*shape{s}}
		}
	}
	return &shape{kind: shapeRef, def: n}
}

func (b *shaper) value(v *value) *shape {
	if v.everything() {
		b.spelling()
		b.twice()
		b.digits()
		b.deep()
		return &shape{kind: shapeAnything}
	}
	var list []*shape
	for _, s := range v.strs {
		list = append(list, b.string(s))
	}
	for _, s := range v.nums {
		if s.seek.cost() < endless {
			list = append(list, b.number(s))
		}
	}
	switch {
	case v.no && v.yes:
		list = append(list, &shape{kind: shapeBoolean})
	case v.no:
		list = append(list, &shape{kind: shapeEnum, of: "boolean", enum: []string{"false"}})
	case v.yes:
		list = append(list, &shape{kind: shapeEnum, of: "boolean", enum: []string{"true"}})
	}
	for _, s := range v.arrs {
		if a := b.p.arrs[s.id]; a.finish(&b.p.parts, 0, 0) < endless {
			list = append(list, b.array(a))
		}
	}
	for _, s := range v.objs {
		if o := b.p.objs[s.id]; o.finish(&b.p.parts, 0, 0, 0) < endless {
			list = append(list, b.object(o))
		}
	}
	if v.null {
		list = append(list, &shape{kind: shapeNull})
	}
	return union(list)
}

// union returns the shape of any of list, each once.
func union(list []*shape) *shape {
	if len(list) == 1 {
		return list[0]
	}
	seen := map[string]bool{}
	list = slices.DeleteFunc(slices.Clone(list), func(s *shape) bool {
		var w shapeWriter
		w.write(s)
		known := seen[w.out.String()]
		seen[w.out.String()] = true
		return known
	})
	if len(list) == 1 {
		return list[0]
	}
	return &shape{any: list}
}

// coarse returns the types of a set alone.
func (b *shaper) coarse(id setID) *shape {
	v := b.c.values[id]
	var list []*shape
	for _, x := range []struct {
		is   bool
		kind shapeKind
	}{
		{len(v.objs) > 0, shapeObject}, {len(v.arrs) > 0, shapeArray}, {len(v.strs) > 0, shapeString},
		{len(v.nums) > 0, shapeNumber}, {v.no || v.yes, shapeBoolean}, {v.null, shapeNull},
	} {
		if x.is {
			list = append(list, &shape{kind: x.kind, max: endless})
		}
	}
	return union(list)
}

// The relaxations that hold wherever something of their kind is written.

func (b *shaper) spelling() {
	b.relax(nil, "", `an escape may name half of a surrogate pair, and a pair of them counts as two characters`)
}

func (b *shaper) twice() {
	b.relax(nil, "", "where the names of members are free, one may come twice")
}

func (b *shaper) deep() {
	b.relax(nil, "", fmt.Sprintf("values may be nested deeper than %d", b.p.limits.Depth))
}

// serverNumberBytes is the longest number that a server writes: 16 digits before the point, 16 behind
// it and 16 in the exponent.
const serverNumberBytes = 52

func (b *shaper) digits() {
	b.narrow(nil, "", "numbers have at most 16 digits before the point, behind it and in the exponent")
	if n := b.c.options.Limits.NumberBytes; n > 0 && n < serverNumberBytes {
		b.relax(nil, "", fmt.Sprintf("numbers may have more than %d bytes", n))
	}
}

func (b *shaper) string(s *strSpec) *shape {
	if s.finite {
		return b.words(s)
	}
	if s.not != nil {
		b.relax(s.at, "not", "a string that is excluded may be written")
	}
	least, most := s.min, s.max
	if s.lang != regex.All {
		out, lo, hi := b.language(s)
		if out != nil {
			return out
		}
		least, most = max(least, lo), min(most, hi)
	}
	return b.lengths(s.at, least, most)
}

// lengths returns any string of least to most characters, as far as servers can count.
func (b *shaper) lengths(at *tree, least, most int) *shape {
	b.spelling()
	if least > 0 {
		b.relax(nil, "", "bytes that are no UTF-8 count as characters, and servers drop them: a string may be too short")
	}
	if most < endless && most > b.limits.longest {
		b.relax(at, "maxLength", fmt.Sprintf("servers count to %d: the string may be longer than %d", b.limits.longest, most))
		most = endless
	}
	if least > b.limits.longest {
		b.relax(at, "minLength", fmt.Sprintf("servers count to %d: the string may be shorter than %d", b.limits.longest, least))
		least = b.limits.longest
	}
	return &shape{kind: shapeString, min: least, max: most}
}

// language returns a string with the pattern or format of s, or nil and the lengths that it implies.
func (b *shaper) language(s *strSpec) (out *shape, least, most int) {
	space := b.c.langs.ready()
	lengths, err := space.Lengths(s.lang, b.c.langs.budget)
	lo, hi := 0, -1
	if err == nil {
		lo, hi = lengths.Min(), lengths.Max()
	}
	if hi < 0 {
		hi = endless
	}
	if words, ok := space.Finite(s.lang, 4*maxListed); ok {
		words = slices.DeleteFunc(words, func(w string) bool {
			n := utf8.RuneCountInString(w)
			return n < s.min || n > s.max
		})
		if out := b.enum(words); out != nil {
			return out, 0, 0
		}
	}
	keyword := textKeyword(s.at)
	out = b.format(s)
	if out == nil && (hi <= s.max || s.max == endless) {
		if p, n, ok := space.Plain(s.lang); ok && n <= MaxString && countsWithin(p, b.limits.longest) {
			out = &shape{kind: shapeString, pattern: p}
		}
	}
	if out == nil {
		b.relax(s.at, keyword, "servers cannot hold this pattern, or the bound on the length beside it: any text may be written")
		return nil, lo, hi
	}
	if s.min > lo {
		b.relax(s.at, "minLength", "ignored beside a pattern or format")
	}
	if s.max < hi {
		b.relax(s.at, "maxLength", "ignored beside a pattern or format")
	}
	return out, 0, 0
}

// countsWithin reports whether no count of a plain pattern is over most.
func countsWithin(pattern string, most int) bool {
	for _, part := range strings.FieldsFunc(pattern, func(r rune) bool { return r < '0' || r > '9' }) {
		if n, err := strconv.Atoi(part); err == nil && n > max(most, 9999) {
			return false
		}
	}
	return true
}

// format returns the string of a format that servers know.
func (b *shaper) format(s *strSpec) *shape {
	for _, name := range []string{"date", "date-time", "time", "uuid"} {
		if !b.c.langs.ready().IsFormat(s.lang, name) {
			continue
		}
		if name != "time" && name != "uuid" {
			b.relax(s.at, "format", "a day that its month does not have may be written")
		}
		if name != "date" && name != "uuid" {
			b.narrow(s.at, "format", "seconds have three decimals or none, and there is no leap second")
		}
		return &shape{kind: shapeString, format: name}
	}
	return nil
}

func (b *shaper) words(s *strSpec) *shape {
	if out := b.enum(s.lits); out != nil {
		return out
	}
	why := "the list is too long for servers: any string of such a length may be written"
	if len(s.lits) <= b.limits.values {
		why = "old servers cannot write its quotes, backslashes or control characters: any string of such a length may be written"
	}
	b.relax(s.at, "enum", why)
	least, most := endless, 0
	for _, text := range s.lits {
		n := utf8.RuneCountInString(text)
		least, most = min(least, n), max(most, n)
	}
	return b.lengths(s.at, least, most)
}

// enum returns the list of strings, or nil if servers cannot hold it.
func (b *shaper) enum(words []string) *shape {
	if len(words) > b.limits.values || len(words) == 0 {
		return nil
	}
	out := &shape{kind: shapeEnum, of: "string"}
	for _, text := range words {
		if !b.spellable(text) {
			return nil
		}
		out.enum = append(out.enum, string(quote(text)))
	}
	return out
}

// spellable reports whether servers can write text as a literal.
func (b *shaper) spellable(text string) bool {
	return len(text) <= maxLiteral && (b.dialect != OllamaOld || !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' || r == '"' || r == '\\'
	}))
}

// maxLiteral bounds the bytes of one literal: rules are named after members, and the converter's
// regular expressions need stack for each byte that is no letter.
const maxLiteral = 4096

// serverInt is the magnitude that no integer of 16 digits exceeds.
var serverInt = big.NewInt(9999999999999999)

func (b *shaper) number(s *numSpec) *shape {
	if s.set != nil {
		if out := b.listed(s); out != nil {
			return out
		}
		b.relax(s.at, "enum", "servers cannot spell these numbers: any number may be written")
	}
	b.digits()
	if s.not != nil || s.notMult != nil {
		b.relax(s.at, "not", "a number that is excluded may be written")
	}
	whole := s.whole()
	if s.mult != nil && (!whole || s.mult.Cmp(one) != 0) {
		b.relax(s.at, "multipleOf", "ignored")
	}
	if !whole {
		if s.lo != nil {
			b.relax(s.at, boundKeyword(s.at, "minimum", "exclusiveMinimum"), "ignored where a number may have a fraction")
		}
		if s.hi != nil {
			b.relax(s.at, boundKeyword(s.at, "maximum", "exclusiveMaximum"), "ignored where a number may have a fraction")
		}
		return &shape{kind: shapeNumber}
	}
	return b.integer(s)
}

// boundKeyword returns the one of two keywords that the schema at has.
func boundKeyword(at *tree, inclusive, exclusive string) string {
	if at != nil && at.get(inclusive) == nil && at.get(exclusive) != nil {
		return exclusive
	}
	return inclusive
}

// listed returns the numbers of s as a list, or nil where servers would spell one differently.
func (b *shaper) listed(s *numSpec) *shape {
	if len(s.set) > b.limits.values {
		return nil
	}
	out := &shape{kind: shapeEnum, of: "number"}
	for _, x := range s.set {
		text := ratText(x)
		digits := strings.TrimLeft(strings.NewReplacer("-", "", ".", "").Replace(text), "0")
		if len(digits) > 15 || strings.Contains(text, "/") {
			return nil
		}
		if size := new(big.Rat).Abs(x); !x.IsInt() && size.Cmp(big.NewRat(1, 1000)) < 0 {
			return nil
		}
		out.enum = append(out.enum, text)
	}
	return out
}

// integer returns the integers of s with the bounds that the converter gets right.
func (b *shaper) integer(s *numSpec) *shape {
	out := &shape{kind: shapeInteger}
	lo, hi := wholeBounds(s)
	most := big.NewInt(1<<63 - 2)
	if b.dialect == OllamaOld {
		most = big.NewInt(1<<31 - 2)
	}
	minimum, maximum := boundKeyword(s.at, "minimum", "exclusiveMinimum"), boundKeyword(s.at, "maximum", "exclusiveMaximum")
	if lo != nil && lo.CmpAbs(most) > 0 {
		b.relax(s.at, minimum, "beyond the integers of servers: ignored")
		lo = nil
	}
	if hi != nil && hi.CmpAbs(most) > 0 {
		b.relax(s.at, maximum, "beyond the integers of servers: ignored")
		hi = nil
	}
	// With one bound the converter is wrong in two cases: below zero it writes leading zeros, and of
	// a bound with a zero inside it forgets how many digits must come. Two bounds it gets right.
	switch {
	case lo == nil && hi != nil && hi.Sign() < 0:
		if lo = new(big.Int).Neg(serverInt); lo.Cmp(hi) > 0 || b.dialect == OllamaOld {
			b.relax(s.at, maximum, "servers get it wrong without a minimum: ignored")
			lo, hi = nil, nil
		} else {
			b.narrow(s.at, minimum, "integers have at most 16 digits")
		}
	case hi == nil && lo != nil && lo.Sign() > 0 && zeroInside(lo.String()):
		if hi = serverInt; lo.Cmp(hi) > 0 || b.dialect == OllamaOld {
			b.relax(s.at, minimum, "servers get it wrong without a maximum: only 99 is demanded")
			lo, hi = big.NewInt(99), nil
		} else {
			b.narrow(s.at, maximum, "integers have at most 16 digits")
		}
	}
	if lo != nil {
		out.lo = lo.String()
	}
	if hi != nil {
		out.hi = hi.String()
	}
	return out
}

// zeroInside reports whether a part of digits, of two or more, begins with zero.
func zeroInside(digits string) bool {
	return len(digits) > 2 && strings.Contains(digits[1:len(digits)-1], "0")
}

// wholeBounds returns the least and the greatest integer within the bounds of s; nil is none.
func wholeBounds(s *numSpec) (lo, hi *big.Int) {
	if s.lo != nil {
		lo = ceilQuo(s.lo, one)
		if s.loOpen && s.lo.IsInt() {
			lo = new(big.Int).Add(lo, one.Num())
		}
	}
	if s.hi != nil {
		hi = floorQuo(s.hi, one)
		if s.hiOpen && s.hi.IsInt() {
			hi = new(big.Int).Sub(hi, one.Num())
		}
	}
	return lo, hi
}
