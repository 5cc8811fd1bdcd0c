package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// "To", and not "for", stands before a verb after an adjective, after used and want, after a way or a reason, and where a sentence opens with what for something is
// done: hard to believe, used to live, to save time we took a cab. Learners put "for" and the base form there: I think that is hard for believe. The clause may
// end in "for" itself, so that a finite verb follows: the songs they are famous for make me cry.

// basesForInfinitives enters a wrong group for each base form after such a "for".
func (a *Analysis) basesForInfinitives() {
	p := a.parser
	for i := 0; i+2 < len(p.words); i++ {
		if p.words[i].lower != "for" || !p.couldBeVerb(i+1) && (p.words[i+1].lower != "do" || !p.objectAt(i+2) && !p.phraseEnds(i+2)) || p.adverb(i+1) > 0 {
			continue
		}
		g := a.groupAt(i + 1)
		if g != nil && (g.Judgment.Verdict == Wrong && g.found.finite || g.found.finite && !a.hollowFor(g, i)) || !a.takesInfinitiveFor(i) {
			continue
		}
		a.Groups = slices.DeleteFunc(a.Groups, func(o Group) bool { return o.found.main == i+1 })
		a.enterBase(i+1, i, ToBase, forPurpose)
	}
	a.sortGroups()
}

// hollowFor reports whether g, after the "for" at word i, was given a subject that can be none: an adjective after be, or words that a verb before
// it has as its own subject or object.
func (a *Analysis) hollowFor(g *Group, i int) bool {
	p, n := a.parser, g.found.subject
	if n == nil || len(g.found.aux) > 0 && g.found.aux[0] != g.found.main {
		return n == nil
	}
	if n.end != i {
		return n.end < i && p.words[i-1].lower == "want" && n.start == i-2
	}
	adjective := n.end-n.start == 1 && n.start > 0 && (p.isBeWord(n.start-1) || p.words[n.start-1].lower == "'s") && (infinitiveAdjectives[p.words[n.head].lower] || p.lex.is(p.words[n.head].lower, "adjective", "easy-to"))
	return adjective || meansTo[p.words[n.head].lower] && n.start > 0 && !p.words[n.start-1].punct
}

// meansTo are nouns of what one does something with or for.
var meansTo = setOf("way ways reason chance opportunity right place places nowhere permission effort")

// takesInfinitiveFor reports whether nothing but "to" can be meant by the "for" at word i before a base form.
func (a *Analysis) takesInfinitiveFor(i int) bool {
	p := a.parser
	w := p.words[i+1].lower
	shown := p.noNoun(i+1) || neverNouns[w] || p.objectAt(i+2) && !p.lex.is(w, "adjective") || w == "live"
	next := p.wordAt(i + 2)
	if next == "of" {
		return false
	}
	if i == 0 {
		if p.words[2].punct || next == "that" || next == "no" || p.lex.is(next, "question") { // for make no mistake, he will be back
			return false
		}
		return (shown && w != "live" || p.pluralAt(i+2) && w == "save") && a.mainAfterFor(i+1)
	}
	before := p.words[i-1]
	second := ""
	if i > 1 {
		second = p.words[i-2].lower
	}
	switch {
	case !shown && !(w == "sit" && p.actEnds(i+2)):
		return false
	case before.lower == "sorry" || before.lower == "interested":
		return w == "hear" || w == "see" || w == "say" || w == "learn" || w == "know"
	case meansTo[before.lower]:
		return true
	case !shown:
		return false
	case second == "too" && (p.lex.is(before.lower, "adjective") || has(before.readings, verb.Participle)):
		return true
	case infinitiveAdjectives[before.lower] || adjectivesOfBoth[before.lower] || p.lex.is(before.lower, "easy-to") || before.lower == "better":
		g := a.groupAt(i + 1)
		return g != nil && g.found.finite && i > 1 && (p.isBeWord(i-2) || second == "'s")
	}
	o := a.groupAt(i - 1)
	if o == nil || !o.found.finite || a.isPassive(o.found) {
		it := a.verbBefore(i)
		return it != nil && it.Verb != "be" && it.found.subject != nil && it.found.subject.end-it.found.subject.start == 1 && p.words[it.found.subject.head].lower == "it" && it.found.end == i-1 && p.lex.is(before.lower, "object") && before.lower != "it"
	}
	switch o.Verb {
	case "use":
		return o.found.subject != nil && p.acts(o.found.subject)
	case "want", "decide", "try", "learn", "like", "refuse", "manage":
		return true
	}
	return false
}

// mainAfterFor reports whether a clause that the base form at word i opens is followed by a comma and a subject with its verb, or by a finite verb that has it as its subject.
func (a *Analysis) mainAfterFor(i int) bool {
	p := a.parser
	for k := range a.Groups {
		f := a.Groups[k].found
		if !f.finite || f.main <= i || f.subject == nil {
			continue
		}
		s := f.subject.start
		return s > i && f.start > i+1 && (p.words[s-1].text == "," || f.main > i+1 && s <= i+2)
	}
	return false
}

// toForFor puts "to" in the place of "for", or leaves out the "for" before a "to".
func (r *rewriting) toForFor() {
	f := r.found
	r.text[f.to] = "to"
	if f.main == f.to+2 {
		r.text[f.to] = ""
	}
}
