package answer

import (
	"regexp"
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
// a form of be was returned and none stands. changes says that a piece matches other texts only.
func (s *Sentence) pieces(forms returned) (_ []piece, changes bool) {
	c := cutter{noForms: s.noForms(), s: s, words: s.words(), forms: forms, taken: map[int]bool{}, insert: map[int]insertion{}}
	c.apostrophe = "'"
	if strings.Contains(s.analysis.Text, "’") {
		c.apostrophe = "’"
	}
	c.group()
	c.ask()
	c.addBe()
	return c.cut(), c.changes && len(c.groups) <= maxVerbEdits
}

// A cutter cuts one sentence into pieces.
type cutter struct {
	s          *Sentence
	words      []word
	forms      returned
	apostrophe string // as the sentence spells it

	groups  []group
	taken   map[int]bool      // words that belong to a group
	insert  map[int]insertion // what may be inserted before a word
	noForms map[int]bool      // where words begin that cannot stay as they are
	changes bool              // one of them is in a group

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

// active reports whether forms of the verb at word i were returned.
func (c *cutter) active(i int) bool { return len(c.forms.of(c.words[i])) > 0 }

// group finds the groups of the verbs that are no helpers, then those of helpers that stand alone.
func (c *cutter) group() {
	for _, alone := range []bool{false, true} {
		for i, w := range c.words {
			if w.helper != alone || c.taken[i] || !c.active(i) {
				continue
			}
			g := group{first: i, main: i, last: i}
			for j := i; j > 0 && c.words[j].adjacent && !c.taken[j-1]; j-- {
				before := c.words[j-1]
				if !before.helper && (!adverbs[before.Lower] || j == 1) {
					break
				}
				g.first = j - 1
			}
			for alone && g.last+1 < len(c.words) && c.words[g.last+1].adjacent && (c.words[g.last+1].Lower == "n't" || c.words[g.last+1].Lower == "not") {
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
			if !c.taken[j] && helpers().finite[c.words[j].Lower] {
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
			possible := w.adjacent && !w.joined && c.insert[j].other == "" && !(c.taken[j-1] && c.taken[j]) && !helpers().finite[w.Lower]
			if !possible || likely && !c.lacksBe(before, w) || !likely && !mayPrecedeBe(before) {
				continue
			}
			c.insert[j] = insertion{"(?:" + alternatives(append([]string{"be", "been"}, forms...), c.apostrophe) + ") ", true}
			room--
		}
	}
}

var (
	beforeBe = setOf("i you he she it we they this that these those there who what where which how why when will would can could may might must should shall to not everything everybody everyone nothing nobody something")
	neverBe  = setOf("a an the my your his her its our their and or but of in on at by for from with about very so too am is are was were be been being me him us them some any each every no")
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
	fixed := func(to int) {
		if to > at {
			list = append(list, piece{text: text[at:to]})
			at = to
		}
	}
	for i := 0; i < len(c.words); i++ {
		w := c.words[i]
		if g := slices.IndexFunc(c.groups, func(g group) bool { return g.first == i }); g >= 0 {
			last := c.groups[g].last
			start := w.Start
			if w.adjacent && text[start-1:start] == " " { // so that the space can go with the word
				start--
			}
			fixed(start)
			end := c.words[last].End()
			list = append(list, piece{text[start:end], c.groupExpression(c.groups[g], text[start:end]), true})
			at, i = end, last
			continue
		}
		if k := slices.IndexFunc(c.asked, func(s span) bool { return s.first == i }); k >= 0 {
			last := c.asked[k].last
			start := w.Start
			lead := ""
			if w.adjacent && text[start-1:start] == " " {
				start--
				lead = " "
			}
			fixed(start)
			end := c.words[last].End()
			other := lead + c.finite(i == 0)
			if lead != "" {
				other = "(?:" + other + ")?"
			}
			list = append(list, piece{text[start:end], "(?:" + quote(text[start:end]) + "|" + other + ")", false})
			at, i = end, last
			continue
		}
		switch inserted, right := c.insert[i], helpers().right[w.Lower]; {
		case inserted.other != "" && i == 0:
			other := inserted.other + quote(lowered(w.Text))
			if w.Text == "I" || c.isName(i) {
				other = inserted.other + quote(w.Text)
			}
			list = append(list, piece{w.Text, "(?:" + quote(w.Text) + "|" + other + ")", false})
			at = w.End()
		case inserted.other != "":
			fixed(w.Start)
			list = append(list, piece{"", "(?:" + inserted.other + ")?", inserted.counts})
		case right != "":
			fixed(w.Start)
			spelled := c.spell(right)
			if initial, _ := utf8.DecodeRuneInString(w.Text); unicode.IsUpper(initial) || strings.HasPrefix(right, "i'") {
				spelled = capital(spelled)
			}
			list = append(list, piece{w.Text, "(?:" + quote(w.Text) + "|" + quote(spelled) + ")", true})
			at = w.End()
		}
	}
	fixed(len(text))
	return list
}

// isName reports whether a word is written with a capital for another reason than that it is the first.
func (c *cutter) isName(i int) bool {
	w := c.words[i]
	return !sentence.IsKnownNonVerb(w.Lower) && len(w.bases) == 0
}

// groupExpression matches what may stand in place of a group.
func (c *cutter) groupExpression(g group, text string) string {
	first := c.words[g.first]
	lead, capitalize := "", false
	if strings.HasPrefix(text, " ") {
		lead = " "
	} else if first.joined {
		lead = " "
	}
	if initial, _ := utf8.DecodeRuneInString(first.Text); g.first == 0 && unicode.IsUpper(initial) {
		capitalize = true
	}
	// Runs of helpers between the adverbs, which stay.
	var between []string
	for j := g.first; j < g.main; j++ {
		if w := c.words[j]; !w.helper {
			between = append(between, w.Text)
		}
	}
	main := c.words[g.main]
	forms := c.forms.of(main)
	stays := !c.noForms[main.Start]
	if stays {
		forms = append([]string{main.Text}, forms...)
	}
	if main.helper {
		forms = nil
	}
	tail := c.sequence(between, forms)
	var other string
	switch {
	case capitalize:
		other = c.capitalized(between, forms)
	case lead != "" && g.first > 0 && contracts(c.words[g.first-1], first):
		other = "(?:(?:" + alternatives(clitics, c.apostrophe) + ")?" + "(?: " + tail + ")" + c.bare(g, forms) + ")"
	default:
		other = lead + tail
	}
	if !stays {
		c.changes = true
		return "(?:" + other + ")"
	}
	return "(?:" + quote(text) + "|" + other + ")"
}

// bare matches a clitic alone, where the verb of the group is a helper: they is, they're.
func (c *cutter) bare(_ group, forms []string) string {
	if forms != nil {
		return ""
	}
	return "|" + alternatives(clitics, c.apostrophe)
}

// contracts reports whether a helper may be written onto a word.
func contracts(before, first word) bool {
	return first.joined || beforeBe[before.Lower] && !before.helper
}

// sequence matches helpers, then one of the forms; where there are none, at least one helper. Words that stay
// stand before the last helpers.
func (c *cutter) sequence(stays, forms []string) string {
	before := c.helpersBefore()
	if len(stays) > 0 {
		before += quote(strings.Join(stays, " ")) + " " + before
	}
	if forms == nil {
		return before + c.helper()
	}
	return before + "(?:" + alternatives(forms, c.apostrophe) + ")"
}

// capitalized is sequence at the start of a sentence.
func (c *cutter) capitalized(stays, forms []string) string {
	first := c.finite(true)
	if forms == nil {
		return first + " " + c.sequence(stays, nil) + "|" + first
	}
	if len(stays) > 0 {
		return first + " " + c.sequence(stays, lower(forms))
	}
	capitals := make([]string, len(forms))
	for i, f := range forms {
		capitals[i] = capital(f)
	}
	return "(?:" + first + " " + c.sequence(nil, lower(forms)) + "|" + alternatives(capitals, c.apostrophe) + ")"
}

// helpersBefore matches the words of the closed list that stand before a verb form, in the order in which
// they can: don't have to be, will not have been.
func (c *cutter) helpersBefore() string {
	return "(?:" + c.finite(false) + " )?(?:not )?(?:have )?(?:to )?(?:be(?:en|ing)? )?"
}

// finite matches the words of the closed list that a verb may begin with: the finite ones and to.
func (c *cutter) finite(capitalized bool) string {
	with, without := negatable, strings.Fields("am will can may might shall won't can't cannot to having")
	if capitalized {
		with, without = nil, nil
		for _, w := range negatable {
			with = append(with, capital(w))
		}
		for _, w := range strings.Fields("am will can may might shall won't can't") {
			without = append(without, capital(w))
		}
	}
	return "(?:(?:" + alternatives(with, c.apostrophe) + ")(?:n" + c.apostrophe + "t)?|" + alternatives(without, c.apostrophe) + ")"
}

// helper matches one word of the closed list.
func (c *cutter) helper() string {
	return "(?:" + c.finite(false) + "|" + alternatives(strings.Fields("be been being having doing done not"), c.apostrophe) + ")"
}

// spell writes an apostrophe as the sentence does.
func (c *cutter) spell(text string) string { return strings.ReplaceAll(text, "'", c.apostrophe) }

// alternatives matches one of the words.
func alternatives(words []string, apostrophe string) string {
	var quoted []string
	for _, w := range words {
		quoted = appendNew(quoted, quote(strings.ReplaceAll(w, "'", apostrophe)))
	}
	return strings.Join(quoted, "|")
}

func quote(text string) string { return regexp.QuoteMeta(text) }

func capital(w string) string {
	initial, n := utf8.DecodeRuneInString(w)
	return string(unicode.ToUpper(initial)) + w[n:]
}

func lowered(w string) string {
	initial, n := utf8.DecodeRuneInString(w)
	return string(unicode.ToLower(initial)) + w[n:]
}

func lower(words []string) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = lowered(w)
	}
	return list
}

// expression matches the sentence with at most limit edits of verbs. Where there are more verbs than that,
// the halves share the edits out: one alternative for each way of doing so.
func expression(pieces []piece, limit int) string {
	verbs := 0
	for _, p := range pieces {
		if p.counts && p.other != "" {
			verbs++
		}
	}
	if verbs <= limit || limit == 0 {
		var b strings.Builder
		for _, p := range pieces {
			if p.other == "" || p.counts && limit == 0 {
				b.WriteString(quote(p.text))
			} else {
				b.WriteString(p.other)
			}
		}
		return b.String()
	}
	half, seen := 0, 0
	for i, p := range pieces {
		if p.counts && p.other != "" {
			seen++
		}
		if seen > verbs/2 {
			half = i
			break
		}
	}
	var list []string
	for n := range limit + 1 {
		list = append(list, expression(pieces[:half], n)+expression(pieces[half:], limit-n))
	}
	return "(?:" + strings.Join(list, "|") + ")"
}
