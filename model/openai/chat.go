package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/remote"
	"github.com/shortleash/shortleash/model"
)

// What ends a stream before its server does.
var (
	errLeft   = errors.New("the caller left the loop")
	errEnough = errors.New("the reply has come, and its stream goes on")
)

// The bounds on a stream.
const (
	maxLine = 8 << 20 // bytes of an event
	maxTail = 64      // lines after the end mark
)

// An event is one message of the stream.
type event struct {
	Choices []struct {
		Delta struct {
			Content   string            `json:"content"`
			Reasoning string            `json:"reasoning"`         // LM Studio, vLLM, Ollama
			Thinking  string            `json:"reasoning_content"` // llama.cpp
			ToolCalls []json.RawMessage `json:"tool_calls"`
		} `json:"delta"`
		Finish string `json:"finish_reason"`
	} `json:"choices"`
	Usage *struct {
		Prompt int `json:"prompt_tokens"`
		Output int `json:"completion_tokens"`
	} `json:"usage"`
	Error json.RawMessage `json:"error"`
}

// A streamError is what a server reports in a stream that had begun well.
type streamError struct{ words string }

func (e *streamError) Error() string { return e.words }

// An exchange is one request and what has come back so far.
type exchange struct {
	yield  func(model.Chunk) bool
	clocks *remote.Clocks
	gap    time.Duration
	began  time.Time

	text   int             // bytes of the reply
	aside  strings.Builder // what came as thoughts, while there is no reply
	called bool            // the model called a tool in the way of the protocol
	finish string
	ended  bool // the end mark has come
	tail   int  // lines after it
	usage  model.Usage
}

// chat sends req and passes every chunk but the last to yield, from this goroutine. It returns the last
// chunk of a whole reply; or errLeft, the error of ctx, or a *model.Fault.
func (m *Model) chat(ctx context.Context, req model.Request, yield func(model.Chunk) bool) (model.Chunk, error) {
	if err := ctx.Err(); err != nil {
		return model.Chunk{}, err
	}
	if err := misuse(req); err != nil {
		return model.Chunk{}, err
	}
	w := &remote.Wire{}
	inner, clocks := remote.StartClocks(remote.WithWire(ctx, w), m.config.FirstByte, m.config.Total)
	defer clocks.Stop()
	x := &exchange{yield: yield, clocks: clocks, gap: m.config.Gap, began: time.Now()}
	err := m.send(inner, req, w, x)
	if err := m.verdict(ctx, inner, w, x, err); err != nil {
		return model.Chunk{}, err
	}
	// LM Studio calls all that a thinking model writes under a format thoughts, the document too.
	if text := strings.TrimSpace(x.aside.String()); x.text == 0 && req.Grammar != nil && req.Grammar.Check(ctx, []byte(text)) == nil {
		if x.text = len(text); !yield(model.Chunk{Text: text}) {
			return model.Chunk{}, errLeft
		}
	}
	return m.last(req, x)
}

// send makes the request and reads the stream.
func (m *Model) send(ctx context.Context, req model.Request, w *remote.Wire, x *exchange) error {
	r, err := m.request(ctx, req)
	if err != nil {
		return err
	}
	response, err := m.client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }() // what it says comes from reading
	if w.Failed() {
		text, err := io.ReadAll(io.LimitReader(response.Body, 1<<16))
		if err != nil {
			return err
		}
		return &streamError{errorText(text)}
	}
	return x.read(response.Body)
}

// read reads the events of a stream. Every line is a sign of life, a comment too.
func (x *exchange) read(stream io.Reader) error {
	events := newEventReader(stream)
	for events.scan() {
		if x.ended {
			if x.tail++; x.tail > maxTail {
				return errEnough
			}
			continue
		}
		x.clocks.Heard()
		if problem := events.problem; problem != "" {
			return &streamError{errorText([]byte(`{"error":` + problem + `}`))}
		}
		switch {
		case !events.dispatched || events.data == "":
			x.clocks.Wait(remote.MidReply, x.gap)
		case events.data == "[DONE]":
			x.end()
		default:
			if err := x.receive(events.data); err != nil {
				return err
			}
		}
	}
	return events.err()
}

