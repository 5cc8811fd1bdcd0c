package sentence

import (
	"slices"
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
	Lower string // in lower case, with ' for ’ and its like, and without invisible characters
	Start int    // byte offset in the sentence
}

// End returns the byte offset after the token.
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
	return strings.ToLower(strings.Map(func(r rune) rune {
		if isApostrophe(r) {
			return '\''
		}
		return r
	}, visible(s)))
}

// invisible reports whether a character has no width: soft hyphens, joiners and marks of the order of bytes, which
// programs put inside words.
func invisible(r rune) bool {
	return r == '\u00ad' || '\u200b' <= r && r <= '\u200f' || r == '\u2060' || r == '\ufeff'
}

// visible returns s without invisible characters.
func visible(s string) string {
	if strings.IndexFunc(s, invisible) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		return r
	}, s)
}

// scan returns the kind and length in bytes of the token that text begins with.
func scan(text string) (Kind, int) {
	first, n := utf8.DecodeRuneInString(text)
	switch {
	case unicode.IsSpace(first), invisible(first):
		for n < len(text) {
			r, size := utf8.DecodeRuneInString(text[n:])
			if !unicode.IsSpace(r) && !invisible(r) {
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
	for mark := text[:n]; strings.HasPrefix(text[n:], mark); { // the same mark repeated is one token
		n += len(mark)
	}
	return Punct, n
}

func isLetter(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || r == '_'
}

// isApostrophe reports whether a character is an apostrophe, or is typed for one: don´t.
func isApostrophe(r rune) bool { return strings.ContainsRune("'’‘´`ʼ′＇", r) }

// wordEnd goes on from n to the end of the word. Hyphens, apostrophes and, in names such as
// config.json or 3.14, dots belong to a word when it goes on after them.
func wordEnd(text string, n int) int {
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		if isLetter(r) || unicode.IsDigit(r) || invisible(r) {
			n += size
			continue
		}
		after := n + size
		next, width := utf8.DecodeRuneInString(text[after:])
		for invisible(next) {
			after += width
			next, width = utf8.DecodeRuneInString(text[after:])
		}
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
	_, first := utf8.DecodeRuneInString(text)
	n := wordEnd(text, first)
	if clitics[fold(text[:n])] {
		return n
	}
	return 0
}

// clitics are the endings that are words of their own.
var clitics = setOf("'s 'm 're 've 'll 'd")

// negatable are the words that n't can follow, without it.
var negatable = setOf("do does did is are was were has have had ca wo sha could would should must might need may ai")

// splitContraction cuts a word into what it contracts; most words stay whole.
func splitContraction(word string) []string {
	var parts []string // from the last to the first
	for {
		at := strings.LastIndexFunc(word, isApostrophe)
		if at <= 0 || !clitics[fold(word[at:])] {
			break
		}
		parts = append(parts, word[at:])
		word = word[:at]
	}
	if not := negation(word); not > 0 {
		parts = append(parts, word[len(word)-not:])
		word = word[:len(word)-not]
	}
	parts = append(parts, word)
	slices.Reverse(parts)
	return parts
}

// negation returns the length of the not at the end of an auxiliary: that of can't and of cannot;
// 0 where there is none.
func negation(word string) int {
	lower := fold(word)
	if lower == "cannot" {
		return lastSeen(word, len("not"))
	}
	stem, ok := strings.CutSuffix(lower, "n't")
	if !ok || !negatable[stem] {
		return 0
	}
	return lastSeen(word, len("n't"))
}

// lastSeen returns the length in bytes of the last n characters of word that can be seen.
func lastSeen(word string, n int) int {
	rest := word
	for n > 0 && rest != "" {
		r, size := utf8.DecodeLastRuneInString(rest)
		rest = rest[:len(rest)-size]
		if !invisible(r) {
			n--
		}
	}
	return len(word) - len(rest)
}
