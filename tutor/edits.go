package tutor

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Edit is one change of the input. Offset and Length count Unicode code points of the input. An
// insertion has length 0 and no original, a deletion has no replacement.
type Edit struct {
	Offset      int    `json:"offset"`
	Length      int    `json:"length"`
	Original    string `json:"original"`
	Replacement string `json:"replacement"`
	Rule        string `json:"rule,omitempty"` // the code of the error kind; "" where none fits
	CEFR        string `json:"cefr,omitempty"` // the level at which the rule is learned
}

// Diff returns the edits that turn input into corrected, word by word; made from the last to the first, they give it
// byte for byte. A word keeps its apostrophes and hyphens inside, so that a contraction is one.
func Diff(input, corrected string) []Edit {
	was, now := words(input), words(corrected)
	edits := []Edit{}
	at, to := span{}, span{} // the last word in common, in both texts
	i, j := 0, 0             // the words after it
	count, counted := 0, 0   // code points and bytes of input before the last edit
	emit := func(a, b span) {
		count += utf8.RuneCountInString(input[counted:a.start])
		counted = a.start
		original := input[a.start:a.end]
		edits = append(edits, Edit{
			Offset:      count,
			Length:      utf8.RuneCountInString(original),
			Original:    original,
			Replacement: corrected[b.start:b.end],
		})
	}
	for _, m := range append(commonWords(input, corrected, was, now), match{len(was), len(now)}) {
		a, b := span{at.end, len(input)}, span{to.end, len(corrected)}
		if m.was < len(was) {
			a.end, b.end = was[m.was].start, now[m.now].start
		}
		for _, p := range gapEdits(input, corrected, a, b, was[i:m.was], now[j:m.now]) {
			emit(p[0], p[1])
		}
		if m.was < len(was) {
			at, to, i, j = was[m.was], now[m.now], m.was+1, m.now+1
		}
	}
	return edits
}

// gapEdits cuts the gap between two words in common into edits: word by word where both sides have as
// many words with the same space between them, else one edit without the space around it.
func gapEdits(input, corrected string, a, b span, was, now []span) [][2]span {
	if input[a.start:a.end] == corrected[b.start:b.end] {
		return nil
	}
	a, b = trim(input, corrected, a, b)
	whole := [][2]span{{a, b}}
	if len(was) != len(now) || len(was) < 2 || was[0].start != a.start || now[0].start != b.start || input[was[0].start:was[0].end] == "that" {
		return whole // that I go, me to go: a word that left and one that came are no pair
	}
	var pairs [][2]span
	for k := range was {
		if k > 0 && input[was[k-1].end:was[k].start] != corrected[now[k-1].end:now[k].start] {
			return whole
		}
		pairs = append(pairs, [2]span{was[k], now[k]})
	}
	if was[len(was)-1].end != a.end || now[len(now)-1].end != b.end {
		return whole
	}
	return pairs
}

// trim removes the white space that both texts share at the start, then at the end.
func trim(x, y string, a, b span) (span, span) {
	for a.start < a.end && b.start < b.end {
		r, n := utf8.DecodeRuneInString(x[a.start:a.end])
		if !unicode.IsSpace(r) || !strings.HasPrefix(y[b.start:b.end], x[a.start:a.start+n]) {
			break
		}
		a.start, b.start = a.start+n, b.start+n
	}
	for a.start < a.end && b.start < b.end {
		r, n := utf8.DecodeLastRuneInString(x[a.start:a.end])
		if !unicode.IsSpace(r) || !strings.HasSuffix(y[b.start:b.end], x[a.end-n:a.end]) {
			break
		}
		a.end, b.end = a.end-n, b.end-n
	}
	return a, b
}

// A span is a part of a text, in bytes.
type span struct{ start, end int }

// words returns the words and the punctuation marks of text, without the white space.
func words(text string) []span {
	var list []span
	inside := false // a word that may go on
	for i, r := range text {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case unicode.IsSpace(r):
			inside = false
		case isLetter(r), inside && isJoint(r) && letterFollows(text[i+size:]):
			if !inside {
				list = append(list, span{start: i})
			}
			inside = true
			list[len(list)-1].end = i + size
		default:
			inside = false
			list = append(list, span{i, i + size})
		}
	}
	return list
}

func isLetter(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.N) }

func isJoint(r rune) bool { return r == '\'' || r == '’' || r == '-' }

func letterFollows(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return isLetter(r)
}

// A match is a word that both texts have.
type match struct{ was, now int }

// commonWords returns a longest common subsequence of words, in order, by the usual table.
func commonWords(x, y string, was, now []span) []match {
	best := make([][]int32, len(was)+1) // of the rests from i and j
	for i := range best {
		best[i] = make([]int32, len(now)+1)
	}
	same := func(i, j int) bool { return x[was[i].start:was[i].end] == y[now[j].start:now[j].end] }
	for i := len(was) - 1; i >= 0; i-- {
		for j := len(now) - 1; j >= 0; j-- {
			if same(i, j) {
				best[i][j] = best[i+1][j+1] + 1
			} else {
				best[i][j] = max(best[i+1][j], best[i][j+1])
			}
		}
	}
	var list []match
	for i, j := 0, 0; i < len(was) && j < len(now); {
		switch {
		case same(i, j):
			list = append(list, match{i, j})
			i, j = i+1, j+1
		case best[i+1][j] >= best[i][j+1]:
			i++
		default:
			j++
		}
	}
	return list
}
