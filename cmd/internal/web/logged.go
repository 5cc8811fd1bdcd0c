package web

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// Bounds of what is shown of logs.
const (
	maxListed = 200 // runs
	maxPlans  = 24  // that are drawn of a run, the last ones
)

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
func (s *Server) runs(r *http.Request) (view, error) {
	rows, problems, place, err := s.program.Logged.List()
	if err != nil {
		place, problems = "", []string{Plain(err)}
	}
	q := r.URL.Query()
	p := runsPage{Jobs: s.jobs.recent(), Place: place, Problems: problems, Query: q.Get("q"), Outcome: q.Get("outcome"), Model: q.Get("model")}
	for _, row := range rows {
		p.Outcomes, p.ModelNames = append(p.Outcomes, string(row.Outcome)), append(p.ModelNames, row.Model)
		switch {
		case p.Outcome != "" && p.Outcome != string(row.Outcome), p.Model != "" && p.Model != row.Model,
			!strings.Contains(strings.ToLower(row.Task+" "+row.ID+" "+row.Name), strings.ToLower(p.Query)):
		case len(p.Rows) == maxListed:
			p.More++
		default:
			p.Rows = append(p.Rows, row)
		}
	}
	for _, list := range []*[]string{&p.Outcomes, &p.ModelNames} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return view{name: "runs", title: "Runs", data: p}, nil
}

// A runPage is one logged run.
type runPage struct {
	Row     runs.Row
	Info    loop.RunInfo
	Rows    []rowPart
	All     int // rows
	Step    int // so many are shown; 0 is all
	Live    bool
	After   int // events that the page has
	Usage   []usage
	Result  *loop.Result
	Removed []runs.Removal
	Tokens  int
	Replay  string // what a replay has shown
	Same    bool
	Asks    any  // the question that the run waits with
	Broken  bool // the run has no end, and can go on
}

// A usage is what the requests of a role cost.
type usage struct {
	Role model.Role
	planner.RoleUsage
}

// find returns the run with an id.
func (s *Server) find(id string) (logs.Run, error) {
	if !runID.MatchString(id) {
		return logs.Run{}, &refusal{http.StatusNotFound, "There is no such run."}
	}
	run, err := s.program.Logged.Find(id)
	if err != nil {
		err = &refusal{http.StatusNotFound, Plain(err)}
	}
	return run, err
}

// runID is how the list names runs. Other names that commands take may be those of files, which no page reads.
var runID = regexp.MustCompile(`^[0-9a-f]{8}$`)

// run shows one run.
func (s *Server) run(r *http.Request) (view, error) {
	found, err := s.find(r.PathValue("id"))
	if err != nil {
		return view{}, err
	}
	return s.runView(r, found, "", false), nil
}

func (s *Server) runView(r *http.Request, found logs.Run, replayed string, same bool) view {
	p := runPage{Row: runs.RowOf(found), Info: found.Info(), After: len(found.Events), Result: found.Result(), Replay: replayed, Same: same}
	var rows show.Rows
	for _, e := range found.Events {
		if row, ok := rows.Row(e); ok {
			p.Rows = append(p.Rows, newRow(row, 0))
		}
	}
	p.All = len(p.Rows)
	p.Live = found.Last && p.Result == nil && found.Waiting() == nil
	p.Broken = p.Live
	if i := found.Waiting(); i != nil && found.Last {
		p.Asks = question{"/runs/" + found.ID + "/reply", 0, waiting{Interrupt: *i, Preview: s.preview(i.Call)}}
	}
	if n, err := strconv.Atoi(r.URL.Query().Get("step")); err == nil && n > 0 && n <= p.All {
		p.Step, p.Live = n, false
		p.Rows = p.Rows[:n]
	}
	drawn := 0
	for i := range slices.Backward(p.Rows) {
		if p.Rows[i].Graph == nil {
			continue
		}
		if drawn++; drawn > maxPlans {
			p.Rows[i].Graph = nil
		}
	}
	p.Removed = runs.Removals(found.Events)
	spent := loop.StateAt(found.Events, found.Events[len(found.Events)-1].Seq).Usage
	for _, role := range slices.Sorted(maps.Keys(spent)) {
		p.Usage = append(p.Usage, usage{role, spent[role]})
		p.Tokens += spent[role].PromptTokens + spent[role].OutputTokens
	}
	return view{name: "run", title: "Run " + found.ID, data: p}
}

