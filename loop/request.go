package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// What happens after a failed request.
const (
	thenRepair   = "repair"
	thenRetry    = "retry"
	thenFallback = "fallback"
	thenGiveUp   = "given_up"
)

// faultContext is the fault of a request whose run was over before its reply.
const faultContext = "context"

// A request is one question on its way to one model.
type request struct {
	planner.Question
	lane    string          // the plan step it is about, or ""
	prompt  []model.Message // the question's messages, and what a repair adds
	folding planner.Folding // how the prompt is shortened
	shape   *compiled       // what the reply must be
	bytes   int             // of the prompt
	repair  int             // 0, and one more each time an invalid reply is asked for again
	attempt int             // 1, and one more each time it is sent again to the same model
	id      string          // of the sending: m1, m2, …
}

// Why a question was not put to a model.
var (
	errReplayEnded = errors.New("the replay has ended")
	errPaused      = errors.New("the run is paused")
)

// ask gets one valid reply, asking again after an invalid one as often as Repairs says. Its errors are
// endings, and the contexts' own.
func (r *run) ask(ctx context.Context, lane string, q planner.Question) (json.RawMessage, error) {
	if q.Final {
		q.Accept = r.withAnswerCheck(ctx, q.Accept)
	}
	if lane == "" { // lanes pause together, before any of them asks
		if end := r.pauseBefore(q.Role); end != nil {
			return nil, end
		}
	}
	shape, err := r.cache.compile(ctx, q.Schema)
	if err != nil {
		if ended := ctx.Err(); ended != nil {
			return nil, ended
		}
		return nil, &ending{ModelFailure, planner.ReasonPlanner, err}
	}
	if reply := r.forced(lane, q, shape); reply != nil {
		return reply, nil
	}
	messages, folding, err := r.fold(q)
	if err != nil && !r.replayingChanged() {
		return nil, err
	}
	req := &request{Question: q, lane: lane, prompt: messages, folding: folding, shape: shape, bytes: bytesOf(messages)}
	for ; ; req.repair++ {
		reply, invalid, err := r.requestReply(ctx, req)
		if err != nil {
			return nil, err
		}
		if invalid == nil {
			return reply, nil
		}
		if req.repair == r.config.Repairs {
			return nil, &ending{ModelFailure, planner.ReasonInvalidOutput, &invalidReply{invalid}}
		}
		again, err := q.Repair(invalid)
		if err != nil {
			return nil, &ending{ModelFailure, planner.ReasonInvalidOutput, err}
		}
		req.prompt = append(slices.Clone(messages), again)
		req.bytes = bytesOf(req.prompt)
	}
}

// forced returns the reply to a question that the grammar leaves no choice in, which no model is asked, or nil.
// A request that the log holds is gone through all the same: earlier versions asked. A document that is not
// accepted is asked for, and repaired, as any other.
func (r *run) forced(lane string, q planner.Question, shape *compiled) json.RawMessage {
	r.inTurn(lane)
	next := r.replay.nextButResumed()
	if next != nil && next.Kind == Replied && next.Reply.Forced && r.config.AllowChanged {
		shape = &compiled{only: []byte(next.Reply.Text)} // what the grammar is now does not count
	}
	if shape.only == nil || next != nil && next.Kind == Asked || q.Accept != nil && q.Accept(shape.only) != nil {
		return nil
	}
	r.emit(Event{Kind: Replied, Reply: &ReplyInfo{Role: q.Role, Text: string(shape.only), Finish: model.Stop, Lane: lane, Forced: true}})
	return shape.only
}

