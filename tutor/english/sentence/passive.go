package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// splitPassives parts a wrong passive whose auxiliary does not agree either into two groups, one for each call that mends it: the windows was
// broke.
func (a *Analysis) splitPassives() {
	for i := range a.Groups {
		g := &a.Groups[i]
		f := g.found
		if g.Judgment.Verdict != Wrong || g.Judgment.Call.Tool != Lookup || f.governor != byBe || !f.finite || f.subjectless || len(f.aux) == 0 || f.main == f.aux[len(f.aux)-1] || a.agrees(f) {
			continue
		}
		be := *f.verbal
		be.main = f.aux[len(f.aux)-1]
		be.end, be.base, be.readings, be.fault = be.main+1, "be", a.parser.words[be.main].readings, noFault
		first := *f
		first.verbal = &be
		agreeing := a.group(&first)
		agreeing.Judgment = a.judgeAgreement(&agreeing, agreeing.Tense)
		if agreeing.Judgment.Verdict != Wrong || agreeing.Judgment.Call.Tool != Agreement {
			continue
		}
		participle := *f.verbal
		participle.start, participle.aux, participle.not, participle.finite = f.main, nil, -1, false
		second := *f
		second.verbal, second.subjectless = &participle, true
		judged := g.Judgment
		a.Groups[i] = Group{Verb: g.Verb, Main: g.Main, Finite: -1, Tokens: []int{g.Main}, found: &second, Judgment: judged}
		a.Groups = append(a.Groups, agreeing)
	}
	a.sortGroups()
}

// plannedThings are what is cancelled.
var plannedThings = setOf("match game concert flight class lesson meeting trip party train exam event show")

// lacksPassiveBe reports whether g tells in the active what can only be done to its subject, and when and by whom, or why: this house built in 1920 by my
// grandfather, the match cancelled because of the rain.
func (a *Analysis) lacksPassiveBe(g *Group) bool {
	p, f := a.parser, g.found
	if g.Tense != verb.PastSimple || len(f.aux) > 0 || f.fault != noFault || f.shared || !a.lacksPassive(g) || f.end+2 >= len(p.words) || a.verbAfter(f) != nil {
		return false
	}
	next := p.words[f.end].lower
	return next == "in" && isYear(p.words[f.end+1].text) && p.words[f.end+2].lower == "by" || next == "because" && p.words[f.end+1].lower == "of" && g.Verb == "cancel" && plannedThings[p.words[f.subject.head].lower]
}
