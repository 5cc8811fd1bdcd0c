// Package web serves the page of a program on this machine: what a person sees of runs in a browser.
//
// A [Server] has the page of one [Program]. It lets tasks be done and shows each event of their runs as it happens,
// shows logged runs with their plans and compares them, checks the model's server and lists its models. What
// it shows comes from the events of the loop and from the packages that the commands use; pages are templates around
// that, with one style sheet and one script, all in the binary.
//
// A guard stands before all pages: only this machine unless the program is told otherwise, only by a name of this
// machine, only from pages of this server, and on a network only with a token. What is shown is text from models,
// tools and files, and is never more than text: html/template escapes it, and the policy of the pages lets no script
// run that is not ours. Bodies, streams, jobs and what is kept of them are bounded. A job that no page looks at ends.
package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tools"
)

// A Program is what the page needs of the program that serves it.
type Program struct {
	*cli.Console
	Settings *cli.Settings
	// Asks is the invitation above the field for a task, and Button what stands on its button; in English, with their
	// Spanish in Spanish.
	Asks, Button string
	// Examples are tasks to begin with.
	Examples []string
	// MaxTask bounds a task, in characters.
	MaxTask int
	// Models returns the models to choose from, as --model takes them, the usual one first. It does not wait.
	Models func() []string
	// Conversations has the program's conversations; nil: each task is done by itself.
	Conversations Conversations
	// About says under the invitation what the program does, and Facts with what; Missing why it has no model. All are in English.
	About, Missing string
	Facts          []Fact
	// Requests are all that the page shows, if there are any; Token what it wants, "" for one that is made where others reach it.
	Requests *Requests
	Token    string
	// Preview says what a call would do, "" where that is not known; nil: never.
	Preview func(tools.Call) string
	// Undo takes back what the run of these events has changed, and says what that was.
	Undo func([]loop.Event) (string, error)
	// Do does a task. The Answer says how it ended, also where ctx did.
	Do func(ctx context.Context, t Task) Answer
	// Check answers a request of POST /v1/check: one JSON object for a task. Nil is none.
	Check func(ctx context.Context, task string) (json.RawMessage, error)
	// Logged finds and repeats logged runs.
	Logged *runs.Program
	// Doctor checks the model's server.
	Doctor doctor.CheckCommand
	// Spanish has the program's own words in Spanish, by their English.
	Spanish map[string]string
}

// A Fact is what people want to know of the program, with its name.
type Fact struct{ Name, Text string }

// A Task is done once, with one model.
type Task struct {
	Text, Model string
	// Conversation names the one that the task is the next turn of, and Earlier has the events of the turns before. With GoOn the
	// last turn was broken off, and goes on.
	Conversation string
	Earlier      [][]loop.Event
	GoOn         bool
	// Ask asks a person about what a run waits with, and Say what a model wants to know.
	Ask runs.Ask
	Say func(ctx context.Context, question string) (string, error)
	// Watch is called with each event of the task's runs, as it happens.
	Watch func(loop.Event)
}

// An Answer is what came of a task, for a page.
type Answer struct {
	Final   bool
	Verdict string  // one line: what it came to
	Text    []Piece // the answer, or the task where there is none
	Changes []Change
	Notes   []string
	Gloss   string // in Spanish
	Facts   string // what it cost
	// Sure is how sure the model is, from 0 to 1; nil where it does not say.
	Sure *float64
	// GoesOn says that the run was broken off and can go on, and Undo that it has changed what can be taken back.
	GoesOn, Undo bool
}

// A Piece is a part of an answer: Was is what stood there in the task, if that is something else.
type Piece struct {
	Text, Was string
	Changed   bool
}

// A Change is one change with its rule.
type Change struct {
	Was, Now, Code, Level string
	Card                  *Card
}

// A Card is a rule as people read it.
type Card struct{ English, Spanish, Contrast, Wrong, Right string }

// A Server serves the page of a program.
type Server struct {
	program *Program
	jobs    *jobs
	streams chan struct{} // one for each that is open
	looks   map[string]*look
	checks  chan struct{} // one for each request of /v1/check
	stop    context.CancelFunc
}

// maxStreams bounds the open streams of a server, and maxChecks the requests of /v1/check under way.
const (
	maxStreams = 512
	maxChecks  = 8
)

// New returns a server whose runs end with ctx.
func New(ctx context.Context, p *Program) (*Server, error) {
	looks, err := newLooks(p)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	s := &Server{
		program: p, looks: looks, jobs: &jobs{ctx: ctx}, stop: stop,
		streams: make(chan struct{}, maxStreams), checks: make(chan struct{}, maxChecks),
	}
	return s, nil
}

// Close ends all runs and waits for them.
func (s *Server) Close() {
	s.stop()
	s.jobs.close()
}

