package corpus

import (
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The constructions that go beyond one subject with one verb.

// joined writes one or two more verbs on the subject of the first: he gets up, eats and goes.
func (d *draft) joined(first *group, p plan) {
	more := 1 + d.below(4)/3
	for i := range more {
		q := p
		q.words = ""
		if i < more-1 {
			q.code = ""
			d.put(",")
		} else {
			d.put(pick(d, []string{" and", " and", ", and", " but", " or", " and then"}))
		}
		u := d.use(func(u use) bool { return q.allows(u) && u.base != "be" && u.class != "rise" && u.class != "air" })
		g := &group{entry: u.entry, tense: p.tense, subject: first.subject, finite: true}
		g.inflect(d)
		d.putBody(g)
		d.injectError(g, q)
		d.complement(u)
	}
}

// described writes an object and a clause that says more of it: the girls who live here.
func (d *draft) described(u use, p plan) {
	if u.particle != "" {
		d.put(" " + u.particle)
	}
	d.put(" ")
	from := d.flush()
	person := pick(d, []verb.Person{verb.ThirdSingular, verb.ThirdPlural})
	d.phrase(u.class, person == verb.ThirdPlural)
	if u.class == "person" {
		d.put(pick(d, []string{" who", " who", " that"}))
	} else {
		d.put(pick(d, []string{" that", " that", " which"}))
	}
	q := plan{code: p.code, person: person, kind: relative,
		tense: pick(d, []verb.Tense{verb.PresentSimple, verb.PresentSimple, verb.PresentPerfect, verb.PastSimple})}
	v := use{d.words.entryOf("be", ""), "quality"}
	if u.class == "person" && q.tense != verb.PastSimple && d.chance(65) {
		v = d.use(func(u use) bool { return q.allows(u) && u.class != "rise" && u.class != "air" })
	}
	g := &group{entry: v.entry, tense: q.tense, subject: subject{from: from, to: d.flush(), person: person, kind: relative}, finite: true}
	g.inflect(d)
	d.putBody(g)
	d.injectError(g, q)
	d.complement(v)
}

// second writes an infinitive after the main verb, which is where the error stands if it is one of
// an infinitive.
func (d *draft) second(p plan, to string) {
	q := p
	if p.code != sentence.ToBase {
		q.code = ""
	}
	q.tense, q.words = infinitive, ""
	u := d.use(func(u use) bool { return q.allows(u) && u.class != "rise" && u.class != "air" })
	g := &group{entry: u.entry, tense: infinitive, right: words{to: to, main: u.base}}
	g.subject.from = d.flush()
	g.subject.to = g.subject.from
	d.putBody(g)
	if q.code != "" {
		d.injectError(g, q)
	}
	d.complement(u)
}

// existential writes that something is there.
func (d *draft) existential(p plan) {
	g := &group{entry: d.words.entryOf("be", ""), tense: p.tense, negative: p.negative, question: p.question, finite: true}
	if p.question {
		d.putFront(g)
	}
	d.put("there")
	d.putBody(g)
	d.put(" ")
	from := d.flush()
	plural := p.person == verb.ThirdPlural
	class := pick(d, []string{"thing", "thing", "person", "animal", "place", "abstract"})
	switch {
	case plural && d.chance(25):
		determiners := []string{"", "", "", "no ", "enough ", "more "}
		if p.question || p.negative {
			determiners = []string{"", "any ", "any ", "enough ", "more "}
		}
		d.put(pick(d, determiners))
		if d.chance(30) { // bomb drills
			d.put(d.one("thing") + " ")
		}
	case plural:
		d.put(pick(d, []string{"two ", "many ", "three ", "some ", "several ", "a lot of ", "a few ", "twelve ", "so many ",
			"too many ", "hundreds of ", "lots of "}))
	case p.code == "" && d.chance(15):
		class = "mass"
		d.put(pick(d, []string{"", "some ", "no ", "a lot of ", "enough "}))
	default:
		d.put(pick(d, []string{"a ", "a ", "a ", "one ", "another ", "only one "}))
	}
	d.noun(class, plural, d.chance(25))
	g.subject = subject{from: from, to: d.flush(), person: p.person, kind: existential}
	g.inflect(d)
	if g.right.aux == "is" && p.code == "" && !p.question && !p.negative && d.chance(30) {
		g.right.aux, g.right.clitic = "'s", true
	}
	d.expand(pick(d, []string{" in {place}", " near {place}", " on the table", " in {place}", " here", " in front of {place}",
		"", " on the wall", " under {thing}", " for {person}", " at {place}", " around the corner", " over there",
		" behind {place}", " in my {thing1}"}))
	d.injectError(g, p)
}

// participle writes a clause with a participle before a noun.
func (d *draft) participle(p plan) {
	r := pick(d, d.words.participles)
	inner := &group{entry: d.words.entryOf(r.verb, ""), attributed: true}
	inner.right = words{main: inner.forms.Participle[0]}
	noun := pick(d, r.nouns)
	plural := d.chance(35)
	if plural {
		noun = pluralOf(noun)
	}
	if d.chance(20) {
		noun = d.inventWord(nounCodas)
		plural = false
	}
	phrase := func() { // not "her": he showed her broke a vase
		d.put(pick(d, []string{"the ", "the ", "his ", "my ", "their ", "our "}))
		inner.subject.from = d.flush()
		inner.subject.to = inner.subject.from
		d.putBody(inner)
		d.put(" " + noun)
	}
	if d.chance(45) {
		from := d.flush()
		phrase()
		person := verb.ThirdSingular
		if plural {
			person = verb.ThirdPlural
		}
		g := &group{entry: d.words.entryOf("be", ""), tense: pick(d, []verb.Tense{verb.PresentSimple, verb.PastSimple}),
			finite: true, negative: d.chance(20)}
		g.subject = subject{from: from, to: d.flush(), person: person, kind: nounPhrase}
		g.inflect(d)
		d.putBody(g)
		d.expand(pick(d, []string{" in {place}", " {adjective}", " close to {place}", " on the floor", " very {adjective}"}))
	} else {
		g := &group{finite: true, tense: p.tense, entry: d.words.entryOf(pick(d,
			[]string{"find", "buy", "sell", "describe", "visit", "paint", "bring", "show", "lose", "photograph"}), "")}
		g.subject = d.subject(p.person, p.kind, false)
		g.inflect(d)
		d.putBody(g)
		d.put(" ")
		phrase()
		d.expand(pick(d, []string{"", " in {place}", " near {place}", " of {person}"}))
	}
	d.injectError(inner, p)
}
