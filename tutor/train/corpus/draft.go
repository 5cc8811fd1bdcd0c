package corpus

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A draft is a sentence in the making: text, and verb groups whose words are chosen later.
type draft struct {
	random *rand.Rand
	words  *lexicon
	recipe recipe
	failed bool   // its parts do not fit together
	plans  []plan // the clauses that the frame asks for
	plan   plan   // of the clause that is written
	verb   use    // that was drawn last
	pieces []piece
	text   []byte // not yet a piece
}

// A piece is text, or one of the two parts of a group: what stands before the subject in a
// question, or the rest.
type piece struct {
	text  string
	group *group
	front bool
}

func (d *draft) below(n int) int { return d.random.IntN(n) }

// chance is true in so many of a hundred cases.
func (d *draft) chance(percent int) bool { return d.random.IntN(100) < percent }

func pick[T any](d *draft, list []T) T { return list[d.random.IntN(len(list))] }

// weighted draws a place in the list.
func weighted[T any](d *draft, list []T, weight func(T) int) int {
	sum := 0
	for _, v := range list {
		sum += weight(v)
	}
	n := d.below(sum)
	for i, v := range list {
		if n -= weight(v); n < 0 {
			return i
		}
	}
	return 0
}

// put adds text as it is.
func (d *draft) put(text string) { d.text = append(d.text, text...) }

// flush ends the text before a group, and returns the place of the next piece.
func (d *draft) flush() int {
	if len(d.text) > 0 {
		d.pieces = append(d.pieces, piece{text: string(d.text)})
		d.text = d.text[:0]
	}
	return len(d.pieces)
}

// render joins pieces, with the errors or without.
func render(pieces []piece, wrong bool) string {
	var b strings.Builder
	for _, p := range pieces {
		switch {
		case p.group == nil:
			b.WriteString(p.text)
		case p.front:
			p.group.writeFront(&b, p.group.pick(wrong))
		default:
			p.group.writeBody(&b, p.group.pick(wrong))
		}
	}
	return b.String()
}

// capital makes the first letter a capital.
func capital(text string) string {
	for i, r := range text {
		if unicode.IsLetter(r) {
			return text[:i] + string(unicode.ToUpper(r)) + text[i+utf8.RuneLen(r):]
		}
		if unicode.IsDigit(r) {
			break
		}
	}
	return text
}

// noun writes a noun of the class, some with an adjective, some made up.
func (d *draft) noun(class string, plural bool) {
	if (plural || class == "person") && d.chance(20) {
		d.slot(d.one("adjective"))
		d.put(" ")
	}
	switch n := pick(d, d.words.nouns[class]); {
	case d.chance(22) && (class == "person" || class == "thing" || class == "animal"):
		w := d.inventWord(nounCodas)
		if plural {
			w += "s"
		}
		d.slot(w)
	case plural:
		d.slot(n.many)
	default:
		d.slot(n.one)
	}
}

// one returns a noun of a class in the singular.
func (d *draft) one(class string) string { return pick(d, d.words.nouns[class]).one }

// slot writes a word, and turns "a" before it into "an" where needed.
func (d *draft) slot(w string) {
	if n := len(d.text); n > 0 && strings.ContainsRune("aeiou", rune(w[0])) && !strings.HasPrefix(w, "uni") && !strings.HasPrefix(w, "use") {
		if t := string(d.text[max(0, n-3):]); t == " a " || t == "a " || t == "A " {
			d.text = append(d.text[:n-1], "n "...)
		}
	}
	d.put(w)
}

// expand writes a text with {slots} and [groups].
func (d *draft) expand(text string) {
	for text != "" {
		i := strings.IndexAny(text, "{[")
		if i < 0 {
			d.put(text)
			return
		}
		d.put(text[:i])
		closing := "}"
		if text[i] == '[' {
			closing = "]"
		}
		end := i + strings.Index(text[i:], closing)
		if text[i] == '[' {
			d.group(strings.Split(text[i+1:end], ";"))
		} else {
			d.fill(text[i+1 : end])
		}
		text = text[end+1:]
	}
}

// brackets are the slots of those of code.
var brackets = map[string]string{"lb": "{", "rb": "}", "ls": "[", "rs": "]"}

// fill writes what stands for one slot: a clause, what goes with a verb, a text of a list, or a noun.
func (d *draft) fill(slot string) {
	switch slot {
	case "0", "1", "2":
		d.clause(d.plans[slot[0]-'0'])
	case "?":
		d.clause(d.plans[0])
	case "lb", "rb", "ls", "rs":
		d.put(brackets[slot])
	case "c":
		if d.verb.particle != "" {
			d.put(" " + d.verb.particle)
		}
		if text := pick(d, d.words.lists[d.verb.class]); text != "" {
			d.expand(" " + text)
		}
	case "broken":
		d.broken()
	case "there.@":
		d.fill("there." + string(d.plan.person))
	case "name":
		if d.chance(25) {
			w := d.inventWord(nameCodas)
			d.put(strings.ToUpper(w[:1]) + w[1:])
			return
		}
		d.put(d.one("name"))
	case "fam":
		d.put(d.one("family"))
	default:
		class := strings.TrimSuffix(slot, "1")
		phrases, nouns := d.words.lists["phrase "+slot], d.words.nouns
		switch one, plural := strings.CutSuffix(class, "s"); {
		case phrases != nil:
			d.expand(pick(d, phrases))
		case nouns[class] != nil:
			d.noun(class, false)
		case plural && nouns[one] != nil:
			d.noun(one, true)
		default:
			d.expand(pick(d, d.words.lists[slot]))
		}
	}
}

