package corpus

import (
	"embed"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

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
	uses, rare  []use // of the split's own verbs
	seen        []use // of the training split's verbs
	nouns       map[string][]noun
	lists       map[string][]string // fixed texts by name
	shells      map[string][]string
	plain       map[string][]string // whole sentences by the code they can have; all under "-"
	participles []participle
	verbs       map[string]*entry // all that the frames name
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
	case Test:
		return testWords()
	}
	panic("corpus: BUG: no split named " + string(s))
}

var (
	trainWords = sync.OnceValue(func() *lexicon { return newLexicon(Train) })
	devWords   = sync.OnceValue(func() *lexicon { return newLexicon(Dev) })
	testWords  = sync.OnceValue(func() *lexicon { return newLexicon(Test) })
)

// SplitOf returns the split to which a lemma belongs.
func SplitOf(lemma string) Split {
	h := fnv.New32a()
	_, _ = h.Write([]byte(strings.ToLower(lemma))) // a hash never fails
	switch n := h.Sum32() >> 3 % 10; {
	case n < 8:
		return Train
	case n == 8:
		return Dev
	}
	return Test
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

// alternatives cuts a field of texts.
func alternatives(field string) []string {
	list := strings.Split(field, "|")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

func newLexicon(s Split) *lexicon {
	l := &lexicon{split: s, nouns: map[string][]noun{}, lists: map[string][]string{}, shells: map[string][]string{},
		plain: map[string][]string{}, verbs: map[string]*entry{}}
	for _, table := range []string{"complements", "times", "adverbs", "fragments", "fillers", "slots"} {
		for _, r := range read(table) {
			name := r[0]
			if table == "adverbs" && r[0] != "front" && r[0] != "tail" {
				l.lists["adverb "+name] = strings.Fields(r[1])
				continue
			}
			if table == "times" {
				name = "time " + name
			}
			for _, text := range alternatives(r[1]) {
				if rest, spaced := strings.CutPrefix(text, "_"); spaced { // a tail without a mark
					text = " " + rest
				}
				l.lists[name] = append(l.lists[name], text)
			}
		}
	}
	for _, r := range read("plain") {
		l.plain[r[0]] = append(l.plain[r[0]], r[1])
		l.plain["-"] = append(l.plain["-"], r[1])
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
	l.readNouns()
	l.readVerbs()
	return l
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
	if !u.rare && SplitOf(u.base) == Train {
		l.seen = append(l.seen, u)
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
	e := &entry{base: base, forms: verb.Of(base), state: stative[base], noun: verb.IsAlsoNoun(base) || verb.IsAlsoAdjective(base)}
	e.over = e.overregular()
	for _, r := range verb.Readings(e.forms.Past[0]) {
		e.doubtful = e.doubtful || r.Base != base && r.Forms.Has(verb.Base)
	}
	e.slips = map[verb.Form][]string{}
	for form, list := range map[verb.Form][]string{verb.Past: e.forms.Past, verb.Participle: e.forms.Participle,
		verb.Gerund: e.forms.Gerund, verb.ThirdPerson: e.forms.ThirdPerson} {
		e.slips[form] = e.misspelled(form, list[0])
	}
	return e
}

// overregular returns the base with the regular ending, where that is no form of any verb.
func (e *entry) overregular() string {
	if !e.forms.Irregular {
		return ""
	}
	regular := e.base + "ed"
	switch {
	case strings.HasSuffix(e.base, "e"):
		regular = e.base + "d"
	case strings.HasSuffix(e.base, "y") && !strings.ContainsRune("aeiou", rune(e.base[len(e.base)-2])):
		regular = e.base[:len(e.base)-1] + "ied"
	}
	if r, ok := verb.Lemma(regular); !ok || !r.Overregular || r.Base != e.base {
		return ""
	}
	return regular
}

// misspelled returns slips in the spelling of a form that are no form of any verb: in a regular
// ending, or one letter too few or two turned around at the end of an irregular form.
func (e *entry) misspelled(form verb.Form, right string) []string {
	ending := map[verb.Form]string{verb.Past: "ed", verb.Gerund: "ing", verb.ThirdPerson: "s"}[form]
	tries := []string{e.base + ending, strings.TrimSuffix(e.base, "e") + ending}
	if form != verb.ThirdPerson {
		tries = append(tries, e.base+e.base[len(e.base)-1:]+ending)
	}
	if e.forms.Irregular && (form == verb.Past || form == verb.Participle) {
		tries = append(tries, e.base+"n")
		for i := max(1, len(right)-4); i < len(right); i++ {
			tries = append(tries, right[:i]+right[i+1:], right[:i-1]+right[i:i+1]+right[i-1:i]+right[i+1:])
		}
	}
	var list []string
	for _, w := range tries {
		r, ok := verb.Lemma(w)
		if w != right && ok && r.Misspelled && !r.Overregular && r.Base == e.base && r.Forms.Has(form) && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}
