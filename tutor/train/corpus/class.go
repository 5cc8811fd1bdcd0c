package corpus

import (
	"bytes"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A class is a kind of mistake, finer than a code: be before a base form, to after enjoy. Its rows are
// sentences of words/classes.tsv, whose notation stands there.
type class struct {
	name string
	code sentence.Code // "" where no row of the class can be spoiled
	rows []classRow
}

// A classRow is one sentence of a class.
type classRow struct {
	text  string
	code  sentence.Code
	wrong bool   // it has a group that can be spoiled
	time  string // present or past, if it may be joined with a row of the same; else ""
}

// tensesOf are the words of a row that say of what time it speaks.
var tensesOf = map[string][]string{
	"present": {";present_", ";can;", ";must;", ";should;", ";do;", ";future_"},
	"past":    {";past_simple", ";did;", ";could;"},
}

func (l *lexicon) readClasses() {
	for _, r := range read("classes") {
		c := slices.IndexFunc(l.classes, func(c class) bool { return c.name == r[0] })
		if c < 0 {
			c = len(l.classes)
			l.classes = append(l.classes, class{name: r[0], code: sentence.Code(strings.Trim(r[1], "-"))})
		}
		row := classRow{text: r[2], code: l.classes[c].code, wrong: strings.Contains(r[2], "[*")}
		for time, tenses := range tensesOf {
			other := map[string]string{"present": "past", "past": "present"}[time]
			if mentions(r[2], tenses) && !mentions(r[2], tensesOf[other]) && strings.HasSuffix(r[2], ".") {
				row.time = time
			}
		}
		l.classes[c].rows = append(l.classes[c].rows, row)
	}
}

func mentions(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// classOf draws a class with a code, or any class.
func (d *draft) classOf(coded bool) class {
	for {
		if c := pick(d, d.words.classes); c.code != "" || !coded {
			return c
		}
	}
}

// joinableClasses draws two classes that have wrong rows of the same time.
func (d *draft) joinableClasses() (x, y class) {
	for {
		x, y = d.classOf(true), d.classOf(true)
		for _, r := range x.rows {
			if _, ok := d.row(y, true, r.time); r.wrong && r.time != "" && ok {
				return x, y
			}
		}
	}
}

// ofClass makes a sentence of the recipe's class: with its error, if the recipe has one. Now and then a right row
// of another class stands beside it, or a wrong one where two errors are wanted.
func (d *draft) ofClass() (Example, bool) {
	errs := len(d.recipe.codes)
	row, ok := d.row(d.recipe.class, errs > 0, "")
	if !ok {
		return Example{}, false
	}
	if !row.wrong {
		d.recipe.verbs = Seen
	}
	beside, found := d.row(d.recipe.beside, errs > 1, row.time)
	switch found = found && row.time != ""; {
	case errs > 1 && !found:
		return Example{}, false
	case errs < 2 && (!found || d.chance(88)):
		d.planted = row.code
		d.expand(row.text)
	default:
		if errs < 2 && d.chance(50) {
			d.join(beside, row, true)
		} else {
			d.join(row, beside, errs < 2)
		}
	}
	d.flush()
	if d.recipe.failed {
		return Example{}, false
	}
	e, ok := d.finish()
	e.Text, e.Corrected = strings.TrimSpace(e.Text), strings.TrimSpace(e.Corrected) // a row may begin with a group
	return e, ok
}

// row draws a row of a class.
func (d *draft) row(c class, wrong bool, time string) (classRow, bool) {
	from := d.below(len(c.rows))
	for i := range c.rows {
		if r := c.rows[(from+i)%len(c.rows)]; (r.wrong || !wrong) && (time == "" || r.time == time) {
			return r, true
		}
	}
	return classRow{}, false
}

// join writes two rows as one sentence; of them only one is spoiled if so asked.
func (d *draft) join(first, second classRow, once bool) {
	plain := func(r classRow) string { return strings.ReplaceAll(r.text, "[*", "[") }
	a, b := first.text, second.text
	if once && first.wrong && second.wrong {
		if d.chance(50) {
			a = plain(first)
		} else {
			b = plain(second)
		}
	}
	d.planted = first.code
	d.expand(strings.TrimSuffix(a, "."))
	d.planted = second.code
	d.put(pick(d, []string{", and ", ", but ", ", and ", " and ", "; "}))
	d.expand(b)
}

// someone writes a subject that acts: a pronoun, a name, a person, or two of them.
func (d *draft) someone(p verb.Person) subject {
	from := d.flush()
	kinds := []string{pronoun, pronoun, pronoun}
	switch p {
	case verb.ThirdSingular:
		kinds = append(kinds, name, name, nounPhrase, nounPhrase, indefinite)
	case verb.ThirdPlural:
		kinds = append(kinds, nounPhrase, nounPhrase, coordinated)
	case verb.FirstPlural:
		kinds = append(kinds, coordinated)
	case verb.SecondPlural:
		kinds = []string{coordinated, pronoun}
	}
	kind := pick(d, kinds)
	switch kind {
	case pronoun:
		d.put(pick(d, humans[p]))
	case indefinite:
		d.put(pick(d, []string{"everybody", "everyone", "somebody", "someone"}))
	case name:
		d.name()
	case nounPhrase:
		d.put(pick(d, map[bool][]string{false: {"my ", "the ", "our ", "his ", "her ", "your ", "that "}, true: {"my ", "the ", "our ", "his ", "my two ", "these ", "many ", "some ", "all the "}}[p == verb.ThirdPlural]))
		d.noun("person", p == verb.ThirdPlural, d.chance(15))
	case coordinated:
		d.coordinate(p)
	}
	return subject{from: from, to: d.flush(), person: p, kind: kind}
}

// humans are the pronouns of persons; it is none.
var humans = map[verb.Person][]string{
	verb.FirstSingular: {"I"}, verb.SecondSingular: {"you"}, verb.ThirdSingular: {"he", "she"}, verb.FirstPlural: {"we"},
	verb.SecondPlural: {"you two", "you both", "you all"}, verb.ThirdPlural: {"they"},
}

// objectClasses are the classes of verbs whose complement is an object.
var objectClasses = wordSet("thing food liquid text person game music clothes language")

// drawVerb draws the verb that a row names: itself, one of those of a list of verbs with what follows them
// (~event), or one of the lexicon that fits (~, ~verb: that is no noun, ~object, ~goal …).
func (d *draft) drawVerb(name string) (u use, complement string) {
	filter, drawn := strings.CutPrefix(name, "~")
	if list := d.words.lists["verbs "+filter]; drawn && list != nil {
		name, drawn = pick(d, list), false
	}
	if !drawn {
		name, rest, more := strings.Cut(name, " ")
		base, particle, phrasal := strings.Cut(name, "_")
		if phrasal {
			complement = " " + particle
		}
		if more {
			complement += " " + rest
		}
		return use{d.words.entryOf(base, ""), ""}, complement
	}
	u = d.use(func(u use) bool {
		switch {
		case u.basePast() || u.doubtful || u.state || u.class == "rise" || u.class == "air":
			return false
		case filter == "verb":
			return !u.noun && !slices.Contains(u.forms.Participle, u.base)
		case filter == "object":
			return objectClasses[u.class]
		}
		return filter == "" || u.class == filter
	})
	return u, "~"
}

// written writes the group of a row: flags and subject; verb; tense, and an adverb or not; person; the wrong words.
func (d *draft) written(parts []string) {
	text := parts[0]
	flag := func(mark string) (has bool) {
		text, has = strings.CutPrefix(text, mark)
		return has
	}
	star, inverted, led := flag("*"), flag("?"), flag("^")
	u, complement := d.drawVerb(parts[1])
	tense, rest, _ := strings.Cut(parts[2], " ")
	person := verb.Person(parts[3])
	switch {
	case parts[3] == "*" && text == "":
		person = d.person
	case parts[3] == "*":
		person = pick(d, verb.Persons)
	}
	d.person = person
	g := &group{entry: u.entry, tense: verb.Tense(tense), question: inverted, led: led}
	g.finite = tense != "infinitive" && tense != "gerund" && tense != "base"
	if inverted || led {
		d.putFront(g)
	}
	if text == "" && !inverted { // a group begins with a space
		d.text = bytes.TrimSuffix(d.text, []byte(" "))
	}
	from := d.flush()
	switch {
	case text == "":
		g.bare = true
		g.subject = subject{from: from, to: from, person: person}
	case text == "someone":
		g.subject = d.someone(person)
	default:
		d.expand(text)
		g.subject = subject{from: from, to: d.flush(), person: person, kind: map[bool]string{true: nounPhrase}[star]}
	}
	for flag := range strings.FieldsSeq(rest) {
		if flag == "not" {
			g.negative = true
		} else {
			g.adverb = strings.ReplaceAll(flag, "_", " ")
		}
	}
	g.inflect(d)
	spoil := star && len(d.recipe.codes) > 0
	if spoil {
		g.code = d.planted
		d.misword(g, pick(d, strings.Split(parts[4], "/")))
	}
	if d.chance(40) {
		g.contractBoth(spoil)
	}
	d.putBody(g)
	if complement == "~" {
		d.complement(u)
	} else {
		d.expand(complement)
	}
	if star && complement != "~" { // the row names the verb
		d.recipe.verbs = Seen
	}
}

// misword sets the wrong words of a group from a pattern. Capitals stand for forms: B the base form, S the third
// person, P the past, N the participle, G the -ing form, V the present that fits the subject; and BE, WAS, HAVE,
// DO and DID for the forms of be, have and do that fit it. The last word is the main verb, unless it is an auxiliary.
func (d *draft) misword(g *group, pattern string) {
	g.wrong = words{}
	w := &g.wrong
	for word := range strings.FieldsSeq(pattern) {
		form, main := g.formFor(word)
		switch {
		case main:
			w.main = form
		case word == "that":
			w.lead = form
		case word == "not":
			w.not = g.right.not
			if w.not == "" || w.aux == "am" || w.aux == "" {
				w.not = "not"
			}
		case word == "no", word == "n't":
			w.not = word
		case word == "to":
			w.to = form
		case w.aux == "":
			w.aux = form
		default:
			w.second = form
		}
	}
	if w.not != "no" && w.not != "" && g.right.not != "" {
		g.right.not = w.not
	}
	if *w == g.right {
		d.recipe.failed = true
	}
}

// formFor returns the word that a word of a pattern stands for, and whether it is a form of the main verb.
func (g *group) formFor(word string) (form string, main bool) {
	f, p := g.forms, g.subject.person
	switch word {
	case "B":
		return g.base, true
	case "S":
		return f.ThirdPerson[0], true
	case "P":
		return f.Past[0], true
	case "N":
		return f.Participle[0], true
	case "G":
		return f.Gerund[0], true
	case "V":
		if g.base == "be" || g.base == "have" {
			return finite(g.base, false, p), true
		}
		if p == verb.ThirdSingular {
			return f.ThirdPerson[0], true
		}
		return g.base, true
	case "BE", "HAVE", "DO":
		return finite(strings.ToLower(word), false, p), false
	case "WAS":
		return finite("be", true, p), false
	case "DID":
		return "did", false
	}
	return word, false
}

// explicit sets the right words of a group from a pattern, as misword does the wrong ones.
func (d *draft) explicit(g *group, pattern string) {
	d.misword(g, strings.ReplaceAll(pattern, "_", " "))
	g.right, g.wrong = g.wrong, words{}
}

// contractBoth writes the auxiliaries onto a pronoun, right and wrong alike, where both can stand so.
func (g *group) contractBoth(spoiled bool) {
	if g.subject.kind != pronoun || g.subject.person == verb.SecondPlural || g.question || g.adverb != "" && g.right.aux == "" {
		return
	}
	right, wrong := g.right, g.wrong
	contract := func(w *words) bool {
		c, ok := clitics[w.aux]
		if w.aux == "" {
			return w == &right || !right.clitic // what is put in stands whole
		}
		if !ok || w.not == "n't" || w.main == "" && w.second == "" {
			return false
		}
		w.aux, w.clitic = c, true
		return true
	}
	if !contract(&right) || spoiled && !contract(&wrong) {
		return
	}
	if spoiled && wrong.clitic && right.clitic && right.aux == wrong.aux || !spoiled && right.aux == "'s" && g.tense == verb.PresentPerfect {
		return // he's come may be either
	}
	g.right, g.wrong = right, wrong
}
