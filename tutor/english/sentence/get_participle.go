package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// Get goes with a participle, where it says how somebody comes to be: get married, get lost. Learners write the base form.

// participlesAfterGet enters a wrong group for each base form after get that can be no object of it: he is getting marry.
func (a *Analysis) participlesAfterGet() {
	p := a.parser
	for i := 1; i < len(p.words); i++ {
		if !p.couldBeVerb(i) || !becomes[p.words[i].lower] || !p.phraseEnds(i+1) && !p.timeAt(i+1) && p.adverb(i+1) == 0 {
			continue
		}
		before := a.before(i)
		if before == nil || before.Verb != "get" || before.found.main != i-1 || before.found.governor == byHave {
			continue
		}
		if s := before.found.subject; s != nil && (!p.acts(s) || p.words[i].lower == "lose" && s.kind != pronoun) { // the dog got lose: loose
			continue
		}
		if g := a.groupAt(i); g != nil && (g.found.finite || g.Judgment.Verdict == Wrong) {
			continue
		}
		a.enterForm(i-1, byBe, wrongForm, verb.Base)
		a.groupAt(i).Judgment.Code = PastParticiple
	}
	a.sortGroups()
}

// becomes are verbs whose participle says after get how somebody comes to be.
var becomes = setOf("marry dress divorce engage confuse bore lose injure excite frighten annoy")
