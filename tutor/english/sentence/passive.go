package sentence

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
