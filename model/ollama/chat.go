package ollama

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// errLeft is what the callback returns when the caller has left the loop.
var errLeft = errors.New("the caller left the loop")

// An exchange is one request and what has come back so far.
type exchange struct {
	give   func(model.Chunk) bool
	clocks *clocks
	gap    time.Duration

	text    int // bytes of the reply
	repeats repeats
	done    *api.ChatResponse // the last chunk, once it has come
}

// chat sends req and hands every chunk but the last to give, from this goroutine. It returns the
// last chunk of a whole reply; or errLeft, the error of ctx, or a *model.Fault.
func (m *Model) chat(ctx context.Context, req model.Request, give func(model.Chunk) bool) (model.Chunk, error) {
	if err := ctx.Err(); err != nil {
		return model.Chunk{}, err
	}
	if err := misuse(req); err != nil {
		return model.Chunk{}, err
	}
	w := &wire{}
	inner, clocks := startClocks(withWire(ctx, w), m.config)
	defer clocks.stop()
	x := &exchange{give: give, clocks: clocks, gap: m.config.Gap}

	f, err := m.traits.of(inner, m.client, m.name, m.config.Logger)
	if err == nil {
		err = m.client.Chat(inner, m.request(req, f), x.receive)
	}
	if err := m.verdict(ctx, inner, w, x, err); err != nil {
		return model.Chunk{}, err
	}
	return m.last(req, f, x)
}

// receive takes one chunk. It runs on the goroutine of the caller's loop.
func (x *exchange) receive(r api.ChatResponse) error {
	if x.done != nil {
		return nil // nothing belongs to a reply after its end mark
	}
	x.clocks.heard()
	x.text += len(r.Message.Content)
	if r.Done {
		x.done = &r
		x.clocks.wait(drained, drainTime)
		return nil
	}
	x.repeats.see(r.Message.Content)
	c := model.Chunk{Text: r.Message.Content, Thinking: r.Message.Thinking}
	if c != (model.Chunk{}) && !x.give(c) {
		return errLeft
	}
	x.clocks.wait(midReply, x.gap)
	return nil
}

// verdict says why the stream that has ended with err gave no whole reply, or nil. The order
// counts, because one cause shows in several places: leaving the loop also cancels the request,
// and a canceled request is also an error of the stream.
func (m *Model) verdict(ctx, inner context.Context, w *wire, x *exchange, err error) error {
	if errors.Is(err, errLeft) {
		return errLeft
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if s, ok := errors.AsType[*silence](context.Cause(inner)); ok {
		if s.phase == drained {
			return nil
		}
		return m.silent(s)
	}
	if err != nil || w.failed() {
		return m.fault(ctx, w, err)
	}
	if x.done == nil {
		return m.noDone(x)
	}
	return nil
}

// noDone explains a stream that ended well but not wholly. Servers stop in silence when more than
// thirty equal chunks came in a row; sending the same again would end the same way, so that is told
// as bad output too, which asking differently may mend.
func (m *Model) noDone(x *exchange) *model.Fault {
	if !x.repeats.many() {
		return &model.Fault{
			Kind:    model.Broken,
			Message: fmt.Sprintf("The reply of Ollama at %s stopped after %d bytes without its end mark. Send the request again.", m.base, x.text),
			Retry:   true,
			Err:     model.ErrNoDone,
		}
	}
	repeated := &grammar.Violation{Offset: x.text, AtEnd: true, Expected: []string{"something new"}}
	return &model.Fault{
		Kind:    model.Broken,
		Message: fmt.Sprintf("Ollama at %s stopped the model after %d bytes, because it repeated itself. Ask it differently.", m.base, x.text),
		Err:     errors.Join(model.ErrNoDone, repeated),
	}
}

// last turns the end mark into the last chunk, unless the prompt it tells of was cut.
func (m *Model) last(req model.Request, f facts, x *exchange) (model.Chunk, error) {
	r := x.done
	c := model.Chunk{
		Text:     r.Message.Content,
		Thinking: r.Message.Thinking,
		Done:     true,
		Finish:   model.Stop,
		Usage: model.Usage{
			PromptTokens: r.PromptEvalCount,
			OutputTokens: r.EvalCount,
			Load:         r.LoadDuration,
			Prompt:       r.PromptEvalDuration,
			Total:        r.TotalDuration,
		},
	}
	switch r.DoneReason {
	case "stop", "": // servers of 2024 give no reason
	case "length":
		c.Finish = model.Length
	default: // "load" and "unload" answer requests that are never sent
		return model.Chunk{}, &model.Fault{
			Kind:    model.Server,
			Message: fmt.Sprintf("Ollama at %s ended the reply with the reason %q, which is no end of a reply.", m.base, r.DoneReason),
		}
	}
	if !f.countsWhole {
		return c, nil
	}
	if why := m.alarms.check(req.Messages, r.PromptEvalCount, m.config.Context, f.trained); why != "" {
		return model.Chunk{}, &model.Fault{
			Kind: model.Cut,
			Message: fmt.Sprintf("Ollama at %s has cut the prompt without telling (%s), so its reply counts for nothing. "+
				"Use a larger context or a shorter task; Ollama 0.12.6 and later refuse instead.", m.base, why),
		}
	}
	return c, nil
}

// repeats counts equal chunks in a row, as the server does: white space around them is not counted.
type repeats struct {
	chunk string
	count int
}

// manyRepeats is how many equal chunks in a row end a stream in silence (v0.5.7 to v0.32.15).
const manyRepeats = 30

func (r *repeats) see(chunk string) {
	chunk = strings.TrimSpace(chunk)
	if chunk != r.chunk {
		r.chunk, r.count = chunk, 0
	}
	r.count++
}

func (r *repeats) many() bool { return r.count >= manyRepeats }
