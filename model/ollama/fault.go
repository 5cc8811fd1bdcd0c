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
	"net/url"
	"slices"
	"strings"
	"syscall"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/internal/near"
	"github.com/shortleash/shortleash/model"
)

// maxQuote is how many bytes of a server's own words go into a message.
const maxQuote = 240

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
func (m *Model) fault(ctx context.Context, w *wire, err error) *model.Fault {
	f := faultOf(m.base, w, err)
	switch f.Kind {
	case model.NoModel:
		f.Message = fmt.Sprintf("Ollama at %s has no model %s. %s", m.base, m.name, m.alternatives(ctx))
	case model.Overflow:
		f.Message = fmt.Sprintf("The prompt is longer than the context of %d tokens. Use a larger context or a shorter task.", m.config.Context)
	}
	return f
}

// alternatives says what to do about a model that is not installed.
func (m *Model) alternatives(ctx context.Context) string {
	pull := fmt.Sprintf("Fetch it with `ollama pull %s`.", m.name)
	_, models, err := installed(ctx, m.base, m.client)
	if err != nil { // the fault at hand is told; that the list failed too helps nobody
		return pull
	}
	if len(models) == 0 {
		return "No model is installed. " + pull
	}
	names := make([]string, len(models))
	for i, info := range models {
		names[i] = info.Name
	}
	list := "Installed: " + strings.Join(names, ", ") + "."
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
	if i := slices.Index(bare, near.Of(name, bare)); i >= 0 {
		return names[i]
	}
	return ""
}

func (m *Model) silent(s *silence) *model.Fault {
	f := &model.Fault{Kind: model.Silent, Err: s}
	switch s.phase {
	case firstByte:
		f.Retry = true
		f.Message = fmt.Sprintf("Ollama at %s sent nothing for %v. It may still be loading the model, or be busy with another request; if that does not pass, restart it.", m.base, s.limit)
	case midReply:
		f.Retry = true
		f.Message = fmt.Sprintf("Ollama at %s stopped in the middle of a reply and sent nothing for %v.", m.base, s.limit)
	default:
		f.Message = fmt.Sprintf("The reply of Ollama at %s was not finished after %v. Use a smaller model or ask for less.", m.base, s.limit)
	}
	return f
}

// faultOf classifies a failure by what the wire saw first, then by the type of err, and by its
// words last. A number somewhere in the words never counts.
func faultOf(base *url.URL, w *wire, err error) *model.Fault {
	switch {
	case w.status == 0:
		return networkFault(base, err)
	case w.failed():
		return statusFault(base, w, wordsOf(err))
	default:
		return streamFault(base, err)
	}
}

