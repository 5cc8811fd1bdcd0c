package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Faults beside the verbs that no row of words shows, since what stands between their parts, or which clause they stand in, decides.

// comparesOddly reports whether "than" ends what "as" or "the same" began: as tall than her mother, the same age than my brother.
func (p *parser) comparesOddly() bool {
	for i := 2; i < len(p.words); i++ {
		if p.words[i].lower != "than" {
			continue
		}
		switch before := p.words[i-1].lower; {
		case p.words[i-2].lower == "as":
			if (p.lex.is(before, "adjective") || measured[before]) && !isComparative(before) {
				return true
			}
		case isComparative(before):
			continue
		}
		for k := i - 1; k > 0 && k >= i-3 && !p.words[k].punct && !isComparative(p.words[k].lower); k-- {
			if p.words[k].lower == "same" && p.words[k-1].lower == "the" {
				return true
			}
		}
	}
	return false
}

// measured are words of degree that "as" compares.
var measured = setOf("much many well often fast soon quickly slowly far long")

// isComparative reports whether "than" goes with the word.
func isComparative(w string) bool {
	switch w {
	case "more", "less", "rather", "other", "otherwise", "worse", "fewer", "else", "sooner":
		return true
	}
	return theFaults().sets["bigger"][w] || strings.HasSuffix(w, "er") && w != "clever" && w != "proper"
}

// theLastWeek reports whether "the last" or "the next" and a time open the sentence and say when its verb happens, which takes no article: the last week I went to the
// dentist. What has a verb of its own is right: the last week I spent in Rome was wonderful; so is the next day in a story.
func (a *Analysis) theLastWeek() bool {
	p := a.parser
	if len(p.words) < 5 || p.words[0].lower != "the" || p.words[0].token != 0 || !weeks[p.words[2].lower] || p.words[2].owner {
		return false
	}
	start := 3
	if p.words[3].text == "," {
		start++
	}
	var main *Group
	for k := range a.Groups {
		g := &a.Groups[k]
		if !g.found.finite || g.found.subject == nil {
			continue
		}
		if g.found.subject.start < start || g.found.start <= g.found.subject.start {
			return false // the week is a subject
		}
		if main == nil && g.found.subject.start == start {
			main = g
		}
	}
	if main == nil || main.found.kind == relClause {
		return false
	}
	switch p.words[1].lower {
	case "last":
		return main.Tense == verb.PastSimple
	case "next":
		return main.Tense == verb.FutureSimple || main.Tense == verb.PresentContinuous || main.Tense == verb.PresentSimple
	}
	return false
}

var weeks = setOf("week month year weekend summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday")

// finishesUntil reports whether "until" names the time by which something has to be finished, or handed in: I will finish the report until Friday. What is not
// finished until then is right.
func (a *Analysis) finishesUntil(f *found) bool {
	p := a.parser
	if f.not >= 0 || !finishing[f.base] || has(f.readings, verb.Gerund) || slices.ContainsFunc(p.words[:f.main], func(w word) bool { return denials[w.lower] || w.lower == "not" || w.lower == "n't" }) {
		return false
	}
	if f.governor != byModal && f.governor != byTo {
		return false
	}
	for i := f.main + 1; i+1 < len(p.words) && !p.words[i].punct; i++ {
		switch p.words[i].lower {
		case "and", "or", "but", "that", "who", "which":
			return false
		case "until", "till":
			next := p.words[i+1].lower
			return i > f.main+1 && (p.timeAt(i+1) || p.isNumber(next) || theFaults().sets["weekday"][next] || next == "tomorrow" || next == "tonight" || next == "next")
		}
	}
	return false
}

// finishing are verbs of what is done at one point of time.
var finishing = setOf("finish submit deliver complete return")

// deniesToo reports whether "too" ends a second denial, where either is meant: I don't like fish and my sister doesn't like it too.
func (a *Analysis) deniesToo() bool {
	p := a.parser
	end := len(p.words) - 1
	for end > 0 && p.words[end].punct {
		end--
	}
	if p.question || p.words[end].lower != "too" && p.words[end].lower != "also" {
		return false
	}
	var denied []int
	for k := range a.Groups {
		if g := &a.Groups[k]; g.found.finite && g.found.not >= 0 && !g.found.inverted {
			denied = append(denied, k)
		}
	}
	if len(denied) < 2 {
		return false
	}
	last := &a.Groups[denied[len(denied)-1]]
	return denied[len(denied)-1] == len(a.Groups)-1 && last.found.end >= end-2 && last.found.subject != nil && last.found.subject.start > 0 && p.lex.is(p.words[last.found.subject.start-1].lower, "coordinator")
}

// buysAtLibrary reports whether somebody buys or sells at a library, which lends: I bought this novel in the library.
func (a *Analysis) buysAtLibrary(f *found) bool {
	p := a.parser
	if f.base != "buy" && f.base != "sell" || f.kind == relClause {
		return false
	}
	for i := f.main + 1; i+2 < len(p.words) && !p.words[i].punct; i++ {
		in := p.words[i].lower == "in" || p.words[i].lower == "at" || p.words[i].lower == "from"
		if in && (articles[p.words[i+1].lower] || p.words[i+1].lower == "this" || p.words[i+1].lower == "that") && p.words[i+2].lower == "library" && (i+3 >= len(p.words) || !p.words[i+3].punct || i+4 >= len(p.words)) {
			return true
		}
	}
	return false
}

// clothes are what one puts on.
var clothes = setOf("coat shoes hat jacket gloves clothes trousers pyjamas pajamas uniform socks boots scarf dress dresses skirt shirt sweater jumper jeans glasses suit tie ring watch")

// putsWithoutOn reports whether somebody puts his clothes nowhere, where "put on" is meant: she put her coat and left the house.
func (a *Analysis) putsWithoutOn(f *found) bool {
	p := a.parser
	if !a.keepsObject(f) {
		return false
	}
	return slices.ContainsFunc(p.nominals(f.main+1), func(n *nominal) bool {
		if n.kind != nounPhrase || !possessives[p.words[n.start].lower] || !clothes[p.words[n.head].lower] {
			return false
		}
		switch p.wordAt(n.end) {
		case "", ".", "!", "because", "before", "when":
			return true
		case "and":
			return p.verbAt(n.end+1) || p.lex.is(p.wordAt(n.end+1), "subject")
		}
		return false
	})
}
