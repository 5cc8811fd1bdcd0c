package ollama

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/remote"
	"github.com/shortleash/shortleash/model"
)

// What the callback returns to end a stream.
var (
	errLeft    = errors.New("the caller left the loop")
	errEnough  = errors.New("the reply has come, and its stream goes on")
	errMusings = errors.New("there is no end to what should have been thoughts")
)

// The bounds on chunks that are dropped.
const (
	maxTail    = 64      // after the end mark
	maxSkipped = 1 << 14 // of a free reply after its thoughts; num_predict ends it long before
)

// An exchange is one request and what has come back so far.
type exchange struct {
	yield   func(model.Chunk) bool
	clocks  *remote.Clocks
	gap     time.Duration
	loading bool // the model was not loaded when it was asked
	heard   bool // something has come

	text     int     // bytes of the reply
	said     bool    // some of them are no white space
	thoughts int     // bytes
	called   bool    // the model called a tool in the way of its own template
	odds     float64 // of the request
	repeats  repeats
	done     *api.ChatResponse // the last chunk, once it has come
	dropped  int               // chunks that were dropped

	thoughtText  *strings.Builder // not nil: a free request for thoughts, which are written here
	thoughtUsage model.Usage      // what that one cost
}

// chat sends req and passes every chunk but the last to yield, from this goroutine. It returns the
// last chunk of a whole reply; or errLeft, the error of ctx, or a *model.Fault.
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
	x := &exchange{yield: yield, clocks: clocks, gap: m.config.Gap, odds: req.Odds}

	f, err := m.traits.of(inner, m.client, m.name, m.config.Think, m.config.Logger)
	if err == nil {
		m.awaitLoading(inner, x)
		if req.Think && m.config.Think == ThinkAsFits && (f.thinking == ThinkOff || f.thinking == ThinkRaw) {
			if f.thinking = ThinkFirst; req.Grammar == nil {
				f.thinking = ThinkOn
			}
		}
		err = m.send(inner, req, &f, x)
	}
	if err := m.verdict(ctx, inner, w, x, err); err != nil {
		return model.Chunk{}, err
	}
	return m.last(inner, req, f, x)
}

// send asks as the policy for f says, and corrects f where that cannot be done.
func (m *Model) send(ctx context.Context, req model.Request, f *facts, x *exchange) error {
	var thoughts string
	if f.thinking == ThinkFirst {
		var err error
		if thoughts, err = m.thinkFirst(ctx, req, *f, x); err != nil || x.done == nil {
			return err
		}
		req.MaxTokens = max(0, req.MaxTokens-x.thoughtUsage.OutputTokens)
		x.done, x.text, x.said, x.repeats, x.dropped = nil, 0, false, repeats{}, 0
	}
	r := m.request(req, *f)
	if thoughts != "" { // after the last question, as templates show the thoughts of a turn that goes on
		r.Messages = append(r.Messages, api.Message{Role: model.Assistant, Thinking: thoughts})
	}
	if f.renders && (f.thinking == ThinkRaw || f.thinking == ThinkFirst && f.parsed) {
		if sent, err := m.raw(ctx, r, x.receive); sent || err != nil {
			return err
		}
		f.thinking, f.renders = ThinkOn, false
		r.Think = f.thinking.value()
		m.traits.cannotRender(ctx)
	}
	return m.client.Chat(ctx, r, x.receive)
}

// thinkFirst has the model think freely about req, for at most half of its tokens, and returns what it
// thought. Thoughts that did not end by themselves are as good as others.
func (m *Model) thinkFirst(ctx context.Context, req model.Request, f facts, x *exchange) (string, error) {
	req.Grammar = nil
	req.MaxTokens = m.outputLimit(req.MaxTokens) / 2
	r := m.request(req, f)
	r.Think = ThinkOn.value()
	x.thoughtText = &strings.Builder{}
	err := m.client.Chat(ctx, r, x.receive)
	thoughts := x.thoughtText.String()
	x.thoughtText = nil
	if err == nil && x.done != nil {
		x.thoughtUsage = usage(x.done)
		x.clocks.Wait(remote.FirstByte, m.config.FirstByte)
	}
	return thoughts, err
}

