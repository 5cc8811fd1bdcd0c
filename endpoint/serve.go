package endpoint

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/model"
)

// The bounds on what clients send.
const (
	maxBody  = 8 << 20          // bytes of a request
	maxTurns = 4096             // messages, and calls in them, of a conversation
	maxStops = 4 << 10          // bytes of all stop sequences
	patience = 30 * time.Second // for the body, and for each write to a client
)

// probabilities are where requests of all protocols ask for log probabilities.
var probabilities = map[string]string{"logprobs": "logprobs", "top_logprobs": "top_logprobs",
	"include": `include.#(=="message.output_text.logprobs")`}

// silent is the stream of a reply that is told when it is whole.
type silent struct{}

func (silent) begin()          {}
func (silent) thinking(string) {}
func (silent) text(string)     {}
func (silent) call(called)     {}
func (silent) end()            {}
func (silent) fail(*problem)   {}

// speak returns the handler of requests in a protocol.
func (e *Endpoint) speak(p protocol) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		x, err := e.read(ctx, p, w, r)
		if err == error(errLoad) && e.config.Upstream != nil {
			e.upstream().ServeHTTP(w, r)
			return
		}
		if err == nil {
			begun := func(waits bool) {
				if e.config.Begun != nil {
					e.config.Begun(r, Report{Model: ascii(x.q.Model), Began: began}, waits)
				}
			}
			begun(true)
			err = e.reply(ctx, cancel, p, x, w, func() { begun(false) })
		}
		status := http.StatusOK
		if err != nil {
			status = e.fail(w, r, p, err)
		}
		e.stats.served(r.URL.Path, status, time.Since(began))
		e.config.Logger.Info("endpoint: request", "path", r.URL.Path, "status", status, "ms", time.Since(began).Milliseconds())
		if e.config.Watch != nil {
			done := Report{Status: status, Began: began, Header: w.Header()}
			x.report(&done)
			if err != nil {
				done.Problems = append(done.Problems, asProblem(err).Message)
			}
			e.config.Watch(r, done)
		}
	})
}

// report adds what came of an exchange; nil is that of a request that could not be read.
func (x *exchange) report(to *Report) {
	if x == nil {
		return
	}
	to.Model, to.Tools, to.Choices = ascii(x.q.Model), x.names(), x.allowed.Choices()
	to.Repairs, to.Problems, to.Usage = x.repairs, x.problems, x.reply.Usage
	for _, c := range x.reply.Calls {
		to.Calls = append(to.Calls, c.Tool)
	}
	to.Prompt, to.Output = encode(x.asked), encode(map[string]any{"text": x.reply.Text, "calls": x.reply.Calls})
}

// fail tells a client of an error, and returns the status of HTTP that says so. A client that has gone is told nothing.
func (e *Endpoint) fail(w http.ResponseWriter, r *http.Request, p protocol, err error) int {
	const gone = 499 // as proxies call it
	if told, ok := errors.AsType[*told](err); ok {
		return told.Status
	}
	if _, ok := errors.AsType[*problem](err); !ok && r.Context().Err() != nil {
		return gone
	}
	problem := asProblem(err)
	e.write(w, problem, p.failure(problem))
	return problem.Status
}

// A told is a problem that the client has read in its stream.
type told struct{ *problem }

// asProblem returns what a client is told of an error. What is not a problem of a request is a fault here.
func asProblem(err error) *problem {
	if p, ok := errors.AsType[*problem](err); ok {
		return p
	}
	return &problem{Status: http.StatusInternalServerError, Message: "this endpoint failed: " + plain(err)}
}

// write writes a problem in the form of its protocol.
func (e *Endpoint) write(w http.ResponseWriter, p *problem, form any) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	if p.After > 0 {
		h.Set("Retry-After", strconv.Itoa(int(p.After.Seconds())))
	}
	w.WriteHeader(p.Status)
	w.Write(append(encode(form), '\n')) // a client that has gone reads nothing
}

// refuse writes a problem in the form that clients of the path read.
func (e *Endpoint) refuse(w http.ResponseWriter, r *http.Request, p *problem) {
	e.write(w, p, protocolOf(r).failure(p))
	e.stats.served("refused", p.Status, 0)
}

