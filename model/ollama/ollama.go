// Package ollama is a language model on a local Ollama server, as a [model.Model].
//
// A [Model] sends each request to /api/chat with the grammar's [grammar.Grammar.ServerSchema] as its format, and
// turns the stream that comes back into chunks. A format is a request, not a guarantee: servers do not enforce
// some parts of it, which the export lists, and some silently ignore all of it. So put a Guard around every
// Model. A Model does guarantee that a reply it calls done is complete: it watches three clocks, distinguishes a
// finished stream from one that merely stopped, and refuses a reply if the server cut its prompt.
//
// Every failure is a [*model.Fault] with a sentence that says what to do, except the end of the caller's context, whose
// error is returned unchanged. Only the configured host is contacted. Leaving a stream early closes its connection,
// which frees the server at once; rarely, a server then hangs with this model (ollama #17131, open in 0.32). The next
// request that gets no byte for FirstByte fails and has the model unloaded, so the one after it is answered.
//
// Tested with servers 0.11.4 and 0.17.4. Support for later versions follows their source code.
package ollama

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/internal/remote"
	"github.com/shortleash/shortleash/model"
)

// A Config says where the server is and how to use it. The zero value works. A negative number is
// an error that names the field.
type Config struct {
	Host      string        // in the form of OLLAMA_HOST; "" means that variable, or the default if it is not set
	Context   int           // num_ctx, in tokens: one value for the process, because a change reloads the model; 0 is 8192
	KeepAlive time.Duration // how long the model stays loaded after a request; 0 is 10 minutes
	Threads   int           // num_thread; 0 leaves it to the server
	Batch     int           // num_batch, how many tokens of a prompt are read at once; 0 leaves it to the server. A change reloads the model
	Size      int64         // the model's parameter count, for choosing suitable prompts; 0 is not known. See ModelInfo.Size
	Think     Thinking      // how thinking is handled; "" chooses what the server can enforce
	FirstByte time.Duration // from the request to the first chunk of a loaded model; 0 is 3 minutes
	Gap       time.Duration // between two chunks; 0 is 1 minute
	Total     time.Duration // the whole request, including loading; 0 is 10 minutes
	Logger    *slog.Logger  // diagnostics; nil is silent
	Elsewhere string        // how who reads its errors can name another server, as "--host"; "" names Host
}

// What a zero in a Config means.
const (
	defaultContext   = 8192
	defaultKeepAlive = 10 * time.Minute
	defaultFirstByte = 3 * time.Minute
	defaultGap       = time.Minute
	defaultTotal     = 10 * time.Minute
)

// withDefaults returns c with every zero replaced by what it means.
func (c Config) withDefaults() (Config, error) {
	for _, f := range []struct {
		name  string
		value int64
	}{
		{"Context", int64(c.Context)},
		{"KeepAlive", int64(c.KeepAlive)},
		{"Threads", int64(c.Threads)},
		{"Batch", int64(c.Batch)},
		{"Size", c.Size},
		{"FirstByte", int64(c.FirstByte)},
		{"Gap", int64(c.Gap)},
		{"Total", int64(c.Total)},
	} {
		if f.value < 0 {
			return c, fmt.Errorf("ollama: Config.%s is negative", f.name)
		}
	}
	if err := c.Think.check(); err != nil {
		return c, err
	}
	if c.Host == "" {
		c.Host = os.Getenv("OLLAMA_HOST")
	}
	c.Elsewhere = cmp.Or(c.Elsewhere, "ollama.Config.Host or OLLAMA_HOST")
	c.Context = orDefault(c.Context, defaultContext)
	c.KeepAlive = orDefault(c.KeepAlive, defaultKeepAlive)
	c.FirstByte = orDefault(c.FirstByte, defaultFirstByte)
	c.Gap = orDefault(c.Gap, defaultGap)
	c.Total = orDefault(c.Total, defaultTotal)
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c, nil
}

func orDefault[T int | time.Duration](value, otherwise T) T {
	if value == 0 {
		return otherwise
	}
	return value
}

// A Model is one model of one server. It is safe for concurrent use, though a server usually
// answers one request at a time.
type Model struct {
	name   string
	base   *url.URL
	client *api.Client
	config Config // no zero left

	traits     *traits                   // what the server says about the model
	truncation remote.TruncationDetector // what earlier prompts have cost
	warmth     warmth                    // when it last replied
}

var (
	_ model.Model   = (*Model)(nil)
	_ model.Bounded = (*Model)(nil)
	_ model.Sized   = (*Model)(nil)

	_ model.Configured = (*Model)(nil)
)

// Settings returns the requested thinking policy, such as "think=low", or "".
func (m *Model) Settings() string {
	if m.config.Think == ThinkAsFits {
		return ""
	}
	return "think=" + string(m.config.Think)
}

// New returns the model that the server knows as name, for example "llama3.2". It does not contact
// the server: a missing server or model is reported by the first request.
func New(name string, config Config) (*Model, error) {
	return newModel(name, config, remote.NewTransport())
}

// newModel is New over any transport, so that tests can bring their own wire.
func newModel(name string, config Config, transport http.RoundTripper) (*Model, error) {
	if name == "" {
		return nil, errors.New("ollama: the model has no name")
	}
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	base, warning, err := address(config.Host)
	if err != nil {
		return nil, err
	}
	if warning != "" {
		config.Logger.Warn(warning)
	}
	client := api.NewClient(base, remote.NewClient(solid{transport}))
	return &Model{name: name, base: base, client: client, config: config, traits: newTraits()}, nil
}

// ContextTokens implements [model.Bounded]: the Context of the Config. A model that was trained with a
// smaller context has less, but only the server knows that, and it is not asked before the first request.
func (m *Model) ContextTokens() int { return m.config.Context }

// Judges implements [model.Judge]. Of a model that thinks it is false: its first word is none of the reply.
func (m *Model) Judges(ctx context.Context) bool {
	f, err := m.traits.of(ctx, m.client, m.name, m.config.Think, m.config.Logger)
	return err == nil && f.odds && f.thinking == ""
}

// Parameters implements [model.Sized]: the Size of the Config.
func (m *Model) Parameters() int64 { return m.config.Size }

// byFlag is how people who use a program name another server. What is asked of a server without a model is asked by programs.
const byFlag = "--host or OLLAMA_HOST"

// server says how messages name the server at base.
func server(base *url.URL, elsewhere string) remote.Server {
	return remote.Server{
		Name: "Ollama", None: "No Ollama", Kind: "Ollama", Base: base, Start: "Start it with `ollama serve`", Elsewhere: elsewhere,
	}
}

func (m *Model) server() remote.Server { return server(m.base, m.config.Elsewhere) }

// Name returns "ollama:" and the name of the model.
func (m *Model) Name() string { return "ollama:" + m.name }

// Generate implements [model.Model].
func (m *Model) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		done, err := m.chat(ctx, req, func(c model.Chunk) bool { return yield(c, nil) })
		switch {
		case errors.Is(err, errLeft): // the caller is gone; yield must not be called again
		case err != nil:
			yield(model.Chunk{}, err)
		default:
			yield(done, nil)
		}
	}
}

// Unload asks the server to free the model's memory now.
func (m *Model) Unload(ctx context.Context) error {
	w := &remote.Wire{}
	request := &api.GenerateRequest{Model: m.name, KeepAlive: &api.Duration{}}
	err := m.client.Generate(remote.WithWire(ctx, w), request, func(api.GenerateResponse) error { return nil })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil || w.Failed() {
		return m.fault(ctx, w, err)
	}
	return nil
}
