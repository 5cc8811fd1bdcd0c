// Package endpoint puts any model behind the protocols of OpenAI, Anthropic and Ollama, with calls that cannot be
// illegal.
//
// [New] makes an [http.Handler]. The tools of a request, and the calls that its conversation shows as done, become the
// grammar of the reply: text, one call, or several. If the model's server enforces the grammar, the model cannot write
// anything else; if not, the endpoint lets nothing else through. Clients change their base URL and keep their loop.
//
//	POST /v1/chat/completions, /v1/responses     OpenAI
//	POST /v1/messages, /v1/messages/count_tokens Anthropic
//	POST /api/chat                               Ollama
//	GET  /v1/models, /v1/models/NAME             the models
//	GET  /v1/shortleash/tools                    what of the tools' schemas the grammar does not hold
//	GET  /metrics                                figures for Prometheus
//
// Requests for any other path go to Config.Upstream, if it is set. docs/endpoint.md has examples and limits;
// docs/security.md describes attacks.
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

// A Config says which models are available and what applies to all requests. Only Model is required.
// A negative number is an error that names the field, except where a field says what -1 means.
type Config struct {
	// Model returns the model that a request names. Its error is sent to the client.
	Model func(ctx context.Context, name string) (model.Model, error)
	// Models lists the names of the models; nil means an empty list.
	Models func(ctx context.Context) ([]string, error)
	// Upstream returns the Ollama server that gets a request for another path, which names this model, or "". Nil: such are refused.
	Upstream func(ctx context.Context, model string) *url.URL

	Rules    []loop.Rule // apply to all conversations; [loop.Require] ignores tools that a client does not offer
	ReadOnly []string    // tools that change nothing, in addition to those whose names say so, such as get_weather
	Repeat   bool        // calls whose result is in the conversation may be made again
	Steps    int         // the maximum replies with calls since the last user message; then the answer is forced. 0: 64
	Thought  int         // the maximum characters of a thought before a call or an answer. 0: 200; -1: none
	// Form is how a model is asked for a decision; "" is planner.ThoughtForm. FormOf, if not nil, says it for each model instead.
	Form    planner.Form
	FormOf  func(m model.Model) planner.Form
	Repairs int // how often the model is asked again after an invalid reply. 0: 2; -1: never

	Parallel int      // how many requests are answered at the same time. 0: 4
	Queue    int      // how many more requests may wait. 0: 64
	Token    string   // what clients must send as a bearer token or x-api-key; "": no token, and loopback requests only
	Hosts    []string // host names that clients may use for the endpoint, besides those of this machine

	Logger *slog.Logger                       // one line for each request, without its content; nil is silent
	Watch  func(r *http.Request, done Report) // if not nil, is called after each request, from several goroutines
	// Begun, if not nil, is called before: when a request that could be read waits for its turn, and when its turn has come.
	Begun func(r *http.Request, now Report, waits bool)
}

// A Report describes a finished request. Only Prompt and Output have content, which may be private.
type Report struct {
	Model          string // the name that the client used
	Status         int    // of HTTP
	Began          time.Time
	Header         http.Header // of the reply: Shortleash-Removed and similar
	Tools, Choices []string    // what the client offers; which of these the reply could use
	Calls          []string    // the tools that the reply calls
	Repairs        int
	Problems       []string // why the reply was asked for again, and why there is none
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
