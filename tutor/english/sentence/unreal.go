package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// What is not so, English tells in the past: if I had time, I would go; I wish I could. Here stand would, can and will where the past of
// another word is meant.

// nonvolitional are verbs that tell of no intention, so that would after "if" is no willingness: if I would have time.
var nonvolitional = setOf("be have know win own understand need find lose live cost happen fall die")

// judgeUnreal judges would in the condition of another would, and can or will where something is only wished.
func (a *Analysis) judgeUnreal(g *Group) Judgment {
	p, f := a.parser, g.found
	if p.matches(0, []string{"if", "i", "am", "you"}) && f.main == 2 && a.saysWould(f, false) {
		f.fault = unrealAm
		return Judgment{Wrong, TenseAdverb, Call{Tool: Lookup, Verb: "be"}, a.text(0, 1)}
	}
	if told := a.unrealResult(g); told != "" {
		f.fault = resultOfUnreal
		return Judgment{Wrong, TenseAdverb, Call{Tool: Lookup, Verb: g.Verb}, told}
	}
	if len(f.aux) == 0 || f.inverted || g.Verb == "" || f.main != f.finiteWord() && !has(f.readings, verb.Base) && f.main != f.aux[len(f.aux)-1] || f.subject.start == 0 {
		return Judgment{}
	}
	before := f.subject.start - 1
	switch p.words[f.aux[0]].lower {
	case "would":
		if p.words[before].lower != "if" || !nonvolitional[g.Verb] || g.Subject.Person == "" || !a.saysWould(f, p.words[f.subject.head].lower == "you") {
			return Judgment{}
		}
		if asks := a.verbBefore(before); before > 0 && asks != nil && (a.asksWhen(asks) || p.words[before-1].lower == "as" || p.lex.is(p.words[before-1].lower, "adjective")) {
			return Judgment{} // nobody could tell us if there would be a concert, I'm not sure if
		}
		if head := p.words[f.subject.head].lower; g.Verb == "be" && (head == "it" || head == "this" || head == "that" || head == "you" || before > 0) {
			return Judgment{} // if it would be easier for you, if you would be so kind, it would be nice if the children would be quiet
		}
		f.fault = wouldAfterIf
		return Judgment{Wrong, TenseAdverb, Call{Tool: Conjugate, Verb: g.Verb, Person: g.Subject.Person, Tense: verb.PastSimple}, a.text(before, before+1)}
	case "can", "ca", "will", "wo", "'ll":
		if f.not >= 0 && p.words[f.not].joined && p.words[f.not].lower == "not" { // cannot
			return Judgment{}
		}
		told := a.wishBefore(before)
		if told == "" && f.kind == mainClause && p.words[f.aux[0]].lower != "can" && p.words[f.aux[0]].lower != "ca" {
			told = a.unlikelyBeside(g)
		}
		if told == "" {
			return Judgment{}
		}
		f.fault = modalWished
		return Judgment{Wrong, TenseAdverb, Call{Tool: Lookup, Verb: g.Verb}, told}
	}
	return Judgment{}
}

// unrealResult returns the condition that is not so, where g tells what comes of it without would: if I were you, I don't go; if we had left
// earlier, we didn't miss it.
func (a *Analysis) unrealResult(g *Group) string {
	p, f := a.parser, g.found
	if f.kind != mainClause || f.inverted || f.shared || f.fault != noFault || f.no >= 0 || p.words[0].lower != "if" {
		return ""
	}
	lone, denied := len(f.aux) == 0, len(f.aux) == 1 && f.governor == byDo && f.not >= 0
	first := a.verbBefore(f.subject.start)
	if first == nil || a.verbAfter(first.found) != g || first.found.subject == nil || first.found.subject.start != 1 || f.subject.start == 0 || p.words[f.subject.start-1].text != "," {
		return ""
	}
	if a.isUnlikely(first) && !opinions[g.Verb] && g.Tense == verb.PresentSimple && (lone && has(f.readings, verb.Base) && !a.isState(f) && p.words[f.subject.head].lower != "you" || denied) {
		return a.text(0, first.found.end)
	}
	had := first.found
	if a.wouldHave(g) && a.parser.hadDone(had) {
		return a.text(0, had.end)
	}
	if g.Tense == verb.PastSimple && !decisive[first.Verb] {
		return ""
	}
	if len(had.aux) == 1 && had.governor == byHave && p.words[had.aux[0]].lower == "had" && had.main != had.aux[0] && (had.fault == noFault && has(had.readings, verb.Participle) || had.fault == wrongForm && has(had.readings, verb.Past)) && denied && g.Tense == verb.PastSimple && !a.isState(f) && !p.perfectAdverb(had) && !perceived[g.Verb] {
		return a.text(0, had.end)
	}
	return ""
}

