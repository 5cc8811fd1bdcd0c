package sentence

import (
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A faultTable is what is known of faults beside verbs, as typed in the table.
type faultTable struct {
	sets     map[string]map[string]bool
	plurals  map[string]bool           // words that are no plural: childs, informations
	patterns map[string][]faultPattern // by their first part
	open     []faultPattern            // those that begin with a set
	objects  map[string][]objectFault  // by their verb
}

// A faultPattern is a row of words that shows a fault.
type faultPattern struct {
	note   Note
	parts  []string
	unless string // a word or a set; "" where any word may stand before the pattern
	opens  bool   // whether it stands first in the sentence, or after a mark
}

var theFaults = sync.OnceValue(func() *faultTable {
	t := &faultTable{sets: map[string]map[string]bool{}, plurals: map[string]bool{}, patterns: map[string][]faultPattern{}, objects: map[string][]objectFault{}}
	for _, record := range tables.Read("beside", 3) {
		kind, name, words := record[0], record[1], strings.Fields(record[2])
		switch {
		case kind == "set":
			if t.sets[name] == nil {
				t.sets[name] = map[string]bool{}
			}
			for _, w := range words {
				t.sets[name][w] = true
			}
		case kind == "bad plural":
			for _, w := range words {
				t.plurals[w] = true
			}
		case name != "":
			base, preposition, _ := strings.Cut(name, "_")
			fault := objectFault{Note(kind), preposition, setOf(record[2])}
			if set := t.sets[strings.Trim(base, "{}")]; base[0] == '{' {
				for verb := range set {
					t.objects[verb] = append(t.objects[verb], fault)
				}
				continue
			}
			t.objects[base] = append(t.objects[base], fault)
		default:
			for _, w := range words {
				t.add(Note(kind), strings.Split(w, "_"))
			}
		}
	}
	for count := range t.sets["count"] {
		t.sets["plural"][pluralOf(count)] = true
	}
	return t
})

// add enters the pattern of the parts, and one more for each further alternative of a part.
func (t *faultTable) add(note Note, parts []string) {
	for k, part := range parts {
		if !strings.Contains(part, "|") {
			continue
		}
		for choice := range strings.SplitSeq(part, "|") {
			t.add(note, slices.Concat(parts[:k], []string{choice}, parts[k+1:]))
		}
		return
	}
	pattern := faultPattern{note: note, parts: parts}
	if parts[0] == "&" {
		pattern.opens, pattern.parts = true, parts[1:]
	}
	if strings.HasPrefix(parts[0], "!") {
		pattern.unless, pattern.parts = parts[0][1:], parts[1:]
	}
	first := pattern.parts[0]
	if strings.HasPrefix(first, "{") || strings.HasPrefix(first, "<{") || strings.HasPrefix(first, "#") {
		t.open = append(t.open, pattern)
		return
	}
	t.patterns[first] = append(t.patterns[first], pattern)
}

// pluralOf returns the regular plural of a noun.
func pluralOf(noun string) string {
	n := len(noun)
	switch {
	case strings.HasSuffix(noun, "y") && !strings.ContainsRune("aeiou", rune(noun[n-2])):
		return noun[:n-1] + "ies"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}

// otherFaults returns what is wrong beside the verbs, as far as closed lists can tell, in the order of
// their names. A fault that has no note, such as a missing subject, is told by
// the second value.
func (a *Analysis) otherFaults() (notes []Note, other bool) {
	p := a.parser
	found := map[Note]bool{}
	for i, w := range p.words {
		if w.punct {
			continue
		}
		for _, pattern := range p.patternsAt(i) {
			preceded := i > 0 && !p.words[i-1].punct && pattern.opens || i > 0 && pattern.unless != "" && p.fills(i-1, pattern.unless)
			if !preceded && p.faultAt(i, pattern.parts) {
				found[pattern.note] = true
			}
		}
		if p.badArticle(i) {
			found[Articles] = true
		}
		if n := p.badNumber(i); n != "" {
			found[n] = true
		}
		if p.misspelled(i) {
			found[Spelling] = true
		}
	}
	for i := range a.Groups {
		for _, note := range a.objectFaults(a.Groups[i].found) {
			found[note] = true
		}
	}
	if a.doublesComplementizer() || a.asksHow() || a.contrastsTwice() || p.comparesOddly() || a.deniesToo() || a.anyActs() || p.mistakesQuality() || a.mistakesNow() || p.namesFirst() {
		found[WordChoice] = true
	}
	if p.givesPersonTo() || a.forThat() || p.thatMeant() || a.governsClause() || a.governsPersonClause() || a.likeForAs() {
		found[Prepositions] = true
	}
	if a.theLastWeek() {
		found[Articles] = true
	}
	if a.badOrder() {
		found[WordOrder] = true
	}
	for n := range found {
		notes = append(notes, n)
	}
	slices.Sort(notes)
	return notes, a.lacksSubject() || len(a.lost) > 0 || slices.ContainsFunc(a.Groups, func(g Group) bool { return a.omitsSubject(g.found) })
}

// patternsAt returns the patterns that may begin at word i.
func (p *parser) patternsAt(i int) []faultPattern {
	t := theFaults()
	list := slices.Concat(t.patterns[p.words[i].lower], t.open)
	seen := ""
	for _, r := range p.words[i].readings {
		if r.Base != seen {
			list = append(list, t.patterns["<"+r.Base+">"]...)
			seen = r.Base
		}
	}
	return list
}

// faultAt reports whether the words from i on are those of a pattern. A part with ! stands for no word.
func (p *parser) faultAt(i int, parts []string) bool {
	j := i - 1
	for _, part := range parts {
		if part[0] == '!' {
			if next := j + 1; next < len(p.words) && p.fills(next, part[1:]) {
				return false
			}
			continue
		}
		j++
		switch {
		case part == "$":
			if j < len(p.words) && !p.words[j].punct {
				return false
			}
		case part == "/":
			if !p.phraseEnds(j) {
				return false
			}
		case j >= len(p.words) || !p.fills(j, part):
			return false
		}
	}
	return true
}

// fills reports whether word j fits one part of a pattern.
func (p *parser) fills(j int, part string) bool {
	w := p.words[j]
	switch part[0] {
	case '<':
		base := part[1 : len(part)-1]
		set := theFaults().sets[strings.Trim(base, "{}")]
		return slices.ContainsFunc(w.readings, func(r verb.Reading) bool { return r.Base == base || base[0] == '{' && set[r.Base] })
	case '{':
		name := part[1 : len(part)-1]
		switch name {
		case "modifier":
			return p.isModifier(j)
		case "gerund":
			return len(w.form(verb.Gerund)) > 0 && !p.functional(w)
		}
		if set := theFaults().sets[name]; set != nil {
			return set[w.lower] && !(w.named() && name == "profession")
		}
		return p.lex.is(w.lower, name)
	case '*':
		return !w.punct && !w.joined && !p.functional(w)
	case '#', '^', '%', '@':
		return p.matchesTime(j, []string{part})
	}
	return w.lower == part
}

// isModifier reports whether word j is an adjective, or a word of no table that may be one.
func (p *parser) isModifier(j int) bool {
	if j >= len(p.words) {
		return false
	}
	w := p.words[j]
	if p.lex.is(w.lower, "adjective") {
		return true
	}
	return !w.punct && !w.capital && len(w.readings) == 0 && p.lex.inNoTable(w.lower) && !isDigits(w.text)
}

// phraseEnds reports whether a noun phrase cannot go on with word j: the end of the sentence, a
// mark, or a word that begins another phrase. After "and" and "or" a bare noun goes on.
func (p *parser) phraseEnds(j int) bool {
	if j >= len(p.words) || p.words[j].punct {
		return true
	}
	w := p.words[j].lower
	switch {
	case w == "of" || clitics[w] && w != "'ll":
		return false
	case p.lex.is(w, "coordinator"):
		return j+1 < len(p.words) && p.functional(p.words[j+1])
	case p.lex.is(w, "adjective"):
		return isTimeModifier(w)
	}
	return p.functional(p.words[j]) || p.lex.is(w, "adverb", "frequency", "subordinator")
}
