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
	ID           string
	Conversation bool
	After        int // the items that the page has
	View         jobView
	Lanes        []lanePart
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
	if s.program.Conversations == nil {
		return view{name: "write", title: s.program.Button, data: p}
	}
	t := talkPage{tasksPage: p}
	if p.Job == nil {
		t.Kept = s.kept()
	}
	return view{name: "talk", title: s.program.Asks, data: t}
}

// begin begins a job, or the next turn of a conversation.
func (s *Server) begin(r *http.Request) (view, error) {
	task := strings.TrimSpace(r.PostForm.Get("task"))
	models := s.models(r.PostForm["model"])
	var j *job
	if id := r.PathValue("id"); id != "" {
		var err error
		if j, err = s.jobOf(id); err != nil {
			return view{}, err
		}
		if j == nil || !j.talk {
			return refused(http.StatusNotFound, "This work is no longer kept. Only the last ones are.")
		}
	}
	again := func(code int, why string) (view, error) {
		p := tasksPage{Task: task, Models: s.choices(models), Problem: why}
		if j != nil {
			p.Job = newJobPage(j)
		}
		v := s.tasksView(p)
		v.code = code
		return v, nil
	}
	switch {
	case j != nil && r.PostForm.Has("again"):
		task = ""
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
	var err error
	if s.program.Conversations != nil {
		j, err = s.next(j, task, models[0])
	} else {
		j, err = s.jobs.begin(task, models, s.doing(false))
	}
	switch {
	case errors.Is(err, errBusy):
		return again(http.StatusServiceUnavailable, "Too much is under way. Wait until something has ended.")
	case errors.Is(err, errUnderWay):
		return again(http.StatusConflict, "The answer before is not there yet.")
	case err != nil:
		return view{}, err
	}
	to := "/jobs/" + j.ID
	if j.talk {
		to += "#" + turnID(len(j.view().lanes)-1)
	}
	return goTo(to)
}

// doing returns what does the work of a lane.
func (s *Server) doing(again bool) func(ctx context.Context, j *job, n int) Answer {
	return func(ctx context.Context, j *job, n int) Answer {
		l := j.view().lanes[n]
		t := Task{Text: j.Task, Model: l.Model, Ask: s.asking(j, n), Watch: func(e loop.Event) { s.watch(j, n, e) }}
		if j.talk {
			t.Text, t.Conversation, t.Earlier, t.GoOn, t.Say = l.Task, j.ID, j.earlier(n), again, j.saying(n)
		}
		return s.program.Do(ctx, t)
	}
}

// job shows the page with a job.
func (s *Server) job(r *http.Request) (view, error) {
	j, err := s.jobOf(r.PathValue("id"))
	if err != nil {
		return view{}, err
	}
	if j == nil {
		return refused(http.StatusNotFound, "This work is no longer kept. Only the last ones are.")
	}
	j.glance()
	page := newJobPage(j)
	var models []string
	for _, l := range page.View.lanes {
		models = append(models, l.Model)
	}
	p := tasksPage{Task: j.Task, Models: s.choices(models), Job: page}
	if j.talk {
		p.Task, p.Models = "", s.choices(models[len(models)-1:])
	}
	return s.tasksView(p), nil
}

// newJobPage returns a job as it is now.
func newJobPage(j *job) *jobPage {
	p := progress{job: j}
	v := j.view()
	page := &jobPage{ID: j.ID, Conversation: j.talk, After: len(v.items), View: v, Lanes: p.parts(v, 0)}
	for _, row := range p.rows(v) {
		page.Lanes[row.lane].Rows = append(page.Lanes[row.lane].Rows, row)
	}
	return page
}

// cancel ends a job.
func (s *Server) cancel(r *http.Request) (view, error) {
	if j := s.jobs.find(r.PathValue("id")); j != nil {
		if done := j.stop(); done != nil {
			<-done
		}
	}
	return goTo("/jobs/" + r.PathValue("id"))
}

// stream sends what happens to a job. That of a conversation goes on when its turn has ended.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	j := s.jobs.find(r.PathValue("id"))
	if j == nil {
		j, _ = s.jobOf(r.PathValue("id")) // after a restart; what cannot be read is not there
	}
	if j == nil {
		refuse(w, http.StatusNotFound, "there is no such work")
		return
	}
	defer j.look()()
	defer context.AfterFunc(s.jobs.ctx, j.tell)()
	p := progress{job: j}
	has := after(r)
	turns, err := strconv.Atoi(r.URL.Query().Get("turns")) // that the page has
	if err != nil {
		turns = len(j.view().lanes)
	}
	var sent []string // the state of the job and of each lane, as the page has them
	s.tell(w, r, 0, func(st *stream) (<-chan struct{}, bool) {
		v := j.view()
		from := max(0, min(turns, len(sent)-1)-2) // what stands before can change no more
		parts := p.parts(v, from)
		for ; turns < len(v.lanes); turns++ {
			st.put(0, st.look.part("turn", parts[turns-from]))
		}
		for _, row := range p.rows(v) {
			if row.item > has {
				st.put(row.item, st.look.part("row", row))
			}
		}
		put := func(i int, piece string) {
			if i == len(sent) {
				sent = append(sent, "")
			}
			if sent[i] != piece {
				st.put(0, piece)
			}
			sent[i] = piece
		}
		piece := st.look.part("status", v)
		if j.talk {
			piece += st.look.part("send", jobPage{ID: j.ID, View: v})
		}
		put(0, piece)
		for _, l := range parts {
			put(l.N+1, st.look.part("state", l))
		}
		return v.more, v.Ended && (!j.talk || s.jobs.ctx.Err() != nil)
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
	Preview    string // what the call that it begins would do
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
	for len(p.lanes) < len(v.lanes) {
		p.lanes = append(p.lanes, show.Rows{})
	}
	for ; p.seen < len(v.items); p.seen++ {
		i := v.items[p.seen]
		if r, ok := p.lanes[i.lane].Row(i.event); ok || i.preview != "" {
			row := newRow(r, i.lane)
			row.item, row.Preview = p.seen+1, i.preview
			list = append(list, row)
		}
	}
	return list
}

// A lanePart is a lane on a page: its rows, and what changes besides them.
type lanePart struct {
	N      int
	Job    string // its ID
	Steps  string // the id of the list of its rows
	Rows   []rowPart
	Last   bool // no lane comes after it
	Ended  bool
	Typing string // what has come of the reply under way
	Asks   any    // the question that the run waits with, with its form
	lane
}

// parts returns the lanes from number from on, without their rows.
func (p *progress) parts(v jobView, from int) (list []lanePart) {
	for n, l := range v.lanes[from:] {
		n += from
		part := lanePart{N: n, Job: p.job.ID, Steps: stepsID(n), Last: n == len(v.lanes)-1, Ended: v.Ended, Typing: l.typing, lane: l}
		if l.asks != nil {
			part.Asks = question{"/jobs/" + p.job.ID + "/reply", n, *l.asks}
		}
		list = append(list, part)
	}
	return list
}

func stepsID(n int) string { return "steps-" + strconv.Itoa(n) }

func turnID(n int) string { return "turn-" + strconv.Itoa(n) }

// Decisions is how many decisions were made so far; of a conversation, in the turn that was begun last.
func (v jobView) Decisions() (n int) {
	for _, i := range v.items {
		if i.event.Decision != nil && (!v.talk || i.lane == len(v.lanes)-1) {
			n++
		}
	}
	return n
}
