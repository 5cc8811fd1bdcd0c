// Package openai is a [model.Model] for servers that speak OpenAI's protocol: llama.cpp's server,
// LM Studio, vLLM and others that you can run yourself.
//
// A [Model] sends each request to /v1/chat/completions with the grammar's schema as its
// response_format, or, to llama.cpp's server, with the grammar in that server's own notation, and turns
// the stream of events that comes back into chunks. Servers differ in how they handle either, and some
// ignore it, so put a Guard around every Model. A Model does guarantee that a reply it calls done is
// complete: three clocks watch it, and if the server silently cut the prompt, the reply is void.
//
// Every failure is a [*model.Fault] with a sentence that says what to do, except the end of the
// caller's context, whose error is returned unchanged. Only the configured host is contacted.
package openai

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/remote"
	"github.com/shortleash/shortleash/model"
)

// A Config says where the server is and how to use it. A negative number is an error that names the field.
type Config struct {
	Host      string        // required; an address such as 127.0.0.1:8080 or http://tower:1234/v1
	Key       string        // sent as a bearer token; "" sends none
	Context   int           // the context that the server was started with, in tokens; 0: not known
	Notation  Notation      // how a grammar is sent
	Effort    Effort        // how much the model should reason; "" leaves it to the server
	FirstByte time.Duration // from the request to the first chunk; 0 is 3 minutes
	Gap       time.Duration // between two chunks; 0 is 1 minute
	Total     time.Duration // the whole request; 0 is 10 minutes
	Logger    *slog.Logger  // diagnostics; nil is silent
	Elsewhere string        // how who reads its errors can name another server, as "--host"; "" names Host
}

// A Notation says how a grammar is sent.
type Notation string

// The notations.
const (
	AsFits     Notation = ""       // GBNF for llama.cpp's server, recognized by its /props; a schema for all others
	JSONSchema Notation = "schema" // as response_format
	GBNF       Notation = "gbnf"   // as grammar, in the notation of llama.cpp
)

// An Effort says how much a model should reason before it answers. Servers whose model does not reason ignore it.
type Effort string

// The efforts.
const (
	NoEffort      Effort = "none"
	MinimalEffort Effort = "minimal"
	LowEffort     Effort = "low"
	MediumEffort  Effort = "medium"
	HighEffort    Effort = "high"
)

// Efforts lists the efforts, lowest first.
var Efforts = []Effort{NoEffort, MinimalEffort, LowEffort, MediumEffort, HighEffort}

// What a zero in a Config means.
const (
	defaultFirstByte = 3 * time.Minute
	defaultGap       = time.Minute
	defaultTotal     = 10 * time.Minute
)

// withDefaults returns c with every zero replaced by what it means.
func (c Config) withDefaults() (Config, error) {
	for _, f := range []struct {
		name  string
		value *time.Duration
		zero  time.Duration
	}{
		{"FirstByte", &c.FirstByte, defaultFirstByte},
		{"Gap", &c.Gap, defaultGap},
		{"Total", &c.Total, defaultTotal},
	} {
		if *f.value < 0 {
			return c, fmt.Errorf("openai: Config.%s is negative", f.name)
		}
		if *f.value == 0 {
			*f.value = f.zero
		}
	}
	if c.Context < 0 {
		return c, errors.New("openai: Config.Context is negative")
	}
	if c.Notation != AsFits && c.Notation != JSONSchema && c.Notation != GBNF {
		return c, fmt.Errorf("openai: Config.Notation is %q, want %q, %q or nothing", c.Notation, JSONSchema, GBNF)
	}
	if c.Effort != "" && !slices.Contains(Efforts, c.Effort) {
		return c, fmt.Errorf("openai: Config.Effort is %q, want one of %q", c.Effort, Efforts)
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c, nil
}

// A Model is one model of one server. It is safe for concurrent use.
type Model struct {
	name       string
	server     remote.Server
	client     *http.Client
	config     Config // no zero left but Context
	truncation remote.TruncationDetector
	serverKind serverKind
}

var (
	_ model.Model   = (*Model)(nil)
	_ model.Bounded = (*Model)(nil)
	_ model.Adviser = (*Model)(nil)

	_ model.Configured = (*Model)(nil)
)

// Settings returns the requested effort, such as "effort=low", or "".
func (m *Model) Settings() string {
	if m.config.Effort == "" {
		return ""
	}
	return "effort=" + string(m.config.Effort)
}

// New returns the model that the server knows as name; servers that hold one model take any name.
// It does not contact the server: a missing server is reported by the first request.
func New(name string, config Config) (*Model, error) {
	return newModel(name, config, remote.NewTransport())
}

// newModel is New over any transport, so that tests can bring their own wire.
func newModel(name string, config Config, transport http.RoundTripper) (*Model, error) {
	if name == "" {
		return nil, errors.New("openai: the model has no name")
	}
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	base, err := parseHost(config.Host)
	if err != nil {
		return nil, err
	}
	server := remote.Server{
		Name: "The server", None: "No server", Kind: "a server of OpenAI's protocol",
		Base: base, Start: "Start it", Elsewhere: cmp.Or(config.Elsewhere, "openai.Config.Host"),
	}
	return &Model{name: name, server: server, client: remote.NewClient(transport), config: config}, nil
}

// parseHost reads an address: with or without http://, and with or without the /v1 that such
// addresses are often shown with.
func parseHost(value string) (*url.URL, error) {
	s := strings.TrimSpace(value)
	if !strings.Contains(s, "://") {
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" {
		return nil, fmt.Errorf("openai: cannot read the address %q: write it like 127.0.0.1:8080 or http://name:1234/v1",
			remote.Shown(value))
	}
	u.Path = strings.TrimSuffix(strings.TrimRight(u.Path, "/"), "/v1")
	u.RawPath, u.Fragment = "", ""
	return u, nil
}

// Name returns "openai:" and the name of the model.
func (m *Model) Name() string { return "openai:" + m.name }

// ContextTokens implements [model.Bounded].
func (m *Model) ContextTokens() int { return m.config.Context }

// Advice implements [model.Adviser].
func (m *Model) Advice(bad error) string {
	if v, ok := errors.AsType[*grammar.Violation](bad); ok && !v.AtEnd {
		return fmt.Sprintf("The server at %s does not hold its model to response_format. The command doctor says more. Another server may.",
			m.server.Base)
	}
	return ""
}

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
