package report

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// An Example is an edit with the sentence around it.
type Example struct {
	Before, Was, Now, After string
	Pupil, File             string
	Line                    int64 // of the file or the input; 0: none is known
	Unsure                  bool
	input, corrected        string // the sentence, and what became of it with all its edits
}

// An answered text has its edits, by their places. What an answer says of them may lie beyond the text.
type answered struct {
	text  []rune
	ends  []int // of its sentences
	edits []change
}

// A change is an edit of the characters from at to end.
type change struct {
	at, end   int
	now, rule string
}

func newAnswered(text string, edits gjson.Result) answered {
	a := answered{text: []rune(text)}
	end := 0
	for _, s := range sentence.Split(text) {
		end += len([]rune(s))
		a.ends = append(a.ends, end)
	}
	edits.ForEach(func(_, e gjson.Result) bool {
		at := min(max(int(e.Get("offset").Int()), 0), len(a.text))
		length := min(max(e.Get("length").Int(), 0), int64(len(a.text)-at))
		a.edits = append(a.edits, change{at, at + int(length), e.Get("replacement").String(), e.Get("rule").String()})
		return true
	})
	return a
}

// example returns an edit with its sentence.
func (a answered) example(c change) Example {
	from, to := a.sentence(c)
	x := Example{Before: string(lastOf(a.text[from:c.at])), Was: string(a.text[c.at:c.end]), Now: c.now, After: string(firstOf(a.text[c.end:to])), input: string(a.text[from:to])}
	var b strings.Builder
	done := from
	for _, e := range a.edits {
		if e.at >= done && e.end <= to {
			b.WriteString(string(a.text[done:e.at]) + e.now)
			done = e.end
		}
	}
	x.corrected = b.String() + string(a.text[done:to])
	return x
}

// sentence returns where the sentence or the sentences of an edit begin and end, without the space around them.
func (a answered) sentence(c change) (from, to int) {
	i, _ := slices.BinarySearch(a.ends, c.at+1)
	if i > 0 {
		from = a.ends[i-1]
	}
	to = len(a.text)
	for _, end := range a.ends[min(i, len(a.ends)):] {
		if end >= c.end {
			to = end
			break
		}
	}
	for to > c.end && unicode.IsSpace(a.text[to-1]) {
		to--
	}
	for from < c.at && unicode.IsSpace(a.text[from]) {
		from++
	}
	return from, to
}

// context is how many characters of a long sentence stand on each side of an edit.
const context = 120

// lastOf returns the end of what stands before an edit: whole words, as many as there is room for.
func lastOf(text []rune) []rune {
	if len(text) <= context {
		return text
	}
	text = text[len(text)-context:]
	if i := slices.Index(text, ' '); i >= 0 {
		text = text[i:]
	}
	return append([]rune("…"), text...)
}

// firstOf returns the beginning of what follows an edit: whole words, as many as there is room for.
func firstOf(text []rune) []rune {
	if len(text) <= context {
		return text
	}
	text = text[:context]
	for i := len(text) - 1; i > 0; i-- {
		if text[i] == ' ' {
			text = text[:i+1]
			break
		}
	}
	return append(slices.Clone(text), '…')
}
