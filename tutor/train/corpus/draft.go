package corpus

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A draft is a sentence in the making: text, and verb groups whose words are chosen later.
type draft struct {
	random *rand.Rand
	words  *lexicon
	recipe recipe
	plans  []plan // the clauses that the frame asks for
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

// put adds text as it is.
func (d *draft) put(text string) { d.text = append(d.text, text...) }

// flush ends the text before a group or a subject, and returns the place of the next piece.
func (d *draft) flush() int {
	if len(d.text) > 0 {
		d.pieces = append(d.pieces, piece{text: string(d.text)})
		d.text = d.text[:0]
	}
	return len(d.pieces)
}

func (d *draft) putFront(g *group) {
	d.flush()
	d.pieces = append(d.pieces, piece{group: g, front: true})
}

func (d *draft) putBody(g *group) {
	d.flush()
	d.pieces = append(d.pieces, piece{group: g})
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

// noun writes a noun of the class, with or without an adjective.
func (d *draft) noun(class string, plural, adjective bool) {
	if adjective {
		d.slot(d.one("adjective"))
		d.put(" ")
	}
	var w string
	if d.chance(22) && (class == "person" || class == "thing" || class == "animal") {
		w = d.inventWord(nounCodas)
		if plural {
			w += "s"
		}
	} else if n := pick(d, d.words.nouns[class]); plural {
		w = n.many
	} else {
		w = n.one
	}
	d.slot(w)
}

// one returns a noun of a class in the singular.
func (d *draft) one(class string) string { return pick(d, d.words.nouns[class]).one }

// name writes a name, a made one in a quarter of the cases.
func (d *draft) name() {
	if d.chance(25) {
		d.put(d.inventName())
		return
	}
	d.put(d.one("name"))
	if d.chance(8) {
		d.put(" " + d.one("family"))
	}
}

// slot writes a word, and turns "a" before it into "an" where needed.
func (d *draft) slot(w string) {
	if n := len(d.text); n > 0 && strings.ContainsRune("aeiou", rune(w[0])) && !strings.HasPrefix(w, "uni") && !strings.HasPrefix(w, "use") {
		if t := string(d.text[max(0, n-3):]); t == " a " || t == "a " || t == "A " {
			d.text = append(d.text[:n-1], "n "...)
		}
	}
	d.put(w)
}

// phrase writes a noun phrase: a person, a thing or a place.
func (d *draft) phrase(class string, plural bool) {
	determiners := []string{"the ", "the ", "the ", "a ", "a ", "my ", "his ", "her ", "our ", "this ", "that ", "your ",
		"their ", "another ", "every "}
	if plural {
		determiners = []string{"the ", "the ", "the ", "my ", "some ", "these ", "those ", "our ", "many ", "all ", "two ",
			"three ", "his ", "a lot of ", "several ", "most ", "", "", "all the ", "five ", "ten "}
	}
	d.put(pick(d, determiners))
	d.noun(class, plural, d.chance(15))
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
			d.fixed(strings.Split(text[i+1:end], ";"))
		} else {
			d.fill(text[i+1 : end])
		}
		text = text[end+1:]
	}
}

// fill writes what stands for one slot.
func (d *draft) fill(slot string) {
	switch slot {
	case "lb", "rb", "ls", "rs": // the brackets of code
		d.put(map[string]string{"lb": "{", "rb": "}", "ls": "[", "rs": "]"}[slot])
	case "0", "1", "2":
		d.clause(d.plans[slot[0]-'0'])
	case "?":
		d.clause(d.plans[0])
	case "thing":
		d.phrase("thing", false)
	case "thing1":
		d.noun("thing", false, false)
	case "things":
		d.noun("thing", true, d.chance(20))
	case "person":
		if d.chance(45) {
			d.name()
		} else {
			d.phrase("person", false)
		}
	case "persons1":
		d.noun("person", true, d.chance(20))
	case "person1":
		d.noun("person", false, d.chance(20))
	case "persons":
		d.put(pick(d, []string{"the ", "my ", "those ", "the two "}))
		d.noun("person", true, d.chance(20))
	case "place":
		if d.chance(30) {
			d.put(d.one("town"))
		} else {
			d.put(pick(d, []string{"the ", "the ", "the ", "a ", "this ", "my ", "our ", "that "}))
			d.noun("place", false, d.chance(20))
		}
	case "animal":
		d.noun("animal", false, false)
	case "animals":
		d.noun("animal", true, d.chance(20))
	case "name":
		d.name()
	case "adjective", "town":
		d.slot(d.one(slot))
	case "fam":
		d.put(d.one("family"))
	default:
		d.expand(pick(d, d.words.lists[slot]))
	}
}

// fixed writes a group of the frame: its subject, verb, tense and person. It is right, but for the
// one with a star in a sentence that has the recipe's error.
func (d *draft) fixed(parts []string) {
	text, star := strings.CutPrefix(parts[0], "*")
	from := d.flush()
	d.expand(text)
	subject := subject{from: from, to: d.flush(), person: verb.Person(parts[3])}
	g := &group{entry: d.words.entryOf(parts[1], ""), tense: verb.Tense(parts[2]), subject: subject, finite: true}
	if text == "" {
		g.subject.to, g.bare = g.subject.from, true
	}
	if star {
		g.subject.kind = nounPhrase
	}
	g.inflect(d)
	d.putBody(g)
	if star && len(d.recipe.codes) > 0 {
		d.injectError(g, plan{code: d.recipe.codes[0], tense: g.tense})
	}
}
