package corpus

import (
	"embed"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

//go:embed words/*.tsv
var files embed.FS

// An entry is one verb with what the errors need to know about it.
type entry struct {
	base, particle string
	forms          verb.Forms
	over           string                 // the regular past of an irregular verb: goed
	slips          map[verb.Form][]string // misspelled forms, by the form that was meant
	state          bool                   // not used in the continuous
	rare, invented bool
	doubtful       bool // a past form is the base of another verb: found
	noun           bool // the base is a noun or an adjective too
}

// A use is a verb with the class of what may follow it.
type use struct {
	*entry
	class string
}

// A noun has both numbers.
type noun struct{ one, many string }

// A lexicon is the words of one split. It is never written after it was made.
type lexicon struct {
	split       Split
	uses, rare  []use // of the split's verbs
	nouns       map[string][]noun
	lists       map[string][]string // fixed texts by name
	shells      map[string][]string
	plain       map[string][]string // whole sentences by the code they can have; all under "-"
	participles []participle
	plans       map[string][]planRow
	kinds       map[verb.Person][]string // of subjects, but for "there"
	verbs       map[string]*entry        // all that the frames name
}

// A participle goes before some nouns.
type participle struct {
	verb  string
	nouns []string
}

// lexiconOf returns the words of a split.
func lexiconOf(s Split) *lexicon {
	switch s {
	case Train:
		return trainWords()
	case Dev:
		return devWords()
	}
	panic("corpus: BUG: no split named " + string(s))
}

var (
	trainWords = sync.OnceValue(func() *lexicon { return newLexicon(Train) })
	devWords   = sync.OnceValue(func() *lexicon { return newLexicon(Dev) })
)

// SplitOf returns the split to which a lemma belongs.
func SplitOf(lemma string) Split {
	h := fnv.New32a()
	_, _ = h.Write([]byte(strings.ToLower(lemma))) // a hash never fails
	if h.Sum32()>>3%10 == 8 {
		return Dev
	}
	return Train
}

// read returns the records of one of the embedded tables.
func read(name string) [][]string {
	text, err := files.ReadFile("words/" + name + ".tsv")
	if err != nil {
		panic("corpus: BUG: " + err.Error())
	}
	var records [][]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if line != "" && line[0] != '#' {
			records = append(records, strings.Split(line, "\t"))
		}
	}
	return records
}

// alternatives cuts a field of texts. One that begins with _ begins with a space.
func alternatives(field string) []string {
	list := strings.Split(field, "|")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
		if rest, spaced := strings.CutPrefix(list[i], "_"); spaced {
			list[i] = " " + rest
		}
	}
	return list
}

func newLexicon(s Split) *lexicon {
	l := &lexicon{split: s, nouns: map[string][]noun{}, lists: map[string][]string{}, shells: map[string][]string{},
		plain: map[string][]string{}, plans: map[string][]planRow{}, kinds: map[verb.Person][]string{}, verbs: map[string]*entry{}}
	for _, table := range [][2]string{{"complements"}, {"fragments"}, {"fillers"}, {"slots"}, {"times", "time "}, {"clauses", "clause "}} {
		for _, r := range read(table[0]) {
			name := table[1] + r[0]
			l.lists[name] = append(l.lists[name], alternatives(r[1])...)
		}
	}
	for _, r := range read("adverbs") {
		if r[0] == "front" || r[0] == "tail" {
			l.lists[r[0]] = append(l.lists[r[0]], alternatives(r[1])...)
		} else {
			l.lists["adverb "+r[0]] = strings.Fields(r[1])
		}
	}
	for _, r := range read("subjects") {
		l.lists["subject "+r[0]+r[1]] = alternatives(r[2])
		if p := verb.Person(r[1]); r[0] != existential && !strings.HasSuffix(r[0], "things") {
			l.kinds[p] = append(l.kinds[p], r[0])
		}
	}
	for _, r := range read("plain") {
		l.plain[r[0]] = append(l.plain[r[0]], r[1])
		if r[0] != rightPlans {
			l.plain[rightPlans] = append(l.plain[rightPlans], r[1])
		}
	}
	for _, r := range read("shells") {
		l.shells[r[0]] = append(l.shells[r[0]], r[1])
	}
	for _, r := range read("participles") {
		l.participles = append(l.participles, participle{r[0], strings.Fields(r[1])})
	}
	for _, r := range read("governors") {
		l.lists[r[0]+" governor"] = strings.Fields(r[1])
	}
	l.readPlans()
	l.readNouns()
	l.readVerbs()
	return l
}