// protocolOf returns the protocol of clients of a path.
func protocolOf(r *http.Request) protocol {
	switch {
	case strings.HasPrefix(r.URL.Path, "/v1/messages"), r.Header.Get("Anthropic-Version") != "":
		return messages{}
	case strings.HasPrefix(r.URL.Path, "/api/"):
		return ollamaChat{}
	}
	return chatCompletions{}
}

// decode reads the body of a request.
func (e *Endpoint) decode(p protocol, w http.ResponseWriter, r *http.Request) (*request, error) {
	control := http.NewResponseController(w)
	control.SetReadDeadline(time.Now().Add(e.patience)) // a test's recorder has none
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, &problem{Status: http.StatusRequestEntityTooLarge, Message: fmt.Sprintf("the request has more than %d bytes", maxBody)}
	}
	if err != nil {
		return nil, invalid("", "the body of the request ended early: %v", err)
	}
	control.SetReadDeadline(time.Time{})
	r.Body = io.NopCloser(bytes.NewReader(body)) // it may be passed on
	for name, path := range probabilities {
		if !bytes.Contains(body, []byte("logprobs")) { // to look for each takes longer
			break
		}
		if asked := gjson.GetBytes(body, path).Raw; !slices.Contains([]string{"", "null", "false", "0"}, asked) {
			return nil, invalid(name, "%s asks for log probabilities, which are not given here; leave it out", name)
		}
	}
	q, err := p.decode(body)
	if err != nil {
		return nil, err
	}
	n := len(q.Turns)
	for _, t := range q.Turns {
		n += len(t.Calls)
	}
	if q.MaxTokens < 0 {
		return nil, invalid("max_tokens", "the reply may have %d tokens; want 1 or more", q.MaxTokens)
	}
	q.Stop = slices.DeleteFunc(q.Stop, func(s string) bool { return s == "" })
	if size := len(strings.Join(q.Stop, " ")); size > maxStops {
		return nil, invalid("stop", "the stop sequences have %d bytes together; at most %d are read", size, maxStops)
	}
	if n > maxTurns {
		return nil, invalid("messages", "the conversation has %d messages and calls; at most %d are read", n, maxTurns)
	}
	return q, nil
}

// read reads a request and works out what its reply may be.
func (e *Endpoint) read(ctx context.Context, p protocol, w http.ResponseWriter, r *http.Request) (*exchange, error) {
	q, err := e.decode(p, w, r)
	if err != nil {
		return nil, err
	}
	m, err := e.config.Model(ctx, q.Model)
	if err != nil {
		if _, ok := errors.AsType[*model.Fault](err); ok {
			return nil, (&exchange{model: m}).failed(err)
		}
		return nil, &problem{Status: http.StatusNotFound, Param: "model", Code: "model_not_found", Message: plain(err)}
	}
	d, err := e.decide(ctx, q)
	if err != nil {
		return nil, err
	}
	form := e.config.Form
	if e.config.FormOf != nil {
		form = e.config.FormOf(m)
	}
	x := &exchange{decision: d, model: m, out: silent{}, asks: form, stats: &e.stats, live: q.Stream,
		reply: &reply{ID: newID(), Model: q.Model, Created: time.Now().Unix()}}
	if d.isText() {
		x.stop.stops = q.Stop
	}
	if x.asked, err = d.messages(); err != nil {
		return nil, err
	}
	d.tell(w.Header())
	return x, nil
}

// tell says in headers what was taken from the model, and what is not held.
func (d *decision) tell(h http.Header) {
	var removed []string
	for _, r := range d.allowed.Removed {
		removed = append(removed, r.Rule+"="+strings.Join(r.Names, ","))
	}
	set := func(name, value string) {
		if value != "" {
			h.Set("Shortleash-"+name, ascii(value))
		}
	}
	set("Removed", strings.Join(removed, "; "))
	set("Forced", d.forced)
	set("Left-Out", strings.Join(d.q.LeftOut, ","))
	set("Overruled", strings.Join(d.overruled, ","))
	if n := unheld(d.tools); n > 0 {
		set("Unheld", strconv.Itoa(n)+"; see /v1/shortleash/tools")
	}
}

// ascii returns text as a header may have it.
func ascii(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, text)
	return text[:min(len(text), 1024)]
}

