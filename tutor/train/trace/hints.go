package trace

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
	"github.com/shortleash/shortleash/tutor/train/corpus"
)

// A Hint is what is true of the sentence at the token where it can first be known: after each word, whether
// it carries a tense, and which; after the whole sentence, what a tutor should say. The trained model never
// writes hints. A middle layer learns to predict them during training, because a sentence has dozens of
// hints and a run only six choices.
type Hint byte

// The hints, in ranges.
const (
	noHint      Hint = iota
	otherWord                            // it carries no tense
	rightFinite                          // and 6 × person + tense, each 0 for none or its place in its list from 1
	wrongFinite Hint = rightFinite + 7*6 // and the place of the code
	clean       Hint = wrongFinite + 15
	wrong       Hint = clean + 1  // and the place of the code
	outside     Hint = wrong + 15 // and the place of the reason
)

// Hints is how many there are at most: the width of what asks for them.
const Hints = 96

// hint adds the hints about e to t, whose prompt begins with the sentence of e. A sentence with an escaped
// character has only the hint after it.
func (t *Trace) hint(e corpus.Example) {
	t.Hints = make([]Hint, len(t.IDs))
	t.Hints[slices.Index(t.IDs, tiny.End)] = sentenceHint(e)
	opening := Tokenizer().EncodeText(`{"sentence":"`)[0] // the token before the sentence
	from := slices.Index(t.IDs, opening) + 1
	for i := range len(e.Text) {
		if t.IDs[from+i] != uint16(e.Text[i]) {
			return
		}
	}
	copy(t.Hints[from:], hintsAfterWords(e))
}

// hintsAfterWords returns the hints of the bytes of a text and its end: each about the word that ends
// before it.
func hintsAfterWords(e corpus.Example) []Hint {
	hints := make([]Hint, len(e.Text)+1)
	inWord := false
	for i, r := range e.Text + " " {
		if was := inWord; was && !isWordRune(r) {
			hints[i] = otherWord
		}
		inWord = isWordRune(r)
	}
	from := 0
	for _, f := range e.Groups {
		if i := wordAt(e.Text[from:], f.Finite); i >= 0 {
			from += i + len(f.Finite)
			for hints[from] == noHint { // after the n't
				from++
			}
			hints[from] = finiteHint(f)
		}
	}
	return hints
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '’'
}

// wordAt returns where word stands in text, or -1: by itself, with its apostrophe after another, or before n't.
func wordAt(text, word string) int {
	for from := 0; word != ""; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			break
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		first, _ := utf8.DecodeRuneInString(word)
		rest := text[i+len(word):]
		after, _ := utf8.DecodeRuneInString(rest)
		if whole := !unicode.IsLetter(after) || strings.HasPrefix(rest, "n't") || strings.HasPrefix(rest, "n’t"); whole &&
			!(unicode.IsLetter(before) && unicode.IsLetter(first)) {
			return i
		}
		from = i + 1
	}
	return -1
}

func finiteHint(f corpus.Fact) Hint {
	if f.Code != "" {
		return wrongFinite + Hint(slices.Index(sentence.Codes, f.Code))
	}
	person, tense := 1+slices.Index(verb.Persons, f.Person), 1+slices.Index(verb.Tenses, f.Tense)
	return rightFinite + Hint(6*person+tense)
}

// sentenceHint is what is true of e as a whole.
func sentenceHint(e corpus.Example) Hint {
	if !e.InScope {
		return outside + Hint(slices.Index(answer.Reasons, e.Reason))
	}
	for _, f := range e.Groups {
		if f.Code != "" {
			return wrong + Hint(slices.Index(sentence.Codes, f.Code))
		}
	}
	return clean
}