// wouldHave reports whether g says with will what would have been at a time that is over: if he had not lost his job, we will go there last summer.
func (a *Analysis) wouldHave(g *Group) bool {
	f := g.found
	return g.Tense == verb.FutureSimple && f.governor == byModal && len(f.aux) == 1 && has(f.readings, verb.Base) && a.isThen(f)
}

// deniesUnreal reports whether g says with will, or in the present of a time that is over, what comes of a condition in the past perfect.
func (a *Analysis) deniesUnreal(g *Group) bool {
	return (g.Tense == verb.FutureSimple || g.Tense == verb.PresentSimple) && a.isThen(g.found) && g.found.kind == mainClause && a.afterUnreal(g.found)
}

// afterUnreal reports whether a condition in the past perfect stands in another clause than that of f, so that what comes of it did not happen, and the
// past simple would say that it did.
func (a *Analysis) afterUnreal(f *found) bool {
	return slices.ContainsFunc(a.Groups, func(o Group) bool {
		s := o.found.subject
		return o.found != f && s != nil && s.start > 0 && a.parser.words[s.start-1].lower == "if" && a.parser.hadDone(o.found)
	})
}

// hadDone reports whether f is in the past perfect: had lost, had been, 'd gone.
func (p *parser) hadDone(f *found) bool {
	if len(f.aux) == 0 || f.main == f.aux[0] || !has(f.readings, verb.Participle) && f.base != "be" {
		return false
	}
	first := p.words[f.aux[0]].lower
	return first == "had" || first == "'d" && f.governor == byHaveOr && !has(f.readings, verb.Base)
}

// opinions are verbs of what somebody thinks or says now of what is not so: if it were true, I don't think we would be here.
var opinions = setOf("think believe know see guess hope suppose bet say swear apologise apologize want mean understand remember doubt imagine")

// decisive are verbs of what would have changed the rest: if we had left earlier. If he had noticed it, he didn't mention it.
var decisive = setOf("leave study know come arrive take call tell listen wake work run go train bring ask read save buy practise practice phone wait drive start finish")

// perceived are verbs of what somebody may not have noticed of what was over: if they had left, I didn't see it.
var perceived = setOf("notice know see hear say tell mind show feel realize realise remember think mention admit complain")

// isUnlikely reports whether g is the were of a condition that is not so, beside a subject that would have was: if I were you.
func (a *Analysis) isUnlikely(g *Group) bool {
	p, f := a.parser, g.found
	return f.subject != nil && f.subject.start > 0 && p.words[f.subject.start-1].lower == "if" && g.Verb == "be" && f.main == f.finiteWord() && p.words[f.main].lower == "were" && !f.inverted && f.subject.persons&^(p1sg|p3sg) == 0
}

// unlikelyBeside returns the condition that is not so and stands before the clause of g, or after it.
func (a *Analysis) unlikelyBeside(g *Group) string {
	for i := range a.Groups {
		if o := &a.Groups[i]; o.found.finite && a.isUnlikely(o) && (a.verbAfter(o.found) == g || a.verbBefore(o.found.main) == g || a.verbAfter(g.found) == o) {
			return a.text(o.found.subject.start-1, o.found.end)
		}
	}
	return ""
}

// would puts would in the place of do, or before a verb alone, and have and the participle after it where what did not happen is over.
func (r *rewriting) would(o Observation) {
	f := r.found
	if len(f.aux) == 0 {
		r.text[f.main], r.before[f.main] = o.Infinitive, "would "
		return
	}
	r.text[f.aux[0]] = "would"
	switch r.word(f.aux[0]).lower {
	case "did", "will", "wo", "'ll":
		r.text[f.main] = "have " + o.PastParticiple
	}
}

// saysWould reports whether another clause than that of f, a question if it must be one, has would, could or might.
func (a *Analysis) saysWould(f *found, asked bool) bool {
	for i := range a.Groups {
		if o := a.Groups[i].found; o != f && o.finite && len(o.aux) > 0 && (o.inverted || !asked) {
			switch a.parser.words[o.aux[0]].lower {
			case "would", "'d", "could", "might":
				return true
			}
		}
	}
	return false
}

// wishBefore returns the form of wish that stands, with or without "that", before the clause whose subject is after word i; "" where there is none.
func (a *Analysis) wishBefore(i int) string {
	if i > 0 && a.parser.words[i].lower == "that" {
		i--
	}
	before := a.before(i + 1)
	if before == nil || before.Verb != "wish" || !before.found.finite || before.found.end != i+1 || before.found.kind != mainClause && before.found.kind != compClause {
		return "" // if you wish you can pay by card
	}
	return a.text(i, i+1)
}

// wish puts can and will in the past.
func (r *rewriting) wish() {
	first := r.found.aux[0]
	switch r.word(first).lower {
	case "can", "ca":
		r.text[first] = "could"
	default:
		r.text[first] = "would"
	}
}
