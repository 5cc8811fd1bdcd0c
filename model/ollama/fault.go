package ollama

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/internal/didyoumean"
	"github.com/shortleash/shortleash/internal/remote"
	"github.com/shortleash/shortleash/model"
)

// phrases classify a server's own words, which are all there is once a reply has begun. The first
// that occurs counts. They stand in llm/server.go, server/sched.go and server/routes.go of v0.17.4
// and in tools/server of llama.cpp.
var phrases = []struct {
	text  string
	kind  model.FaultKind
	retry bool
}{
	{"exceeds the context length", model.Overflow, false},
	{"exceeds the available context size", model.Overflow, false},
	{"invalid format", model.Rejected, false},
	{"invalid JSON schema in format", model.Rejected, false},
	{"failed to parse grammar", model.Rejected, false},
	{"unable to create sampling context", model.Rejected, false}, // 0.11.4, of a grammar it cannot hold
	{"must be of type", model.Rejected, false},
	{"does not support", model.Rejected, false},
	{"server busy", model.Busy, true},
	{"requires more system memory", model.Memory, false},
	{"memory layout cannot be allocated", model.Memory, false},
	{"unable to allocate", model.Memory, false},
	{"failed to allocate memory", model.Memory, false},
	{"out of memory", model.Memory, false},
	{"runner has unexpectedly stopped", model.Memory, true},
	{"runner process has terminated", model.Memory, true},
	{"runner process no longer running", model.Memory, true},
	{"model failed to load", model.Memory, true},
}

// fault says what went wrong with a request about this model; where it is not installed, it asks
// which models are.
func (m *Model) fault(ctx context.Context, w *remote.Wire, err error) *model.Fault {
	f := faultOf(m.server(), w, err)
	switch f.Kind {
	case model.NoModel:
		f.Message = fmt.Sprintf("Ollama at %s %s", m.base, m.absent(ctx))
	case model.Overflow:
		f.Message = fmt.Sprintf("The prompt is longer than the context of %d tokens. Use a larger context or a shorter task.", m.config.Context)
	}
	return f
}

// absent says of a server that the model is not installed, and what to do about it. One that lists the model
// all the same has lost files of it, or removes it just now.
func (m *Model) absent(ctx context.Context) string {
	none := fmt.Sprintf("has no model %s.", m.name)
	pull := fmt.Sprintf("Fetch it with `ollama pull %s`.", m.name)
	_, models, err := installed(ctx, m.server(), m.client)
	if err != nil { // the first fault counts; that the list failed too says nothing more
		return none + " " + pull
	}
	if len(models) == 0 {
		return none + " No model is installed. " + pull
	}
	names := make([]string, len(models))
	for i, info := range models {
		names[i] = info.Name
		if tagged(info.Name) == tagged(m.name) {
			return fmt.Sprintf("lists the model %s and then says that it does not have it. Fetch it again with `ollama pull %s`.", info.Name, m.name)
		}
	}
	list := none + " Installed: " + strings.Join(names, ", ") + "."
	if near := nearest(m.name, names); near != "" {
		return fmt.Sprintf("%s Did you mean %s? Otherwise: `ollama pull %s`.", list, near, m.name)
	}
	return list + " " + pull
}

// nearest returns the one of names that name was most likely meant to be, or "". The tag counts only
// between models of one name: "lama3.2" is near "llama3.2:latest".
func nearest(name string, names []string) string {
	bare := make([]string, len(names))
	for i, n := range names {
		bare[i], _, _ = strings.Cut(n, ":")
	}
	name, _, _ = strings.Cut(name, ":")
	if i := slices.Index(bare, didyoumean.Of(name, bare)); i >= 0 {
		return names[i]
	}
	return ""
}

