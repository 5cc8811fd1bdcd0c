package texts

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/cmd/internal/answers"
)

// maxRow bounds a row of a table, in bytes.
const maxRow = 16 << 20

// A meter fails when more is read than is left. A quotation mark without its end would otherwise take a
// whole file into memory.
type meter struct {
	io.Reader
	left int
}

var errTooMuch = errors.New("too much is read at once")

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	if m.left -= n; m.left < 0 {
		return n, errTooMuch
	}
	return n, err
}

// readTable yields the cells of a column. The first row has the names of the columns; the other cells of a
// row are carried by these names. Commas, semicolons and tabs may separate: what the first line has most.
func readTable(open func() (io.ReadCloser, error), o Options) iter.Seq2[answers.Input, error] {
	return func(yield func(answers.Input, error) bool) {
		fail := func(err error) { yield(answers.Input{}, err) }
		f, err := open()
		if err != nil {
			fail(err)
			return
		}
		defer f.Close() // it was only read
		m := &meter{f, maxRow}
		r, err := newTable(m)
		if err != nil {
			fail(err)
			return
		}
		names, err := r.Read()
		if err != nil {
			fail(rowError(err, 1))
			return
		}
		names = slices.Clone(names) // the next row takes their place
		column, err := columnOf(names, o.Column)
		if err != nil {
			fail(err)
			return
		}
		members, err := carried(names, column, o.Replaced)
		if err != nil {
			fail(err)
			return
		}
		for last := 1; ; {
			m.left = maxRow
			row, err := r.Read()
			if err == io.EOF {
				return
			}
			if m.left < 0 {
				err = errTooMuch // the reader of rows takes it for the end
			}
			if err != nil {
				fail(rowError(err, last+1))
				return
			}
			last, _ = r.FieldPos(len(row) - 1)
			if column >= len(row) || strings.TrimSpace(row[column]) == "" {
				continue
			}
			line, _ := r.FieldPos(column)
			if slices.ContainsFunc(row, func(cell string) bool { return !utf8.ValidString(cell) }) {
				fail(&answers.InputError{Line: line, Problem: "this is not UTF-8 text; save the table as CSV in UTF-8"})
				return
			}
			members, ok := cells(members, row, column)
			if !ok {
				fail(&answers.InputError{Line: line, Problem: "a cell of this row has no column: the first line of the table has no name for it"})
				return
			}
			if !yield(answers.New(row[column], line).With(members...), nil) {
				return
			}
		}
	}
}

// newTable returns the reader of a table, after its byte order mark.
func newTable(r io.Reader) (*csv.Reader, error) {
	b := bufio.NewReader(r)
	if mark, err := b.Peek(3); err == nil && string(mark) == "\uFEFF" {
		_, _ = b.Discard(3) // they are there
	}
	head, err := b.Peek(b.Size())
	if err != nil && err != io.EOF {
		return nil, err
	}
	first, _, _ := strings.Cut(string(head), "\n")
	t := csv.NewReader(b)
	t.FieldsPerRecord = -1
	t.ReuseRecord = true
	for _, mark := range []rune{';', '\t'} {
		if n := strings.Count(first, string(mark)); n > 0 && n >= strings.Count(first, string(t.Comma)) {
			t.Comma = mark
		}
	}
	return t, nil
}

// rowError words what is wrong with a row that begins at a line.
func rowError(err error, line int) error {
	e, ok := errors.AsType[*csv.ParseError](err)
	switch {
	case err == io.EOF:
		return errors.New("it is empty; the first line of a table names its columns")
	case ok:
		return &answers.InputError{Line: e.Line, Problem: e.Err.Error() +
			"; a cell with a quotation mark must stand between quotation marks, and double those inside"}
	case errors.Is(err, errTooMuch):
		return &answers.InputError{Line: line, Problem: fmt.Sprintf("a row has more than %d MB; is a quotation mark missing?", maxRow>>20)}
	}
	return err
}

// columnOf finds a column by its name, whatever its case, or its number from 1.
func columnOf(names []string, want string) (int, error) {
	for i, name := range names {
		if strings.EqualFold(strings.TrimSpace(name), strings.TrimSpace(want)) {
			return i, nil
		}
	}
	if n, err := strconv.Atoi(want); err == nil && n >= 1 && n <= len(names) {
		return n - 1, nil
	}
	const most = 8
	shown := make([]string, 0, most)
	for _, name := range names[:min(len(names), most)] {
		shown = append(shown, strconv.Quote(strings.TrimSpace(name)))
	}
	return 0, &answers.InputError{Line: 1, Problem: fmt.Sprintf("there is no column %q; there is: %s", want, strings.Join(shown, ", "))}
}

// carried returns which columns are carried into answers, by the names of their members; "" carries none. It refuses names by
// which cells would be lost: those of an answer's own members, and one that stands twice.
func carried(names []string, column int, replaced []string) ([]string, error) {
	var list []string
	for i, name := range names {
		name = strings.TrimSpace(name)
		problem := ""
		switch {
		case i == column:
			name = ""
		case !utf8.ValidString(name):
			problem = "this is not UTF-8 text; save the table as CSV in UTF-8"
		case slices.Contains(append([]string{"input", MemberFile, MemberLine}, replaced...), name):
			problem = fmt.Sprintf("answers have a member %q of their own, so the column with that name cannot be carried; rename it", name)
		case name != "" && slices.Contains(list, name):
			problem = fmt.Sprintf("two columns are called %q; rename one", name)
		}
		if problem != "" {
			return nil, &answers.InputError{Line: 1, Problem: problem}
		}
		list = append(list, name)
	}
	return list, nil
}

// cells returns the cells of a row that are carried. It is false where one has no column with a name.
func cells(members, row []string, column int) (list []answers.Member, ok bool) {
	for i, cell := range row {
		switch {
		case i < len(members) && members[i] != "":
			list = append(list, answers.Member{Name: members[i], Value: cell})
		case i != column && strings.TrimSpace(cell) != "":
			return nil, false
		}
	}
	return list, true
}
