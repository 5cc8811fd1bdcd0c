package render

import (
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/tutor"
)

// A piece is a part of a line of a marked sentence, in one look.
type piece struct {
	text    string // printable; "" is the place of words that were left out
	changed bool
	note    string // what stands at the mark; "" for none
}

// pieces cuts the corrected text at its changes. Each change has its note once.
func (p Renderer) pieces(r tutor.Report) []piece {
	var list []piece
	add := func(text string, changed bool, note string) {
		if text != "" || changed {
			list = append(list, piece{cli.OneLine(text), changed, cli.OneLine(note)})
		}
	}
	rest, offset := []rune(r.Input), 0
	for _, e := range r.Edits {
		at := e.Offset - offset
		add(string(rest[:at]), false, "")
		_, now, space := core(e)
		add(now, true, p.change(e))
		if e.Replacement != "" {
			add(space, false, "")
		}
		rest, offset = rest[at+e.Length:], e.Offset+e.Length
	}
	add(string(rest), false, "")
	return list
}

// A row is one line of a marked sentence.
type row struct {
	text  strings.Builder
	used  int // cells
	under strings.Builder
	marks []mark
}

// A mark is where a note belongs.
type mark struct {
	at   int // the cell it begins in
	note string
}

// rows breaks pieces between words so that no row has more than width cells.
func rows(list []piece, width int) []*row {
	all := []*row{{}}
	last := func() *row { return all[len(all)-1] }
	for i, p := range list {
		note := p.note
		for first := true; first || p.text != ""; first = false {
			gap := p.text[:len(p.text)-len(strings.TrimLeft(p.text, " "))]
			word, _, _ := strings.Cut(p.text[len(gap):], " ")
			p.text = p.text[len(gap)+len(word):]
			joined := cli.Cells(word)
			if p.text == "" { // the word may go on in the next piece
				joined += rest(list[i+1:])
			}
			if last().used > 0 && (gap != "" || i > 0 && first) && last().used+len(gap)+joined > width && breaks(gap, list[:i], first) {
				all, gap = append(all, &row{}), ""
			}
			last().add(gap, word, p.changed, note)
			note = ""
		}
	}
	return all
}

// breaks reports whether a line may end before a word: after space, which stands before the word or ends
// the piece before it.
func breaks(gap string, before []piece, first bool) bool {
	return gap != "" || first && len(before) > 0 && strings.HasSuffix(before[len(before)-1].text, " ")
}

// rest returns how many cells of list belong to the word before it.
func rest(list []piece) int {
	cells := 0
	for _, p := range list {
		word, _, more := strings.Cut(p.text, " ")
		cells += cli.Cells(word)
		if more {
			break
		}
	}
	return cells
}

// add puts a word at the end of a row.
func (r *row) add(gap, word string, changed bool, note string) {
	cells := cli.Cells(word)
	r.text.WriteString(gap)
	r.under.WriteString(strings.Repeat(" ", len(gap)))
	r.used += len(gap)
	if note != "" {
		r.marks = append(r.marks, mark{r.used, note})
	}
	switch {
	case changed && word == "": // what was left out was here
		r.under.WriteByte('^')
		return
	case changed:
		r.text.WriteString(markOn + word + markOff)
		r.under.WriteString(strings.Repeat("~", cells))
	default:
		r.text.WriteString(word)
		r.under.WriteString(strings.Repeat(" ", max(0, r.used+cells-cli.Cells(r.under.String()))))
	}
	r.used += cells
}

// lines returns a row, with its marks and notes under it: the last note beside its mark if it fits there,
// each other one below its own.
func (r *row) lines(width int) []string {
	list := []string{strings.TrimRight(r.text.String(), " ")}
	under := strings.TrimRight(r.under.String(), " ")
	if strings.HasSuffix(under, "^") && cli.Cells(under) > width { // words were left out at the end of a full row
		under = cli.Cut(under, width-1) + "^"
	}
	marks := r.marks
	if n := len(marks); n > 0 {
		if beside := under + "  " + marks[n-1].note; cli.Cells(beside) <= width {
			under, marks = beside, marks[:n-1]
		}
	}
	if under != "" {
		list = append(list, under)
	}
	return append(list, notes(marks, width)...)
}

// notes puts notes under their marks, from the last on: in one line as many as have room, further to the
// left where one would not fit.
func notes(marks []mark, width int) []string {
	var list []string
	for len(marks) > 0 {
		line, end, left := "", width, []mark{}
		for i := len(marks) - 1; i >= 0; i-- {
			m, cells := marks[i], cli.Cells(marks[i].note)
			at := min(m.at, max(0, width-cells))
			if line != "" && at+cells+2 > end || len(left) > 0 {
				left = append([]mark{m}, left...)
				continue
			}
			if line == "" {
				line = m.note
			} else {
				line = m.note + strings.Repeat(" ", end-at-cells) + line
			}
			end = at
		}
		list = append(list, whole(strings.Repeat(" ", end)+line, width)...)
		marks = left
	}
	return list
}

// beforeCode parts a note from the code of its rule.
const beforeCode = "   "

// whole breaks a line of notes that is too long. The code of a rule stays in one piece.
func whole(line string, width int) []string {
	note, code, ok := strings.Cut(line, beforeCode+"[")
	if !ok || cli.Cells(line) <= width || strings.Contains(code, beforeCode) {
		return cli.Wrap(line, width, "  ")
	}
	return append(cli.Wrap(note, width, "  "), cli.Wrap("  ["+code, width, "  ")...)
}
