package corpus

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A plan says how a clause is to be made.
type plan struct {
	code     sentence.Code // to be planted, or ""
	kind     string
	person   verb.Person
	tense    verb.Tense
	negative bool
	question bool
	asked    string // the question word, or ""
	words    string // another construction: there, infinitive, passive, participle, bare, copula, or one of the below
	time     string // the name of the list of times to take one from, or ""
	front    bool   // the time stands first
	sure     bool   // the verb is made up if it can be
	same     bool   // the past of the verb looks like another of its forms
}

// Constructions of which more than one file knows.
const (
	shared     = "shared"     // other verbs follow on the same subject, and the last of them is the one to spoil
	antecedent = "antecedent" // the object has a relative clause, whose verb is the one to spoil
	terse      = "terse"      // nothing follows the verb
)

// use draws a verb that is good; an invented one where the recipe says so and the plan allows it.
func (d *draft) use(good func(use) bool) use {
	list := d.words.uses
	switch {
	case d.recipe.verbs == Seen && d.words.split != Train:
		list = d.words.seen
	case d.chance(35):
		list = d.words.rare
	}
	for range 40 {
		if u := pick(d, list); good(u) {
			return u
		}
	}
	list = d.words.uses
	from := d.below(len(list))
	for i := range list {
		if u := list[(from+i)%len(list)]; good(u) {
			return u
		}
	}
	d.recipe.failed = true
	return list[from]
}

// lone are the classes of verbs that need no complement.
var lone = wordSet("food liquid text music game goal location manner occur person up with to at about none")

// basePast reports whether the infinitive is a past form too: put, read.
func (u use) basePast() bool { return slices.Contains(u.forms.Past, u.base) }

// complement writes what follows a verb.
func (d *draft) complement(u use) {
	if u.particle != "" {
		d.put(" " + u.particle)
	}
	if text := pick(d, d.words.lists[u.class]); text != "" {
		d.put(" ")
		d.expand(text)
	}
}

// clause writes a clause as planned.
func (d *draft) clause(p plan) {
	if p.front && (p.time == untimed || !d.opens()) {
		p.front = false
		if p.tense == verb.FutureSimple && p.code == sentence.TenseAdverb {
			d.recipe.failed = true
		}
	}
	if p.question {
		if p.asked != "" {
			d.put(p.asked + " ")
		}
	} else if p.time != "" && p.front {
		d.opening(p)
	}
	switch p.words {
	case existential:
		d.existential(p)
	case "participle":
		d.participle(p)
	default:
		d.ordinary(p)
	}
	if p.time != "" && p.time != untimed && !p.front && p.words != terse {
		d.put(" ")
		d.expand(pick(d, d.words.lists[p.time]))
	}
}

// opening writes an expression of time before the subject.
func (d *draft) opening(p plan) {
	first := d.flush() == 0
	d.put(pick(d, d.words.lists[p.time]))
	if first && d.chance(50) {
		d.put(",")
	}
	d.put(" ")
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

// verbFor draws the verb of a plan and what may follow it.
func (d *draft) verbFor(p plan) use {
	switch p.words {
	case "copula":
		return use{d.words.entryOf("be", ""), "quality"}
	case "have":
		return use{d.words.entryOf("have", ""), "possession"}
	case "do":
		return use{d.words.entryOf("do", ""), "chore"}
	case "infinitive":
		if p.tense != verb.PresentPerfect && d.chance(20) {
			return use{d.words.entryOf("be", ""), ""}
		}
		return use{d.words.entryOf(pick(d, d.words.lists["to governor"]), ""), ""}
	case "bare":
		governor := pick(d, d.words.lists["bare governor"])
		if p.code == sentence.ToBase { // of the others some take to as well
			governor = pick(d, []string{"make", "let"})
		}
		return use{d.words.entryOf(governor, ""), ""}
	}
	switch p.words {
	case shared:
		p.code = "" // the error is in a verb that follows
	case antecedent:
		p.code = ""
		return d.use(func(u use) bool { return p.allows(u) && (u.class == "person" || u.class == "thing") })
	case terse:
		return d.use(func(u use) bool { return p.allows(u) && u.particle == "" && lone[u.class] })
	}
	if p.sure && p.inventable() && !p.same && p.asked != "who" {
		return d.inventVerb()
	}
	return d.use(p.allows)
}

// ordinary writes subject, group and complement.
func (d *draft) ordinary(p plan) {
	u := d.verbFor(p)
	g := &group{entry: u.entry, tense: p.tense, negative: p.negative, question: p.question, finite: true}
	if p.question {
		d.putFront(g)
	}
	g.subject = d.subject(p.person, p.kind, p.words == "copula" || p.words == "passive")
	g.inflect(d)
	if p.code != sentence.TenseAdverb && p.code != sentence.DoMissing && p.code != sentence.BeGerund &&
		p.code != sentence.ModalBase && d.chance(45) {
		g.contract()
	}
	d.adverb(g, p)
	if w := &g.right; w.second == "have" && w.not == "" && g.adverb == "" && !g.question &&
		p.code != sentence.AuxiliarySpelling && d.chance(40) {
		w.second = "'ve"
	}
	d.putBody(g)
	d.afterGroup(g, u, p)
}

// afterGroup writes what follows the verb group, and the error of the plan where it belongs.
func (d *draft) afterGroup(g *group, u use, p plan) {
	switch p.words {
	case shared:
		d.complement(u)
		d.joined(g, p)
	case antecedent:
		d.described(u, p)
	case terse:
		d.injectError(g, p)
	case "passive":
		d.injectError(g, p)
		d.put(pick(d, []string{"", "", " again", " in the garden"}))
		if d.chance(50) {
			d.expand(" by {person}")
		}
	case "bare":
		d.expand(pick(d, []string{" {person}", " {persons}", " him", " them", " us"}))
		d.second(p, "")
	case "infinitive":
		if p.code != sentence.ToBase {
			d.injectError(g, p)
		}
		if g.base == "be" {
			d.put(pick(d, []string{" ready", " happy", " able", " glad", " too tired", " sorry"}))
		}
		d.second(p, "to")
	default:
		d.injectError(g, p)
		switch {
		case p.asked == "where" && slices.Contains([]string{"goal", "location", "manner"}, u.class):
		case objects[p.asked] == nil:
			d.complement(u)
		}
	}
}

// adverb puts an adverb into the group in one of five cases.
func (d *draft) adverb(g *group, p plan) {
	list := d.words.lists["adverb "+string(p.tense)]
	switch p.code {
	case sentence.BeGerund, sentence.DoMissing, sentence.TenseAdverb, sentence.ModalBase, sentence.AuxiliarySpelling, sentence.DoSupport:
		return
	}
	if len(list) == 0 || !d.chance(22) || g.base == "be" && g.question || p.kind == indefinite ||
		strings.HasPrefix(p.time, "time ") && p.time != "time neutral" {
		return
	}
	a := pick(d, list)
	if g.negative {
		a = "really"
		if p.tense == verb.PresentPerfect {
			return
		}
	}
	if g.question && (a == "never" || a == "rarely") {
		return
	}
	g.adverb = a
}