// requestReply gets one reply, sending again after transport faults as often as Retries says, and then to
// the role's next model. invalid says why a reply that did come cannot stand.
func (r *run) requestReply(ctx context.Context, req *request) (_ json.RawMessage, invalid, err error) {
	req.attempt = 1
	for {
		r.inTurn(req.lane)
		if end := r.contextEnding(ctx); end != nil {
			return nil, nil, end
		}
		if bound := r.unaffordable(r.promptTokens(req.bytes)); bound != "" && !r.replayingChanged() {
			return nil, nil, &ending{BudgetExhausted, bound, fmt.Errorf("what is left of %s cannot pay another request", bound)}
		}
		req.id = r.recordRequest(req)
		replaying := !r.replay.played()
		r.inTurn(req.lane)
		recorded, broken, _, _ := r.awaitRecorded()
		// Another lane may have come to the end of the log, or gone past the interruption, before this one.
		broken = broken || replaying && r.replay.played() || recorded != nil && recorded.Kind == Asked
		then := ""
		switch {
		case r.replay.stopped():
			return nil, nil, &ending{Cancelled, planner.ReasonReplay, errReplayEnded}
		case recorded != nil && recorded.Kind == Replied:
			return json.RawMessage(r.advance().Reply.Text), nil, nil
		case recorded != nil && recorded.Kind == Failed:
			then, invalid, err = r.failedBefore(r.advance().Failure, req)
		case broken: // the request was sent and its answer is lost: send it again
			continue
		default:
			var reply json.RawMessage
			if reply, then, invalid, err = r.send(ctx, req); reply != nil {
				return reply, nil, nil
			}
		}
		switch {
		case invalid != nil || err != nil:
			return nil, invalid, err
		case then == thenFallback:
			req.attempt = 1
		default:
			req.attempt++
		}
	}
}

// send sends one request and records what came of it: a reply; a reply that is invalid; the end of
// the run; or what is done next to get one.
func (r *run) send(ctx context.Context, req *request) (_ json.RawMessage, then string, invalid, err error) {
	began := time.Now()
	ask, hook := r.requestFor(req), &HookInfo{}
	var reply model.Reply
	if err = r.beforeRequest(ctx, req, &ask, hook); err == nil {
		began = time.Now() // hooks take time of the run, and none of the model
		reply, err = r.generate(ctx, req, ask)
	}
	cost := &ReplyInfo{
		ID: req.id, Role: req.Role, Model: r.currentModel(req.Role).Name(), Text: reply.Text, Thinking: reply.Thinking,
		Finish: reply.Finish, MS: time.Since(began).Milliseconds(), Lane: req.lane,
	}
	cost.hook = hook
	if hook.Refused == "" && hook.Failed == "" { // else nothing was sent
		cost.count(reply, r.promptTokens(req.bytes), r.replyTokens(req))
	}
	refused := false
	if err == nil && r.isFree(req) {
		cost.Text, cost.Salvaged, err = r.salvage(ctx, req, reply)
		reply.Text, refused = cost.Text, err != nil
	}
	if v, ok := errors.AsType[*grammar.Violation](err); ok {
		v.Rule = "" // it says nothing to a model, and depends on how the grammar was come by
	}
	if err == nil {
		if cost.Text, err = r.afterRequest(ctx, req, reply.Text, hook); err == nil && cost.Text != reply.Text {
			err = req.shape.grammar.CheckContext(ctx, []byte(cost.Text))
		}
		reply.Text, refused = cost.Text, err != nil
	}
	if end, ok := errors.AsType[*ending](err); ok && end.reason == planner.ReasonHook {
		r.failed(*cost, err, faultHook, thenGiveUp, 0)
		return nil, "", nil, end
	}
	document := json.RawMessage(reply.Text)
	if err == nil && req.Accept != nil {
		err = req.Accept(document)
		refused = err != nil
	}
	switch {
	case err == nil:
		r.emit(Event{Kind: Replied, Reply: cost, Hook: hook.orNil()})
		return document, "", nil, nil
	case refused && err != ctx.Err() || isInvalid(err):
		err = r.withAdvice(req.Role, err)
		r.failed(*cost, err, "", r.afterInvalid(req.repair), 0)
		return nil, "", err, nil
	}
	then, end := r.fault(ctx, *cost, err, req.attempt)
	if end != nil {
		return nil, "", nil, end
	}
	return nil, then, nil, nil
}