// replay goes through a run again, without a model.
func (s *Server) replay(r *http.Request) (view, error) {
	found, err := s.find(r.PathValue("id"))
	if err != nil {
		return view{}, err
	}
	again, err := s.program.Logged.Again(found, nil)
	if err == nil {
		defer again.Close()
		err = again.Replay(r.Context(), found.Events)
	}
	text, same := fmt.Sprintf("This program makes the same %d events again. No model was asked.", len(found.Events)), err == nil
	if d, ok := errors.AsType[*loop.Divergence](err); ok {
		text = fmt.Sprintf("Not the same: %s. Event %d differs in %s: it was %s, and is %s now.", d.What, d.Seq, d.Field, d.Recorded, d.Now)
	} else if err != nil {
		text = Plain(err)
	}
	return s.runView(r, found, text, same), nil
}

// goOn goes on with a run that waits for a person, or whose log has no end, as a job.
func (s *Server) goOn(r *http.Request) (view, error) {
	found, err := s.find(r.PathValue("id"))
	if err != nil {
		return view{}, err
	}
	var reply *loop.Reply
	if waits := found.Waiting(); waits != nil {
		said, ok := replied(r)
		if !ok || said.Interrupt != waits.ID {
			return refused(http.StatusConflict, "This question waits for no answer any more.")
		}
		reply = &said
	}
	info := found.Info()
	j, err := s.jobs.begin(info.Task, []string{logs.ModelOf(info)}, func(ctx context.Context, j *job, n int) Answer {
		a := Answer{Text: []Piece{{Text: info.Task}}, Facts: "Run " + found.ID, Verdict: "No answer."}
		if reply != nil {
			j.keep(n, *reply)
		}
		err := s.program.Logged.GoOn(ctx, found.ID, reply, s.asking(j, n), func(e loop.Event) {
			s.watch(j, n, e)
			if e.Result != nil && e.Result.Outcome == loop.Final {
				a.Final, a.Text, a.Verdict = true, []Piece{{Text: indented(string(e.Result.Answer))}}, ""
			}
		})
		if err != nil {
			a.Verdict, a.Notes = "No answer.", []string{Plain(err)}
		}
		return a
	})
	if errors.Is(err, errBusy) {
		return refused(http.StatusServiceUnavailable, "Too much is under way. Wait until something has ended.")
	}
	return goTo("/jobs/" + j.ID)
}

// followEvery is how often the log of a run that another process writes is looked at.
const followEvery = 150 * time.Millisecond

// followRun sends what is added to the log of a run.
func (s *Server) followRun(w http.ResponseWriter, r *http.Request) {
	found, err := s.find(r.PathValue("id"))
	if err != nil {
		refuse(w, http.StatusNotFound, Plain(err))
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.jobs.ctx, cancel)()
	now := make(chan struct{})
	close(now)
	var rows show.Rows
	has, seen, size := after(r), 0, int64(-1)
	s.tell(w, r.WithContext(ctx), followEvery, func(st *stream) (<-chan struct{}, bool) {
		if info, err := os.Stat(found.File); err == nil && info.Size() != size {
			size = info.Size()
			for grown, err := range logs.Read(found.File) {
				if err == nil && grown.ID == found.ID {
					found = grown
				}
			}
		}
		for ; seen < len(found.Events); seen++ {
			if row, ok := rows.Row(found.Events[seen]); ok && seen >= has {
				st.put(seen+1, st.look.part("row", newRow(row, 0)))
			}
		}
		return now, found.Result() != nil || !found.Last
	})
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
func (s *Server) compare(r *http.Request) (view, error) {
	ids := r.URL.Query()["run"]
	if len(ids) != 2 {
		return refused(http.StatusBadRequest, "Choose two runs of the list.")
	}
	a, err := s.find(ids[0])
	if err != nil {
		return view{}, err
	}
	b, err := s.find(ids[1])
	if err != nil {
		return view{}, err
	}
	p := comparePage{A: runs.RowOf(a), B: runs.RowOf(b), Lines: besides(runs.Actions(a), runs.Actions(b))}
	for i := range p.Lines {
		l := &p.Lines[i]
		if l.N = i + 1; !l.Same && p.First == 0 {
			p.First, l.First = l.N, true
		}
	}
	return view{name: "compare", title: "Two runs", data: p}, nil
}
