package openai

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/internal/didyoumean"
	"github.com/shortleash/shortleash/internal/remote"
	"github.com/shortleash/shortleash/model"
)

// phrases classify a server's own words, in lower case; the first that occurs counts. They stand in
// tools/server of llama.cpp and in vllm/entrypoints of vLLM.
var phrases = []struct {
	text  string
	kind  model.FaultKind
	retry bool
}{
	{"context size", model.Overflow, false},
	{"context length", model.Overflow, false},
	{"context window", model.Overflow, false},
	{"failed to parse grammar", model.Rejected, false},
	{"response_format", model.Rejected, false},
	{"json schema", model.Rejected, false},
	{"loading model", model.Busy, true},
	{"out of memory", model.Memory, false},
}

// loadingWait is how long to wait for a server that says that it is still loading its model.
const loadingWait = 10 * time.Second

// errorText returns what a server says in an error: the message of the protocol, or the text itself.
func errorText(text []byte) string {
	for _, path := range []string{"error.message", "message", "detail", "error"} {
		if v := gjson.GetBytes(text, path); v.Type == gjson.String {
			return v.Str
		}
	}
	return string(text)
}

// fault explains err by what the wire saw first, then by its type, and by its words last.
func (m *Model) fault(ctx context.Context, w *remote.Wire, err error) *model.Fault {
	said, reported := errors.AsType[*streamError](err)
	switch {
	case w.Status == 0:
		return m.server.NetworkFault(err)
	case w.Failed():
		words := ""
		if reported {
			words = said.words
		}
		return m.statusFault(ctx, w, words, err)
	case reported:
		kind, retry, known := classify(said.words)
		if !known {
			kind, retry = model.Server, true
		}
		return &model.Fault{Kind: kind, Retry: retry, Message: m.server.Sentence(kind, said.words), Err: err}
	default:
		_, network := errors.AsType[net.Error](err)
		accident := network || errors.Is(err, io.ErrUnexpectedEOF) || !errors.Is(err, bufio.ErrTooLong)
		words := err.Error()
		if _, ok := errors.AsType[*json.SyntaxError](err); ok && words == "" {
			words = "no stream of events"
		}
		return m.server.Unreadable(words, accident, err)
	}
}

// statusFault explains a response that was not a success.
func (m *Model) statusFault(ctx context.Context, w *remote.Wire, words string, err error) *model.Fault {
	said := words
	if said == "" {
		said = fmt.Sprintf("%d %s", w.Status, http.StatusText(w.Status))
	}
	f := &model.Fault{After: w.RetryAfter, Err: err}
	kind, retry, known := classify(words)
	lower := strings.ToLower(words)
	switch s := w.Status; {
	case s < 400:
		return m.server.Redirect(w)
	case s == http.StatusUnauthorized || s == http.StatusForbidden:
		return m.server.SignIn(said)
	case strings.Contains(lower, "model") && (strings.Contains(lower, "not found") || strings.Contains(lower, "not exist")):
		f.Kind = model.NoModel
		f.Message = fmt.Sprintf("The server at %s has no model %s. %s", m.server.Base, m.name, m.alternatives(ctx))
		return f
	case s == http.StatusNotFound || s == http.StatusMethodNotAllowed:
		return m.server.WrongServer()
	case known && kind == model.Busy:
		f.Kind, f.Retry, f.After = kind, retry, max(f.After, loadingWait)
	case s == http.StatusTooManyRequests || s == http.StatusServiceUnavailable || s == 529:
		f.Kind, f.Retry = model.Busy, true
	case known:
		f.Kind, f.Retry = kind, retry
	case s < 500:
		f.Kind = model.Rejected
	default:
		f.Kind, f.Retry = model.Server, s == http.StatusInternalServerError || s == http.StatusBadGateway
	}
	f.Message = m.server.Sentence(f.Kind, said)
	return f
}

func classify(words string) (kind model.FaultKind, retry, known bool) {
	words = strings.ToLower(words)
	for _, p := range phrases {
		if strings.Contains(words, p.text) {
			return p.kind, p.retry, true
		}
	}
	return "", false, false
}

// alternatives says which models there are.
func (m *Model) alternatives(ctx context.Context) string {
	names, err := m.models(ctx)
	if err != nil || len(names) == 0 { // the first fault counts; that the list failed too says nothing more
		return "Name one that it has."
	}
	list := "It has: " + strings.Join(names, ", ") + "."
	if n := didyoumean.Of(m.name, names); n != "" {
		list += " Did you mean " + n + "?"
	}
	return list
}