// receive takes one event. It runs on the goroutine of the caller's loop.
func (x *exchange) receive(data string) error {
	var e event
	if err := json.Unmarshal([]byte(data), &e); err != nil {
		return fmt.Errorf("%s: %w", data, err)
	}
	if len(e.Error) > 0 && string(e.Error) != "null" {
		return &streamError{errorText([]byte(data))}
	}
	if e.Usage != nil {
		x.usage.PromptTokens, x.usage.OutputTokens = e.Usage.Prompt, e.Usage.Output
	}
	var c model.Chunk
	if len(e.Choices) > 0 {
		d := e.Choices[0].Delta
		c = model.Chunk{Text: d.Content, Thinking: d.Reasoning + d.Thinking}
		x.called = x.called || len(d.ToolCalls) > 0
		if e.Choices[0].Finish != "" {
			x.finish = e.Choices[0].Finish
		}
	}
	if x.usage.Prompt == 0 && c != (model.Chunk{}) {
		x.usage.Prompt = time.Since(x.began)
	}
	if x.text += len(c.Text); x.text == 0 && x.aside.Len() < maxLine {
		x.aside.WriteString(c.Thinking)
	}
	if !x.yield(c) { // also an empty one: the reader counts them
		return errLeft
	}
	x.clocks.Wait(remote.MidReply, x.gap)
	return nil
}

// end takes the end mark.
func (x *exchange) end() {
	x.ended = true
	x.clocks.Wait(remote.Drained, remote.DrainTime)
}

// verdict says why the stream that has ended with err gave no whole reply, or nil. The order counts,
// because one cause shows in several places.
func (m *Model) verdict(ctx, inner context.Context, w *remote.Wire, x *exchange, err error) error {
	switch {
	case errors.Is(err, errLeft):
		return errLeft
	case errors.Is(err, errEnough):
		err = nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if s, ok := errors.AsType[*remote.Silence](context.Cause(inner)); ok {
		if s.Phase == remote.Drained {
			return nil
		}
		return m.server.SilentFault(s)
	}
	if _, ours := errors.AsType[*model.Fault](err); ours {
		return err
	}
	if err != nil {
		return m.fault(ctx, w, err)
	}
	if !x.ended && x.finish == "" {
		return m.server.NoEnd(x.text)
	}
	return nil
}

// last makes the last chunk, unless the reply or the prompt is not what it should be.
func (m *Model) last(req model.Request, x *exchange) (model.Chunk, error) {
	x.usage.Total = time.Since(x.began)
	c := model.Chunk{Done: true, Finish: model.Stop, Usage: x.usage}
	if x.called && x.text == 0 && req.Grammar != nil {
		return model.Chunk{}, &model.Fault{
			Kind: model.Broken,
			Message: fmt.Sprintf("The model answered with a call of the protocol's own kind, where the server at %s enforces no format. "+
				"Use another model, or start the server with a plain chat template.", m.server.Base),
			Err: &grammar.Violation{AtEnd: true, Expected: []string{"a reply"}},
		}
	}
	switch x.finish {
	case "length":
		c.Finish = model.Length
		if n := x.usage; m.config.Context > 0 && n.PromptTokens+n.OutputTokens >= m.config.Context-1 &&
			(req.MaxTokens == 0 || n.OutputTokens < req.MaxTokens) {
			c.Finish = model.Full
		}
	case "content_filter":
		return model.Chunk{}, &model.Fault{
			Kind:    model.Rejected,
			Message: fmt.Sprintf("The server at %s filtered the reply out. Use a server without a filter.", m.server.Base),
		}
	}
	if why := m.truncation.Check(req.Messages, x.usage.PromptTokens, m.contexts()...); why != "" {
		return model.Chunk{}, &model.Fault{
			Kind: model.Cut,
			Message: fmt.Sprintf("The server at %s has cut the prompt without telling (%s), so its reply counts for nothing. "+
				"Start it with a larger context, or use a shorter task.", m.server.Base, why),
		}
	}
	return c, nil
}

// contexts returns the size of the context, if it is known.
func (m *Model) contexts() []int {
	if m.config.Context > 0 {
		return []int{m.config.Context}
	}
	return nil
}
