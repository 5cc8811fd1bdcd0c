package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// maxVerbEdits is how many verbs, each with the words that belong to it, a correction changes at most.
const maxVerbEdits = 4

// A piece is a part of the sentence: as it stands, and what else may stand there.
type piece struct {
	text   string
	other  string // an expression that matches text too; "": nothing else
	counts bool   // other is an edit of a verb
}

// pieces cuts the sentence into pieces. What may be changed are the verbs of which forms were returned, with the words
// of the closed list beside them: before them, in a question also on the other side of the subject, and where
// a form of be was returned and none stands. Settled words, given by where they begin, stay.
func (s *Sentence) pieces(forms returned, settled map[int]bool) []piece {
	c := cutter{settled: settled, s: s, words: s.words(), forms: forms, taken: map[int]bool{}, insert: map[int]insertion{}}
	c.apostrophe = "'"
	if strings.Contains(s.analysis.Text, "’") {
		c.apostrophe = "’"
	}
	c.group()
	c.ask()
	c.addBe()
	return c.cut()
}

// A cutter cuts one sentence into pieces.
type cutter struct {
	s          *Sentence
	words      []word
	forms      returned
	apostrophe string       // as the sentence spells it
	settled    map[int]bool // words that stay, by where they begin

	groups []group
	taken  map[int]bool      // words that belong to a group
	insert map[int]insertion // what may be inserted before a word

	asked []span // helpers on the other side of a subject, to which the groups add nothing
}

// A group is a verb with the helpers before it, and after it a not. Adverbs between them stay.
type group struct {
	first, main, last int // words
}

// An insertion is an expression of words that may come before another one, with the space after them.
type insertion struct {
	other  string
	counts bool // as an edit of a verb
}

// A span is a run of words.
type span struct{ first, last int }

// active reports whether the verb at word i may change: forms of it were returned.
func (c *cutter) active(i int) bool { return !c.stays(i) && len(c.forms.of(c.words[i])) > 0 }

// stays reports whether word i is settled.
func (c *cutter) stays(i int) bool { return c.settled[c.words[i].Start] }

// group finds the groups of the verbs that are no helpers, then those of helpers that stand alone.
func (c *cutter) group() {
	for _, alone := range []bool{false, true} {
		for i, w := range c.words {
			if w.helper != alone || c.taken[i] || !c.active(i) {
				continue
			}
			g := group{first: i, main: i, last: i}
			for j := i; j > 0 && c.words[j].adjacent && !c.taken[j-1] && !c.stays(j-1); j-- {
				before := c.words[j-1]
				if !before.helper && (!adverbs[before.Lower] || j == 1) {
					break
				}
				g.first = j - 1
			}
			for alone && g.last+1 < len(c.words) && c.words[g.last+1].adjacent &&
				(c.words[g.last+1].Lower == "n't" || c.words[g.last+1].Lower == "not") {
				g.last++
			}
			for j := g.first; j <= g.last; j++ {
				c.taken[j] = true
			}
			c.groups = append(c.groups, g)
		}
	}
	slices.SortFunc(c.groups, func(x, y group) int { return x.first - y.first })
}

// maxSubject is how many words may stand between the parts of a verb in a question.
const maxSubject = 7

var questionWords = setOf("what where when why who how which whom whose")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// ask finds what belongs to a verb on the other side of the subject of a question, and where it may be inserted.
func (c *cutter) ask() {
	if len(c.groups) == 0 {
		return
	}
	marked := strings.Contains(c.s.analysis.Text, "?")
	for _, g := range c.groups {
		low := max(0, g.first-maxSubject)
		wh := -1
		for j := low; j < g.first; j++ {
			if questionWords[c.words[j].Lower] {
				wh = j
			}
		}
		inverted := helpers().finite[c.words[0].Lower] || wh >= 0 && helpers().finite[c.words[wh+1].Lower]
		if !marked && !inverted {
			continue
		}
		for j := low; j < g.first; j++ {
			if !c.taken[j] && !c.stays(j) && helpers().finite[c.words[j].Lower] {
				last := j
				for last+1 < g.first && c.words[last+1].joined && c.words[last+1].Lower == "n't" {
					last++
				}
				c.asked = append(c.asked, span{j, last})
				for k := j; k <= last; k++ {
					c.taken[k] = true
				}
			}
		}
		room := 2
		for j := g.first - 1; wh >= 0 && j > wh && room > 0; j-- {
			if c.words[j].adjacent && !c.taken[j] && !c.words[j].joined && beginsSubject(c.words[j]) {
				c.insert[j] = insertion{other: c.finite(false) + " "}
				room--
			}
		}
		if marked && g.first > 0 && low == 0 && !c.taken[0] && wh < 0 {
			c.insert[0] = insertion{other: c.finite(true) + " "}
		}
	}
}

