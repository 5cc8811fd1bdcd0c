package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/loop"
)

// A writePage is the page where a task is written and done.
type writePage struct {
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
	View  view
	Lanes []laneView
}

type laneView struct {
	laneState
	Steps string
	Rows  []row
}

// Again says that without a script the page is loaded again, until the job has ended.
func (p writePage) Again() bool { return p.Job != nil && !p.Job.View.ended }

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

// write shows the page without a job.
func (s *Server) write(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, "write", s.program.Button, "/", writePage{Models: s.choices(s.models(nil))})
}

// begin begins a job.
func (s *Server) begin(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.problem(w, r, bodyStatus(err), "/", "The form cannot be read.")
		return
	}
	task := strings.TrimSpace(r.PostForm.Get("task"))
	models := s.models(r.PostForm["model"])
	own := !r.PostForm.Has("measured") // else it is from a suite
	again := func(code int, why string) {
		s.show(w, r, code, "write", s.program.Button, "/", writePage{Task: task, Models: s.choices(models), Problem: why})
	}
	switch {
	case task == "":
		again(http.StatusUnprocessableEntity, "Write something first.")
		return
	case !utf8.ValidString(task):
		task = ""
		again(http.StatusUnprocessableEntity, "This is not text.")
		return
	case len(models) == 0:
		again(http.StatusServiceUnavailable, "There is no model.")
		return
	case utf8.RuneCountInString(task) > s.program.MaxTask:
		again(http.StatusUnprocessableEntity, "This is too long.")
		return
	}
	j, err := s.jobs.begin(task, models, func(ctx context.Context, j *job, n int) Answer {
		return s.program.Do(ctx, Task{
			Text: task, Model: models[n], Remember: own && n == 0,
			Ask:   j.asking(n),
			Watch: func(e loop.Event) { j.watch(n, e) },
		})
	})
	if errors.Is(err, errBusy) {
		again(http.StatusServiceUnavailable, "Too much is under way. Wait until something has ended.")
		return
	}
	http.Redirect(w, r, "/jobs/"+j.ID, http.StatusSeeOther)
}

// job shows the page with a job.
func (s *Server) job(w http.ResponseWriter, r *http.Request) {
	j := s.jobs.find(r.PathValue("id"))
	if j == nil {
		s.problem(w, r, http.StatusNotFound, "/", "This work is no longer kept. Only the last ones are.")
		return
	}
	j.glance()
	v := j.view()
	page := &jobPage{ID: j.ID, After: len(v.items), View: v}
	var models []string
	for n, l := range v.lanes {
		t := newTimeline(stepsID(n))
		lv := laneView{laneState: laneState{n, j.ID, l, v.ended}, Steps: stepsID(n)}
		for _, i := range v.items {
			if i.lane != n {
				continue
			}
			if row, ok := t.row(i.event); ok {
				lv.Rows = append(lv.Rows, row)
			}
		}
		models = append(models, l.Model)
		page.Lanes = append(page.Lanes, lv)
	}
	s.show(w, r, http.StatusOK, "write", s.program.Button, "/", writePage{Task: j.Task, Models: s.choices(models), Job: page})
}

// cancel ends a job.
func (s *Server) cancel(w http.ResponseWriter, r *http.Request) {
	if j := s.jobs.find(r.PathValue("id")); j != nil {
		j.stop()
		<-j.done
	}
	http.Redirect(w, r, "/jobs/"+r.PathValue("id"), http.StatusSeeOther)
}
