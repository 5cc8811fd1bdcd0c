package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// Used to tells what somebody did once, and be used to what is no longer strange. Learners put be before the first too.

// usedInPast returns the words of a past clause of time beside g, which is a present of be and used before "to" and a base form, so that used to alone
// is meant: I am used to play chess when I was at school.
func (a *Analysis) usedInPast(g *Group) string {
	p, f := a.parser, g.found
	if g.Verb != "use" || f.governor != byBe || len(f.aux) != 1 || p.words[f.main].lower != "used" || f.not >= 0 || f.inverted || f.subject == nil || f.end+1 >= len(p.words) || p.words[f.end].lower != "to" || len(p.words[f.end+1].form(verb.Base)) == 0 {
		return ""
	}
	if n := f.subject; !p.acts(n) || n.kind == nounPhrase && !possessives[p.words[n.start].lower] && !p.words[n.head].named() {
		return "" // the boys are used to fetch what was lost
	}
	if p.pastBe(f.aux[0]) {
		if head := p.words[f.subject.head].lower; head == "they" || f.subject.kind == nounPhrase && !p.isRelation(head) {
			return "" // they were used to clean the floors when I worked there
		}
		if told := p.everyTime(f.end); told >= 0 {
			return a.text(told, told+2)
		}
	}
	for i := range a.Groups {
		o := &a.Groups[i]
		if o.found == f || !o.found.finite || !a.isPast(o) {
			continue
		}
		i := a.conjunctionBefore(o.found)
		if at := o.found.subject.start - 1; i < 0 && at > f.end+2 && timeNouns()[p.words[at-1].lower] && p.words[at-2].lower == "every" { // every night when I was ill
			i = at
		}
		if i == 0 || i > f.end {
			switch p.words[i].lower {
			case "when", "while", "before", "until", "till":
				return a.text(i, o.found.end)
			}
		}
	}
	return ""
}

// everyTime returns the word from i on that opens "every" and a time, as in every summer; -1 where none does.
func (p *parser) everyTime(i int) int {
	for ; i+1 < len(p.words) && !p.words[i].punct; i++ {
		if p.words[i].lower == "every" && timeNouns()[p.words[i+1].lower] {
			return i
		}
	}
	return -1
}
