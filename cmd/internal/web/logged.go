package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

// maxListed bounds the list of runs.
const maxListed = 200

// A runsPage is the list of runs.
type runsPage struct {
	Jobs                 []*job
	Rows                 []runs.Row
	More                 int // that are not listed
	Place                string
	Problems             []string
	Query                string
	Outcome, Model       string
	Outcomes, ModelNames []string
}

// runs lists the runs.
func (s *Server) runs(w http.ResponseWriter, r *http.Request) {
	rows, problems, place, err := s.program.Logged.List()
	if err != nil {
		place, problems = "", []string{Plain(err)}
	}
	q := r.URL.Query()
	p := runsPage{Jobs: s.jobs.recent(), Place: place, Problems: problems, Query: q.Get("q"), Outcome: q.Get("outcome"), Model: q.Get("model")}
	for _, row := range rows {
		p.Outcomes, p.ModelNames = with(p.Outcomes, string(row.Outcome)), with(p.ModelNames, row.Model)
		if p.Outcome != "" && p.Outcome != string(row.Outcome) || p.Model != "" && p.Model != row.Model ||
			!strings.Contains(strings.ToLower(row.Task+" "+row.ID+" "+row.Name), strings.ToLower(p.Query)) {
			continue
		}
		if len(p.Rows) == maxListed {
			p.More++
			continue
		}
		p.Rows = append(p.Rows, row)
	}
	s.show(w, r, http.StatusOK, "runs", "Runs", "/runs", p)
}

// with returns a sorted list with a text.
func with(list []string, text string) []string {
	if i, found := slices.BinarySearch(list, text); !found {
		return slices.Insert(list, i, text)
	}
	return list
}

// Plain words an error for people.
func Plain(err error) string {
	if message, ok := cli.MisuseOf(err); ok {
		return message
	}
	return cli.Problem(err)
}

// A runPage is one logged run.
type runPage struct {
	Row     runs.Row
	Info    loop.RunInfo
	Rows    []row
	All     int // rows
	Step    int // so many are shown; 0 is all
	Live    bool
	After   int // events that the page has
	Usage   []usage
	Result  *loop.Result
	Removed []ruleCount
	Tokens  int
	Replay  string // what a replay has shown
	Same    bool
	Plans   []planRevision
	Asks    any  // the question that the run waits with
	Broken  bool // the run has no end, and can go on
}

type usage struct {
	Role                          model.Role
	Calls, Read, Written, Retries int
	MS                            int64
}

type ruleCount struct {
	Rule string
	N    int
}

// find returns the run with an id; nil when it has answered why there is none.
func (s *Server) find(w http.ResponseWriter, r *http.Request, id string) *logs.Run {
	if !runID.MatchString(id) {
		s.problem(w, r, http.StatusNotFound, "/runs", "There is no such run.")
		return nil
	}
	run, err := s.program.Logged.Find(id)
	if err != nil {
		s.problem(w, r, http.StatusNotFound, "/runs", Plain(err))
		return nil
	}
	return &run
}

// runID is how the list names runs. Other names that commands take may be those of files, which no page reads.
var runID = regexp.MustCompile(`^[0-9a-f]{8}$`)

// run shows one run.
func (s *Server) run(w http.ResponseWriter, r *http.Request) {
	if found := s.find(w, r, r.PathValue("id")); found != nil {
		s.showRun(w, r, *found, "", false)
	}
}

func (s *Server) showRun(w http.ResponseWriter, r *http.Request, found logs.Run, replayed string, same bool) {
	p := runPage{Row: runs.RowOf(found), Info: found.Info(), After: len(found.Events), Result: found.Result(), Replay: replayed, Same: same}
	p.Rows = rows("steps-0", found.Events)
	p.All = len(p.Rows)
	p.Live = found.Last && p.Result == nil && found.Waiting() == nil
	p.Broken = p.Live
	if i := found.Waiting(); i != nil && found.Last {
		p.Asks = question{"/runs/" + found.ID + "/reply", 0, waiting{Interrupt: *i}}
	}
	if n, err := strconv.Atoi(r.URL.Query().Get("step")); err == nil && n > 0 && n <= p.All {
		p.Step, p.Live = n, false
		p.Rows = p.Rows[:n]
	}
	p.Usage, p.Removed = costs(found.Events)
	p.Plans = revisions(found.Events)
	for _, u := range p.Usage {
		p.Tokens += u.Read + u.Written
	}
	s.show(w, r, http.StatusOK, "run", "Run "+found.ID, "/runs", p)
}

// costs sums what the requests of each role cost, and what each rule took.
func costs(events []loop.Event) (list []usage, removed []ruleCount) {
	of := func(role model.Role) *usage {
		i := slices.IndexFunc(list, func(u usage) bool { return u.Role == role })
		if i < 0 {
			list, i = append(list, usage{Role: role}), len(list)
		}
		return &list[i]
	}
	for _, e := range events {
		switch {
		case e.Reply != nil && !e.Reply.Forced:
			u := of(e.Reply.Role)
			u.Calls, u.Read, u.Written, u.MS = u.Calls+1, u.Read+e.Reply.PromptTokens, u.Written+e.Reply.OutputTokens, u.MS+e.Reply.MS
		case e.Failure != nil:
			u := of(e.Failure.Role)
			u.Calls, u.Read, u.Written, u.MS = u.Calls+1, u.Read+e.Failure.PromptTokens, u.Written+e.Failure.OutputTokens, u.MS+e.Failure.MS
			u.Retries++
		case e.Masked != nil:
			i := slices.IndexFunc(removed, func(c ruleCount) bool { return c.Rule == e.Masked.Rule })
			if i < 0 {
				removed, i = append(removed, ruleCount{Rule: e.Masked.Rule}), len(removed)
			}
			removed[i].N += len(e.Masked.Names)
		}
	}
	slices.SortStableFunc(removed, func(a, b ruleCount) int { return b.N - a.N })
	return list, removed
}