// receive takes one chunk. It runs on the goroutine of the caller's loop.
func (x *exchange) receive(r api.ChatResponse) error {
	if x.done != nil { // nothing belongs to a reply after its end mark
		if x.dropped++; x.dropped > maxTail {
			return errEnough
		}
		return nil
	}
	x.clocks.Heard()
	x.heard = true
	c := model.Chunk{Text: x.textOf(&r), Thinking: r.Message.Thinking}
	if x.thoughtText != nil {
		x.thoughtText.WriteString(c.Thinking)
		c = model.Chunk{Thinking: c.Thinking} // what it would have answered freely is not a part of the reply
		if x.dropped++; x.dropped > maxSkipped {
			return errMusings
		}
	}
	x.text += len(c.Text)
	x.said = x.said || strings.TrimSpace(c.Text) != ""
	x.thoughts += len(c.Thinking)
	x.called = x.called || len(r.Message.ToolCalls) > 0
	if r.Done {
		x.done = &r
		x.clocks.Wait(remote.Drained, remote.DrainTime)
		if c.Thinking == "" || x.thoughtText == nil {
			return nil
		}
	}
	x.repeats.see(r.Message.Content)
	if !x.yield(c) { // also an empty one: the reader counts them
		return errLeft
	}
	if !r.Done {
		x.clocks.Wait(remote.MidReply, x.gap)
	}
	return nil
}

// textOf returns the text of a chunk. A judgment is written once, with the first word.
func (x *exchange) textOf(r *api.ChatResponse) string {
	switch {
	case x.odds == 0:
		return r.Message.Content
	case r.Done || x.text > 0:
		return ""
	}
	likely := map[string]float64{}
	for _, l := range r.Logprobs[:min(1, len(r.Logprobs))] {
		for _, t := range l.TopLogprobs {
			likely[strings.ToLower(strings.TrimSpace(t.Token))] += math.Exp(t.Logprob)
		}
	}
	if likely["no"] > x.odds*likely["yes"] {
		return `"no"`
	}
	return `"yes"`
}

// maxLikely is how many words a server lists that would have been likely, at most.
const maxLikely = 20

// verdict says why the stream that has ended with err gave no whole reply, or nil. The order
// counts, because one cause shows in several places: leaving the loop also cancels the request,
// and a canceled request is also an error of the stream.
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
		if s.Phase == remote.FirstByte {
			m.free(ctx)
		}
		return m.server().SilentFault(x.silence(s))
	}
	if err != nil || w.Failed() {
		return m.fault(ctx, w, err)
	}
	if x.done == nil {
		return m.noDone(x)
	}
	return nil
}

// free unloads the model of a server that sent nothing: one whose reply was left in the middle may hang with
// this model until it is loaded anew (ollama #17131). A model that works for somebody else stays until it has
// finished, and the next request loads it again.
func (m *Model) free(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, freeTime)
	defer cancel()
	if err := m.Unload(ctx); err != nil {
		m.config.Logger.Warn("ollama: the server sends nothing and does not unload the model", "model", m.name, "error", err)
		return
	}
	m.warmth.forget()
	m.config.Logger.Warn("ollama: the server sends nothing; the model was unloaded, and the next request loads it anew", "model", m.name)
}

// freeTime bounds the request to unload a model.
const freeTime = 5 * time.Second

// noDone explains a stream that ended well but not wholly. Servers stop in silence when more than
// thirty equal chunks came in a row; sending the same again would end the same way, so that is told
// as bad output too, which asking differently may mend.
func (m *Model) noDone(x *exchange) *model.Fault {
	if !x.repeats.many() {
		return m.server().NoEnd(x.text)
	}
	repeated := &grammar.Violation{Offset: x.text, AtEnd: true, Expected: []string{"something new"}}
	return &model.Fault{
		Kind: model.Broken,
		Message: fmt.Sprintf(
			"Ollama at %s stopped the model after %d bytes, because it repeated itself. Another model, or other words for the "+
				"task, may do better.", m.base, x.text),
		Err: errors.Join(model.ErrNoDone, repeated),
	}
}