// wordsOf returns what the server said in err.
func wordsOf(err error) string {
	if status, ok := errors.AsType[api.StatusError](err); ok {
		return status.ErrorMessage
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// networkFault explains a request that got no response.
func networkFault(base *url.URL, err error) *model.Fault {
	f := &model.Fault{Kind: model.Unreachable, Err: err}
	op, _ := errors.AsType[*net.OpError](err)
	_, unknown := errors.AsType[*net.DNSError](err)
	timeout, _ := errors.AsType[net.Error](err)
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		f.Retry = true
		f.Message = fmt.Sprintf("No Ollama answers at %s. Start it with `ollama serve`, or name another with --host or OLLAMA_HOST.", base)
	case unknown:
		f.Message = fmt.Sprintf("No host is called %s. Name another with --host or OLLAMA_HOST.", base.Hostname())
	case op != nil && op.Op == "dial":
		f.Retry = timeout != nil && timeout.Timeout()
		f.Message = fmt.Sprintf("Nothing can be reached at %s (%v). Name another with --host or OLLAMA_HOST.", base, op.Err)
	case strings.HasPrefix(base.Scheme, "https") && op == nil:
		f.Message = fmt.Sprintf("No secure connection to %s could be made (%v). Does it speak plain http?", base, cause(err))
	default:
		f.Kind, f.Retry = model.Broken, true
		f.Message = fmt.Sprintf("Ollama at %s closed the connection before it answered.", base)
	}
	return f
}

// cause returns err without the method and address that http puts around it.
func cause(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}

// statusFault explains a response that was no success.
func statusFault(base *url.URL, w *wire, words string) *model.Fault {
	f := &model.Fault{After: w.retryAfter, Err: api.StatusError{StatusCode: w.status, ErrorMessage: words}}
	kind, retry, known := byWords(words)
	switch s := w.status; {
	case s < 400:
		f.Kind = model.Rejected
		f.Message = fmt.Sprintf("What answers at %s sends requests on to %s. Name that address with --host or OLLAMA_HOST.", base, orNothing(w.location))
		return f
	case s == http.StatusNotFound && strings.Contains(words, "model"):
		f.Kind = model.NoModel
	case s == http.StatusNotFound || s == http.StatusMethodNotAllowed:
		f.Kind = model.Unreachable
		f.Message = fmt.Sprintf("What answers at %s is not Ollama. Name another address with --host or OLLAMA_HOST.", base)
		return f
	case s == http.StatusTooManyRequests || s == http.StatusServiceUnavailable || s == 529:
		f.Kind, f.Retry = model.Busy, true
	case known:
		f.Kind, f.Retry = kind, retry && s >= 500
	case s < 500:
		f.Kind = model.Rejected
	default:
		f.Kind, f.Retry = model.Server, s == http.StatusInternalServerError || s == http.StatusBadGateway
	}
	f.Message = sentence(base, f.Kind, fmt.Sprintf("%d %s", w.status, http.StatusText(w.status)), words)
	return f
}

// streamFault explains a failure after a response had begun well.
func streamFault(base *url.URL, err error) *model.Fault {
	words := wordsOf(err)
	if unreadable(err, words) {
		return &model.Fault{
			Kind:    model.Broken,
			Message: fmt.Sprintf("The reply of Ollama at %s broke off or was unreadable (%s).", base, quoted(words)),
			Retry:   !errors.Is(err, bufio.ErrTooLong), // a line of 8 MB is no accident
			Err:     err,
		}
	}
	kind, retry, known := byWords(words)
	switch {
	case known:
	case strings.Contains(words, "model") && strings.Contains(words, "not found"): // 0.11.4
		kind = model.NoModel
	default:
		kind, retry = model.Server, true
	}
	return &model.Fault{Kind: kind, Message: sentence(base, kind, "an error", words), Retry: retry, Err: err}
}

// unreadable reports whether err is about the bytes of a stream, not an error the server reported.
// The api package returns a line that is not JSON as an error with the line as its text; the
// server's own errors are sentences.
func unreadable(err error, words string) bool {
	_, network := errors.AsType[net.Error](err)
	_, syntax := errors.AsType[*json.SyntaxError](err)
	_, mistyped := errors.AsType[*json.UnmarshalTypeError](err)
	return network || syntax || mistyped || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, bufio.ErrTooLong) ||
		words == "" || strings.ContainsAny(words[:1], "{<[\"")
}

func byWords(words string) (kind model.FaultKind, retry, known bool) {
	for _, p := range phrases {
		if strings.Contains(words, p.text) {
			return p.kind, p.retry, true
		}
	}
	return "", false, false
}

// sentence says what a server reported and what to do about it. Where it has no words, status
// stands for them.
func sentence(base *url.URL, kind model.FaultKind, status, words string) string {
	said := quoted(words)
	if words == "" {
		said = status
	}
	switch kind {
	case model.Busy:
		return fmt.Sprintf("Ollama at %s is busy (%s). Wait a moment, or send fewer requests at once.", base, said)
	case model.Memory:
		return fmt.Sprintf("Ollama at %s could not hold the model (%s). Use a smaller model or a smaller context.", base, said)
	case model.Rejected:
		return fmt.Sprintf("Ollama at %s refused the request (%s). A newer Ollama may accept it.", base, said)
	case model.Overflow:
		return fmt.Sprintf("Ollama at %s refused the prompt as too long (%s). Use a larger context or a shorter task.", base, said)
	case model.NoModel:
		return fmt.Sprintf("Ollama at %s does not have the model (%s). `ollama list` shows which it has.", base, said)
	default:
		return fmt.Sprintf("Ollama at %s failed (%s). Its log says more.", base, said)
	}
}

// quoted returns words in one line without a full stop, cut at maxQuote bytes.
func quoted(words string) string {
	words = strings.Join(strings.Fields(words), " ")
	if len(words) > maxQuote {
		words = strings.ToValidUTF8(words[:maxQuote], "") + "…"
	}
	return strings.TrimRight(words, ". ")
}

func orNothing(location string) string {
	if location == "" {
		return "an address it does not name"
	}
	return location
}
