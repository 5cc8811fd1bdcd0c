package web

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/eval"
)

// CheckResults refuses what is no folder of results; "" is none.
func CheckResults(folder string) error {
	if info, err := os.Stat(folder); folder != "" && (err != nil || !info.IsDir()) {
		return cli.Misuse("--results wants a folder that is there; %s is none. To make it:  mkdir %s", folder, cli.Quoted(folder))
	}
	return nil
}

// Bounds of what is shown at once.
const (
	missesOnPage = 100
	maxScores    = 600 // that are drawn of a file
	maxWished    = 5   // sentences that would be right, of one item
	maxBars      = 5   // that one score missed
)

// explained says what is counted, by the name of the share.
var explained = map[string]string{
	eval.Right:   "Items of which all is as the suite wants it.",
	"fixed":      "Of the errors, those that became an accepted sentence.",
	"harm":       "Of the right sentences, those that were changed: fewer are better.",
	"detected":   "Of the items where any change counts, those that were changed.",
	"contract":   "Of the contracts, those that were kept to the letter.",
	eval.Final:   "Of the runs, those that ended with an answer.",
	"possible":   "Of the tasks that can be done, those that were.",
	"impossible": "Of the tasks that cannot be done, those in which the answer says so.",
	"failure":    "Of the tasks in which a tool fails once, those that were done.",
}

// An evaluationPage shows what a file says.
type evaluationPage struct {
	Folder   string
	Files    []resultFile
	More     int // files that are not listed
	File     string
	Measures []string // what was counted
	Measure  string   // what is drawn of it
	Groups   []suiteGroup
	Left     int // scores that are not drawn
	Problem  string
}

// A suiteGroup is what all who were measured reached on one suite.
type suiteGroup struct {
	Suite string
	Rows  []plotRow
}

// A plotRow is one share of a plot, with its interval of 95 %.
type plotRow struct {
	N int // the number of the score in its file
	eval.Measured
	Share     eval.Share
	Low, High float64 // in percent
}

// X1 and X2 are the ends of the interval, and X the share, in parts of a thousand.
func (r plotRow) X1() string { return tenth(10 * r.Low) }
func (r plotRow) X2() string { return tenth(10 * r.High) }
func (r plotRow) X() string  { return tenth(10 * r.Share.Percent()) }

