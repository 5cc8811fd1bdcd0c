package sentence

import (
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// The valency of a verb is the set of frames in which it stands: no object (we arrived), an object (enjoy it), two objects (give me it), a clause or a form of a
// verb, with an object before it or without. Where what follows a verb fits none of its frames, an object or a preposition is missing, or one too many is
// there (I like very much, they arrived the station, she explained me it), and which of them is meant nothing tells.

// A frame is a set of what a verb in the active takes.
type frame uint32

// The frames, by their names in the table.
const (
	intransitive     frame = 1 << iota // 0
	ergative                           // erg: 0 where the subject is the thing that it happens to
	transitive                         // o
	ditransitive                       // oo
	copular                            // n: a noun that says what the subject is
	predicative                        // adj
	infinitive                         // to
	gerundive                          // ing
	bareInfinitive                     // base
	thatClause                         // that
	whClause                           // wh
	objectInfinitive                   // o-to
	objectGerund                       // o-ing
	objectBare                         // o-base
	objectThat                         // o-that
	objectWh                           // o-wh
	objectAdjective                    // o-adj
)

// frameNames are the names of the frames in their order.
var frameNames = strings.Fields("0 erg o oo n adj to ing base that wh o-to o-ing o-base o-that o-wh o-adj")

// A valency is what the table says about a verb.
type valency struct {
	frames       frame
	prepositions []string // after which no object is missing: long for
	cognates     []string // heads of the objects of an intransitive verb: live a life
}

func (v valency) has(f frame) bool { return v.frames&f != 0 }

var theValencies = sync.OnceValue(func() map[string]valency {
	all := map[string]valency{}
	for _, record := range tables.Read("valency", 3) {
		v := valency{cognates: strings.Fields(record[2])}
		for name := range strings.FieldsSeq(record[1]) {
			if after, ok := strings.CutPrefix(name, "+"); ok {
				v.prepositions = append(v.prepositions, after)
			} else {
				v.frames |= 1 << slices.Index(frameNames, name)
			}
		}
		for spelling := range strings.SplitSeq(record[0], "/") {
			all[spelling] = v
		}
	}
	return all
})

// nameValency adds the patterns of verbs in none of their frames.
func (a *Analysis) nameValency() {
	for i := range a.Groups {
		if g := &a.Groups[i]; g.Judgment.Verdict == Wrong || a.mendedAt(g.found.end) {
			continue
		} else if a.breaksValency(g.found) {
			a.Patterns = append(a.Patterns, WordAstray)
		}
	}
	slices.SortFunc(a.Patterns, func(x, y Pattern) int { return slices.Index(Patterns, x) - slices.Index(Patterns, y) })
	a.Patterns = slices.Compact(a.Patterns)
}

// mendedAt reports whether a wrong group begins at word i, so that what follows the verb before it will be another form.
func (a *Analysis) mendedAt(i int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool { return g.Judgment.Verdict == Wrong && g.found.start == i })
}

// breaksValency reports whether what follows the verb of f fits none of its frames, and no word before it can be its object.
func (a *Analysis) breaksValency(f *found) bool {
	v := a.valencyOf(f)
	if v.frames == 0 || f.fault != noFault || a.quotes || a.isPassive(f) {
		return false
	}
	c := a.clauseOf(f)
	if c == nil || a.isReduced(c) {
		return false
	}
	return a.lacksAnObject(f, c, v) || a.bearsNoObject(f, c, v) || a.bearsNoSecond(f, c, v) || a.bearsNoForm(f, c, v)
}

// valencyOf returns the frames of all verbs that the main verb of f can be a form of, none for those that are auxiliaries too: the hens lay eggs.
func (a *Analysis) valencyOf(f *found) valency {
	var v valency
	if f.base == "be" || f.base == "have" || f.base == "do" {
		return v
	}
	for _, r := range a.parser.words[f.main].readings {
		w, known := theValencies()[r.Base]
		if !known {
			continue
		}
		v.frames |= w.frames
		v.prepositions = append(v.prepositions, w.prepositions...)
		v.cognates = append(v.cognates, w.cognates...)
	}
	return v
}

// isPassive reports whether the subject of f is what its verb is done to.
func (a *Analysis) isPassive(f *found) bool {
	return (f.governor == byBe || f.governor == byBeOr) && !has(f.readings, verb.Gerund)
}

