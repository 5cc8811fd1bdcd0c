package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A word is one unit of the parser: a token other than white space and quotation marks. A misspelled auxiliary
// (dint, youve) is two words on one token.
type word struct {
	token     int
	text      string
	lower     string
	first     bool // first word of the sentence
	capital   bool // begins with a capital
	joined    bool // no white space before it
	punct     bool
	owner     bool // a plural with an apostrophe: the students' project
	respelled bool // part of a misspelled auxiliary
	guessed   bool // readings by regular rules: the verb is not known
	be        int  // token of a form of be that stands too much before a finite verb or a modal and is read over; 0 for none
	readings  []verb.Reading
}

// isIdentifier reports whether the word is an identifier rather than a word of the language:
// digits, dots, underscores, at signs, or all capitals.
func (w word) isIdentifier() bool {
	if strings.ContainsAny(w.text, "0123456789_./@#$%") {
		return true
	}
	return utf8.RuneCountInString(w.text) > 1 && strings.ToUpper(w.text) == w.text
}

// named reports whether the word looks like a name: a capital that does not begin the sentence.
func (w word) named() bool { return w.capital && !w.first && w.lower != "i" }

// form returns the readings of the word that have any of the forms.
func (w word) form(forms verb.Form) []verb.Reading {
	var out []verb.Reading
	for _, r := range w.readings {
		if r.Forms&forms != 0 {
			out = append(out, r)
		}
	}
	return out
}

// guess returns what an unknown word with the ending of a verb could be: the parser must get past
// verbs that are not in the tables, though they are never judged.
func guess(lower string) []verb.Reading {
	var out []verb.Reading
	for _, r := range verb.ReadingsUnknown(lower) {
		if !r.Forms.Has(verb.Base) {
			out = append(out, r)
		}
	}
	return out
}

// wordsOf returns the words of the tokens.
func wordsOf(tokens []Token) []word {
	lex := theLexicon()
	var words []word
	letters, quoted := false, false
	for i, t := range tokens {
		if isApostrophes(t) {
			joined := i > 0 && tokens[i-1].Kind != Space
			if joined && !quoted && len(words) > 0 && strings.HasSuffix(words[len(words)-1].lower, "s") && i+2 < len(tokens) && tokens[i+1].Kind == Space && tokens[i+2].Kind == Word {
				words[len(words)-1].owner = true
			}
			quoted = !joined
		}
		if t.Kind == Space || t.Kind == Punct && strings.Trim(t.Text, "\"“”«»*`'‘’") == "" {
			continue
		}
		if t.Text == "." && len(words) > 0 && titles[words[len(words)-1].lower] {
			continue
		}
		joined := i > 0 && tokens[i-1].Kind != Space
		if modal := modalWithS(tokens, i, words); modal != "" {
			words = append(words, word{token: i, text: modal, lower: modal, joined: joined, respelled: true})
			continue
		}
		if be := beBeforeModal(tokens, i, words); be > 0 {
			words[len(words)-1] = word{token: i, text: t.Text, lower: t.Lower, respelled: true, be: be}
			continue
		}
		if t.Lower == "being" && afterPerfect(words) && !(i+1 < len(tokens) && isQuotes(tokens[i+1])) {
			words = append(words, word{token: i, text: "been", lower: "been", joined: joined, respelled: true, readings: verb.Readings("been")})
			continue
		}
		if right := lex.feature(t.Lower, "spelling"); right != "" && t.Text != "im" && (len(t.Lower) > 1 || len(words) > 0 && words[len(words)-1].lower == "you") {
			for k, part := range strings.Fields(right) {
				w := word{token: i, text: part, lower: part, first: !letters && k == 0, joined: k > 0 || joined, respelled: true}
				if r, size := utf8.DecodeRuneInString(t.Text); k == 0 && unicode.IsUpper(r) || part == "i" {
					w.text, w.capital = strings.ToUpper(part[:size])+part[size:], true
				}
				words = append(words, w)
			}
			letters = true
			continue
		}
		r, _ := utf8.DecodeRuneInString(t.Text)
		w := word{token: i, text: t.Text, lower: t.Lower, first: !letters, capital: unicode.IsUpper(r), joined: joined, punct: t.Kind == Punct}
		if t.Kind == Word {
			if !strings.HasSuffix(t.Lower, "ing") || !timeNouns()[t.Lower] { // morning, evening
				w.readings = verb.Readings(t.Lower)
			}
			if len(w.readings) == 0 && !timeNouns()[t.Lower] && (!w.capital || w.first) && lex.inNoTable(t.Lower) && !titles[t.Lower] && !theFaults().plurals[t.Lower] {
				w.readings = guess(t.Lower)
				w.guessed = len(w.readings) > 0
			}
		}
		letters = letters || t.Kind != Punct
		words = append(words, w)
	}
	rereadHomonyms(words)
	return words
}

// wordAt returns word i in small letters, "" where there is none.
func (p *parser) wordAt(i int) string {
	if i < 0 || i >= len(p.words) {
		return ""
	}
	return p.words[i].lower
}

// afterPerfect reports whether the words end with a form of have and what may stand between it and its participle, so that "being" after
// them is a misspelled "been": has being ill, have you ever being there. In "what has being ill taught you" it is the subject, and in "the freedom
// I have being my own boss" have ends a clause.
func afterPerfect(words []word) bool {
	i, person := len(words)-1, false
	for i > 0 && betweenPerfect[words[i].lower] {
		person = person || theLexicon().is(words[i].lower, "subject", "either")
		i--
	}
	if i < 0 || !perfectForms[words[i].lower] {
		return false
	}
	asks := i > 0 && theLexicon().is(words[i-1].lower, "question")
	if person {
		return i == 0 || asks
	}
	if i == 0 || asks {
		return false
	}
	return i < 2 || !theLexicon().is(words[i-1].lower, "subject", "either") || words[i-2].punct || len(words[i-2].readings) > 0 ||
		theLexicon().is(words[i-2].lower, "subordinator", "coordinator", "relative", "adverb", "clausal")
}

var (
	perfectForms   = setOf("have has had 've")
	betweenPerfect = setOf("n't not never ever already always just also only i you he she it we they")
)

// isQuotes reports whether the token is a double quotation mark.
func isQuotes(t Token) bool {
	return t.Kind == Punct && (t.Text == `"` || t.Text == "“" || t.Text == "”")
}

// isApostrophes reports whether the token is an apostrophe or a single quotation mark.
func isApostrophes(t Token) bool {
	return t.Kind == Punct && (t.Text == "'" || t.Text == "’" || t.Text == "‘")
}

// titles are the abbreviations before a name whose dot ends nothing.
var titles = map[string]bool{"mr": true, "mrs": true, "ms": true, "dr": true, "prof": true, "st": true}