// replay goes through a run again, without a model.
func (s *Server) replay(w http.ResponseWriter, r *http.Request) {
	found := s.find(w, r, r.PathValue("id"))
	if found == nil {
		return
	}
	again, err := s.program.Logged.Again(*found, nil)
	if err == nil {
		defer again.Close()
		err = again.Replay(r.Context(), found.Events)
	}
	text, same := fmt.Sprintf("This program makes the same %d events again. No model was asked.", len(found.Events)), err == nil
	if d, ok := errors.AsType[*loop.Divergence](err); ok {
		text = fmt.Sprintf("Event %d differs in %s: it was %s, and is %s now.", d.Seq, d.Field, d.Recorded, d.Now)
	} else if err != nil {
		text = Plain(err)
	}
	s.showRun(w, r, *found, text, same)
}

// goOn goes on with a run that waits for a person, or whose log has no end, as a job.
func (s *Server) goOn(w http.ResponseWriter, r *http.Request) {
	found := s.find(w, r, r.PathValue("id"))
	if found == nil {
		return
	}
	var reply *loop.Reply
	if waits := found.Waiting(); waits != nil {
		said, ok := replied(r)
		if !ok || said.Interrupt != waits.ID {
			s.problem(w, r, http.StatusConflict, "/runs", "This question waits for no answer any more.")
			return
		}
		reply = &said
	}
	info := found.Info()
	j, err := s.jobs.begin(info.Task, []string{logs.ModelOf(info)}, func(ctx context.Context, j *job, n int) Answer {
		a := Answer{Text: []Piece{{Text: info.Task}}, Facts: "Run " + found.ID}
		if reply != nil {
			j.keep(n, *reply)
		}
		err := s.program.Logged.GoOn(ctx, found.ID, reply, j.asking(n), func(e loop.Event) {
			j.watch(n, e)
			if e.Result != nil {
				a.Final, a.Verdict = e.Result.Outcome == loop.Final, "No answer."
				if a.Final {
					a.Text, a.Verdict = []Piece{{Text: indented(string(e.Result.Answer))}}, ""
				}
			}
		})
		if err != nil {
			a.Verdict, a.Notes = "No answer.", []string{Plain(err)}
		}
		return a
	})
	if errors.Is(err, errBusy) {
		s.problem(w, r, http.StatusServiceUnavailable, "/runs", "Too much is under way. Wait until something has ended.")
		return
	}
	http.Redirect(w, r, "/jobs/"+j.ID, http.StatusSeeOther)
}

// followEvery is how often the log of a run that another process writes is looked at.
const followEvery = 150 * time.Millisecond

// follow sends what is added to the log of a run.
func (s *Server) follow(w http.ResponseWriter, r *http.Request) {
	found := s.find(w, r, r.PathValue("id"))
	if found == nil {
		return
	}
	st, end := s.open(w, r)
	if st == nil {
		return
	}
	defer end()
	t, has, seen, size := newTimeline("steps-0"), after(r), 0, int64(-1)
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		if info, err := os.Stat(found.File); err == nil && info.Size() != size {
			size = info.Size()
			for now, err := range logs.Read(found.File) {
				if err == nil && now.ID == found.ID {
					found = &now
				}
			}
		}
		for ; seen < len(found.Events); seen++ {
			if row, ok := t.row(found.Events[seen]); ok && seen >= has {
				st.put(seen+1, st.look.part("row", row))
			}
		}
		over := found.Result() != nil || !found.Last
		if over {
			st.end()
		}
		if !st.send() || over {
			return
		}
		select {
		case <-tick.C:
		case <-r.Context().Done():
			return
		case <-s.jobs.ctx.Done():
			return
		}
	}
}

// A comparePage is what two runs did, side by side.
type comparePage struct {
	A, B  runs.Row
	Lines []comparedLine
	First int // the first line that differs, from 1; 0: none does
}

type comparedLine struct {
	N           int
	A, B        string
	Same, First bool
}

// compare sets two runs beside each other.
func (s *Server) compare(w http.ResponseWriter, r *http.Request) {
	ids := r.URL.Query()["run"]
	if len(ids) != 2 || !runID.MatchString(ids[0]) || !runID.MatchString(ids[1]) {
		s.problem(w, r, http.StatusBadRequest, "/runs", "Choose two runs of the list.")
		return
	}
	a := s.find(w, r, ids[0])
	if a == nil {
		return
	}
	b := s.find(w, r, ids[1])
	if b == nil {
		return
	}
	p := comparePage{A: runs.RowOf(*a), B: runs.RowOf(*b)}
	p.Lines = besides(runs.Actions(*a), runs.Actions(*b))
	for i := range p.Lines {
		l := &p.Lines[i]
		if l.N = i + 1; !l.Same && p.First == 0 {
			p.First, l.First = l.N, true
		}
	}
	s.show(w, r, http.StatusOK, "compare", "Two runs", "/runs", p)
}
