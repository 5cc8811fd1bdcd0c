package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// What happens after a failed request.
const (
	thenRepair = "repair"
	thenRetry  = "retry"
	thenGiveUp = "given_up"
)

// faultContext is the fault of a request whose run was over before its reply.
const faultContext = "context"

// The waits between retries, before jitter.
const (
	firstWait = time.Second
	maxWait   = 30 * time.Second
)

// ask implements planner.Ask: it gets one valid reply, asking again after an invalid one as often
// as Repairs says. Its errors are endings, and the contexts' own.
func (r *run) ask(ctx context.Context, q planner.Question) (json.RawMessage, error) {
	g, err := r.cache.compile(q.Schema)
	if err != nil {
		return nil, &ending{ModelFailure, "planner", err}
	}
	messages := q.Messages
	for repair := 0; ; repair++ {
		reply, invalid, err := r.deliver(ctx, q, messages, g, repair)
		if err != nil {
			return nil, err
		}
		if invalid == nil {
			return reply, nil
		}
		if repair == r.config.Repairs {
			return nil, &ending{ModelFailure, "invalid_output", fmt.Errorf("the model's reply was not a legal decision: %w", invalid)}
		}
		again, err := q.Repair(invalid)
		if err != nil {
			return nil, &ending{ModelFailure, "invalid_output", err}
		}
		messages = append(slices.Clone(q.Messages), again)
	}
}

// deliver gets one reply, sending again after transport faults as often as Retries says. invalid
// says why a reply that did come cannot stand.
func (r *run) deliver(ctx context.Context, q planner.Question, messages []model.Message, g *grammar.Grammar, repair int) (_ json.RawMessage, invalid, err error) {
	prompt := promptTokens(messages)
	for attempt := 1; ; {
		if end := r.over(ctx); end != nil {
			return nil, nil, end
		}
		if bound := r.unpayable(prompt); bound != "" {
			return nil, nil, &ending{BudgetExhausted, bound, fmt.Errorf("what is left of %s cannot pay another request", bound)}
		}
		req := model.Request{
			Role: q.Role, Messages: messages, Grammar: g,
			MaxTokens:   min(r.config.ReplyTokens, r.config.Budget.Tokens-r.state.Counters.Tokens-prompt),
			Temperature: r.config.Temperature, Seed: r.config.Seed,
		}
		id := r.asked(req, q.Schema, attempt, repair)
		recorded, broken, _, _ := r.settle()
		switch {
		case r.tape.stopped():
			return nil, nil, &ending{Cancelled, "replay", errors.New("the replay has ended")}
		case recorded != nil && recorded.Kind == Replied:
			return json.RawMessage(r.pass().Reply.Text), nil, nil
		case recorded != nil && recorded.Kind == Failed:
			invalid, err = r.failedBefore(r.pass().Failure, attempt)
		case broken: // the request was sent and its answer is lost: send it again
			continue
		default:
			var reply json.RawMessage
			if reply, invalid, err = r.send(ctx, q, req, id, attempt, repair); reply != nil {
				return reply, nil, nil
			}
		}
		if invalid != nil || err != nil {
			return nil, invalid, err
		}
		attempt++
	}
}

// send sends one request and records what came of it. With neither a reply nor an error, it is to
// be sent again.
func (r *run) send(ctx context.Context, q planner.Question, req model.Request, id string, attempt, repair int) (_ json.RawMessage, invalid, err error) {
	began := time.Now()
	reply, err := r.generate(ctx, req, id)
	cost := ReplyInfo{ID: id, Role: q.Role, Text: reply.Text, Thinking: reply.Thinking, Finish: reply.Finish, MS: time.Since(began).Milliseconds()}
	cost.count(reply, promptTokens(req.Messages))
	refused := false
	if err == nil && q.Accept != nil {
		err = q.Accept(json.RawMessage(reply.Text))
		refused = err != nil
	}
	switch {
	case err == nil:
		r.emit(Event{Kind: Replied, Reply: &cost})
		return json.RawMessage(reply.Text), nil, nil
	case refused || isInvalid(err):
		r.failed(cost, err, "", r.afterInvalid(repair), 0)
		return nil, err, nil
	}
	if end := r.fault(ctx, cost, err, attempt); end != nil {
		return nil, nil, end
	}
	return nil, nil, nil
}

