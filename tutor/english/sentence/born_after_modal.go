package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// bornAfterModal enters a wrong group for each "born" right after a modal or "to", where be is missing: will born in May, is going to born.
func (a *Analysis) bornAfterModal() {
	p := a.parser
	for i := 2; i < len(p.words); i++ {
		before := p.words[i-1].lower
		to := before == "to" && (p.words[i-2].lower == "going" || p.words[i-2].lower == "supposed" || p.words[i-2].lower == "about" || p.words[i-2].lower == "due")
		if p.words[i].text != "born" || !to && !p.lex.is(before, "modal") || !p.phraseEnds(i+1) && !p.timeAt(i+1) && p.adverb(i+1) == 0 {
			continue
		}
		for k := len(a.Groups) - 1; k >= 0; k-- {
			if m := a.Groups[k].found.main; m == i || m == i-1 {
				a.Groups = append(a.Groups[:k], a.Groups[k+1:]...)
			}
		}
		v := newVerbal(i)
		v.main, v.end, v.base, v.readings, v.governor, v.fault = i, i+1, "bear", p.words[i].form(verb.Participle), byModal, lostPassive
		f := &found{verbal: &v, subjectless: true, clause: a.clauseAt(i)}
		g := a.group(f)
		g.Judgment = Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: "bear"}, ""}
		a.Groups = append(a.Groups, g)
	}
	a.sortGroups()
}