// last turns the end mark into the last chunk, unless the reply or the prompt is not what it should
// be.
func (m *Model) last(ctx context.Context, req model.Request, f facts, x *exchange) (model.Chunk, error) {
	r := x.done
	c := model.Chunk{Text: x.textOf(r), Thinking: r.Message.Thinking, Done: true, Finish: model.Stop, Usage: usage(r)}
	switch r.DoneReason {
	case "stop", "": // servers of 2024 give no reason
	case "length":
		if req.Odds == 0 {
			c.Finish = m.cutBy(req, f, c.Usage)
		}
	default: // "load" and "unload" answer requests that are never sent
		return model.Chunk{}, &model.Fault{
			Kind: model.Server,
			Message: fmt.Sprintf("Ollama at %s ended the reply with the reason %q, which is not an end of a reply. A newer Ollama may do better.",
				m.base, r.DoneReason),
		}
	}
	m.warmth.replied()
	c.Usage.Thinking = string(f.thinking)
	if req.Grammar != nil && !x.said && (x.thoughts > 0 || x.called) && x.thoughtUsage == (model.Usage{}) {
		return model.Chunk{}, m.misdirected(ctx, f, x)
	}
	if f.countsWhole {
		prompt := r.PromptEvalCount
		if x.thoughtUsage.PromptTokens > 0 { // of the messages alone; how a template shows thoughts is not known
			prompt = x.thoughtUsage.PromptTokens
		}
		if why := m.truncation.Check(req.Messages, prompt, m.config.Context, f.trained); why != "" {
			return model.Chunk{}, &model.Fault{
				Kind: model.Cut,
				Message: fmt.Sprintf("Ollama at %s has cut the prompt without telling (%s), so its reply counts for nothing. "+
					"Use a larger context or a shorter task; Ollama 0.12.6 and later refuse instead.", m.base, why),
			}
		}
	}
	if room := m.contextLeft(f); c.Usage.PromptTokens+c.Usage.OutputTokens > room+rounding {
		return model.Chunk{}, &model.Fault{
			Kind: model.Cut,
			Message: fmt.Sprintf(
				"Ollama at %s wrote on when the context of %d tokens was full, and forgot its beginning meanwhile, so the reply counts for nothing. "+
					"Use a larger context or a shorter task; Ollama 0.12.6 and later stop instead.", m.base, room),
		}
	}
	c.Usage.OutputTokens += x.thoughtUsage.OutputTokens
	c.Usage.Load += x.thoughtUsage.Load
	c.Usage.Total += x.thoughtUsage.Total
	return c, nil
}

func usage(r *api.ChatResponse) model.Usage {
	return model.Usage{
		PromptTokens: r.PromptEvalCount,
		OutputTokens: r.EvalCount,
		Load:         r.LoadDuration,
		Prompt:       r.PromptEvalDuration,
		Total:        r.TotalDuration,
	}
}

// cutBy says which limit ended a reply that was cut.
func (m *Model) cutBy(req model.Request, f facts, u model.Usage) model.Finish {
	room := m.contextLeft(f)
	if u.OutputTokens < m.outputLimit(req.MaxTokens) && u.PromptTokens+u.OutputTokens >= room-1 {
		return model.Full
	}
	return model.Length
}

// rounding is how many tokens a server may have more than was asked for: some make it a multiple.
const rounding = 256

// contextLeft returns the size of the context in force.
func (m *Model) contextLeft(f facts) int {
	if f.trained > 0 {
		return min(m.config.Context, f.trained)
	}
	return m.config.Context
}

// misdirected explains a reply that has all gone into thoughts or into a call of the template's own kind,
// where no format holds. Asked raw, a model has neither; from now on it is.
func (m *Model) misdirected(ctx context.Context, f facts, x *exchange) *model.Fault {
	where := "as thoughts"
	if x.called {
		where = "as a call of its own kind"
	}
	text := fmt.Sprintf("The model wrote its whole reply %s, where Ollama at %s enforces no format.", where, m.base)
	if !f.renders || f.thinking == ThinkRaw {
		return &model.Fault{
			Kind:    model.Broken,
			Message: text + " Use another model, or a newer Ollama.",
			Err:     &grammar.Violation{AtEnd: true, Expected: []string{"a reply"}},
		}
	}
	m.traits.changeThinking(ctx, f.thinking, ThinkRaw)
	m.config.Logger.Warn("ollama: the reply went misdirected; from now on the model is asked raw", "model", m.name, "was", f.thinking)
	return &model.Fault{Kind: model.Broken, Message: text + " From now on it is asked in another way; send the request again.", Retry: true}
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