// inner is the kind of a subject that has its own text in a frame.
const inner = "inner"

// group writes a verb group of four parts: its subject, verb, tense and person, as clauses.tsv explains them.
func (d *draft) group(parts []string) {
	about, star := strings.CutPrefix(parts[0], "*")
	p := d.plan
	g := &group{tense: verb.Tense(parts[2]), person: verb.Person(parts[3]), kind: inner}
	if parts[2] == "@" {
		g.tense, g.negative, g.question = p.tense, p.negative, p.question
	}
	if parts[3] == "@" {
		g.person = p.person
	}
	if strings.HasPrefix(about, "@") || about == "" && parts[3] == "@" {
		g.kind = p.kind
	}
	g.finite = g.person != ""
	var code sentence.Code
	if star {
		code = p.code
	}
	u := d.verbOf(parts[1], code, g)
	g.entry = u.entry
	d.flush()
	if g.question {
		d.pieces = append(d.pieces, piece{group: g, front: true})
	}
	if things, own := strings.CutPrefix(about, "@"); own {
		texts := d.words.lists["subject "+p.kind+things+string(p.person)]
		if texts == nil {
			texts = d.words.lists["subject "+p.kind+string(p.person)]
		}
		about = pick(d, texts)
	}
	d.expand(about)
	g.inflect(d)
	d.shorten(g, code)
	d.adverb(g, code)
	d.flush()
	d.pieces = append(d.pieces, piece{group: g})
	d.injectError(g, code)
	d.verb = u
}

// verbOf draws the verb of a group.
func (d *draft) verbOf(spec string, code sentence.Code, g *group) use {
	from, drawn := strings.CutPrefix(spec, "@")
	classes := strings.Fields(from)
	switch governors := d.words.lists[from+" governor"]; {
	case !drawn:
		return use{d.words.entryOf(spec, ""), ""}
	case from == "bare" && code == "" && d.plan.code == sentence.ToBase: // of the others some take to as well
		return use{d.words.entryOf(pick(d, []string{"make", "let"}), ""), ""}
	case governors != nil:
		return use{d.words.entryOf(pick(d, governors), ""), ""}
	case from == "" && d.recipe.made && inventable(code, g):
		return d.inventVerb()
	}
	good := func(u use) bool {
		return u.allows(code, g) && (from == "" || u.particle == "" && slices.Contains(classes, u.class))
	}
	list := d.words.uses
	if d.chance(35) {
		list = d.words.rare
	}
	for range 60 {
		if u := pick(d, list); good(u) {
			return u
		}
	}
	list = d.words.uses
	at := d.below(len(list))
	for i := range list {
		if u := list[(at+i)%len(list)]; good(u) {
			return u
		}
	}
	d.failed = true
	return list[at]
}

// broken writes a participle before a noun, which is where an error of the plan stands.
func (d *draft) broken() {
	r := pick(d, d.words.participles)
	g := &group{entry: d.words.entryOf(r.verb, ""), attributed: true}
	g.right.main = g.forms.Participle[0]
	d.flush()
	d.pieces = append(d.pieces, piece{group: g})
	d.injectError(g, d.plan.code)
	d.put(" " + pick(d, r.nouns))
}

// unchanged are the codes beside which a group has neither a contraction nor an adverb.
var unchanged = map[sentence.Code]bool{
	sentence.TenseAdverb: true, sentence.DoMissing: true, sentence.BeGerund: true, sentence.ModalBase: true,
}

// shorten writes an auxiliary onto the subject in half of the cases, and have onto a modal.
func (d *draft) shorten(g *group, code sentence.Code) {
	if !unchanged[code] && code != sentence.ThereBe && d.chance(45) {
		g.contract()
	}
	if w := &g.right; w.second == "have" && w.not == "" && !g.question && code != sentence.AuxiliarySpelling && d.chance(40) {
		w.second = "'ve"
	}
}

// adverb puts an adverb into the group in one of five cases.
func (d *draft) adverb(g *group, code sentence.Code) {
	list := d.words.lists["adverb "+string(g.tense)]
	if unchanged[code] || code == sentence.AuxiliarySpelling || code == sentence.DoSupport || len(list) == 0 || g.negative ||
		g.right.second == "'ve" || g.base == "be" && g.question || g.kind == indefinite || g.kind == existential ||
		strings.HasPrefix(d.plan.time, "time ") && d.plan.time != "time neutral" || !d.chance(22) {
		return
	}
	if a := pick(d, list); !g.question || a != "never" && a != "rarely" {
		g.adverb = a
	}
}
