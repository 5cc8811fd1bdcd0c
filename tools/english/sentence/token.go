package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind says what a token is.
type Kind uint8

// The kinds of tokens.
const (
	Word Kind = iota
	Number
	Punct
	Space
)

// A Token is a piece of a sentence. A contraction is two words without space between them: he+'s,
// do+n't, can+not.
type Token struct {
	Kind  Kind
	Text  string // as written
	Lower string // in lower case, with ' for ’
	Start int    // byte offset in the sentence
}

// End returns the byte offset behind the token.
func (t Token) End() int { return t.Start + len(t.Text) }

// Tokens cuts text into words, numbers, punctuation and white space. Joined again they are text,
// byte for byte, whatever text holds.
func Tokens(text string) []Token {
	var tokens []Token
	for i := 0; i < len(text); {
		kind, n := scan(text[i:])
		if kind == Word {
			for _, part := range splitContraction(text[i : i+n]) {
				tokens = append(tokens, Token{Word, part, fold(part), i})
				i += len(part)
			}
			continue
		}
		tokens = append(tokens, Token{kind, text[i : i+n], text[i : i+n], i})
		i += n
	}
	return tokens
}

func fold(s string) string {
	return strings.ToLower(strings.ReplaceAll(s, "’", "'"))
}

// scan returns the kind and length in bytes of the token that text begins with.
func scan(text string) (Kind, int) {
	first, n := utf8.DecodeRuneInString(text)
	switch {
	case unicode.IsSpace(first):
		for n < len(text) {
			r, size := utf8.DecodeRuneInString(text[n:])
			if !unicode.IsSpace(r) {
				break
			}
			n += size
		}
		return Space, n
	case unicode.IsDigit(first):
		return Number, wordEnd(text, n)
	case isLetter(first):
		return Word, wordEnd(text, n)
	case isApostrophe(first):
		if n := cliticAt(text); n > 0 {
			return Word, n
		}
	}
	for n < len(text) && strings.HasPrefix(text[n:], text[:utf8.RuneLen(max(first, 0))]) && first != utf8.RuneError {
		n += utf8.RuneLen(first)
	}
	return Punct, n
}

func isLetter(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || r == '_'
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' }

// wordEnd goes on from n to the end of the word. Hyphens, apostrophes and, in names such as
// config.json or 3.14, dots belong to a word when it goes on behind them.
func wordEnd(text string, n int) int {
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		if isLetter(r) || unicode.IsDigit(r) {
			n += size
			continue
		}
		next, _ := utf8.DecodeRuneInString(text[n+size:])
		joins := isApostrophe(r) || r == '-' || r == '.' || r == ',' && unicode.IsDigit(rune(text[n-1])) && unicode.IsDigit(next)
		if !joins || !isLetter(next) && !unicode.IsDigit(next) || r == '.' && unicode.IsUpper(next) {
			break
		}
		n += size
	}
	return n
}

// cliticAt returns the length of a lone clitic such as ’s, which stands apart in "Vivian ’s".
func cliticAt(text string) int {
	n := wordEnd(text, len(text)-len(strings.TrimLeft(text, "'’")))
	if clitics[fold(text[:n])] {
		return n
	}
	return 0
}

// clitics are the endings that are words of their own.
var clitics = map[string]bool{"'s": true, "'m": true, "'re": true, "'ve": true, "'ll": true, "'d": true}

// negatable are the words that n't can follow, without it.
var negatable = map[string]bool{
	"do": true, "does": true, "did": true, "is": true, "are": true, "was": true, "were": true, "has": true,
	"have": true, "had": true, "ca": true, "wo": true, "sha": true, "could": true, "would": true,
	"should": true, "must": true, "might": true, "need": true, "may": true, "ai": true,
}

// splitContraction cuts a word into what it contracts; most words stay whole.
func splitContraction(word string) []string {
	lower := fold(word)
	if lower == "cannot" {
		return []string{word[:3], word[3:]}
	}
	if stem, ok := strings.CutSuffix(lower, "n't"); ok && negatable[stem] && strings.HasPrefix(strings.ToLower(word), stem) {
		return []string{word[:len(stem)], word[len(stem):]}
	}
	at := strings.LastIndexAny(word, "'’")
	if at <= 0 {
		return []string{word}
	}
	if r, _ := utf8.DecodeLastRuneInString(word[:at+1]); r == utf8.RuneError {
		at = strings.LastIndex(word, "’") // LastIndexAny gives the first byte of the rune
	}
	if clitics[fold(word[at:])] {
		return append(splitContraction(word[:at]), word[at:])
	}
	return []string{word}
}
