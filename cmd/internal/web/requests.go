package web

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/shortleash/shortleash/planner"
)

// Requests are what has passed through a program lately, for a page that only shows them. They are in memory alone: the last maxRequests,
// each cut to what a page shows. The zero value has none.
type Requests struct {
	topic
	list  []Request // the oldest first
	n     int       // that were added
	under map[*http.Request]Request
}

// A Request is one that a program has answered for a client, or one under way.
type Request struct {
	N               int
	Waits           bool // for its turn, to be answered
	Path, Model     string
	Status          int
	Began           time.Time
	Took            time.Duration
	Offered, Could  []string // the tools that the client offers; what the reply could be
	Removed, Forced string   // why what was taken away; why only the answer was left
	Other           []string // what else holds
	Problems        []string // why replies were asked for again, and why there is none
	Text            string   // of the reply
	Calls           []Call
	Read, Written   int // tokens
}

// A Call is one of a reply.
type Call struct{ Tool, Args string }

// Bounds of what is kept.
const (
	maxRequests = 200
	maxNames    = 40   // of a list
	maxWord     = 100  // bytes of a name
	maxPassage  = 1500 // and of a text
)

// NewRequests returns a list without any.
func NewRequests() *Requests { return &Requests{topic: newTopic(), under: map[*http.Request]Request{}} }

// Begin shows one that is under way, as which the client sent, until Add is told of the same. Its texts are short.
func (q *Requests) Begin(as *http.Request, r Request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.under[as] = r
	q.happened()
}

// Add adds one.
func (q *Requests) Add(as *http.Request, r Request) {
	for _, list := range []*[]string{&r.Offered, &r.Could, &r.Other, &r.Problems} {
		*list = slices.Clone((*list)[:min(len(*list), maxNames)])
		for i, text := range *list {
			(*list)[i] = planner.Truncate(text, maxPassage)
		}
	}
	for _, list := range [][]string{r.Offered, r.Could} {
		for i, name := range list {
			list[i] = planner.Truncate(name, maxWord)
		}
	}
	r.Calls = slices.Clone(r.Calls)
	for i := range r.Calls {
		r.Calls[i] = Call{planner.Truncate(r.Calls[i].Tool, maxWord), planner.Truncate(r.Calls[i].Args, maxPassage)}
	}
	r.Path, r.Model = planner.Truncate(r.Path, maxWord), planner.Truncate(r.Model, maxWord)
	r.Removed, r.Text = planner.Truncate(r.Removed, maxPassage), planner.Truncate(r.Text, maxPassage)
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.under, as)
	q.n++
	r.N = q.n
	q.list = append(slices.Clone(q.list[max(0, len(q.list)-maxRequests+1):]), r)
	q.happened()
}

// since returns those after number n, those under way, the oldest first, and what is closed when there are more.
func (q *Requests) since(n int) (list, under []Request, more <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	list = q.list[len(q.list)-min(len(q.list), max(0, q.n-n)):]
	under = slices.SortedFunc(maps.Values(q.under), func(a, b Request) int { return a.Began.Compare(b.Began) })
	return list, under, q.more
}

// Unoffered returns the tools that the reply could not call.
func (r Request) Unoffered() []string {
	return slices.DeleteFunc(slices.Clone(r.Offered), func(name string) bool { return slices.Contains(r.Could, name) })
}

// Unix is when it began, in milliseconds.
func (r Request) Unix() int64 { return r.Began.UnixMilli() }

// requests shows the page.
func (s *Server) requests(*http.Request) (view, error) {
	list, under, _ := s.program.Requests.since(0)
	last := 0
	if len(list) > 0 {
		last = list[len(list)-1].N
	}
	return view{name: "requests", title: s.program.Asks, data: map[string]any{"Rows": list, "Under": under, "Last": last,
		"Most": maxRequests}}, nil
}

// followRequests sends those that come.
func (s *Server) followRequests(w http.ResponseWriter, r *http.Request) {
	has := after(r)
	s.tell(w, r, 0, func(st *stream) (<-chan struct{}, bool) {
		list, under, more := s.program.Requests.since(has)
		st.put(0, st.look.part("under", under))
		for _, q := range list {
			has = q.N
			st.put(has, st.look.part("request", q))
		}
		return more, s.jobs.ctx.Err() != nil
	})
}
