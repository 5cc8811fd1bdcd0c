package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// columns are those of the table. Words are those of the pupil in the period.
var columns = []string{"pupil", "rule", "level", "period", "errors", "words", "errors_per_100_words", "example", "corrected", "place"}

// maxCell bounds a text in a cell, in characters. Spreadsheets cut at 32,767.
const maxCell = 2_000

// tableOf returns a row for each pupil, rule and period with errors, and one for each pupil without any.
func tableOf(c *Class) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	row := func(cells ...string) { _ = w.Write(cells) } // a buffer takes all
	row(columns...)
	for _, p := range c.Pupils {
		if len(p.Rules) == 0 {
			row(cell(p.Name), "", "", "", "0", strconv.Itoa(p.Words), "0.0", "", "", "")
		}
		for _, r := range p.Rules {
			level := ""
			if hasCard(r.Code) {
				level = sentence.Code(r.Code).Level()
			}
			for i, n := range r.Periods {
				if n.Errors == 0 {
					continue
				}
				var example Example // of this period, if one was kept
				if r.first[i] != nil {
					example = *r.first[i]
				}
				row(cell(p.Name), cell(r.Code), level, cell(c.Periods[i]), strconv.Itoa(n.Errors), strconv.Itoa(n.Words),
					fmt.Sprintf("%.1f", n.Per100()), cell(example.input), cell(example.corrected), cell(placeOf(example).English))
			}
		}
	}
	w.Flush()
	return b.Bytes()
}

// cell returns text for a cell: in one line, and such that no spreadsheet takes it for a formula.
func cell(text string) string {
	text = cli.Clip(text, maxCell)
	if text != "" && strings.ContainsRune("=+-@", rune(text[0])) {
		return "'" + text
	}
	return text
}