// failedBefore goes through a recorded failure as fault and send went through it then.
func (r *run) failedBefore(f *FailureInfo, attempt int) (invalid, err error) {
	problem := errors.New(f.Problem)
	switch {
	case f.Fault == "":
		return problem, nil
	case f.Fault == faultContext:
		if end := r.tape.ending(); end != nil {
			return nil, &ending{end.Outcome, end.Reason, errors.New(end.Error)}
		}
		return nil, nil
	}
	r.wait(attempt, 0) // the dice were thrown then, too
	if f.Then == thenGiveUp {
		return nil, &ending{ModelFailure, failureReason(model.FaultKind(f.Fault)), problem}
	}
	return nil, nil
}

// isInvalid reports whether err means that a reply came and is no document.
func isInvalid(err error) bool {
	_, violation := errors.AsType[*grammar.Violation](err)
	_, truncated := errors.AsType[*model.Truncated](err)
	return violation || truncated
}

func (r *run) afterInvalid(repair int) string {
	if repair < r.config.Repairs {
		return thenRepair
	}
	return thenGiveUp
}

// unpayable returns the bound that does not allow one more request of about this many tokens.
func (r *run) unpayable(prompt int) string {
	b, n := r.config.Budget, r.state.Counters
	switch {
	case r.elapsed >= b.Wall:
		return boundWall
	case n.Tokens+prompt >= b.Tokens:
		return boundTokens
	case n.ModelCalls >= b.ModelCalls:
		return boundModelCalls
	}
	return ""
}

func promptTokens(messages []model.Message) int {
	n := 0
	for _, m := range messages {
		n += len(m.Author) + len(m.Content)
	}
	return tokensOf(n)
}

// count fills in the tokens, estimated where the model named none.
func (c *ReplyInfo) count(reply model.Reply, prompt int) {
	c.PromptTokens, c.OutputTokens = reply.Usage.PromptTokens, reply.Usage.OutputTokens
	if c.PromptTokens == 0 {
		c.PromptTokens = prompt
	}
	if c.OutputTokens == 0 {
		c.OutputTokens = tokensOf(len(reply.Text) + len(reply.Thinking))
	}
	c.LoadMS, c.PromptMS = reply.Usage.Load.Milliseconds(), reply.Usage.Prompt.Milliseconds()
}

// asked records a request and returns its id.
func (r *run) asked(req model.Request, schema grammar.Schema, attempt, repair int) string {
	r.asks++
	var conversation strings.Builder
	for _, m := range req.Messages {
		conversation.WriteString(m.Author + "\x00" + m.Content + "\x00")
	}
	raw := schema.JSON()
	info := &AskInfo{
		ID: fmt.Sprintf("m%d", r.asks), Role: req.Role, Model: r.model.Name(), Attempt: attempt, Repair: repair,
		Messages: fingerprint([]byte(conversation.String())), Schema: fingerprint(raw), SchemaBytes: len(raw),
		Choices: choices(schema), MaxTokens: req.MaxTokens,
	}
	r.emit(Event{Kind: Asked, Ask: info})
	return info.ID
}

// choices names the branches of a decision schema.
func choices(schema grammar.Schema) []string {
	branches := schema.AnyOf
	if branches == nil {
		branches = []grammar.Schema{schema}
	}
	var names []string
	for _, b := range branches {
		if tool, ok := b.Property("tool"); ok && len(tool.Enum) == 1 {
			var name string
			if json.Unmarshal(tool.Enum[0], &name) == nil {
				names = append(names, name)
			}
		}
	}
	return names
}

// maxPrefix is how much of an invalid reply the log keeps.
const maxPrefix = 4096