// readPlans reads how clauses are planned.
func (l *lexicon) readPlans() {
	for _, r := range read("plans") {
		var numbers [3]int
		for i, field := range []string{r[1], r[4], r[5]} {
			n, err := strconv.Atoi(field)
			if err != nil {
				panic("corpus: BUG: plans.tsv: " + err.Error())
			}
			numbers[i] = n
		}
		row := planRow{weight: numbers[0], kinds: strings.Fields(r[2]), tenses: strings.Fields(r[3]), negative: numbers[1],
			question: numbers[2], time: r[6], clauses: strings.Fields(r[7])}
		if r[0] != rightPlans && r[0] != otherPlans {
			row.code = sentence.Code(r[0])
		}
		l.plans[r[0]] = append(l.plans[r[0]], row)
	}
}

// readNouns reads nouns and names; closed classes are in every split.
func (l *lexicon) readNouns() {
	for _, r := range read("nouns") {
		for w := range strings.FieldsSeq(r[1]) {
			one, many, irregular := strings.Cut(strings.ReplaceAll(w, "_", " "), "/")
			if !irregular {
				many = pluralOf(one)
			}
			switch r[0] {
			case "name", "person", "animal", "thing", "place", "town":
				if SplitOf(one) != l.split {
					continue
				}
			}
			l.nouns[r[0]] = append(l.nouns[r[0]], noun{one, many})
		}
	}
}

// pluralOf is the regular plural.
func pluralOf(w string) string {
	switch last := w[len(w)-1]; {
	case strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"), last == 's', last == 'x', last == 'z':
		return w + "es"
	case last == 'y' && !strings.ContainsRune("aeiou", rune(w[len(w)-2])):
		return w[:len(w)-1] + "ies"
	}
	return w + "s"
}

// unlisted are verbs of the table that no frame of ours fits.
var unlisted = wordSet(`be have do can will shall may must might ought let make go get come become seem appear cost lie fell found bound
	wound saw rain snow hail thunder need dare used own mean beware please thank matter depend hope wish say tell think suggest insist
	suppose pretend happen last weigh measure belong exist consist remain stay die arise occur`)

// readVerbs reads the verbs of the frames, and those of the tutor's own table for variety.
func (l *lexicon) readVerbs() {
	curated := map[string]bool{}
	for _, r := range read("verbs") {
		for w := range strings.FieldsSeq(r[1]) {
			base, particle, _ := strings.Cut(w, "_")
			curated[base] = true
			l.place(use{l.entryOf(base, particle), r[0]})
		}
	}
	frames := map[string]string{}
	for _, r := range tables.Read("es_gloss", 5) {
		base, _, _ := strings.Cut(r[0], " ")
		if base == r[0] {
			frames[base] += " " + r[2]
		}
	}
	for _, r := range tables.Read("verbs", 3) {
		base, _, _ := strings.Cut(r[0], "/")
		frame, known := frames[base]
		if curated[base] || unlisted[base] || r[2] != "" || len(base) > 14 {
			continue
		}
		class := "thing"
		switch fields := strings.Fields(frame); {
		case known && slices.Contains(fields, "p"):
			class = "person"
		case known && slices.Contains(fields, "i"):
			class = "manner"
		}
		u := use{l.entryOf(base, ""), class}
		u.rare = true
		l.place(u)
	}
}

// place enters a use where its lemma belongs.
func (l *lexicon) place(u use) {
	switch s := SplitOf(u.base); {
	case s == l.split && u.rare:
		l.rare = append(l.rare, u)
	case s == l.split:
		l.uses = append(l.uses, u)
	}
}

// entryOf returns the entry of a verb, made once.
func (l *lexicon) entryOf(base, particle string) *entry {
	key := base + " " + particle
	if e, ok := l.verbs[key]; ok {
		return e
	}
	e := newEntry(base)
	e.particle = particle
	l.verbs[key] = e
	return e
}

var stative = wordSet(`be have know like love hate want need understand remember forget believe own belong hear see agree depend trust
	admire bother prefer contain resemble deserve involve concern lack possess adore detest dislike envy fear smell taste ` +
	`miss realize recognize
	value require doubt suspect owe seem sound tend cost`)

func newEntry(base string) *entry {
	e := &entry{base: base, forms: verb.Of(base), state: stative[base], noun: verb.IsAlsoNoun(base) || verb.IsAlsoAdjective(base),
		slips: map[verb.Form][]string{}}
	for _, r := range verb.Readings(e.forms.Past[0]) {
		e.doubtful = e.doubtful || r.Base != base && r.Forms.Has(verb.Base)
	}
	for _, s := range verb.Slips(base) {
		r, ok := verb.Lemma(s.Text)
		switch {
		case !ok || r.Base != base || r.Overregular != s.Overregular: // it is a form of another verb
		case s.Overregular && s.Forms.Has(verb.Past) && len(s.Text) <= len(base)+3 && e.over == "": // not wented
			e.over = s.Text
		case !s.Overregular:
			for _, form := range []verb.Form{verb.Past, verb.Participle, verb.Gerund, verb.ThirdPerson} {
				if s.Forms.Has(form) && !slices.Contains(e.slips[form], s.Text) {
					e.slips[form] = append(e.slips[form], s.Text)
				}
			}
		}
	}
	return e
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}
