package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A word is one unit of the parser: a token other than white space and quotation marks. A misspelt auxiliary
// (dint, youve) is two words on one token.
type word struct {
	token     int
	text      string
	lower     string
	first     bool // first word of the sentence
	capital   bool // begins with a capital
	joined    bool // no white space before it
	punct     bool
	respelled bool // part of a misspelt auxiliary
	guessed   bool // readings by regular rules: the verb is not known
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
	letters := false
	for i, t := range tokens {
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
		if right := lex.feature(t.Lower, "spelling"); right != "" && t.Text != "im" && (len(t.Lower) > 1 || len(words) > 0 &&
			words[len(words)-1].lower == "you") {
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
		text := visible(t.Text)
		r, _ := utf8.DecodeRuneInString(text)
		w := word{token: i, text: text, lower: t.Lower, first: !letters, capital: unicode.IsUpper(r), joined: joined, punct: t.Kind == Punct}
		if t.Kind == Word {
			if !strings.HasSuffix(t.Lower, "ing") || !timeNouns()[t.Lower] { // morning, evening
				w.readings = verb.Readings(t.Lower)
			}
			if len(w.readings) == 0 && !timeNouns()[t.Lower] && (!w.capital || w.first) && lex.inNoTable(t.Lower) && !titles[t.Lower] {
				w.readings = guess(t.Lower)
				w.guessed = len(w.readings) > 0
			}
		}
		letters = letters || t.Kind != Punct
		words = append(words, w)
	}
	return words
}

// modalWithS returns the modal that token i is with the -s of other verbs: she cans swim. Cans and musts are
// nouns too, and count only after a person and before a base form.
func modalWithS(tokens []Token, i int, before []word) string {
	switch tokens[i].Lower {
	case "shoulds", "mights", "coulds", "woulds":
		return strings.TrimSuffix(tokens[i].Lower, "s")
	case "cans", "musts":
	default:
		return ""
	}
	next := i + 1
	for next < len(tokens) && tokens[next].Kind == Space {
		next++
	}
	if next >= len(tokens) || len(before) == 0 || tokens[next].Kind != Word {
		return ""
	}
	p := &parser{lex: theLexicon()}
	subject := before[len(before)-1]
	base := tokens[next].Lower == "be" || tokens[next].Lower == "not" || has(verb.Readings(tokens[next].Lower), verb.Base)
	if !base || !p.isPerson(subject) && !p.lex.is(subject.lower, "subject", "either") {
		return ""
	}
	return strings.TrimSuffix(tokens[i].Lower, "s")
}

// titles are the abbreviations before a name whose dot ends nothing.
var titles = setOf("mr mrs ms dr prof st")
