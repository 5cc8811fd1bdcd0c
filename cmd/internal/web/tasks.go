package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
)

// A tasksPage is the page where a task is written and done.
type tasksPage struct {
	Task    string
	Models  []choice
	Problem string
	Job     *jobPage
}

type choice struct {
	Name   string
	Chosen bool
}

// A jobPage is a job as it was when the page was made. What comes later is sent.
type jobPage struct {
	ID    string
	After int // the items that the page has
	View  jobView
	Lanes []lanePart
}

// Again says that without a script the page is loaded again, until the job has ended.
func (p tasksPage) Again() bool { return p.Job != nil && !p.Job.View.Ended }

// models returns the models of a form that may be used; the usual one where it names none.
func (s *Server) models(asked []string) []string {
	offered := s.program.Models()
	var list []string
	for _, m := range offered {
		if slices.Contains(asked, m) && len(list) < maxLanes {
			list = append(list, m)
		}
	}
	if list == nil && len(offered) > 0 {
		list = offered[:1]
	}
	return list
}

// choices are the models of the form.
func (s *Server) choices(chosen []string) []choice {
	var list []choice
	for _, m := range s.program.Models() {
		list = append(list, choice{m, slices.Contains(chosen, m)})
	}
	for _, m := range chosen { // of a job whose model is gone
		if !slices.ContainsFunc(list, func(c choice) bool { return c.Name == m }) {
			list = append(list, choice{m, true})
		}
	}
	return list
}

// tasks shows the page without a job.
func (s *Server) tasks(*http.Request) (view, error) {
	return s.tasksView(tasksPage{Models: s.choices(s.models(nil))}), nil
}

func (s *Server) tasksView(p tasksPage) view {
	return view{name: "write", title: s.program.Button, data: p}
}

// begin begins a job.
func (s *Server) begin(r *http.Request) (view, error) {
	task := strings.TrimSpace(r.PostForm.Get("task"))
	models := s.models(r.PostForm["model"])
	again := func(code int, why string) (view, error) {
		v := s.tasksView(tasksPage{Task: task, Models: s.choices(models), Problem: why})
		v.code = code
		return v, nil
	}
	switch {
	case task == "":
		return again(http.StatusUnprocessableEntity, "Write something first.")
	case !utf8.ValidString(task):
		task = ""
		return again(http.StatusUnprocessableEntity, "This is not text.")
	case len(models) == 0:
		return again(http.StatusServiceUnavailable, "There is no model.")
	case utf8.RuneCountInString(task) > s.program.MaxTask:
		return again(http.StatusUnprocessableEntity, "This is too long.")
	}
	j, err := s.jobs.begin(task, models, func(ctx context.Context, j *job, n int) Answer {
		return s.program.Do(ctx, Task{
			Text: task, Model: models[n], Ask: j.asking(n),
			Watch: func(e loop.Event) { j.watch(n, e) },
		})
	})
	if errors.Is(err, errBusy) {
		return again(http.StatusServiceUnavailable, "Too much is under way. Wait until something has ended.")
	}
	return goTo("/jobs/" + j.ID)
}

// job shows the page with a job.
func (s *Server) job(r *http.Request) (view, error) {
	j := s.jobs.find(r.PathValue("id"))
	if j == nil {
		return refused(http.StatusNotFound, "This work is no longer kept. Only the last ones are.")
	}
	j.glance()
	p := progress{job: j}
	v := j.view()
	page := &jobPage{ID: j.ID, After: len(v.items), View: v, Lanes: p.parts(v)}
	for _, row := range p.rows(v) {
		page.Lanes[row.lane].Rows = append(page.Lanes[row.lane].Rows, row)
	}
	var models []string
	for _, l := range v.lanes {
		models = append(models, l.Model)
	}
	return s.tasksView(tasksPage{Task: j.Task, Models: s.choices(models), Job: page}), nil
}

// cancel ends a job.
func (s *Server) cancel(r *http.Request) (view, error) {
	if j := s.jobs.find(r.PathValue("id")); j != nil {
		j.stop()
		<-j.done
	}
	return goTo("/jobs/" + r.PathValue("id"))
}

// stream sends what happens to a job.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	j := s.jobs.find(r.PathValue("id"))
	if j == nil {
		refuse(w, http.StatusNotFound, "there is no such work")
		return
	}
	defer j.look()()
	p := progress{job: j}
	has := after(r)
	var sent []string // the state of each lane and of the job, as the page has them
	s.tell(w, r, 0, func(st *stream) (<-chan struct{}, bool) {
		v := j.view()
		for _, row := range p.rows(v) {
			if row.item > has {
				st.put(row.item, st.look.part("row", row))
			}
		}
		pieces := []string{st.look.part("status", v)}
		for _, l := range p.parts(v) {
			pieces = append(pieces, st.look.part("state", l))
		}
		for i, piece := range pieces {
			if sent == nil || sent[i] != piece {
				st.put(0, piece)
			}
		}
		sent = pieces
		return v.more, v.Ended
	})
}

// A progress is how far the items of a job were turned into rows.
type progress struct {
	job   *job
	seen  int
	lanes []show.Rows
}

// A rowPart is a row of a lane, for a page.
type rowPart struct {
	show.Row
	Into       string // the id of the list that it belongs to
	Graph      *graph // of its plan
	item, lane int    // the number of the item, from 1
}

func newRow(r show.Row, n int) rowPart {
	p := rowPart{Row: r, Into: stepsID(n), lane: n}
	if r.Plan != nil {
		p.Graph = newGraph(*r.Plan, r.Before)
	}
	return p
}

// Unix is when it happened, in milliseconds.
func (r rowPart) Unix() int64 { return r.Time.UnixMilli() }

// rows returns the rows that are new.
func (p *progress) rows(v jobView) (list []rowPart) {
	if p.lanes == nil {
		p.lanes = make([]show.Rows, len(v.lanes))
	}
	for ; p.seen < len(v.items); p.seen++ {
		i := v.items[p.seen]
		if r, ok := p.lanes[i.lane].Row(i.event); ok {
			row := newRow(r, i.lane)
			row.item = p.seen + 1
			list = append(list, row)
		}
	}
	return list
}

// A lanePart is a lane on a page: its rows, and what changes besides them.
type lanePart struct {
	N      int
	Steps  string // the id of the list of its rows
	Rows   []rowPart
	Ended  bool
	Typing string // what has come of the reply under way
	Asks   any    // the question that the run waits with, with its form
	lane
}

// parts returns the lanes without their rows.
func (p *progress) parts(v jobView) (list []lanePart) {
	for n, l := range v.lanes {
		part := lanePart{N: n, Steps: stepsID(n), Ended: v.Ended, Typing: l.typing, lane: l}
		if l.asks != nil {
			part.Asks = question{"/jobs/" + p.job.ID + "/reply", n, *l.asks}
		}
		list = append(list, part)
	}
	return list
}

func stepsID(n int) string { return "steps-" + strconv.Itoa(n) }

// Decisions is how many decisions were made so far.
func (v jobView) Decisions() (n int) {
	for _, i := range v.items {
		if i.event.Decision != nil {
			n++
		}
	}
	return n
}
