package corpus

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A recipe is what an example must be, whatever is tried to make it.
type recipe struct {
	outcome string // wrong, clean, or a reason
	codes   []sentence.Code
	verbs   Familiarity
	made    bool // verbs are made up where they can be
	plan    plan // of a right clause: the cell to fill
	style   string
	failed  bool
}

// weights of the codes, in parts of their sum.
var weights = []struct {
	code sentence.Code
	n    int
}{
	{sentence.SubjectPronoun, 14}, {sentence.SubjectNoun, 13}, {sentence.SubjectDistant, 12}, {sentence.Overregular, 10},
	{sentence.Misspelling, 10}, {sentence.PastParticiple, 7}, {sentence.ParticipleBefore, 10}, {sentence.DoSupport, 8},
	{sentence.DoMissing, 11}, {sentence.ModalBase, 8}, {sentence.ToBase, 7}, {sentence.BeGerund, 7}, {sentence.ThereBe, 7},
	{sentence.AuxiliarySpelling, 10}, {sentence.TenseAdverb, 8},
}

func (d *draft) code() sentence.Code {
	sum := 0
	for _, w := range weights {
		sum += w.n
	}
	n := d.below(sum)
	for _, w := range weights {
		if n -= w.n; n < 0 {
			return w.code
		}
	}
	return weights[0].code
}

var reasons = []struct {
	reason sentence.Reason
	n      int
}{
	{sentence.OtherTense, 36}, {sentence.NotASentence, 20}, {sentence.NotEnglish, 15},
	{sentence.Request, 14}, {sentence.OtherStructure, 14}, {sentence.TooLong, 1},
}

// newRecipe draws a recipe.
func (d *draft) newRecipe() recipe {
	var r recipe
	switch n := d.below(100); {
	case n < 53:
		r.outcome, r.codes = "wrong", []sentence.Code{d.code()}
	case n < 60:
		r.outcome = "wrong"
		for range 2 + d.below(5)/4 {
			r.codes = append(r.codes, d.code())
		}
	case n < 80:
		r.outcome = "clean"
	default:
		n := d.below(100)
		for _, w := range reasons {
			if n -= w.n; n < 0 {
				r.outcome = string(w.reason)
				break
			}
		}
	}
	r.verbs, r.made = Unseen, d.chance(85)
	if d.words.split == Train {
		r.verbs = Seen
	} else if d.chance(30) {
		r.verbs, r.made = Seen, false
	}
	r.plan = d.rightPlan()
	switch n := d.below(100); {
	case n < 7:
		r.style = lowered
	case n < 12:
		r.style = endless
	case n < 19:
		r.style = jotted
	case n < 22 && r.outcome == "clean": // a correction may bring an apostrophe of its own
		r.style = curled
	}
	return r
}

// rightPlan draws a cell of persons, tenses, shapes and kinds of subjects.
func (d *draft) rightPlan() plan {
	p := plan{person: pick(d, verb.Persons), tense: pick(d, append(verb.Tenses[:5:5], verb.FutureSimple))}
	p.kind = pick(d, kindsOf(p.person))
	p.negative, p.question = d.chance(27), d.chance(28)
	p.construct(d)
	p.setTime(d)
	return p
}

// construct chooses what is neither subject nor tense: a question word, be, have, or another verb
// after.
func (p *plan) construct(d *draft) {
	if p.kind == indefinite {
		p.negative = false
	}
	if p.question && d.chance(45) {
		p.asked = pick(d, []string{"why", "when", "where", "what", "who", "how often"})
		p.negative = p.negative && p.asked == "why"
	}
	switch n := d.below(100); {
	case n < 14 && p.tense != verb.PresentContinuous:
		p.words = "copula"
	case n < 20 && p.tense != verb.PresentContinuous:
		p.words = "have"
	case n < 24:
		p.words = "do"
	case n < 34 && p.tense != verb.PresentContinuous:
		p.words = "infinitive"
	case n < 38 && !p.question && p.tense != verb.PresentContinuous:
		p.words = "bare"
	case n < 42:
		p.words = antecedent
	case n < 44:
		p.words = terse
	case n < 60 && p.joinable():
		p.words = shared
	}
	if p.asked != "" && p.asked != "why" {
		p.words = ""
	}
}

// setTime chooses an expression of time that fits the tense, or none.
func (p *plan) setTime(d *draft) {
	if p.asked == "when" || p.asked == "how often" {
		return
	}
	switch n := d.below(100); {
	case n < 35 && p.tense.Valid():
		p.time = "time " + string(p.tense)
	case n < 43:
		p.time = "time neutral"
	}
	p.front = !p.question && p.code == "" && d.chance(35) || !p.question && d.chance(30)
}

