package automaton

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/schema"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// A Violation says where a text stopped being a prefix of a legal document.
type Violation struct {
	Offset   int              // legal bytes before it, from the start of the document
	Got      string           // what stood there, at most 40 bytes of what was fed; "" when AtEnd
	AtEnd    bool             // the text stopped before the document was complete
	Next     jsontext.ByteSet // the bytes that would have been legal
	Expected []string         // the same for people: spellings or kinds, sorted, at most eight
	Pointer  string           // where in the document, RFC 6901
	Rule     string           // where in the schema the refusing rule stands, RFC 6901; "" if that is the root or several do
}

// Error returns one line.
func (v *Violation) Error() string {
	var b strings.Builder
	b.WriteString("grammar: ")
	if v.Pointer != "" {
		b.WriteString(v.Pointer + ": ")
	}
	fmt.Fprintf(&b, "byte %d: ", v.Offset)
	if v.AtEnd {
		b.WriteString("the text ends")
	} else {
		fmt.Fprintf(&b, "got %q", v.Got)
	}
	switch len(v.Expected) {
	case 0:
	case 1:
		b.WriteString(", want " + v.Expected[0])
	default:
		b.WriteString(", want one of " + strings.Join(v.Expected, ", "))
	}
	if v.Rule != "" {
		b.WriteString(" (schema " + v.Rule + ")")
	}
	return b.String()
}

// maxGot and maxExpected keep a violation short enough for a prompt.
const (
	maxGot      = 40
	maxExpected = 8
)

// refuse describes why rest, or the end if there is none, may not come.
func (m *Matcher) refuse(rest []byte) *Violation {
	full, swollen := m.full, m.swollen // before asking what may come tries other bytes
	m.full, m.swollen = false, false
	v := &Violation{Offset: m.offset, Pointer: m.Pointer(), AtEnd: len(rest) == 0, Next: m.Next()}
	if !v.AtEnd {
		v.Got = strings.ToValidUTF8(string(rest[:min(maxGot, len(rest))]), "")
	}
	v.Expected = m.expected()
	switch {
	case full:
		v.Expected = []string{fewerReadings}
	case swollen && !v.AtEnd:
		v.Expected = []string{fewerStates}
	}
	v.Rule = m.rule()
	return v
}

// fewerReadings is what is wanted when a legal byte leaves more readings than Limits.Parallel.
const fewerReadings = "fewer readings at once"

// fewerStates is what is wanted when a text has led a pattern through more states than Limits.States.
const fewerStates = "a text that takes a pattern through fewer states"

// expected names what may come.
func (m *Matcher) expected() []string {
	var out []string
	add := func(s ...string) { out = append(out, s...) }
	switch m.mode {
	case modeValue, modeFirst, modeItem:
		m.wantValues(add)
	case modeFirstKey, modeNextKey, modeKey:
		m.wantKeys(add)
	case modeColon:
		add(`":"`)
	case modeString:
		m.wantText(add)
	case modeNumber:
		add(m.wantNumbers()...)
		if m.depth > 0 && m.numberMayEnd() {
			m.wantAfter(add)
		}
	case modeWord:
		add(jsontext.Words[m.word])
	case modeAfter:
		m.wantAfter(add)
	case modeDone:
		add("the end")
	}
	if m.mode == modeFirstKey && m.mayClose() {
		add(`"}"`)
	}
	if m.mode == modeFirst && m.mayClose() {
		add(`"]"`)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), maxExpected)]
}

func (m *Matcher) numberMayEnd() bool {
	return slices.ContainsFunc(m.live(), m.numAccepts)
}

func (m *Matcher) wantValues(add func(...string)) {
	values := m.live()
	if m.mode != modeValue {
		values = nil
		for _, t := range m.live() {
			m.eachItem(t.frame, func(set schema.SetID, _ frame) bool {
				values = append(values, thread{rule: set})
				return true
			})
		}
	}
	for _, t := range values {
		if t.rule < 0 {
			add(quoteAll(m.g.choiceOf(t.rule).lits)...)
			continue
		}
		v := &m.g.sets[t.rule]
		for i, is := range []bool{v.hasNull, v.hasFalse, v.hasTrue} {
			if is {
				add(jsontext.Words[i])
			}
		}
		for _, id := range v.nums {
			add(m.g.Numbers[id].Describe())
		}
		for _, id := range v.strs {
			if x := &m.g.texts[id]; !x.Finite {
				add("a string")
			} else if t.a == 0 {
				add(quoteAll(x.List)...)
			}
		}
		shallow := int(m.depth) < m.g.Limits.Depth
		if shallow && v.obj >= 0 {
			add("an object")
		}
		if shallow && len(v.arrs) > 0 {
			add("an array")
		}
	}
}

