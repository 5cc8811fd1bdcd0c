package corpus

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The kinds of subjects.
const (
	pronoun     = "pronoun"
	indefinite  = "indefinite"
	name        = "name"
	nounPhrase  = "noun"
	prepped     = "preposition"
	relative    = "relative"
	coordinated = "coordinated"
	existential = "there"
)

// kindsOf returns the kinds of subjects that a person can have.
func kindsOf(p verb.Person) []string {
	switch p {
	case verb.FirstSingular, verb.SecondSingular:
		return []string{pronoun}
	case verb.FirstPlural, verb.SecondPlural:
		return []string{pronoun, coordinated}
	case verb.ThirdSingular:
		return []string{pronoun, indefinite, name, nounPhrase, prepped, relative}
	}
	return []string{pronoun, nounPhrase, prepped, relative, coordinated}
}

// personFor returns a person that a subject of the kind can have.
func (d *draft) personFor(kind string) verb.Person {
	switch kind {
	case pronoun:
		return pick(d, verb.Persons)
	case indefinite, name:
		return verb.ThirdSingular
	case coordinated:
		return pick(d, []verb.Person{verb.FirstPlural, verb.SecondPlural, verb.ThirdPlural})
	}
	return pick(d, []verb.Person{verb.ThirdSingular, verb.ThirdPlural})
}

// subject writes a subject. Things are subjects only where the verb does not require a person.
func (d *draft) subject(p verb.Person, kind string, things bool) subject {
	from := d.flush()
	plural := p == verb.ThirdPlural
	switch kind {
	case pronoun:
		d.put(pick(d, pronouns[p]))
	case indefinite:
		d.put(pick(d, []string{"everybody", "everyone", "nobody", "somebody", "someone", "no one"}))
	case name:
		d.name()
	case nounPhrase:
		d.head(plural, things)
	case prepped:
		d.attracted(plural, things)
	case relative:
		d.clauseOn(p)
	case coordinated:
		d.coordinate(p)
	}
	return subject{from: from, to: d.flush(), person: p, kind: kind}
}

var pronouns = map[verb.Person][]string{
	verb.FirstSingular:  {"I"},
	verb.SecondSingular: {"you"},
	verb.ThirdSingular:  {"he", "she", "he", "she", "it"},
	verb.FirstPlural:    {"we"},
	verb.SecondPlural:   {"you two", "you both", "you all"},
	verb.ThirdPlural:    {"they"},
}

// head writes a simple noun phrase.
func (d *draft) head(plural, things bool) {
	class := pick(d, []string{"person", "person", "person", "animal"})
	if things && d.chance(50) || d.chance(15) {
		class = pick(d, []string{"thing", "thing", "abstract", "animal", "place"})
		switch {
		case !plural && d.chance(15):
			d.put(pick(d, []string{"the ", "this ", "my ", "the ", "some ", "", "your "}))
			d.put(d.one("mass"))
			return
		case plural && d.chance(15):
			d.put(pick(d, []string{"the ", "these ", "my ", "those "}))
			d.put(pick(d, d.words.nouns["plural"]).one)
			return
		}
	}
	if !plural && d.chance(6) {
		d.put(pick(d, []string{"Mr ", "Mrs ", "Ms ", "Dr ", "Mr. ", "Dr. "}))
		d.put(d.one("family"))
		return
	}
	determiners := []string{"the ", "the ", "the ", "a ", "a ", "my ", "his ", "her ", "our ", "their ", "your ", "this ",
		"that ", "every ", "each ", "another ", "no ", "one of the ", "one of my "}
	if plural {
		determiners = []string{"the ", "the ", "the ", "my ", "some ", "these ", "those ", "our ", "many ", "all ", "all the ",
			"two ", "most ", "both ", "his ", "their ", "a lot of ", "several ", "my three ", "", "", "", "four ", "few ", "a few "}
	}
	determiner := pick(d, determiners)
	if !plural && d.chance(6) {
		d.name()
		determiner = pick(d, []string{"'s ", "'s ", "'s old "})
	}
	d.put(determiner)
	d.noun(class, plural != strings.HasPrefix(determiner, "one of"), d.chance(25))
}

