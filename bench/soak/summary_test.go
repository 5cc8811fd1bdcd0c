package soak

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/shortleash/shortleash/loop"
)

// A summary adds up what was seen.
type summary struct {
	Runs      uint64            `json:"runs"`
	Seed      uint64            `json:"seed"`
	Wanted    uint64            `json:"wanted"`
	Decisions uint64            `json:"decisions"`
	Requests  uint64            `json:"requests"`
	Calls     uint64            `json:"tool_calls"`
	Seconds   float64           `json:"seconds"`
	Workers   int               `json:"workers"`
	Kinds     map[string]*row   `json:"kinds"`
	Reasons   map[string]uint64 `json:"reasons"` // by outcome/reason
	Breaches  []breach          `json:"breaches"`

	mu    sync.Mutex // guards all above while workers add to it
	began time.Time
}

// A row is what was seen of one kind of model.
type row struct {
	Runs     uint64                  `json:"runs"`
	Outcomes map[loop.Outcome]uint64 `json:"outcomes"`
	Forced   uint64                  `json:"forced"` // answers that a bound forced
	Steps    peak                    `json:"steps"`
	Requests peak                    `json:"model_calls"`
	Calls    peak                    `json:"tool_calls"`
	Tokens   peak                    `json:"tokens"`  // without the last prompt
	Time     peak                    `json:"time"`    // of wall and grace, in nanoseconds
	Cost     time.Duration           `json:"cost"`    // real time of all runs together, in nanoseconds
	Costly   time.Duration           `json:"costly"`  // real time of the one that took most, in nanoseconds
	Slowest  uint64                  `json:"slowest"` // its seed
}

// A peak is the largest use of a bound, relative to it, that was seen.
type peak struct {
	Used  int64  `json:"used"`
	Bound int64  `json:"bound"`
	Seed  uint64 `json:"seed"`
}

// see keeps the larger of p and used of bound.
func (p *peak) see(used, bound int64, seed uint64) {
	if p.Bound == 0 || float64(used)/float64(bound) > p.part() {
		*p = peak{used, bound, seed}
	}
}

// part is the use of the bound, 1 for all of it.
func (p peak) part() float64 {
	if p.Bound == 0 {
		return 0
	}
	return float64(p.Used) / float64(p.Bound)
}

func newSummary(o options) *summary {
	return &summary{
		Seed: o.seed, Wanted: o.runs, Workers: o.workers, Kinds: map[string]*row{}, Reasons: map[string]uint64{}, began: time.Now(),
	}
}

// add adds one run and what it cost in real time, and returns how many breaches there are by now.
func (s *summary) add(r *record, cost time.Duration) (breaches int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.Kinds[r.kind]
	if k == nil {
		k = &row{Outcomes: map[loop.Outcome]uint64{}}
		s.Kinds[r.kind] = k
	}
	n, b := r.result.Counters, r.budget
	s.Runs++
	s.Decisions += uint64(n.Steps)
	s.Requests += uint64(n.ModelCalls)
	s.Calls += uint64(n.ToolCalls)
	s.Reasons[string(r.result.Outcome)+"/"+string(r.result.Reason)]++
	k.Runs++
	k.Outcomes[r.result.Outcome]++
	if r.result.Forced != "" {
		k.Forced++
	}
	k.Steps.see(int64(n.Steps), int64(b.Steps), r.seed)
	k.Requests.see(int64(n.ModelCalls), int64(b.ModelCalls), r.seed)
	k.Calls.see(int64(n.ToolCalls), int64(b.ToolCalls), r.seed)
	k.Tokens.see(int64(n.Tokens-r.spent.prompt-r.spent.over), int64(b.Tokens), r.seed)
	k.Time.see(int64(r.took), int64(b.Wall+r.grace), r.seed)
	k.Cost += cost
	if cost > k.Costly {
		k.Costly, k.Slowest = cost, r.seed
	}
	s.Breaches = append(s.Breaches, r.breaches...)
	return len(s.Breaches)
}

// lost adds the run in which a worker ended.
func (s *summary) lost(seed uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Breaches = append(s.Breaches, breach{seed, "", "ends", "its worker did not come back from it"})
}

// hung adds the run that does not come back.
func (s *summary) hung(seed uint64, patience time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Breaches = append(s.Breaches, breach{seed, "", "ends", fmt.Sprintf("has not come back after %v of real time", patience)})
	s.Seconds = time.Since(s.began).Seconds()
}

func (s *summary) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Seconds = time.Since(s.began).Seconds()
}

