package corpus

import (
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// injectError writes an error into the group, or discards the draft.
func (d *draft) injectError(g *group, code sentence.Code) {
	if code == "" {
		return
	}
	g.code = code
	g.wrong = g.right
	w, ok := &g.wrong, true
	switch code {
	case sentence.SubjectPronoun, sentence.SubjectNoun, sentence.SubjectDistant, sentence.ThereBe:
		ok = d.wrongNumber(g, w)
	case sentence.Overregular:
		w.main = g.over
	case sentence.Misspelling:
		if slips := g.slips[misspelled(g.tense)]; len(slips) > 0 { // a made-up verb may have none
			w.main = pick(d, slips)
		}
	case sentence.PastParticiple:
		if g.tense == verb.PastSimple {
			w.main = g.forms.Participle[0]
		} else {
			w.main = g.forms.Past[0]
			if g.tense == verb.PresentPerfect && d.chance(20) {
				w.main = g.base
			}
		}
	case sentence.ParticipleBefore:
		w.main = g.forms.Past[0]
	case sentence.DoSupport:
		d.finiteAfterDo(g, w)
	case sentence.DoMissing:
		d.dropDo(g, w)
	case sentence.ModalBase:
		d.wrongAfterGovernor(g, w, true)
	case sentence.ToBase:
		d.wrongAfterGovernor(g, w, false)
	case sentence.BeGerund:
		d.dropBeOrIng(g, w)
	case sentence.AuxiliarySpelling:
		ok = d.misspellAuxiliary(g, w)
	case sentence.TenseAdverb:
		d.wrongTense(g, w)
	}
	if !ok || *w == g.right || w.main == "" && g.right.main != "" {
		d.failed = true
	}
}

// otherNumbers are the finite words that another number has, in parts of what learners write.
var otherNumbers = map[string][]string{
	"am": {"is", "are", "is"}, "is": {"are"}, "are": {"is", "is", "is", "is", "is", "am"}, "was": {"were"}, "were": {"was"},
	"has": {"have"}, "have": {"has"}, "does": {"do"}, "do": {"does"}, "'m": {"'re", "'s"}, "'re": {"'s"}, "'s": {"'re"},
}

// wrongNumber gives the finite word another number.
func (d *draft) wrongNumber(g *group, w *words) bool {
	list := otherNumbers[w.aux]
	switch {
	case w.aux == "" && g.tense == verb.PresentSimple && g.person == verb.ThirdSingular:
		w.main = g.base
	case w.aux == "" && g.tense == verb.PresentSimple:
		w.main = g.forms.ThirdPerson[0]
	case list == nil:
		return false
	case g.code == sentence.ThereBe && w.aux == "are" && w.not == "" && !g.question && d.chance(40):
		w.aux, w.clitic = "'s", true
	case w.aux == "'s" && g.tense == verb.PresentPerfect:
		w.aux = "'ve"
	default:
		w.aux = pick(d, list)
	}
	if w.aux == "am" && (w.not == "n't" || g.code == sentence.ThereBe) {
		w.aux = "is"
	}
	return true
}

// finiteAfterDo puts a finite form after do.
func (d *draft) finiteAfterDo(g *group, w *words) {
	switch {
	case w.aux == "did" && d.chance(85):
		w.main = d.form(g.forms.Past)
	default:
		w.main = g.forms.ThirdPerson[0]
	}
}

// dropDo leaves do out.
func (d *draft) dropDo(g *group, w *words) {
	third := g.person == verb.ThirdSingular
	if g.negative {
		w.aux = ""
		if w.not == "n't" {
			w.not = "no"
		}
		if third && d.chance(35) {
			w.main = g.forms.ThirdPerson[0]
		}
		return
	}
	w.aux = ""
	switch {
	case g.tense == verb.PastSimple:
		w.main = g.forms.Past[0]
	case third && d.chance(60):
		w.main = g.forms.ThirdPerson[0]
	}
}

// wrongAfterGovernor puts a wrong form after a modal or to, or errs in to itself: can to go, wants go, let him to
// go.
func (d *draft) wrongAfterGovernor(g *group, w *words, stray bool) {
	switch n := d.below(3); {
	case !stray && w.to == "":
		w.to = "to"
	case !stray && d.chance(35):
		w.to = ""
	case n == 0 && stray:
		w.to = "to"
	case n <= 1:
		w.main = g.forms.ThirdPerson[0]
	default:
		w.main = g.forms.Past[0]
	}
}

// dropBeOrIng leaves out be, or -ing.
func (d *draft) dropBeOrIng(g *group, w *words) {
	switch {
	case d.chance(45) && !g.question:
		w.aux, w.clitic = "", false
		if w.not != "" { // they not going: are not, since not stays
			w.not, g.right.not = "not", "not"
		}
	case g.person == verb.ThirdSingular && d.chance(25):
		w.main = g.forms.ThirdPerson[0]
	default:
		w.main = g.base
	}
}

// auxiliarySlips are auxiliaries as learners write them.
var auxiliarySlips = map[string][]string{
	"don't": {"dont"}, "doesn't": {"doesnt", "dosent", "dosn't"}, "didn't": {"dint", "didnt"}, "isn't": {"isnt"}, "aren't": {"arent"},
	"wasn't": {"wasnt"}, "weren't": {"werent"}, "hasn't": {"hasnt"}, "haven't": {"havent"}, "couldn't": {"couldnt"},
	"wouldn't": {"wouldnt"}, "shouldn't": {"shouldnt"}, "can't": {"cant"}, "won't": {"wont"}, "mustn't": {"mustnt"},
}

// misspellAuxiliary misspells an auxiliary, or writes of for have after a modal.
func (d *draft) misspellAuxiliary(g *group, w *words) bool {
	if w.second == "have" {
		w.second = "of"
		return true
	}
	if w.clitic && (w.aux == "'ve" || w.aux == "'re") {
		w.aux = w.aux[1:]
		return g.person != verb.FirstSingular && (w.aux != "re" || g.person != verb.FirstPlural)
	}
	list := auxiliarySlips[w.auxiliary()]
	if w.not != "n't" || len(list) == 0 {
		return false
	}
	w.aux, w.not, w.spelled = pick(d, list), "", true
	return true
}

// wrongTense puts the group into a tense that its expression of time contradicts.
func (d *draft) wrongTense(g *group, w *words) {
	other := *g
	switch g.tense {
	case verb.PastSimple:
		other.tense = verb.PresentSimple
		if d.chance(35) {
			other.tense = verb.PresentPerfect
		}
	case verb.PresentPerfect:
		other.tense = verb.PresentSimple
	default:
		other.tense = verb.PastSimple
	}
	other.inflect(d)
	if not := g.right.not; not != "" && other.right.aux != "am" {
		other.right.not = not
	}
	*w = other.right
	if lone := other.tense != verb.PresentPerfect && w.aux == "" && g.person == verb.ThirdSingular; lone && d.chance(40) {
		w.main = g.base // without the -s too: yesterday he go
	}
}