// attracted writes a noun phrase with another noun after its head, mostly of the other number.
func (d *draft) attracted(plural, things bool) {
	near := plural
	if d.chance(75) {
		near = !plural
	}
	determiners := []string{"the ", "the ", "the ", "a ", "a ", "this ", "that ", "every ", "each ", "my ", "our "}
	if plural {
		determiners = []string{"the ", "the ", "the ", "some ", "those ", "many ", "most ", "all ", "these ", "several ", "my ", ""}
	}
	d.put(pick(d, determiners))
	behind := pick(d, []string{"thing", "person", "person", "animal", "place", "abstract"})
	if things && d.chance(65) {
		if d.chance(35) {
			head := pick(d, []string{"list", "box", "picture", "color", "price", "name", "photo", "story", "copy", "group", "pile",
				"set", "collection", "bag", "basket", "row", "map", "report", "book", "film", "drawing", "history", "owner", "roof", "quality"})
			if plural {
				head = pluralOf(head)
			}
			d.slot(head)
			d.put(" of ")
		} else {
			d.noun(pick(d, []string{"thing", "thing", "abstract", "place"}), plural, d.chance(20))
			d.put(pick(d, []string{" about ", " of ", " in ", " on ", " from ", " for ", " by ", " near ", " under ", " behind ",
				" with ", " around ", " at ", " to ", " next to "}))
		}
	} else {
		d.noun(pick(d, []string{"person", "person", "animal"}), plural, d.chance(20))
		d.put(pick(d, []string{" near ", " with ", " behind ", " next to ", " beside ", " of ", " from ", " in ", " at ",
			" around ", " in front of ", " under ", " like ", " without "}))
	}
	d.phrase(behind, near)
}

// clauseOn writes a noun phrase with a relative clause whose verb is right.
func (d *draft) clauseOn(p verb.Person) {
	from := d.flush()
	plural := p == verb.ThirdPlural
	if plural {
		d.put(pick(d, []string{"the ", "some ", "those ", "many ", "the ", "most ", "all ", "several ", "the two ", "these "}))
	} else {
		d.put(pick(d, []string{"the ", "a ", "that ", "every ", "the ", "this ", "each "}))
	}
	d.noun(pick(d, []string{"person", "person", "animal"}), plural, d.chance(15))
	tense := pick(d, []verb.Tense{verb.PastSimple, verb.PresentSimple, verb.PresentPerfect, verb.PastSimple, verb.PresentContinuous})
	u := d.use(func(u use) bool {
		return !u.basePast() && (tense != verb.PresentContinuous || !u.state) && u.class != "rise" && u.class != "air"
	})
	if d.recipe.made && d.chance(50) && (tense == verb.PresentPerfect || tense == verb.PresentContinuous) {
		u = d.inventVerb()
	}
	if (u.class == "thing" || u.class == "person") && d.chance(40) { // that Ana saw
		d.put(pick(d, []string{" that ", " that ", " who ", " "}))
		inner := d.subject(verb.ThirdSingular, name, false)
		g := &group{entry: u.entry, tense: tense, subject: inner, finite: true}
		g.inflect(d)
		d.putBody(g)
		return
	}
	d.put(pick(d, []string{" that", " who"}))
	g := &group{entry: u.entry, tense: tense, subject: subject{from: from, to: d.flush(), person: p, kind: relative},
		finite: true, negative: d.chance(15)}
	g.inflect(d)
	d.putBody(g)
	d.complement(u)
}

// coordinate writes two subjects together.
func (d *draft) coordinate(p verb.Person) {
	other := func() {
		if d.chance(50) {
			d.name()
			return
		}
		d.put(pick(d, []string{"my ", "the ", "our ", "his ", "her ", "your ", "a "}))
		d.noun(pick(d, []string{"person", "person", "animal"}), false, false)
	}
	switch p {
	case verb.SecondPlural:
		d.put("you and ")
		other()
	case verb.FirstPlural:
		other()
		d.put(" and I")
	default:
		other()
		d.put(" and ")
		other()
	}
}
