package sentence

import (
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A timetable is the expressions of time, as typed in the table.
type timetable struct {
	patterns map[string][]timePattern // by their first part
	nouns    map[string]bool
	numbers  map[string]bool
}

// A timePattern is an expression of time and the tense it goes with. In its parts # is a number, @ a year
// that is past and that somebody remembers (in 1492 Columbus sets sail), ^ a noun of time, % a plural one.
type timePattern struct {
	tense verb.Tense
	parts []string
}

var theTimes = sync.OnceValue(func() *timetable {
	t := &timetable{patterns: map[string][]timePattern{}, nouns: map[string]bool{}, numbers: map[string]bool{}}
	for _, record := range tables.Read("time", 2) {
		words := strings.Fields(record[1])
		switch record[0] {
		case "noun":
			for _, w := range words {
				t.nouns[w] = true
			}
		case "number":
			for _, w := range words {
				t.numbers[w] = true
			}
		default:
			parts := strings.Split(record[1], "_")
			t.patterns[parts[0]] = append(t.patterns[parts[0]], timePattern{verb.Tense(record[0]), parts})
		}
	}
	return t
})

func timeNouns() map[string]bool { return theTimes().nouns }

// A moment is an expression of time in the sentence.
type moment struct {
	tense    verb.Tense
	from, to int // words
}

// moments returns the expressions of time that say when something happens. Those after a
// preposition (since last week), inside a name or in the genitive say something else.
func (p *parser) moments() []moment {
	var list []moment
	for i := 0; i < len(p.words); i++ {
		best := moment{}
		for _, first := range []string{p.words[i].lower, "#", "^", "%"} {
			for _, pattern := range theTimes().patterns[first] {
				if n := len(pattern.parts); n > best.to-best.from && p.matchesTime(i, pattern.parts) {
					best = moment{pattern.tense, i, i + n}
				}
			}
		}
		if best.to == 0 {
			continue
		}
		if p.frames(best) {
			list = append(list, best)
		}
		i = best.to - 1
	}
	return list
}

func (p *parser) matchesTime(i int, parts []string) bool {
	if i+len(parts) > len(p.words) {
		return false
	}
	t := theTimes()
	for k, part := range parts {
		w := p.words[i+k]
		ok := w.lower == part
		switch part {
		case "#":
			ok = t.numbers[w.lower] || isDigits(w.text)
		case "@":
			ok = len(w.text) == 4 && w.text >= "1940" && w.text <= "2025" && isDigits(w.text)
		case "^":
			ok = t.nouns[w.lower]
		case "%":
			ok = t.nouns[w.lower] && strings.HasSuffix(w.lower, "s")
		}
		if !ok {
			return false
		}
	}
	return true
}

// frames reports whether the expression stands free.
func (p *parser) frames(m moment) bool {
	if m.to < len(p.words) && clitics[p.words[m.to].lower] {
		return false
	}
	if p.words[m.from].lower == "since" {
		next := m.to
		return next >= len(p.words) || p.words[next].punct || p.lex.is(p.words[next].lower, "coordinator")
	}
	if m.from == 0 {
		return true
	}
	before := p.words[m.from-1].lower
	switch before {
	case "about", "almost", "over", "nearly":
		return p.words[m.to-1].lower == "ago"
	}
	if m.from > 1 && p.words[m.from-2].lower == "at" && theTimes().numbers[before] {
		return true // at eight last night
	}
	return before != "the" && before != "than" && before != "until" && !p.lex.is(before, "preposition", "determiner")
}