// lacksAnObject reports whether only adverbials follow the verb of f up to the end of its clause, or "to" and a verb, and it takes an object: I like very much.
func (a *Analysis) lacksAnObject(f, c *found, v valency) bool {
	p, i := a.parser, f.main+1
	if v.has(intransitive) || v.has(ergative) && !p.acts(c.subject) {
		return false
	}
	switch {
	case c.kind == subClause && leftOpen[f.base], slices.Contains(v.prepositions, p.wordAt(i)), f.base == "use" && p.wordAt(i) == "to":
		return false
	case f.governor == byBe && stirring[f.base]: // he is very annoying
		return false
	case spentTimes[f.base] && p.wordAt(i) != "in" && a.adverbialEnd(i) > i && (p.adverb(i) == 0 || p.timePhraseEnd(i) > i):
		return false
	case p.wordAt(i) == "in" || p.wordAt(i) == "on":
		if phrasal[f.base] && !((articles[p.wordAt(i+1)] || possessives[p.wordAt(i+1)]) && holders[p.wordAt(i+2)]) {
			return false
		}
	case p.lex.is(p.wordAt(i), "particle"):
		return false
	}
	if end := a.degreeEnd(i); end > i && (f.base == "like" || f.base == "love" || f.base == "hate" || f.base == "enjoy") {
		i = end
	}
	return a.clauseEnds(i) || stirring[f.base] && f.governor == alone && has(f.readings, verb.Past) && c.subject.kind == pronoun && p.wordAt(i) == "when" // I surprised when she called
}

// leftOpen are verbs whose object a clause may leave out: if you want. spentTimes are verbs that take a time for their object: we spent last summer there.
var (
	leftOpen   = setOf("want like need wish please prefer expect intend")
	spentTimes = setOf("spend waste enjoy like love hate need take want celebrate prefer")
)

// stirring are verbs of feeling whose -ing form is an adjective.
var stirring = setOf(`annoy amaze amuse astonish confuse convince depress disappoint embarrass encourage excite exhaust fascinate frighten frustrate interest irritate
	mislead satisfy surprise terrify thrill upset overwhelm stun inspire challenge sadden horrify demand reassure comfort flatter distract disturb`)

// phrasal are verbs after which in and on are particles, unless holders follow, in or on which one puts things: she put on a hat, he put on the table.
var (
	phrasal = setOf("put take get bring let keep make send hold lay hand pull build carry add cast spare impose")
	holders = setOf("table fridge box bag drawer shelf pocket cupboard floor bed kitchen oven desk chair freezer basket bin suitcase backpack wallet purse")
)

// bearsNoObject reports whether an object follows the verb of f, which takes none: they arrived the station, an accident that happened me.
func (a *Analysis) bearsNoObject(f, c *found, v valency) bool {
	p, i := a.parser, f.main+1
	if v.has(transitive|ditransitive|copular) || c.subject.kind == nounPhrase && c.subject.start > 0 && p.lex.is(p.words[c.subject.start-1].lower, "preposition") { // after the storm came a silence
		return false
	}
	if f.base == "listen" && slices.ContainsFunc(p.nominals(i), func(n *nominal) bool {
		return n.kind == nounPhrase && n.persons == p3pl && p.phraseEnds(n.end) && !timeNouns()[p.words[n.head].lower]
	}) {
		return true // listened old songs
	}
	return p.surePronoun(i) && p.objectEnds(i+1) || a.sureObjectAt(i, v)
}

// sureObjectAt reports whether a noun phrase stands at word i that can be nothing but an object: no time, no measure, no cognate object and no subject.
func (a *Analysis) sureObjectAt(i int, v valency) bool {
	p := a.parser
	switch p.wordAt(i) {
	case "all", "both", "half", "each", "every", "any":
		return false
	case "this", "that", "these", "those":
		if v.has(thatClause) {
			return false
		}
	}
	k := slices.IndexFunc(a.steps, func(s *step) bool { return s.from == i && s.nominal != nil && s.nominal.start == i })
	if k < 0 {
		return false
	}
	n := a.steps[k].nominal
	head := p.words[n.head]
	switch {
	case n.kind != nounPhrase, !n.determined, a.subjectAt(n), p.verbAt(n.end), head.owner, measures[head.lower], slices.Contains(v.cognates, head.lower):
		return false
	case p.lex.is(head.lower, "adjective") && (p.wordAt(n.end) == "," || p.lex.is(p.wordAt(n.end), "coordinator")): // a long and happy life
		return false
	case (p.wordAt(i) == "a" || p.wordAt(i) == "an") && p.isPerson(head): // he came home a hero
		return false
	}
	return !slices.ContainsFunc(p.words[n.start:n.end], func(w word) bool {
		return wholes[w.lower] || timeNouns()[w.lower] || w.lower == "same" || has(w.readings, verb.Past)
	})
}

