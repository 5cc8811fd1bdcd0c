package lsp

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// A position is a place in a document: a line from 0, and UTF-16 code units in it.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// A textRange is what lies between two positions; the end is not in it.
type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

// touches reports whether two ranges have a place in common, an end included.
func (r textRange) touches(o textRange) bool {
	return !before(r.End, o.Start) && !before(o.End, r.Start)
}

func before(a, b position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}

// A document is the text of one, as the client has it.
type document struct {
	version int
	text    string
	lines   []int // where each begins, in bytes
}

func newDocument(version int, text string) document {
	d := document{version, text, []int{0}}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\n', text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n'):
			d.lines = append(d.lines, i+1)
		}
	}
	return d
}

// line returns a line without its end.
func (d document) line(n int) string {
	end := len(d.text)
	if n+1 < len(d.lines) {
		end = d.lines[n+1]
	}
	return strings.TrimRight(d.text[d.lines[n]:end], "\r\n")
}

// offset returns where a position lies, in bytes. One after the end of its line, or of the text, is that end, and one
// within a character is its beginning.
func (d document) offset(p position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(d.lines):
		return len(d.text)
	}
	units := 0
	line := d.line(p.Line)
	for i, r := range line {
		if units += utf16.RuneLen(r); units > p.Character {
			return d.lines[p.Line] + i
		}
	}
	return d.lines[p.Line] + len(line)
}

// position returns the position of an offset in bytes.
func (d document) position(offset int) position {
	n := sort.SearchInts(d.lines, offset+1) - 1
	units := 0
	for _, r := range d.text[d.lines[n]:offset] {
		units += utf16.RuneLen(r)
	}
	return position{n, units}
}

// A change replaces a range, or the whole text where Range is nil.
type change struct {
	Range *textRange `json:"range"`
	Text  string     `json:"text"`
}

// after returns the document after a change.
func (d document) after(c change) document {
	if c.Range == nil {
		return newDocument(d.version, c.Text)
	}
	start, end := d.offset(c.Range.Start), d.offset(c.Range.End)
	return newDocument(d.version, d.text[:min(start, end)]+c.Text+d.text[max(start, end):])
}

// A passage is a part of a document that is judged by itself. Its text has blanks where the document breaks lines, so
// that an offset in it is one in the document.
type passage struct {
	start int // in bytes
	text  string
}

// item is how a line begins that goes on no other: a list's, a heading's, a quotation's.
var item = regexp.MustCompile(`^\s*([-*+•#>|]|\d+[.)]\s)`)

// longLine is how many characters a line has at least that was broken because it was full.
const longLine = 60

// goesOn reports whether a sentence may go on from one line to the next.
func goesOn(line, next string) bool {
	line, next = strings.TrimSpace(line), strings.TrimSpace(next)
	if line == "" || next == "" || item.MatchString(next) || strings.HasPrefix(line, "#") {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(line)
	first, _ := utf8.DecodeRuneInString(next)
	return !strings.ContainsRune(".!?:;", last) && (unicode.IsLower(first) || utf8.RuneCountInString(line) >= longLine)
}

// passages returns the parts of a document with text.
func (d document) passages() []passage {
	var list []passage
	for n := 0; n < len(d.lines); n++ {
		if strings.TrimSpace(d.line(n)) == "" {
			continue
		}
		first := n
		for n+1 < len(d.lines) && goesOn(d.line(n), d.line(n+1)) {
			n++
		}
		text := d.text[d.lines[first] : d.lines[n]+len(d.line(n))]
		list = append(list, passage{d.lines[first], strings.Map(func(r rune) rune {
			if r == '\n' || r == '\r' {
				return ' '
			}
			return r
		}, text)})
	}
	return slices.Clip(list)
}