func quoteAll(list []string) []string {
	out := make([]string, 0, min(len(list), 4*maxExpected))
	for _, s := range list[:min(len(list), 4*maxExpected)] {
		out = append(out, string(jsontext.Quote(s)))
	}
	return out
}

func (m *Matcher) wantKeys(add func(...string)) {
	again, fresh := false, false
	for _, t := range m.live() {
		s := m.g.stepsOf(m.frames.list[t.frame].rule)
		from, to := 0, len(s.names)
		if m.mode == modeKey && t.rule == 0 {
			from, to = int(t.a), int(t.b)
		}
		if m.mode != modeKey || t.rule == 0 {
			for i := from; i < to; i++ {
				switch {
				case !s.leads(int32(i)):
				case m.g.track && m.seenText(s.names[i], s.hashes[i]):
					again = true
				default:
					fresh = true
					add(string(jsontext.Quote(s.names[i])))
				}
			}
		}
		if (m.mode != modeKey && len(s.classes) > 0) || t.rule > 0 {
			if m.g.track && m.mode == modeKey && m.seen(m.key(), vocab.HashName(m.key())) {
				again = true
			} else {
				fresh = true
				add("another member")
			}
		}
	}
	if again && !fresh {
		add("a member that has not occurred")
	}
}

func (m *Matcher) wantText(add func(...string)) {
	for _, t := range m.live() {
		if t.rule < 0 {
			add(quoteAll(m.g.choiceOf(t.rule).lits[t.a:t.b])...)
			continue
		}
		x := &m.g.texts[t.rule]
		switch {
		case x.Finite:
			add(quoteAll(x.List[t.a:t.b])...)
		case int(m.runes) >= x.Max:
			add("at most " + count(x.Max, "character"))
		case int(m.runes) < x.Min:
			add("at least " + count(x.Min, "character"))
		case x.dfa != nil:
			add("a string that matches the schema")
		default:
			add("a string")
		}
	}
}

func (m *Matcher) wantNumbers() []string {
	var out []string
	for _, t := range m.live() {
		out = append(out, m.g.Numbers[t.rule].Describe())
	}
	return out
}

func (m *Matcher) wantAfter(add func(...string)) {
	for _, t := range m.live() {
		f := m.frames.list[t.frame]
		if m.closesAt(t.frame) {
			add(map[bool]string{true: `"]"`, false: `"}"`}[f.rule < 0])
		}
		if m.goesOn(t.frame) {
			add(`","`)
		}
	}
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// rule returns the pointer of the schema that all threads are in, or "".
func (m *Matcher) rule() string {
	pointer := ""
	for i, t := range m.live() {
		at := m.schemaOf(t)
		if i > 0 && at != pointer {
			return ""
		}
		pointer = at
	}
	return pointer
}

func (m *Matcher) schemaOf(t thread) string {
	switch m.mode {
	case modeString:
		if t.rule >= 0 {
			return m.g.texts[t.rule].At.Pointer()
		}
	case modeNumber:
		return m.g.Numbers[t.rule].Spec.At.Pointer()
	}
	if t.frame == 0 {
		return ""
	}
	f := m.frames.list[t.frame]
	if f.rule < 0 {
		return m.g.arrayOf(f.rule).Spec.At.Pointer()
	}
	items := (*m.g.readings.Load())[f.rule].items
	if len(items) > 1 {
		return ""
	}
	return m.g.Objects[items[0].obj].Spec.At.Pointer()
}

// Pointer returns where in the document m is: the RFC 6901 pointer of the value that is being read
// or comes next. In a name and after a value it is the container's.
func (m *Matcher) Pointer() string {
	var at []int32
	for i := m.level; i > 0; i = m.levels[i].parent {
		at = append(at, i)
	}
	slices.Reverse(at)
	var b strings.Builder
	for i, id := range at {
		l := &m.levels[id]
		inner := i == len(at)-1
		switch {
		case inner && (m.mode == modeAfter || m.mode == modeFirstKey || m.mode == modeNextKey || m.mode == modeKey):
		case l.array:
			fmt.Fprintf(&b, "/%d", l.items)
		case l.lastName >= 0:
			n := m.names[l.lastName]
			b.WriteString("/" + jsontext.EscapePointer(string(m.nameBytes[n.from:n.to])))
		}
	}
	return b.String()
}
