package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// What is not so, English tells in the past: if I had time, I would go; I wish I could. Here stand would, can and will where the past of
// another word is meant.

// nonvolitional are verbs that tell of no intention, so that would after "if" is no willingness: if I would have time.
var nonvolitional = setOf("be have know win own understand need find lose live cost happen fall die")

// judgeUnreal judges would in the condition of another would, and can or will where something is only wished.
func (a *Analysis) judgeUnreal(g *Group) Judgment {
	p, f := a.parser, g.found
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
		if p.matches(0, []string{"if", "i", "were", "you"}) && f.aux[0] > 4 && f.kind == mainClause && p.words[f.subject.head].lower == "i" && p.words[f.aux[0]].lower != "can" && p.words[f.aux[0]].lower != "ca" {
			told = a.text(0, 4)
		}
		if told == "" {
			return Judgment{}
		}
		f.fault = modalWished
		return Judgment{Wrong, TenseAdverb, Call{Tool: Lookup, Verb: g.Verb}, told}
	}
	return Judgment{}
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