func (r *run) failed(cost ReplyInfo, problem error, fault model.FaultKind, then string, wait time.Duration) {
	prefix := cost.Text
	if len(prefix) > maxPrefix {
		prefix = strings.ToValidUTF8(prefix[:maxPrefix], "")
	}
	r.emit(Event{Kind: Failed, Failure: &FailureInfo{
		ID: cost.ID, Role: cost.Role, Problem: problem.Error(), Fault: string(fault), Prefix: prefix,
		Then: then, RetryInMS: wait.Milliseconds(),
		PromptTokens: cost.PromptTokens, OutputTokens: cost.OutputTokens, MS: cost.MS,
	}})
}

// fault deals with a request that brought no reply: it waits and returns nil to send again, or
// returns how the run ends.
func (r *run) fault(ctx context.Context, cost ReplyInfo, err error, attempt int) *ending {
	if end := r.over(ctx); end != nil {
		r.failed(cost, err, faultContext, thenGiveUp, 0)
		return end
	}
	f, ok := errors.AsType[*model.Fault](err)
	if !ok {
		f = &model.Fault{Kind: model.Server, Message: err.Error(), Err: err}
	}
	end := &ending{ModelFailure, failureReason(f.Kind), err}
	// A server that never answered is not there; waiting for it helps nobody at a terminal.
	retry := f.Retry && attempt <= r.config.Retries && (r.replied || f.Kind != model.Unreachable)
	wait := r.wait(attempt, f.After)
	if !retry || r.elapsed+wait >= r.config.Budget.Wall {
		r.failed(cost, err, f.Kind, thenGiveUp, 0)
		return end
	}
	r.failed(cost, err, f.Kind, thenRetry, wait)
	select {
	case <-ctx.Done():
	case <-time.After(wait):
	}
	return nil // a context that has ended meanwhile is found before the next request
}

// over returns how the run ends if its context has ended, or nil.
func (r *run) over(ctx context.Context) *ending {
	switch {
	case ctx.Err() == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &ending{BudgetExhausted, boundWall, fmt.Errorf("the run's time of %v is over", r.config.Budget.Wall)}
	default:
		return &ending{Cancelled, "now", errors.New("the run was cancelled")}
	}
}

func failureReason(k model.FaultKind) string {
	switch k {
	case model.Overflow:
		return "context_overflow"
	case model.Cut:
		return "prompt_truncated"
	default:
		return "transport"
	}
}

// wait doubles with each attempt, up to maxWait, and adds up to a tenth from the run's dice.
func (r *run) wait(attempt int, atLeast time.Duration) time.Duration {
	w := min(firstWait<<min(attempt-1, 10), maxWait)
	w = max(w, atLeast)
	return w + time.Duration(r.rng.Int64N(int64(w/10)+1))
}

// generate collects one reply, passing its text on as it comes. The model runs on a goroutine of
// its own: when ctx ends it has Grace to notice, then it is left behind and its output dropped.
func (r *run) generate(ctx context.Context, req model.Request, id string) (model.Reply, error) {
	type piece struct {
		chunk model.Chunk
		err   error
	}
	pieces, gone := make(chan piece), make(chan struct{})
	defer close(gone)
	go func() {
		defer close(pieces)
		for c, err := range r.model.Generate(ctx, req) {
			select {
			case pieces <- piece{c, err}:
			case <-gone:
				return
			}
		}
	}()
	var patience <-chan time.Time
	done := ctx.Done()
	return model.Collect(func(yield func(model.Chunk, error) bool) {
		for {
			select {
			case p, more := <-pieces:
				if !more {
					if ctx.Err() != nil {
						yield(model.Chunk{}, ctx.Err())
					}
					return
				}
				if p.err == nil && (p.chunk.Text != "" || p.chunk.Thinking != "") {
					r.emit(Event{Kind: Delta, Delta: &DeltaInfo{ID: id, Text: p.chunk.Text, Thinking: p.chunk.Thinking}})
				}
				if !yield(p.chunk, p.err) || p.err != nil {
					return
				}
			case <-done:
				done, patience = nil, time.After(r.config.Grace)
			case <-patience:
				yield(model.Chunk{}, ctx.Err())
				return
			}
		}
	})
}
