package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After see, hear, watch, feel and notice, an object does something in the base form: saw him fall. An infinitive after such an object may also say what for (I saw
// the doctor to get some pills, we watched the match to relax), or belong to a noun (heard the order to leave). Here stand those that can do neither.

// isPerceived reports whether the object n of the verb of g, which is one of perception, does what the infinitive f says. A person is known to be one.
func (a *Analysis) isPerceived(g *Group, n *nominal, f *found, person bool) bool {
	p := a.parser
	if a.asksObject(g, f) || a.endsOnPreposition(f.end) && !(f.base == "come" && p.wordAt(f.end) == "in") {
		return false
	}
	if !person {
		return a.movesItself(g, n, f)
	}
	if g.Verb != "hear" && p.comparesAt(f.end) {
		return false
	}
	switch g.Verb {
	case "notice":
		return true
	case "hear":
		return !purposes[f.base]
	case "watch":
		return seenDone[f.base] || happens[f.base]
	case "see":
		return g.Tense == verb.PastSimple && !(consulted[p.words[n.head].lower] && trained[f.base]) && (happens[f.base] || f.base == "run" && f.end < len(p.words) && p.lex.is(p.words[f.end].lower, "preposition"))
	}
	return happens[f.base]
}

// isPerceivedAfar reports whether what stands between the person n and the infinitive f says which person is seen or heard to do something: the couple next door to
// argue, the man with the red bag to leave. After a preposition, only what is hardly done by seeing or hearing somebody counts.
func (a *Analysis) isPerceivedAfar(g *Group, n *nominal, f *found) bool {
	p := a.parser
	if n.kind != nounPhrase || !n.determined || n.end >= f.start {
		return false
	}
	switch g.Verb {
	case "hear", "see", "watch", "notice":
	default:
		return false
	}
	switch p.words[n.end].lower {
	case "next":
		return n.end+2 == f.start && p.words[n.end+1].lower == "door"
	case "upstairs", "downstairs", "outside", "opposite", "inside":
		return n.end+1 == f.start
	case "with", "in", "from":
		return happens[f.base] && slices.ContainsFunc(p.nominals(n.end+1), func(o *nominal) bool { return o.end == f.start })
	}
	return false
}

// comparesAt reports whether word i says how one wants to do what a person is seen to do: watched the champion to play better.
func (p *parser) comparesAt(i int) bool {
	if i >= len(p.words) {
		return false
	}
	switch p.words[i].lower {
	case "better", "faster", "again", "more", "like", "as":
		return true
	}
	return false
}

// movesItself reports whether the thing n does what the infinitive f says, by itself and to nothing else: watched the sun to go down, but not watched the stars
// to set their course, heard nothing to shake my belief.
func (a *Analysis) movesItself(g *Group, n *nominal, f *found) bool {
	p := a.parser
	head := p.words[n.head].lower
	known := moving[head] || p.lex.nouns["animate"][head] || n.kind == indefinite && head == "something" && g.Verb != "see"
	if !known || p.objectAt(f.end) {
		return false
	}
	switch g.Verb {
	case "hear", "feel":
		return sounding[f.base] || happens[f.base]
	}
	if !p.phraseEnds(f.end) {
		return false // watched the stars to set new goals
	}
	return f.base == "fall" || f.base == "set" || f.base == "rise" || f.base == "go" && p.matches(f.end, []string{"down"})
}

// asksObject reports whether the verb of g has its object before it, in a question or a relative clause: what did you make the children to eat? The woman I saw to check
// my eyes.
func (a *Analysis) asksObject(g *Group, f *found) bool {
	p := a.parser
	open := f.end >= len(p.words) || p.words[f.end].punct
	if g.found.subject == nil || g.found.subject.kind == wh {
		return false
	}
	return open && (g.found.kind == relClause || p.question && (p.words[0].lower == "what" || p.words[0].lower == "which" || p.words[0].lower == "who"))
}

// madeFor reports whether the infinitive f says what something was made for, of which the sentence asks: what did you make the children to eat?
func (a *Analysis) madeFor(g *Group, f *found) bool { return f.governor == byTo && a.asksObject(g, f) }

// purposes are verbs of what somebody listens for: I heard him to learn more.
var purposes = setOf("see learn say tell find check get understand know decide make ask help discuss talk study relax improve remember please pass keep support judge")

// happens are verbs of what one sees or hears somebody do, and hardly does by seeing or hearing them.
var happens = setOf(`fall jump walk cross climb dance sing shout cry smile arrive steal swim crawl bark crash disappear appear leave scream whisper snore cough
	sneeze stumble trip tremble argue quarrel`)

// seenDone are verbs of what people are watched doing, whether or not they do it to something.
var seenDone = setOf("play repair cross climb steal feed")

// sounding are verbs of what a thing is heard or felt to do.
var sounding = setOf("open close ring beat stop start explode slam shake move break rise")

// trained are those of what happens that one may see somebody to learn, or to do again.
var trained = setOf("jump walk run climb dance sing swim smile")

// consulted are people whom one sees to be helped: saw a coach to walk better.
var consulted = setOf("doctor dentist nurse vet lawyer solicitor teacher coach trainer therapist counselor counsellor specialist surgeon psychologist physiotherapist expert agent manager boss priest")

// moving are things that move or sound by themselves.
var moving = setOf(`sun moon star stars door doors gate window windows phone telephone bell bells alarm clock car cars bus buses train trains plane planes ship ships boat boats ball rain wind snow
	leaf leaves tree trees heart ground earth floor house hand hands engine motor music bomb gun glass vase clouds cloud water fire smoke tears kite balloon wall walls ice bike birds dogs`)