// draw makes an example of the recipe, or reports that its parts do not fit together.
func (d *draft) draw() (Example, bool) {
	switch d.recipe.outcome {
	case "wrong":
		return d.faulty()
	case "clean":
		return d.clean()
	}
	return d.outside()
}

// faulty makes a sentence with the errors of the recipe.
func (d *draft) faulty() (Example, bool) {
	if c := d.recipe.codes; len(c) == 1 && c[0] == sentence.AuxiliarySpelling && d.chance(10) {
		return d.fragmentWithOf()
	}
	if c := d.recipe.codes; len(c) == 1 && len(d.words.plain[string(c[0])]) > 0 && d.chance(12) {
		return d.plain(string(c[0]))
	}
	var plans []plan
	for _, c := range d.recipe.codes {
		plans = append(plans, d.planFor(c))
	}
	if len(plans) == 1 {
		for !plans[0].question && len(plans) < 3 && d.chance(22) { // right clauses beside it
			q := d.rightPlan()
			if d.chance(30) {
				q = d.otherPlan()
			}
			q.question, q.asked = false, ""
			plans = append(plans, q)
			d.random.Shuffle(len(plans), func(i, j int) { plans[i], plans[j] = plans[j], plans[i] })
		}
	}
	if len(plans) > 1 {
		for i := range plans {
			if plans[i].question {
				return Example{}, false
			}
		}
	}
	return d.write(plans)
}

// plain makes a sentence of the list.
func (d *draft) plain(code string) (Example, bool) {
	d.recipe.verbs = Seen
	d.expand(pick(d, d.words.plain[code]))
	d.flush()
	if d.recipe.failed {
		return Example{}, false
	}
	return d.finish()
}

// fragmentWithOf makes a scrap of a sentence with "of" for "have": could of, you shouldn't of been.
func (d *draft) fragmentWithOf() (Example, bool) {
	g := &group{entry: d.words.entryOf("have", ""), tense: modalPerfect, bare: true, finite: true, negative: d.chance(30)}
	u := d.use(func(u use) bool { return u.base != "be" })
	if whole := d.chance(50); whole {
		g.entry = u.entry
		g.inflect(d)
	} else {
		g.inflect(d)
		g.right.main = ""
	}
	if d.chance(35) {
		g.subject = d.subject(pick(d, verb.Persons), pronoun, false)
	}
	d.putBody(g)
	d.injectError(g, plan{code: sentence.AuxiliarySpelling, tense: modalPerfect})
	if g.right.main != "" && d.chance(50) {
		d.complement(u)
	}
	d.put(pick(d, []string{"", "", ".", "!"}))
	d.flush()
	if d.recipe.failed {
		return Example{}, false
	}
	e, ok := d.finish()
	e.Text, e.Corrected = strings.TrimSpace(e.Text), strings.TrimSpace(e.Corrected) // a group begins with a space
	return e, ok
}

// clean makes a sentence with nothing wrong, half of them with words that errors are made of.
func (d *draft) clean() (Example, bool) {
	if d.chance(15) {
		return d.plain("-")
	}
	p := d.recipe.plan
	p.same = d.chance(15) && p.words == ""
	if d.chance(14) {
		p = d.planFor(pick(d, []sentence.Code{sentence.ParticipleBefore, sentence.ThereBe, sentence.ThereBe, sentence.ToBase,
			sentence.SubjectDistant}))
		p.code = ""
	}
	plans := []plan{p}
	for !p.question && len(plans) < 3 && d.chance(25) {
		q := d.rightPlan()
		q.question, q.asked = false, ""
		if d.chance(25) {
			q = d.otherPlan()
			q.question = false
		}
		plans = append(plans, q)
	}
	return d.write(plans)
}

// write puts the clauses into a frame and returns the example with its truth.
func (d *draft) write(plans []plan) (Example, bool) {
	shells := d.words.shells[[]string{"", "1", "2", "3"}[len(plans)]]
	if plans[0].question {
		shells = d.words.shells["?"]
	}
	shell := pick(d, shells)
	if d.recipe.outcome == string(sentence.OtherTense) && (strings.Contains(shell, "[") || strings.Contains(shell, "Excuse")) ||
		plans[0].code == sentence.DoMissing && plans[0].question || plans[0].words == terse || len(shell) > 5 && d.chance(75) {
		shell = shells[0]
	}
	for i := range plans {
		plans[i].sure = d.recipe.made
	}
	d.plans = plans
	d.expand(shell)
	d.flush()
	if d.recipe.failed {
		return Example{}, false
	}
	return d.finish()
}
