package corpus

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// inventable reports whether the tools can show the right form of an invented verb: where an
// auxiliary carries the person.
func (p plan) inventable() bool {
	switch p.code {
	case "", sentence.SubjectPronoun, sentence.SubjectNoun, sentence.SubjectDistant:
	default:
		return false
	}
	return p.words == "" && (p.tense == verb.PresentPerfect || p.tense == verb.PresentContinuous ||
		p.tense == verb.PresentSimple && p.negative && !p.question)
}

// allows reports whether the verb can have the error that is planned, and the tense.
func (p plan) allows(u use) bool {
	f := u.forms
	if p.tense == verb.PresentContinuous && u.state || p.words == "passive" &&
		!slices.Contains([]string{"thing", "text", "building", "clothes", "vehicle", "food"}, u.class) {
		return false
	}
	if classes, ok := objects[p.asked]; ok && !slices.Contains(classes, u.class) {
		return false
	}
	if u.base == "be" && (p.tense == verb.PresentContinuous || p.code != "" && !beErrs[p.code]) {
		return false
	}
	if p.same {
		return u.basePast() || len(f.Past) > 1
	}
	switch p.code {
	case sentence.SubjectPronoun:
		return p.tense != verb.PresentSimple || !u.basePast()
	case sentence.SubjectNoun, sentence.SubjectDistant: // the dogs types could be two nouns
		return p.tense != verb.PresentSimple || !u.basePast() && (!u.noun || p.negative || p.question)
	case sentence.Overregular:
		return u.over != ""
	case sentence.Misspelling:
		return len(u.slips[p.formToMisspell()]) > 0
	case sentence.PastParticiple:
		if u.basePast() {
			return false
		}
		if p.tense == verb.PastSimple {
			pp := f.Participle[0]
			return pp != u.base && !slices.Contains(f.Past, pp)
		}
		return !slices.Contains(f.Participle, f.Past[0])
	case sentence.DoSupport:
		return p.tense != verb.PastSimple || !u.basePast() && !u.doubtful
	case sentence.DoMissing:
		return u.base != "be" && u.base != "have" && u.base != "do" && !u.basePast()
	case sentence.ModalBase, sentence.ToBase:
		return !u.basePast() && !u.doubtful
	case sentence.BeGerund:
		return !u.noun && !u.basePast() && u.base != "be" && !slices.Contains(f.Participle, u.base)
	case sentence.TenseAdverb:
		return !u.basePast() && (p.tense != verb.FutureSimple || !foreseen[u.base])
	}
	return true
}

// objects are the classes of what a question word asks for, so that nothing follows the verb.
var objects = map[string][]string{
	"what": {"thing", "food", "liquid", "text", "music", "clothes", "building", "game"},
	"who":  {"person"},
}

// beErrs are the errors that be can have.
var beErrs = map[sentence.Code]bool{
	sentence.SubjectPronoun: true, sentence.SubjectNoun: true, sentence.SubjectDistant: true, sentence.TenseAdverb: true,
	sentence.AuxiliarySpelling: true,
}

// foreseen are verbs whose past with a future time may speak of a plan: I booked a room tomorrow.
var foreseen = wordSet(`plan book schedule arrange set move invite announce reserve cancel be have order get buy need make prepare think
	say know believe hope tell want like love hate try decide learn agree begin start forget remember promise explain describe read hear
	see understand write show find expect offer mean choose ask wait teach discover dream worry complain report`)

// formToMisspell is the form whose spelling slips.
func (p plan) formToMisspell() verb.Form {
	switch p.tense {
	case verb.PresentSimple:
		return verb.ThirdPerson
	case verb.PresentContinuous:
		return verb.Gerund
	case verb.PresentPerfect:
		return verb.Participle
	}
	return verb.Past
}

// injectError writes the error of the plan into the group, or discards the draft.
func (d *draft) injectError(g *group, p plan) {
	if p.code == "" {
		return
	}
	g.code = p.code
	g.wrong = g.right
	w, ok := &g.wrong, true
	switch p.code {
	case sentence.SubjectPronoun, sentence.SubjectNoun, sentence.SubjectDistant, sentence.ThereBe:
		ok = d.wrongNumber(g, w)
	case sentence.Overregular:
		w.main = g.over
	case sentence.Misspelling:
		if slips := g.slips[p.formToMisspell()]; len(slips) > 0 { // a made-up verb may have none
			w.main = pick(d, slips)
		}
	case sentence.PastParticiple:
		if p.tense == verb.PastSimple {
			w.main = g.forms.Participle[0]
		} else {
			w.main = g.forms.Past[0]
			if p.tense == verb.PresentPerfect && d.chance(20) {
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
		d.recipe.failed = true
	}
}

// wrongNumber gives the finite word another number.
func (d *draft) wrongNumber(g *group, w *words) bool {
	third := g.subject.person == verb.ThirdSingular
	switch w.aux {
	case "am":
		w.aux = pick(d, []string{"is", "are", "is"})
	case "is":
		w.aux = "are"
	case "are":
		w.aux = "is"
		if g.code == sentence.ThereBe && w.not == "" && !g.question && d.chance(40) {
			w.aux, w.clitic = "'s", true
		}
		if g.code != sentence.ThereBe && d.chance(10) {
			w.aux = "am"
		}
	case "was":
		w.aux = "were"
	case "were":
		w.aux = "was"
	case "has":
		w.aux = "have"
	case "have":
		w.aux = "has"
	case "does":
		w.aux = "do"
	case "do":
		w.aux = "does"
	case "'m":
		w.aux = pick(d, []string{"'re", "'s"})
	case "'re":
		w.aux = "'s"
	case "'s":
		w.aux = "'re"
		if g.tense == verb.PresentPerfect {
			w.aux = "'ve"
		}
	case "":
		if g.tense != verb.PresentSimple {
			return false
		}
		if third {
			w.main = g.base
		} else {
			w.main = g.forms.ThirdPerson[0]
		}
	default:
		return false
	}
	if w.not == "n't" && w.aux == "am" {
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
	third := g.subject.person == verb.ThirdSingular
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
	case g.subject.person == verb.ThirdSingular && d.chance(25):
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
		return g.subject.person != verb.FirstSingular && (w.aux != "re" || g.subject.person != verb.FirstPlural)
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
	if lone := other.tense != verb.PresentPerfect && w.aux == "" && g.subject.person == verb.ThirdSingular; lone && d.chance(40) {
		w.main = g.base // without the -s too: yesterday he go
	}
}
