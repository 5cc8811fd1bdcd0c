package grammar

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// literalText returns text as a GBNF literal.
func literalText(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// anyChar is one character of a string as compact documents spell it.
func (w *gbnf) anyChar() string {
	return w.once("char", func() string { return `[^"\\\x00-\x1F\x7F] | ` + w.escape() })
}

// escape is a character that must be escaped.
func (w *gbnf) escape() string {
	return w.once("escape", func() string { return `"\\" ["\\] | ` + w.control() })
}

// control is a control character.
func (w *gbnf) control() string {
	return w.once("control", func() string { return `"\\" ( [bfnrt] | "u00" ( "0" [0-7bef] | "1" [0-9a-f] ) )` })
}

func (w *gbnf) anyString() string {
	return w.once("any-string", func() string { return `"\"" ` + w.anyChar() + `* "\""` })
}

func (w *gbnf) text(s *strSpec) string {
	if name, ok := w.texts[s.id]; ok {
		return name
	}
	name := w.newText(s)
	w.texts[s.id] = name
	return name
}

func (w *gbnf) newText(s *strSpec) string {
	name := "string-" + strconv.Itoa(int(s.id))
	switch {
	case s.finite && len(s.lits) == 1:
		return literalText(string(quote(s.lits[0])))
	case s.finite:
		list := make([]string, len(s.lits))
		for i, text := range s.lits {
			list[i] = literalText(string(quote(text)))
		}
		w.rule(name)(strings.Join(list, " | "))
		return name
	case s.universal():
		return w.anyString()
	case s.lang == regex.All && s.not == nil:
		least, most := w.bounded(s.at, "minLength", "maxLength", s.min, s.max)
		w.rule(name)(`"\"" ` + w.anyChar() + counts(least, most) + ` "\""`)
		return name
	}
	space, lang, keyword := w.c.langs.ready, s.lang, textKeyword(s.at)
	if s.lang == regex.All {
		space = func() *regex.Space { return w.space }
		lang, keyword = w.space.Complement(w.space.Literals(s.not)), "not"
	}
	if start, ok := w.sized(name, space(), lang, s); ok {
		w.rule(name)(`"\"" ` + start + ` "\""`)
		return name
	}
	w.relax(s.at, keyword, "the automaton is too large: any text may come")
	least, most := w.bounded(s.at, "minLength", "maxLength", s.min, s.max)
	w.rule(name)(`"\"" ` + w.anyChar() + counts(least, most) + ` "\""`)
	return name
}

// sized writes the automaton of lang with the lengths of s, without them if that is too large.
func (w *gbnf) sized(name string, space *regex.Space, lang regex.Expr, s *strSpec) (start string, ok bool) {
	lengths, err := space.Lengths(lang, w.c.langs.budget)
	implied := err == nil && lengths.Min() >= s.min && (s.max == endless || lengths.Max() >= 0 && lengths.Max() <= s.max)
	if !implied {
		most := s.max
		if most == endless {
			most = -1
		}
		if s.max == endless && s.min <= maxWritten || s.max <= maxWritten {
			both := space.Intersect(lang, space.Repeat(regex.AnyRune, s.min, most))
			if start, ok = w.automaton(name, space, both, inString); ok {
				return start, true
			}
		}
		if s.max < endless || s.lang == regex.All { // a bound is worth more than a pattern
			return "", false
		}
		w.relax(s.at, "minLength", "the text may be shorter")
	}
	return w.automaton(name, space, lang, inString)
}

// maxWritten is the most states of one automaton that are written as rules.
const maxWritten = 300

// A spelling says how the characters of an automaton stand in a document.
type spelling bool

const (
	inString spelling = true  // escaped, where strings need it
	asIs     spelling = false // numbers
)

// automaton writes rules for the texts of lang and returns the first of them. ok is false, and
// nothing is written, where they would be too many.
func (w *gbnf) automaton(name string, space *regex.Space, lang regex.Expr, how spelling) (start string, ok bool) {
	d, err := space.NewDFA(lang, w.c.langs.budget)
	if err != nil || d.Start() == regex.Dead {
		return "", false
	}
	number := map[int32]int{d.Start(): 0}
	queue := []int32{d.Start()}
	var edges [][]regex.Edge
	ranges := 0
	for i := 0; i < len(queue); i++ {
		out, err := d.Edges(queue[i])
		if err != nil {
			return "", false
		}
		for _, e := range out {
			if how == inString && len(e.Ranges) == 1 && e.Ranges[0] == (regex.Range{Lo: 0x7f, Hi: 0x7f}) {
				return "", false // compact documents leave it out
			}
			ranges += len(e.Ranges)
			if _, seen := number[e.To]; !seen {
				number[e.To] = len(queue)
				queue = append(queue, e.To)
			}
		}
		if len(queue) > maxWritten || ranges > 10*maxWritten || len(queue) > w.states {
			return "", false
		}
		edges = append(edges, out)
	}
	w.states -= len(queue)
	state := func(n int) string { return name + "-" + strconv.Itoa(n) }
	for i, from := range queue {
		var list []string
		if d.Accepting(from) {
			list = append(list, `""`)
		}
		var last []regex.Range // on which it can only end
		for _, e := range edges[i] {
			if len(edges[number[e.To]]) == 0 {
				last = append(last, e.Ranges...)
				continue
			}
			next := state(number[e.To])
			if to := number[e.To]; how == inString && d.Accepting(e.To) && free(edges[to], e.To) {
				next = w.anyChar() + "*"
			}
			list = append(list, join(either(w.chars(e.Ranges, how)), next))
		}
		slices.SortFunc(last, func(a, b regex.Range) int { return int(a.Lo - b.Lo) })
		list = append(list, w.chars(last, how)...)
		if i == 0 || len(edges[i]) > 0 && !(how == inString && d.Accepting(from) && free(edges[i], from)) {
			w.rule(state(i))(strings.Join(list, " | "))
		}
	}
	return state(0), true
}

// free reports whether a state, which goes where edges say, goes back to itself on everything.
func free(edges []regex.Edge, state int32) bool {
	return len(edges) == 1 && edges[0].To == state && slices.Equal(edges[0].Ranges, allScalars)
}

// allScalars are all characters there are.
var allScalars = []regex.Range{{Lo: 0, Hi: 0xd7ff}, {Lo: 0xe000, Hi: 0x10ffff}}

// either returns any of list.
func either(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "( " + strings.Join(list, " | ") + " )"
}

// chars returns symbols that together are one character of ranges.
func (w *gbnf) chars(ranges []regex.Range, how spelling) []string {
	var list []string
	var class strings.Builder
	put := func(lo, hi rune) {
		if lo <= hi {
			classChar(&class, lo)
			if hi > lo {
				class.WriteByte('-')
				classChar(&class, hi)
			}
		}
	}
	for _, r := range ranges {
		if how == asIs {
			put(r.Lo, r.Hi)
			continue
		}
		lo := r.Lo
		if lo < ' ' {
			list = append(list, w.controls(lo, min(r.Hi, 0x1f))...)
			lo = ' '
		}
		for _, odd := range []rune{'"', '\\', 0x7f} {
			if odd < lo || odd > r.Hi {
				continue
			}
			put(lo, odd-1)
			if odd != 0x7f { // which compact documents leave out
				list = append(list, literalText(`\`+string(odd)))
			}
			lo = odd + 1
		}
		put(lo, r.Hi)
	}
	if len(list) == 3 && list[0] == "control" { // all there are
		list = []string{w.escape()}
	}
	if class.Len() > 0 {
		list = append(list, "["+class.String()+"]")
	}
	return list
}

// controls returns the escapes of control characters.
func (w *gbnf) controls(lo, hi rune) []string {
	if lo == 0 && hi == 0x1f {
		return []string{w.control()}
	}
	var list []string
	for r := lo; r <= hi; r++ {
		list = append(list, literalText(string(appendLetter(nil, r))))
	}
	return list
}

// classChar writes one end of a range in a class.
func classChar(b *strings.Builder, r rune) {
	switch {
	case r < 0x80 && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' || r == ' '):
		fmt.Fprintf(b, `\x%02X`, r)
	case r < 0x80:
		b.WriteRune(r)
	case r <= 0xffff:
		fmt.Fprintf(b, `\u%04X`, r)
	default:
		fmt.Fprintf(b, `\U%08X`, r)
	}
}

// numberDigits returns how many bytes of a number are written at most.
func (w *gbnf) numberDigits() int {
	n := min(w.p.limits.NumberBytes, regex.DefaultDigits)
	if n < w.p.limits.NumberBytes {
		w.narrow(nil, "", fmt.Sprintf("numbers have at most %d digits", n))
	}
	return max(n, 2)
}

func (w *gbnf) longNumbers() {
	w.relax(nil, "", fmt.Sprintf("numbers with a fraction may be longer than %d bytes", w.p.limits.NumberBytes))
}

// anyNumber is a number of any kind, though not -0.
func (w *gbnf) anyNumber() string {
	w.longNumbers()
	return w.once("any-number", func() string {
		n := w.numberDigits()
		fraction := w.fraction()
		exponent := w.once("exponent", func() string { return `[eE] [+\x2D]? [0-9]` + counts(1, max(n-2, 1)) })
		return fmt.Sprintf(`( "0" | "-"? [1-9] [0-9]%s ) %s? %s? | "-0" ( %s %s? | %s )`,
			counts(0, n-1), fraction, exponent, fraction, exponent, exponent)
	})
}

func (w *gbnf) fraction() string {
	return w.once("fraction", func() string { return `"." [0-9]` + counts(1, max(w.numberDigits()-2, 1)) })
}

func (w *gbnf) number(s *numSpec) string {
	name := "number-" + strconv.Itoa(int(s.seek.id))
	if w.known[name] {
		return name
	}
	if s.set == nil && s.not == nil && s.notMult == nil && s.free() {
		return w.anyNumber()
	}
	w.known[name] = true
	if s.set != nil {
		list := make([]string, len(s.set))
		for i, x := range s.set {
			list[i] = literalText(ratText(x))
		}
		w.rule(name)(strings.Join(list, " | "))
		return name
	}
	if s.not != nil || s.notMult != nil {
		w.relax(s.at, "not", "a number that is excluded may come")
	}
	w.rule(name)(w.bounds(name+"-digits", s))
	return name
}

// bounds returns the numbers of s.
func (w *gbnf) bounds(name string, s *numSpec) string {
	n := w.numberDigits()
	whole := s.whole()
	plain := s.lo == nil && s.hi == nil
	if plain && whole && s.mult.Cmp(one) == 0 {
		return fmt.Sprintf(`"0" | [1-9] [0-9]%s | "-" [1-9] [0-9]%s`, counts(0, n-1), counts(0, n-2))
	}
	if plain && !whole && s.mult == nil {
		return w.anyNumber()
	}
	if s.lo != nil && s.lo.Sign() == 0 && !s.loOpen && s.hi == nil && s.mult == nil { // the usual bound
		w.longNumbers()
		return fmt.Sprintf(`( "0" | [1-9] [0-9]%s ) %s?`, counts(0, n-1), w.fraction())
	}
	for _, step := range slices.Compact([]*big.Rat{s.mult, w.coarser(s, whole)}) {
		spec := regex.Number{Lo: s.lo, Hi: s.hi, LoOpen: s.loOpen, HiOpen: s.hiOpen, Step: step, Fraction: !whole, MaxDigits: n}
		if whole {
			spec.Lo, spec.LoOpen, spec.Hi, spec.HiOpen = within(s, n)
		}
		e, err := w.space.Number(spec)
		if err != nil {
			continue
		}
		start, ok := w.automaton(name, w.space, e, asIs)
		if !ok {
			continue
		}
		if s.mult != nil && (step == nil || step.Cmp(s.mult) != 0) {
			w.relax(s.at, "multipleOf", "the automaton is too large: any step may come")
		}
		if !whole {
			w.longNumbers()
		}
		return start
	}
	for _, x := range []struct {
		is      bool
		keyword string
	}{
		{s.lo != nil, boundKeyword(s.at, "minimum", "exclusiveMinimum")}, {s.hi != nil, boundKeyword(s.at, "maximum", "exclusiveMaximum")},
		{s.mult != nil && (!whole || s.mult.Cmp(one) != 0), "multipleOf"},
	} {
		if x.is {
			w.relax(s.at, x.keyword, "the automaton is too large: other numbers may come")
		}
	}
	if whole {
		return fmt.Sprintf(`"0" | [1-9] [0-9]%s | "-" [1-9] [0-9]%s`, counts(0, n-1), counts(0, n-2))
	}
	return w.anyNumber()
}

// coarser returns the divisor that is left when that of s is too fine.
func (w *gbnf) coarser(s *numSpec, whole bool) *big.Rat {
	if s.mult == nil || !whole {
		return nil
	}
	return one
}

// within returns the bounds of s, or those that the number of bytes gives.
func within(s *numSpec, bytes int) (lo *big.Rat, loOpen bool, hi *big.Rat, hiOpen bool) {
	lo, loOpen, hi, hiOpen = s.lo, s.loOpen, s.hi, s.hiOpen
	power := func(n int) *big.Rat {
		return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil))
	}
	if most := power(bytes); hi == nil || hi.Cmp(most) >= 0 {
		hi, hiOpen = most, true
	}
	if least := new(big.Rat).Neg(power(bytes - 1)); lo == nil || lo.Cmp(least) <= 0 {
		lo, loOpen = least, true
	}
	return lo, loOpen, hi, hiOpen
}
