package corpus

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A planRow is a row of plans.tsv.
type planRow struct {
	weight             int
	kinds, tenses      []string
	negative, question int
	time               string
	clauses            []string
	code               sentence.Code // to be planted, or ""
}

// A plan is a clause to be written: a row with its choices made. The zero value is that of the groups of frames.
type plan struct {
	code     sentence.Code
	clause   string // the name of a row of clauses.tsv
	kind     string // of the subject
	person   verb.Person
	tense    verb.Tense
	negative bool
	question bool
	time     string // the name of the list of times to take one from, or ""
	front    bool   // the time stands first
}

// The kinds of plans that are no codes.
const (
	rightPlans = "-"
	otherPlans = "other_tense"
)

// planFor draws a clause of the kind: one in which a code can stand, a right one, or one in none of the five tenses.
func (d *draft) planFor(kind string) plan {
	rows := d.words.plans[kind]
	r := rows[weighted(d, rows, func(r planRow) int { return r.weight })]
	p := plan{code: r.code, tense: verb.Tense(pick(d, r.tenses)), clause: pick(d, r.clauses)}
	subject, person, _ := strings.Cut(pick(d, r.kinds), ":")
	p.kind, p.person = subject, verb.Person(person)
	switch {
	case subject == "any":
		p.person = pick(d, verb.Persons)
		p.kind = pick(d, d.words.kinds[p.person])
	case person == "":
		p.person = pick(d, slices.DeleteFunc(slices.Clone(verb.Persons), func(q verb.Person) bool {
			return !slices.Contains(d.words.kinds[q], subject)
		}))
	}
	p.negative = d.chance(r.negative) && p.kind != indefinite // nobody doesn't
	p.question = d.chance(r.question)
	if asked := p.clause + "?"; p.question && d.words.lists["clause "+asked] != nil {
		p.clause = asked
	}
	n := d.below(100)
	switch {
	case r.time == "no":
	case r.time != "":
		p.time = "time " + r.time
	case n < 35 && p.tense.Valid():
		p.time = "time " + string(p.tense)
	case n < 43:
		p.time = "time neutral"
	}
	p.front = !p.question && (d.chance(35) || p.code == sentence.TenseAdverb && p.tense == verb.FutureSimple)
	return p
}

// clause writes a clause as planned.
func (d *draft) clause(p plan) {
	outer := d.plan
	d.plan = p
	text := pick(d, d.words.lists["clause "+p.clause])
	if strings.HasPrefix(text, "when ") || strings.HasPrefix(text, "how often ") || strings.HasPrefix(text, "what time ") {
		p.time = ""
	}
	front := p.time != "" && p.front && d.opens()
	if front {
		first := d.flush() == 0
		d.put(pick(d, d.words.lists[p.time]))
		if first && d.chance(50) {
			d.put(",")
		}
		d.put(" ")
	}
	if !front && p.code == sentence.TenseAdverb && p.tense == verb.FutureSimple {
		d.failed = true // I booked a room for tomorrow may be right
	}
	d.expand(text)
	if p.time != "" && !front {
		d.put(" ")
		d.expand(pick(d, d.words.lists[p.time]))
	}
	d.plan = outer
}

// opens reports whether an expression of time may stand before the subject: at the start of the
// sentence, or after a mark and a conjunction.
func (d *draft) opens() bool {
	text := string(d.text)
	if text == "" {
		return len(d.pieces) == 0
	}
	return d.chance(30) && (strings.HasSuffix(text, ", and ") || strings.HasSuffix(text, ", but ") || strings.HasSuffix(text, "; "))
}

// inventable reports whether the tools can show the right form of an invented verb: where an
// auxiliary carries the person.
func inventable(code sentence.Code, g *group) bool {
	switch code {
	case "", sentence.SubjectPronoun, sentence.SubjectNoun, sentence.SubjectDistant:
		return g.tense == verb.PresentPerfect || g.tense == verb.PresentContinuous ||
			g.tense == verb.PresentSimple && g.negative && !g.question
	}
	return false
}

// allows reports whether a verb can have the error in the group, and its tense.
func (u use) allows(code sentence.Code, g *group) bool {
	f := u.forms
	basePast := slices.Contains(f.Past, u.base) // put, read
	if g.tense == verb.PresentContinuous && u.state || g.tense == infinitive && (u.class == "rise" || u.class == "air") {
		return false
	}
	switch code {
	case "":
		return g.kind != inner || !basePast
	case sentence.SubjectPronoun:
		return g.tense != verb.PresentSimple || !basePast
	case sentence.SubjectNoun, sentence.SubjectDistant: // the dogs types could be two nouns
		return g.tense != verb.PresentSimple || !basePast && (!u.noun || g.negative || g.question)
	case sentence.Overregular:
		return u.over != ""
	case sentence.Misspelling:
		return len(u.slips[misspelled(g.tense)]) > 0
	case sentence.PastParticiple:
		if g.tense == verb.PastSimple {
			pp := f.Participle[0]
			return !basePast && pp != u.base && !slices.Contains(f.Past, pp)
		}
		return !basePast && !slices.Contains(f.Participle, f.Past[0])
	case sentence.DoSupport:
		return g.tense != verb.PastSimple || !basePast && !u.doubtful
	case sentence.ModalBase, sentence.ToBase:
		return !basePast && !u.doubtful
	case sentence.BeGerund:
		return !u.noun && !basePast && !slices.Contains(f.Participle, u.base)
	case sentence.TenseAdverb:
		return !basePast && (g.tense != verb.FutureSimple || !foreseen[u.base])
	}
	return !basePast
}

// foreseen are verbs whose past with a future time may speak of a plan: I booked a room tomorrow.
var foreseen = wordSet(`plan book schedule arrange set move invite announce reserve cancel be have order get buy need make prepare think
	say know believe hope tell want like love hate try decide learn agree begin start forget remember promise explain describe read hear
	see understand write show find expect offer mean choose ask wait teach discover dream worry complain report`)

// misspelled is the form whose spelling slips in a tense.
func misspelled(t verb.Tense) verb.Form {
	switch t {
	case verb.PresentSimple:
		return verb.ThirdPerson
	case verb.PresentContinuous:
		return verb.Gerund
	case verb.PresentPerfect:
		return verb.Participle
	}
	return verb.Past
}