// faultOf classifies a failure by what the wire saw first, then by the type of err, and by its
// words last. A number somewhere in the words never counts.
func faultOf(s remote.Server, w *remote.Wire, err error) *model.Fault {
	if e, ok := errors.AsType[*remote.OversizedError](err); ok {
		return s.Oversized(e)
	}
	switch {
	case w.Status == 0:
		return s.NetworkFault(err)
	case w.Failed():
		return statusFault(s, w, errorText(err))
	case w.Whole && (errors.Is(err, errNoVersion) || notJSON(err)): // a web page, with a status of success
		return s.WrongServer()
	default:
		return streamFault(s, err)
	}
}

// errNoVersion says that a server does not say which version it is, as every Ollama does.
var errNoVersion = errors.New("the server has no version")

// versionOf asks a server for its version.
func versionOf(ctx context.Context, client *api.Client) (string, error) {
	version, err := client.Version(ctx)
	if err == nil && version == "" {
		err = errNoVersion
	}
	return version, err
}

// notJSON reports whether err says that a text is not JSON, or not of the form that was asked for.
func notJSON(err error) bool {
	_, syntax := errors.AsType[*json.SyntaxError](err)
	_, mistyped := errors.AsType[*json.UnmarshalTypeError](err)
	return syntax || mistyped
}

// errorText returns what the server said in err.
func errorText(err error) string {
	if status, ok := errors.AsType[api.StatusError](err); ok {
		return status.ErrorMessage
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// statusFault explains a response that was not a success.
func statusFault(s remote.Server, w *remote.Wire, words string) *model.Fault {
	f := &model.Fault{After: w.RetryAfter, Err: api.StatusError{StatusCode: w.Status, ErrorMessage: words}}
	kind, retry, known := classify(words)
	switch status := w.Status; {
	case status < 400:
		return s.Redirect(w)
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return s.SignIn(orStatus(w, words))
	case status == http.StatusNotFound && strings.Contains(words, "model"):
		f.Kind = model.NoModel
	case status == http.StatusNotFound || status == http.StatusMethodNotAllowed || status == http.StatusNotImplemented:
		return s.WrongServer()
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable || status == 529:
		f.Kind, f.Retry = model.Busy, true
	case known:
		f.Kind, f.Retry = kind, retry && status >= 500
	case status < 500:
		f.Kind = model.Rejected
	default:
		f.Kind, f.Retry = model.Server, status == http.StatusInternalServerError || status == http.StatusBadGateway
	}
	f.Message = s.Sentence(f.Kind, orStatus(w, words))
	return f
}

// orStatus returns words, or the status where a server has none.
func orStatus(w *remote.Wire, words string) string {
	if words == "" {
		return fmt.Sprintf("%d %s", w.Status, http.StatusText(w.Status))
	}
	return words
}

// streamFault explains a failure after a response had begun well.
func streamFault(s remote.Server, err error) *model.Fault {
	words := errorText(err)
	if unreadable(err, words) {
		return s.Unreadable(words, !errors.Is(err, bufio.ErrTooLong), err) // a line of 8 MB is no accident
	}
	kind, retry, known := classify(words)
	switch {
	case known:
	case strings.Contains(words, "model") && strings.Contains(words, "not found"): // 0.11.4
		kind = model.NoModel
	default:
		kind, retry = model.Server, true
	}
	return &model.Fault{Kind: kind, Message: s.Sentence(kind, words), Retry: retry, Err: err}
}

// unreadable reports whether err is about the bytes of a stream, not an error the server reported.
// The api package returns a line that is not JSON as an error with the line as its text; the
// server's own errors are sentences.
func unreadable(err error, words string) bool {
	_, network := errors.AsType[net.Error](err)
	return network || notJSON(err) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, bufio.ErrTooLong) ||
		words == "" || strings.ContainsAny(words[:1], "{<[\"")
}

func classify(words string) (kind model.FaultKind, retry, known bool) {
	for _, p := range phrases {
		if strings.Contains(words, p.text) {
			return p.kind, p.retry, true
		}
	}
	return "", false, false
}