func tenth(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// Figure words the share and its interval.
func (r plotRow) Figure() string {
	return fmt.Sprintf("%.1f %% (%.1f–%.1f)", r.Share.Percent(), r.Low, r.High)
}

// evaluation shows the figures of a file.
func (s *Server) evaluation(r *http.Request) (view, error) {
	q := r.URL.Query()
	p := evaluationPage{Folder: s.results.folder, File: q.Get("file"), Measure: q.Get("measure")}
	v := view{name: "evaluation", title: "Evaluation"}
	var err error
	if p.Files, p.More, err = s.results.list(); err == nil {
		if p.File == "" && len(p.Files) > 0 {
			p.File = p.Files[0].Name
		}
		var list []eval.Measured
		if p.File != "" {
			list, err = s.results.measured(p.File)
		}
		if err != nil && q.Get("file") != "" {
			v.code = http.StatusUnprocessableEntity
		}
		p.draw(list)
	}
	if err != nil {
		p.Problem = Plain(err)
	}
	v.data = p
	return v, nil
}

// draw lays out the plots of a list of scores.
func (p *evaluationPage) draw(list []eval.Measured) {
	p.Left = max(0, len(list)-maxScores)
	list = list[:min(len(list), maxScores)]
	for _, m := range list {
		for _, c := range m.Shares {
			if !slices.Contains(p.Measures, c.Name) {
				p.Measures = append(p.Measures, c.Name)
			}
		}
	}
	if !slices.Contains(p.Measures, p.Measure) {
		p.Measure = eval.Right
	}
	for n, m := range list {
		share, ok := m.Share(p.Measure)
		if !ok {
			continue
		}
		i := slices.IndexFunc(p.Groups, func(g suiteGroup) bool { return g.Suite == m.Suite })
		if i < 0 {
			p.Groups, i = append(p.Groups, suiteGroup{Suite: m.Suite}), len(p.Groups)
		}
		row := plotRow{N: n, Measured: m, Share: share}
		row.Low, row.High = share.Interval()
		row.MissedBars = m.MissedBars[:min(len(m.MissedBars), maxBars)]
		p.Groups[i].Rows = append(p.Groups[i].Rows, row)
	}
}

// About says what is counted.
func (p evaluationPage) About() string { return explained[p.Measure] }

// Link is the address of the same file with another measure.
func (p evaluationPage) Link(measure string) string {
	return "/evaluation?" + url.Values{"file": {p.File}, "measure": {measure}}.Encode()
}

// A missesPage lists what went wrong for one score, or shows one of that.
type missesPage struct {
	File   string
	N      int
	Score  eval.Measured
	From   int // the number of the first that is listed
	Misses []eval.Miss
	All    int
	Prev   int // where the page before begins; -1: there is none
	Next   int // where the next page begins; 0: there is none

	One     *eval.Miss // that is shown alone
	At      int        // its number
	Changed []Piece    // the sentence, as it became what it became
	Wished  [][]Piece  // as it would become what is wanted
	Model   string     // that can do it again here; "": none can
}

// score finds the score of a request.
func (s *Server) score(r *http.Request) (missesPage, error) {
	q := r.URL.Query()
	list, err := s.results.measured(q.Get("file"))
	if err != nil {
		return missesPage{}, &refusal{http.StatusNotFound, Plain(err)}
	}
	n, err := strconv.Atoi(q.Get("n"))
	if err != nil || n < 0 || n >= len(list) {
		return missesPage{}, &refusal{http.StatusNotFound, "There is no such score in this file."}
	}
	return missesPage{File: q.Get("file"), N: n, Score: list[n], All: len(list[n].Misses)}, nil
}

// misses lists what went wrong for one score.
func (s *Server) misses(r *http.Request) (view, error) {
	p, err := s.score(r)
	if err != nil {
		return view{}, err
	}
	if from, err := strconv.Atoi(r.URL.Query().Get("from")); err == nil && from > 0 && from < p.All {
		p.From = from
	}
	end := min(p.From+missesOnPage, p.All)
	p.Misses = p.Score.Misses[p.From:end]
	if p.Prev = max(0, p.From-missesOnPage); p.From == 0 {
		p.Prev = -1
	}
	if end < p.All {
		p.Next = end
	}
	return view{name: "misses", title: "What went wrong", data: p}, nil
}

// miss shows one item that went wrong.
func (s *Server) miss(r *http.Request) (view, error) {
	p, err := s.score(r)
	if err != nil {
		return view{}, err
	}
	at, err := strconv.Atoi(r.URL.Query().Get("at"))
	if err != nil || at < 0 || at >= p.All {
		return refused(http.StatusNotFound, "There is no such item in this file.")
	}
	m := p.Score.Misses[at]
	p.At, p.One = at, &m
	p.Changed = differences(m.Input, m.Corrected)
	for _, want := range m.Wanted[:min(len(m.Wanted), maxWished)] {
		p.Wished = append(p.Wished, differences(m.Input, want))
	}
	if m.Trace != "" && slices.Contains(s.program.Models(), p.Score.Model) && len([]rune(m.Input)) <= s.program.MaxTask {
		p.Model = p.Score.Model
	}
	return view{name: "miss", title: "What went wrong", data: p}, nil
}

// Link leads to an item of the list, where From is 0 and offset its number, or to the list itself.
func (p missesPage) Link(path string, key string, value int) string {
	return "/evaluation/" + path + "?" + url.Values{"file": {p.File}, "n": {strconv.Itoa(p.N)}, key: {strconv.Itoa(value)}}.Encode()
}
