package sentence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The new words of a group take the style of the old ones: capitals, contractions, apostrophes.

// withNot contracts an auxiliary with not.
func withNot(auxiliary string) string {
	switch auxiliary {
	case "am":
		return "am not"
	case "will":
		return "won't"
	}
	return auxiliary + "n't"
}

// withoutNot takes the "n't" off an auxiliary.
func withoutNot(word string) string {
	switch word {
	case "won't":
		return "will"
	case "can't":
		return "can"
	}
	return strings.TrimSuffix(word, "n't")
}

// contractions are the short forms of auxiliaries after their subject.
var contractions = map[string]string{
	"is": "'s", "has": "'s", "am": "'m", "are": "'re", "have": "'ve", "will": "'ll", "had": "'d", "would": "'d",
}

// inStyleOf writes text in the style of word i: contracted, with a capital, before n't.
func (r *rewriting) inStyleOf(i int, text string) string {
	w := r.word(i)
	if r.contractedNot() && r.found.not == i+1 {
		switch text {
		case "will":
			return r.capital(w, "wo")
		case "can":
			return r.capital(w, "ca")
		}
	}
	if clitics[w.lower] && !(text == w.lower) {
		if w.lower == "'s" && text == "is" || contractions[text] == w.lower {
			return w.text
		}
		short, ok := contractions[text]
		if !ok || !r.contracts(i, text) {
			return " " + text
		}
		if strings.HasPrefix(w.text, "’") {
			short = "’" + short[1:]
		}
		return short
	}
	return r.capital(w, text)
}

// contracts reports whether the auxiliary has a short form after the word before word i: you're
// and I've, but there are.
func (r *rewriting) contracts(i int, auxiliary string) bool {
	if i == 0 {
		return false
	}
	before := r.word(i - 1).lower
	switch auxiliary {
	case "are":
		return before == "you" || before == "we" || before == "they"
	case "have":
		return before == "you" || before == "we" || before == "they" || before == "i"
	}
	return true
}

// capital writes text with the capitals of the old word.
func (r *rewriting) capital(w word, text string) string {
	if !w.capital || text == "" {
		return text
	}
	if utf8.RuneCountInString(w.text) > 1 && strings.ToUpper(w.text) == w.text {
		return strings.ToUpper(text)
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// edits compares the rewritten words with the tokens.
func (r *rewriting) edits() []Edit {
	a := r.analysis
	r.amNot()
	group := append([]int{r.found.main}, r.found.aux...)
	byToken := map[int]string{}
	touched := map[int]bool{}
	for i, w := range a.parser.words {
		_, changed := r.text[i]
		if changed || r.before[i] != "" || w.respelled && slices.Contains(group, i) {
			touched[w.token] = true
		}
	}
	for i, w := range a.parser.words {
		if !touched[w.token] {
			continue
		}
		text, changed := r.text[i]
		switch {
		case !changed:
			text = w.text
		case text != "" && strings.ToLower(text) != w.lower:
			text = r.inStyleOf(i, text)
		case text != "" && !r.found.asks:
			text = w.text
		}
		byToken[w.token] += r.before[i] + text
	}
	var edits []Edit
	for t, token := range a.Tokens {
		if touched[t] && byToken[t] != token.Text {
			edits = append(edits, a.edit(t, byToken[t], r.before))
		}
	}
	return edits
}

// amNot turns "amn't", which does not exist, into "am not": isn't with I becomes am not.
func (r *rewriting) amNot() {
	f := r.found
	if !r.contractedNot() || f.not == 0 {
		return
	}
	if r.text[f.not-1] == "am" {
		r.text[f.not] = " not"
	}
}

// edit makes the edit that turns token t into text. With a deleted word the white space after it is deleted
// too, unless the word was attached to the one before. The edit of an insertion holds only the new text.
func (a *Analysis) edit(t int, text string, before map[int]string) Edit {
	token := a.Tokens[t]
	original, offset := token.Text, token.Start
	switch {
	case text == "" && !a.attached(t) && t+1 < len(a.Tokens) && a.Tokens[t+1].Kind == Space:
		original += a.Tokens[t+1].Text
	case strings.HasSuffix(text, original) && len(before) > 0:
		text, original = strings.TrimSuffix(text, original), ""
	}
	return Edit{
		Offset:      utf8.RuneCountInString(a.Text[:offset]),
		Length:      utf8.RuneCountInString(original),
		Original:    original,
		Replacement: text,
	}
}