// Handler returns all pages, without a guard.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	page := func(pattern, here string, handle func(*http.Request) (view, error)) {
		mux.HandleFunc(pattern, s.page(here, handle))
	}
	mux.HandleFunc("GET /static/{name}", static)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	if s.program.Requests != nil {
		page("GET /{$}", "/", s.requests)
		mux.HandleFunc("GET /stream", s.followRequests)
		return s.inLanguage(mux)
	}
	page("GET /{$}", "/", s.tasks)
	page("POST /jobs", "/", s.begin)
	page("GET /jobs/{id}", "/", s.job)
	page("POST /jobs/{id}", "/", s.begin)
	page("POST /jobs/{id}/undo", "/", s.undo)
	page("POST /jobs/{id}/cancel", "/", s.cancel)
	page("POST /jobs/{id}/reply", "/", s.reply)
	mux.HandleFunc("GET /jobs/{id}/stream", s.stream)
	page("GET /runs", "/runs", s.runs)
	page("GET /runs/{id}", "/runs", s.run)
	page("POST /runs/{id}/replay", "/runs", s.replay)
	page("POST /runs/{id}/reply", "/runs", s.goOn)
	page("GET /compare", "/runs", s.compare)
	mux.HandleFunc("GET /runs/{id}/stream", s.followRun)
	page("GET /server", "/server", s.server)
	mux.HandleFunc("GET /server/stream", s.checkServer)
	if s.program.Check != nil {
		mux.HandleFunc("POST /v1/check", s.check)
	}
	return s.inLanguage(mux)
}

// How long a request may take to come, and an ending server waits for streams to end.
const (
	headerTime  = 10 * time.Second
	requestTime = 30 * time.Second
	goodbye     = 2 * time.Second
)

// Serve listens at address until ctx ends, and says where that is.
func Serve(ctx context.Context, p *Program, address string) error {
	open, err := CheckAddress("--listen", address)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return cli.Misuse("cannot listen: %v", err)
	}
	s, err := New(ctx, p)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer s.Close()
	g := newGuard(listener.Addr(), address, s.Handler())
	g.token = cmp.Or(p.Token, g.token)
	p.Say("%s", p.welcome(listener.Addr(), g, open))
	h := &http.Server{
		Handler: g, ReadHeaderTimeout: headerTime, ReadTimeout: requestTime, IdleTimeout: time.Minute, MaxHeaderBytes: maxBody,
		// A request goes on when ctx ends: a stream shows the end of its runs. Those of the server end with it by themselves.
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	// A handler goes on after its connection was closed, and uses what ends with the program.
	var connections sync.WaitGroup
	h.ConnState = func(_ net.Conn, now http.ConnState) {
		switch now {
		case http.StateNew:
			connections.Add(1)
		case http.StateClosed, http.StateHijacked:
			connections.Done()
		}
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
		defer cancel()
		if h.Shutdown(last) != nil { // a stream that does not end in time is closed
			_ = h.Close()
		}
	})
	err = h.Serve(listener)
	if stop() {
		_ = h.Close() // it failed
	} else {
		<-ended
	}
	connections.Wait()
	if !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return ctx.Err()
}

// welcome says where the page is, and who else may see it.
func (p *Program) welcome(at net.Addr, g *guard, open bool) string {
	text := "The page is at http://" + at.String() + "/"
	switch {
	case p.Token != "":
		text += "?token= with the token of its file"
	case g.token != "":
		text += "?token=" + g.token
	}
	switch {
	case open && p.Requests != nil:
		text += "\nOther machines can reach it. Who has this address with its token can read what passes; it is not encrypted."
	case open:
		text += "\nOther machines can reach it. Who has this address with its token can run models here and read the logs; what " +
			"they send is not encrypted."
	}
	return text + "\nControl-C ends it."
}

// check answers one JSON object for a task.
func (s *Server) check(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Input string `json:"input"`
	}
	if r.Header.Get("Content-Type") != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, `the body must be application/json: {"input":"He goed."}`)
		return
	}
	body, err := io.ReadAll(r.Body) // it is bounded
	if err == nil && json.Valid(body) {
		if problem := cli.CheckJSON(body); problem != nil {
			refuse(w, http.StatusBadRequest, problem.Error())
			return
		}
	}
	if err == nil {
		err = json.Unmarshal(body, &in)
	}
	if err != nil || in.Input == "" || len([]rune(in.Input)) > s.program.MaxTask {
		refuse(w, bodyStatus(err), `the body must be a JSON object with a text that is not too long: {"input":"He goed."}`)
		return
	}
	select {
	case s.checks <- struct{}{}:
		defer func() { <-s.checks }()
	default:
		refuse(w, http.StatusServiceUnavailable, "too much is under way; try again")
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.jobs.ctx, cancel)()
	answer, err := s.program.Check(ctx, in.Input)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, cli.Problem(err))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(append(answer, '\n')) // who has gone does not read it
}

// bodyStatus is the code for a body that cannot be read.
func bodyStatus(err error) int {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusBadRequest
}