// bearsNoSecond reports whether an object follows the person after the verb of f, which takes one object, or a clause that it takes without a person: explained me
// the rule, explained me how it works, recommended us that we go.
func (a *Analysis) bearsNoSecond(f, c *found, v valency) bool {
	p, i := a.parser, f.main+1
	if p.wordAt(i) == "you" && !v.has(ditransitive|copular|thatClause) && a.sureObjectAt(i+1, v) {
		return true
	}
	if !p.surePronoun(i) || p.wordAt(c.subject.head) == "it" {
		return false
	}
	switch p.wordAt(i + 1) {
	case "it":
		return !v.has(ditransitive) && p.phraseEnds(i+2)
	case "how", "why":
		return !v.has(objectWh|ditransitive) && i+2 < len(p.words) && !p.words[i+2].punct
	case "that":
		return !v.has(objectThat) && a.clauseAfter(i+1)
	}
	return !v.has(ditransitive|copular) && a.sureObjectAt(i+1, v)
}

// clauseAfter reports whether a clause with its own subject follows the word "that" at i.
func (a *Analysis) clauseAfter(i int) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool {
		return g.found.finite && g.found.subject != nil && g.found.subject.start == i+1 && a.parser.lex.is(a.parser.wordAt(i+1), "subject")
	})
}

// bearsNoForm reports whether a form of a verb or an adjective follows the verb of f, which takes none, or takes it after an object: I hope die, she told to go, the
// song makes happy.
func (a *Analysis) bearsNoForm(f, c *found, v valency) bool {
	p, i := a.parser, f.main+1
	switch {
	case i >= len(p.words) || p.words[i].punct:
		return false
	case p.words[i].lower == "to" && f.base == "use":
		return false
	case p.words[i].lower == "to":
		g := a.groupAt(i + 1)
		return g != nil && g.found.to == i && !v.has(infinitive) && (v.has(objectInfinitive) || !v.has(intransitive)) && !slices.Contains(v.prepositions, "to")
	case p.words[i].lower == "that" && p.wordAt(i+1) == "to":
		g := a.groupAt(i + 2)
		promises := p.lex.is(f.base, "asks-infinitive") && v.has(thatClause) || p.lex.is(f.base, "mandative") && !v.has(objectInfinitive)
		return g != nil && g.found.to == i+1 && promises && a.verbAfter(f) == nil
	case p.words[i].lower == "that":
		return !v.has(thatClause) && a.clauseAfter(i)
	case p.lex.is(p.words[i].lower, "adjective"):
		return v.has(objectAdjective) && !v.has(predicative|intransitive|infinitive) && !assured[p.words[i].lower] && a.clauseEnds(i+1)
	case p.surePronoun(i), p.words[i].lower == "it":
		return !v.has(objectBare) && c.kind == mainClause && p.couldBeVerb(i+1) && (p.noNoun(i+1) || p.lex.is(p.wordAt(i+1), "seldom-noun") && p.phraseEnds(i+2))
	}
	if v.has(bareInfinitive) || !p.couldBeVerb(i) || p.adverb(i) > 0 || f.base == "make" && madeActs[p.words[i].lower] {
		return false
	}
	return p.noNoun(i) || !v.has(transitive|copular) && !p.lex.is(p.words[i].lower, "adjective", "preposition", "particle", "place-adverb") && !p.lex.nouns["mass"][p.words[i].lower] && !p.lex.chieflyNoun(p.words[i].lower) && !p.timeAt(i)
}

// assured are adjectives, and made verbs, that follow make in fixed phrases: make sure, make do.
var (
	assured  = setOf("sure certain good merry ready clear")
	madeActs = setOf("do believe love")
)
