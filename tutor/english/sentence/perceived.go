package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// After see, hear, watch, feel and notice, an object does something in the base form: saw him fall. An infinitive after such an object may also say what for (I saw
// the doctor to get some pills, we watched the match to relax), or belong to a noun (heard the order to leave). Here stand those that can do neither.

// isPerceived reports whether the object n of the verb of g, which is one of perception, does what the infinitive f says. A person is known to be one.
func (a *Analysis) isPerceived(g *Group, n *nominal, f *found, person bool) bool {
	p := a.parser
	if f.end < len(p.words) && (p.words[f.end].lower == "of" || f.base == "go" && (p.words[f.end].lower == "over" || p.words[f.end].lower == "through")) || a.asksObject(g, f) {
		return false // I saw him to go over the plan
	}
	head := p.words[n.head].lower
	switch {
	case person && g.Verb == "notice":
		return true
	case person && g.Verb == "hear", n.kind == objectPronoun && g.Verb == "watch":
		return !purposes[f.base]
	case person && happens[f.base]:
		return true
	case person && g.Verb != "feel":
		return g.Tense == verb.PastSimple && !purposes[f.base] && (n.kind == objectPronoun || g.Verb != "see")
	}
	return (moving[head] || p.lex.nouns["animate"][head] || n.kind == indefinite && (head == "something" || head == "anything" || head == "nothing")) && happens[f.base]
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

// purposes are verbs of what somebody watches or listens for: I watched him to see what he would do.
var purposes = setOf("see learn say tell find check get understand know decide make ask help discuss talk study relax improve remember")

// happens are verbs of what one sees or hears somebody or something do, and hardly does by seeing or hearing them.
var happens = setOf(`fall jump run walk cross climb dance sing shout cry laugh smile arrive enter open close bark steal break drop come go swim fly burn shake wave crawl beat rise
	ring explode crash disappear appear leave slam knock scream whisper snore cough sneeze breathe hit kick throw bite stumble trip slip hide escape touch tremble
	drive ride land sink float roll grow blow set`)

// moving are things that move or sound by themselves.
var moving = setOf(`sun moon star stars door doors gate window windows phone telephone bell bells alarm clock car cars bus buses train trains plane planes ship ships boat boats ball rain wind snow
	leaf leaves tree trees heart ground earth floor house hand hands engine motor music bomb gun glass vase clouds cloud water fire smoke tears kite balloon wall walls ice bike`)