// failedBefore goes through a recorded failure as send went through it then.
func (r *run) failedBefore(f *FailureInfo, req *request) (then string, invalid, err error) {
	problem := errors.New(f.Problem)
	switch {
	case f.Fault == "" && f.Advice != "":
		return "", &advised{problem, f.Advice}, nil
	case f.Fault == "":
		if f.Code != "" {
			problem = &planner.Refusal{Code: f.Code, Problem: f.Problem}
		}
		return "", problem, nil
	case f.Fault == faultContext:
		if end := r.replay.ending(); end != nil {
			return "", nil, &ending{end.Outcome, end.Reason, errors.New(end.Error)}
		}
		return thenRetry, nil, nil
	}
	r.wait(req.attempt, 0) // the dice were thrown then, too
	if f.Then == thenGiveUp {
		return "", nil, &ending{ModelFailure, failureReason(model.FaultKind(f.Fault)), problem}
	}
	return f.Then, nil, nil
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

// unaffordable returns the bound that does not allow one more request of about this many tokens.
func (r *run) unaffordable(prompt int) planner.Reason {
	b, n := r.config.Budget, r.state.Counters
	switch {
	case r.elapsed >= b.Wall:
		return planner.ReasonWall
	case n.Tokens+prompt >= b.Tokens:
		return planner.ReasonTokens
	case n.ModelCalls >= b.ModelCalls:
		return planner.ReasonModelCalls
	}
	return ""
}

// promptTokens estimates the tokens of a prompt of n bytes: as many for each as the model counted in its
// last prompt, else tokensOf.
func (r *run) promptTokens(n int) int {
	if r.countedBytes == 0 || r.countedTokens == 0 {
		return tokensOf(n)
	}
	return (n*r.countedTokens + r.countedBytes - 1) / r.countedBytes
}

func bytesOf(messages []model.Message) int {
	n := 0
	for _, m := range messages {
		n += len(m.Author) + len(m.Content)
	}
	return n
}

// count fills in the tokens, estimated where the model named none.
func (c *ReplyInfo) count(reply model.Reply, prompt, most int) {
	c.PromptTokens, c.OutputTokens = reply.Usage.PromptTokens, reply.Usage.OutputTokens
	if c.PromptTokens == 0 {
		c.PromptTokens = prompt
	}
	if c.OutputTokens == 0 {
		c.OutputTokens = min(most, tokensOf(len(reply.Text)+len(reply.Thinking))) // more was not allowed
	}
	c.Policy = reply.Usage.Thinking
	c.LoadMS, c.PromptMS = reply.Usage.Load.Milliseconds(), reply.Usage.Prompt.Milliseconds()
	c.Walk = reply.Usage.Walk
}

// recordRequest records a request and returns its id.
func (r *run) recordRequest(req *request) string {
	r.requests++
	info := &AskInfo{
		ID: "m" + strconv.Itoa(r.requests), Role: req.Role, Model: r.currentModel(req.Role).Name(), Attempt: req.attempt, Repair: req.repair,
		Schema: req.shape.sha256, SchemaBytes: len(req.shape.grammar.Schema()), Choices: req.shape.choices,
		MaxTokens: r.replyTokens(req), PromptBytes: req.bytes, Folded: req.folding, Lane: req.lane,
		Messages: r.prompts.fingerprint(req.prompt),
	}
	r.emit(Event{Kind: Asked, Ask: info})
	return info.ID
}

// replyTokens is the ceiling of one reply: the role's, or what is left of the run's tokens.
func (r *run) replyTokens(req *request) int {
	return min(r.binding(req.Role).replyTokens, r.config.Budget.Tokens-r.state.Counters.Tokens-r.promptTokens(req.bytes))
}

// maxPrefix is how much of an invalid reply the log keeps.
const maxPrefix = 4096

func (r *run) failed(cost ReplyInfo, problem error, fault model.FaultKind, then string, wait time.Duration) {
	prefix := cost.Text
	if len(prefix) > maxPrefix {
		prefix = strings.ToValidUTF8(prefix[:maxPrefix], "")
	}
	advice := ""
	if a, ok := errors.AsType[*advised](problem); ok {
		advice = a.advice
	}
	r.emit(Event{Kind: Failed, Failure: &FailureInfo{
		Advice: advice, ID: cost.ID, Role: cost.Role, Model: cost.Model, Problem: problem.Error(), Fault: string(fault), Prefix: prefix,
		Then: then, RetryInMS: wait.Milliseconds(),
		PromptTokens: cost.PromptTokens, OutputTokens: cost.OutputTokens, MS: cost.MS, Lane: cost.Lane, Code: codeOf(problem),
	}, Hook: cost.hook.orNil()})
}