// progress is one line on how far it is.
func (s *summary) progress() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	took := time.Since(s.began)
	rate := float64(s.Runs) / took.Seconds()
	left := time.Duration(float64(s.Wanted-s.Runs) / max(rate, 1) * float64(time.Second))
	return fmt.Sprintf("%d of %d runs, %.0f runs/s, %v left, %d breaches", s.Runs, s.Wanted, rate, left.Round(time.Second), len(s.Breaches))
}

// short are the outcomes as heads of columns.
var short = map[loop.Outcome]string{
	loop.Final: "final", loop.BudgetExhausted: "budget", loop.DuplicateAction: "duplicate", loop.Cycle: "cycle",
	loop.ToolFailure: "tool", loop.ModelFailure: "model", loop.Cancelled: "cancelled", loop.Paused: "paused",
}

// print writes the tables.
func (s *summary) print(out io.Writer) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	head := []string{"model", "runs"}
	for _, o := range outcomes {
		head = append(head, short[o])
	}
	head = append(head, "forced", "steps", "requests", "calls", "tokens", "time", "µs/run", "worst ms", "its seed", "")
	fmt.Fprintln(t, strings.Join(head, "\t"))
	all := row{Outcomes: map[loop.Outcome]uint64{}}
	for _, name := range s.kinds() {
		k := s.Kinds[name]
		fmt.Fprintln(t, k.cells(name))
		all.join(k)
	}
	fmt.Fprintln(t, all.cells("all"))
	if err := t.Flush(); err != nil {
		return err
	}
	rate := float64(s.Runs) / s.Seconds
	fmt.Fprintf(
		out, "\n%d runs, seed %d, %d decisions, %d requests, %d tool calls, %.0f s on %d workers: %.0f runs/s; ten million take %.1f h\n",
		s.Runs, s.Seed, s.Decisions, s.Requests, s.Calls, s.Seconds, s.Workers, rate, 1e7/rate/3600)
	fmt.Fprintln(out, "steps … time: the largest use of a bound, relative to it; tokens without the last prompt, time of wall and grace")
	var list []string
	for reason := range s.Reasons {
		list = append(list, reason)
	}
	slices.Sort(list)
	for _, reason := range list {
		fmt.Fprintf(out, "  %s %d\n", reason, s.Reasons[reason])
	}
	s.printBreaches(out)
	return nil
}

// examples is how many breaches of one promise are printed.
const examples = 3

func (s *summary) printBreaches(out io.Writer) {
	fmt.Fprintf(out, "%d breaches\n", len(s.Breaches))
	var promises []string
	count := map[string]int{}
	for _, b := range s.Breaches {
		if count[b.Promise]++; count[b.Promise] == 1 {
			promises = append(promises, b.Promise)
		}
	}
	for _, p := range promises {
		fmt.Fprintf(out, "BREACH of %s, %d times:\n", p, count[p])
		shown := 0
		for _, b := range s.Breaches {
			if b.Promise == p && shown < examples {
				fmt.Fprintf(out, "  -only %d (%s): %s\n", b.Seed, b.Kind, b.How)
				shown++
			}
		}
	}
}

// kinds are the names of the kinds that were seen, in the order of the list of kinds.
func (s *summary) kinds() []string {
	var names []string
	for _, k := range kinds {
		if s.Kinds[k.name] != nil {
			names = append(names, k.name)
		}
	}
	return names
}

// join adds k to all.
func (all *row) join(k *row) {
	all.Runs += k.Runs
	all.Forced += k.Forced
	for o, n := range k.Outcomes {
		all.Outcomes[o] += n
	}
	for _, p := range [][2]*peak{{&all.Steps, &k.Steps}, {&all.Requests, &k.Requests}, {&all.Calls, &k.Calls},
		{&all.Tokens, &k.Tokens}, {&all.Time, &k.Time}} {
		p[0].see(p[1].Used, max(p[1].Bound, 1), p[1].Seed)
	}
	all.Cost += k.Cost
	if k.Costly > all.Costly {
		all.Costly, all.Slowest = k.Costly, k.Slowest
	}
}

// cells is the row as a line of a table.
func (k *row) cells(name string) string {
	cells := []string{name, fmt.Sprint(k.Runs)}
	for _, o := range outcomes {
		cells = append(cells, fmt.Sprint(k.Outcomes[o]))
	}
	cells = append(cells, fmt.Sprint(k.Forced))
	for _, p := range []peak{k.Steps, k.Requests, k.Calls, k.Tokens, k.Time} {
		cells = append(cells, fmt.Sprintf("%.3f", p.part()))
	}
	cells = append(cells, fmt.Sprint(k.Cost.Microseconds()/int64(max(k.Runs, 1))), fmt.Sprint(k.Costly.Milliseconds()),
		fmt.Sprint(k.Slowest), "")
	return strings.Join(cells, "\t")
}
