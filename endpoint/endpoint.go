// Package endpoint puts any model behind the protocols of OpenAI, Anthropic and Ollama, with calls that cannot be
// illegal.
//
// [New] makes an [http.Handler]. The tools of a request, and what its conversation shows to be done already, become the
// grammar of the reply: text, a call, or several; nothing else can be written where the server of the model holds the
// grammar, and nothing else comes through where it does not. Clients change their base URL and keep their loop.
//
//	POST /v1/chat/completions, /v1/responses     OpenAI
//	POST /v1/messages, /v1/messages/count_tokens Anthropic
//	POST /api/chat                               Ollama
//	GET  /v1/models, /v1/models/NAME             the models
//	GET  /v1/shortleash/tools                    what of the tools' schemas the grammar does not hold
//	GET  /metrics                                figures for Prometheus
//
// Any other path goes to Config.Upstream, if there is one. docs/endpoint.md has examples and bounds, docs/security.md the attacks.
package endpoint

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A Config says which models there are and what holds for all requests. Only Model is needed. A negative number is an
// error that names the field, but for Thought and NoRepairs.
type Config struct {
	// Model returns the model that a request names. The client reads its error.
	Model func(ctx context.Context, name string) (model.Model, error)
	// Models lists the names of models; nil lists none.
	Models func(ctx context.Context) ([]string, error)
	// Upstream is the Ollama server that all other paths are passed to; nil: there are none.
	Upstream *url.URL

	Rules    []loop.Rule // for all conversations; of tools that a client does not offer, [loop.Require] says nothing
	ReadOnly []string    // tools that change nothing, besides those whose names say so, such as get_weather
	Repeat   bool        // calls whose result stands in the conversation may be made again
	Steps    int         // replies with calls since the user last spoke, at most; then the answer is forced. 0: 64
	Thought  int         // characters of the thought before a call or an answer, at most. 0: 200; -1: none
	// Form is how a decision is asked for; "" is planner.ThoughtForm.
	Form    planner.Form
	Repairs int // how often a reply is asked for again. 0: 2; -1: never

	Parallel int      // requests that are answered at once. 0: 4
	Queue    int      // requests that wait for that. 0: 64
	Token    string   // what clients must send as a bearer token or x-api-key; "" wants none, and takes requests to loopback only
	Hosts    []string // names by which clients may call the endpoint, besides those of this machine

	Logger *slog.Logger                       // one line for each request, without its content; nil is silent
	Watch  func(r *http.Request, done Report) // is told of each request that has ended, by several goroutines; nil: no one is
}

// A Report says what came of a request. Only its Prompt and its Output are content, which may be private.
type Report struct {
	Model          string // as the client calls it
	Status         int    // of HTTP
	Began          time.Time
	Took           time.Duration
	Header         http.Header // of the reply: Shortleash-Removed and its like
	Tools, Choices []string    // what the client offers; what the reply could be of that
	Calls          []string    // the tools that the reply calls
	Repairs        int
	Usage          model.Usage
	Prompt, Output []byte // JSON: messages; text and calls
}

// What a zero in a Config means.
const (
	defaultSteps    = 64
	defaultThought  = 200
	defaultRepairs  = 2
	defaultParallel = 4
	defaultQueue    = 64
)

// An Endpoint serves clients. It is an [http.Handler], and safe for concurrent use.
type Endpoint struct {
	config         Config
	steps, thought int
	repairs        int
	patience       time.Duration // for the body of a request, and for each write to a client
	kept           inventory
	queue          queue
	stats          metrics
	handler        http.Handler
}

// New returns an endpoint.
func New(c Config) (*Endpoint, error) {
	if c.Model == nil {
		return nil, errors.New("endpoint: Config.Model is nil")
	}
	for _, f := range []struct {
		name         string
		value, least int
	}{{"Steps", c.Steps, 0}, {"Thought", c.Thought, -1}, {"Repairs", c.Repairs, -1}, {"Parallel", c.Parallel, 0}, {"Queue", c.Queue, 0}} {
		if f.value < f.least {
			return nil, fmt.Errorf("endpoint: Config.%s is %d", f.name, f.value)
		}
	}
	if c.Form != "" && !slices.Contains(planner.Forms, c.Form) {
		return nil, fmt.Errorf("endpoint: Config.Form is %q, want one of %q", c.Form, planner.Forms)
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	e := &Endpoint{config: c, steps: orDefault(c.Steps, defaultSteps), thought: max(0, orDefault(c.Thought, defaultThought)),
		repairs: max(0, orDefault(c.Repairs, defaultRepairs)), patience: patience}
	e.queue = newQueue(orDefault(c.Parallel, defaultParallel), orDefault(c.Queue, defaultQueue))
	e.handler = e.routes()
	return e, nil
}

func orDefault(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

// ServeHTTP implements [http.Handler].
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) { e.handler.ServeHTTP(w, r) }

// routes returns the handler of all paths.
func (e *Endpoint) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST /v1/chat/completions", e.speak(chatCompletions{}))
	mux.Handle("POST /v1/responses", e.speak(responses{}))
	mux.Handle("POST /v1/messages", e.speak(messages{}))
	mux.HandleFunc("POST /v1/messages/count_tokens", e.countTokens)
	mux.Handle("POST /api/chat", e.speak(ollamaChat{}))
	mux.HandleFunc("GET /v1/models", e.listModels)
	mux.HandleFunc("GET /v1/models/{name...}", e.oneModel)
	mux.HandleFunc("GET /v1/shortleash/tools", e.listTools)
	mux.HandleFunc("GET /metrics", e.stats.serve)
	for _, path := range []string{"/v1/chat/completions", "/v1/responses", "/v1/messages", "/v1/messages/count_tokens", "/api/chat"} {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Allow", http.MethodPost)
			e.refuse(w, r, &problem{Status: http.StatusMethodNotAllowed, Message: "this path takes POST"})
		})
	}
	mux.Handle("/", e.upstream())
	return guard{e, mux}
}

// A queue lets some requests in at once and has others wait.
type queue struct {
	places  chan struct{} // of those that are answered
	waiting chan struct{} // of all
}

func newQueue(parallel, waiting int) queue {
	return queue{make(chan struct{}, parallel), make(chan struct{}, parallel+waiting)}
}

// enter waits for a place. leave gives it back. The error is a *problem, or that of ctx.
func (q queue) enter(ctx context.Context) (leave func(), err error) {
	select {
	case q.waiting <- struct{}{}:
	default:
		return nil, &problem{Status: http.StatusServiceUnavailable, After: 5 * time.Second, Message: fmt.Sprintf(
			"%d requests are answered or wait; try again in some seconds", cap(q.waiting))}
	}
	select {
	case q.places <- struct{}{}:
		return func() { <-q.places; <-q.waiting }, nil
	case <-ctx.Done():
		<-q.waiting
		return nil, ctx.Err()
	}
}