// reply waits for a place, calls turn, asks the model and writes what comes.
func (e *Endpoint) reply(ctx context.Context, cancel func(), p protocol, x *exchange, w http.ResponseWriter, turn func()) error {
	out := &events{w: w, sign: ": the model is at work\n\n", gone: cancel, wait: e.patience, last: time.Now()}
	if _, out.lines = p.(ollamaChat); out.lines { // they have no comments
		out.sign = string(encode(x.reply.ollama(ollamaMessage{}))) + "\n"
	}
	if x.q.Stream {
		x.out = p.stream(x.q, x.reply, out)
		stop, stopped := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(stopped)
			out.alive(stop)
		}()
		defer func() { close(stop); <-stopped }()
	}
	leave, err := e.queue.enter(ctx)
	if err == nil {
		defer leave()
		turn()
		e.stats.enter()
		defer e.stats.leave()
		err = x.run(ctx, e.repairs)
	}
	e.stats.count(x)
	switch {
	case err == nil && x.q.Stream:
		x.out.end()
	case err == nil:
		w.Header().Set("Shortleash-Repairs", strconv.Itoa(x.repairs))
		out.whole(p.whole(x.q, x.reply))
	case x.q.Stream && out.started() && ctx.Err() == nil:
		problem := asProblem(err)
		x.out.fail(problem)
		return &told{problem}
	}
	return err
}

// countTokens is Anthropic's count of the tokens of a prompt, estimated.
func (e *Endpoint) countTokens(w http.ResponseWriter, r *http.Request) {
	q, err := e.decode(messages{}, w, r)
	var d *decision
	if err == nil {
		d, err = e.decide(r.Context(), q)
	}
	if err != nil {
		e.fail(w, r, messages{}, err)
		return
	}
	asked, err := d.messages()
	if err != nil {
		e.fail(w, r, messages{}, err)
		return
	}
	n := 0
	for _, m := range asked {
		n += len(m.Content) + 16
	}
	(&events{w: w, wait: e.patience}).whole(map[string]int{"input_tokens": n / bytesPerToken})
}

// A listedModel is a model in the forms of OpenAI and of Anthropic at once.
type listedModel struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	Owner   string `json:"owned_by"`
	Type    string `json:"type"`
	Display string `json:"display_name"`
	Since   string `json:"created_at"`
}

func listed(name string) listedModel {
	return listedModel{name, "model", 0, "shortleash", "model", name, time.Unix(0, 0).UTC().Format(time.RFC3339)}
}

// models lists the names of models. Its error is a *problem.
func (e *Endpoint) models(ctx context.Context) ([]string, error) {
	if e.config.Models == nil {
		return nil, nil
	}
	names, err := e.config.Models(ctx)
	if err != nil {
		return nil, &problem{Status: http.StatusBadGateway, Message: "the models cannot be listed: " + plain(err)}
	}
	return names, nil
}

func (e *Endpoint) listModels(w http.ResponseWriter, r *http.Request) {
	names, err := e.models(r.Context())
	if err != nil {
		e.fail(w, r, protocolOf(r), err)
		return
	}
	list := []listedModel{}
	for _, name := range names {
		list = append(list, listed(name))
	}
	(&events{w: w, wait: e.patience}).whole(map[string]any{"object": "list", "data": list, "has_more": false, "first_id": nil, "last_id": nil})
}

func (e *Endpoint) oneModel(w http.ResponseWriter, r *http.Request) {
	names, err := e.models(r.Context())
	if name := r.PathValue("name"); err == nil && !slices.Contains(names, name) {
		err = &problem{Status: http.StatusNotFound, Param: "model", Code: "model_not_found", Message: fmt.Sprintf(
			"there is no model %q; there is: %s", name, strings.Join(names, ", "))}
	}
	if err != nil {
		e.fail(w, r, protocolOf(r), err)
		return
	}
	(&events{w: w, wait: e.patience}).whole(listed(r.PathValue("name")))
}

func (e *Endpoint) listTools(w http.ResponseWriter, _ *http.Request) {
	list := []json.RawMessage{}
	e.kept.known.each(func(r string) { list = append(list, json.RawMessage(r)) })
	(&events{w: w, wait: e.patience}).whole(map[string]any{"tools": list})
}