// beginsSubject reports whether a subject may begin with a word: a pronoun, a name, or any word that is no verb.
func beginsSubject(w word) bool {
	initial, _ := utf8.DecodeRuneInString(w.Text)
	return unicode.IsUpper(initial) || sentence.IsKnownNonVerb(w.Lower) && !adverbs[w.Lower]
}

// addBe finds where a form of be may be inserted that was returned and that the sentence lacks: after what may
// be a subject, or a helper that wants it.
func (c *cutter) addBe() {
	forms := c.forms["be"]
	if len(forms) == 0 {
		return
	}
	room := maxVerbEdits - len(c.groups)
	for _, likely := range []bool{true, false} {
		for j := 1; j < len(c.words) && room > 0; j++ {
			before, w := c.words[j-1], c.words[j]
			possible := w.adjacent && !w.joined && c.insert[j].other == "" && !(c.taken[j-1] && c.taken[j]) && !helpers().finite[w.Lower] &&
				!c.stays(j-1) && !c.stays(j)
			if !possible || likely && !c.lacksBe(before, w) || !likely && !mayPrecedeBe(before) {
				continue
			}
			c.insert[j] = insertion{"(?:" + alternatives(append([]string{"be", "been"}, forms...), c.apostrophe) + ") ", true}
			room--
		}
	}
}

var (
	beforeBe = setOf(
		"i you he she it we they this that these those there who what where which how why when will would can could may " +
			"might must should shall to not everything everybody everyone nothing nobody something")
	neverBe = setOf(
		"a an the my your his her its our their and or but of in on at by for from with about very so too am is are was " +
			"were be been being me him us them some any each every no")
)

// lacksBe reports whether a form of be is likely to be missing between two words.
func (c *cutter) lacksBe(before, w word) bool {
	return beforeBe[before.Lower] && len(c.forms.of(w)) == 0
}

// mayPrecedeBe reports whether a form of be may follow a word at all.
func mayPrecedeBe(before word) bool {
	return !neverBe[before.Lower] && !before.helper && !adverbs[before.Lower]
}

// cut puts the pieces together, from the first word to the last.
func (c *cutter) cut() []piece {
	text := c.s.analysis.Text
	var list []piece
	at := 0
	put := func(start, end int, other string, counts bool) {
		if start > at {
			list = append(list, piece{text: text[at:start]})
		}
		if start < end || other != "" {
			list = append(list, piece{text[start:end], other, counts})
		}
		at = end
	}
	or := func(start, end int, other string) string { return "(?:" + quote(text[start:end]) + "|" + other + ")" }
	for i := 0; i < len(c.words); i++ {
		w := c.words[i]
		start := w.Start
		if w.adjacent && text[start-1:start] == " " { // so that the space can go with the word
			start--
		}
		g := slices.IndexFunc(c.groups, func(g group) bool { return g.first == i })
		k := slices.IndexFunc(c.asked, func(s span) bool { return s.first == i })
		switch inserted, right := c.insert[i], helpers().right[w.Lower]; {
		case g >= 0:
			i = c.groups[g].last
			end := c.words[i].End()
			put(start, end, or(start, end, c.groupExpression(c.groups[g], text[start:end])), true)
		case k >= 0:
			other := c.finite(i == 0)
			if start < w.Start {
				other = "(?: " + other + ")?"
			}
			i = c.asked[k].last
			put(start, c.words[i].End(), or(start, c.words[i].End(), other), false)
		case inserted.other != "" && i == 0:
			first := w.Text
			if first != "I" && !c.isName(i) {
				first = lowered(first)
			}
			put(w.Start, w.End(), or(w.Start, w.End(), inserted.other+quote(first)), false)
		case inserted.other != "":
			put(w.Start, w.Start, "(?:"+inserted.other+")?", inserted.counts)
		case right != "":
			spelled := c.spell(right)
			if initial, _ := utf8.DecodeRuneInString(w.Text); unicode.IsUpper(initial) || strings.HasPrefix(right, "i'") {
				spelled = capital(spelled)
			}
			put(w.Start, w.End(), or(w.Start, w.End(), quote(spelled)), true)
		}
	}
	put(len(text), len(text), "", false)
	return list
}

// isName reports whether a word is written with a capital for another reason than that it is the first.
func (c *cutter) isName(i int) bool {
	w := c.words[i]
	return !sentence.IsKnownNonVerb(w.Lower) && len(w.bases) == 0
}
