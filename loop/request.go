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
	shape, err := r.cache.compile(ctx, q.Schema)
	if err != nil {
		if ended := ctx.Err(); ended != nil {
			return nil, ended
		}
		return nil, r.strategyFailed(fmt.Errorf("its question has no grammar: %w", err))
	}
	if reply := r.forced(lane, q, shape); reply != nil {
		return reply, nil
	}
	messages, folding, err := r.fold(q)
	if err != nil {
		return nil, err
	}
	req := &request{Question: q, lane: lane, prompt: messages, folding: folding, shape: shape, bytes: bytesOf(messages)}
	r.refuseCalls(req)
	for ; ; req.repair++ {
		reply, invalid, err := r.requestReply(ctx, req)
		if err != nil {
			return nil, err
		}
		if invalid == nil {
			return reply, nil
		}
		if req.repair == r.may.Repairs {
			return nil, modelFailed(planner.ReasonInvalidOutput, &invalidReply{invalid})
		}
		if err := r.withoutRepeated(ctx, req, invalid); err != nil {
			return nil, err
		}
		again, err := q.Repair(invalid)
		if err != nil {
			return nil, r.strategyFailed(fmt.Errorf("it could not ask again: %w", err))
		}
		req.prompt = append(slices.Clone(messages), again)
		req.bytes = bytesOf(req.prompt)
	}
}

// forced returns the reply to a question that the grammar leaves no choice in, which no model is asked, or nil.
// A document that is not accepted is asked for, and repaired, as any other.
func (r *run) forced(lane string, q planner.Question, shape *compiled) json.RawMessage {
	r.inTurn(lane)
	if shape.only == nil || q.Accept != nil && q.Accept(shape.only) != nil {
		return nil
	}
	r.emit(Event{Kind: Replied, Reply: &ReplyInfo{Role: q.Role, Text: string(shape.only), Finish: model.Stop, Lane: lane, Forced: true}})
	return shape.only
}

// An answered says what came of one sending of a request: a document; or why the reply that came is none; or how the
// run ends; or else what is done next to get a reply.
type answered struct {
	document json.RawMessage
	invalid  error
	end      *ending
	then     string // thenRetry or thenFallback
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
		if bound := r.unaffordable(r.promptTokens(req.bytes)); bound != "" {
			return nil, nil, &ending{BudgetExhausted, bound, fmt.Errorf("what is left of %s cannot pay another request", bound)}
		}
		req.id = r.recordRequest(req)
		got, lost := r.recordedReply(req)
		if lost { // send it again
			continue
		}
		if got == nil {
			got = r.send(ctx, req)
		}
		switch {
		case got.end != nil:
			return nil, nil, got.end
		case got.then == thenFallback:
			req.attempt = 1
		case got.then == thenRetry:
			req.attempt++
		default:
			return got.document, got.invalid, nil
		}
	}
}

// recordedReply returns what the log holds of the answer to a request, or nil if it is to be sent. lost says that it
// was sent, and that what came of it is not in the log.
func (r *run) recordedReply(req *request) (got *answered, lost bool) {
	replaying := !r.replay.played()
	r.inTurn(req.lane)
	recorded, broken, _, _ := r.awaitRecorded(nil)
	switch {
	case r.replay.stopped():
		return &answered{end: &ending{Cancelled, planner.ReasonReplay, errReplayEnded}}, false
	case recorded != nil && (recorded.Kind == Replied || recorded.Kind == Failed):
		if r.replay.differs = difference(*recorded, r.answerNow(req, *recorded)); r.replay.differs != nil {
			return &answered{end: &ending{Cancelled, planner.ReasonReplay, errReplayEnded}}, false
		}
		if recorded.Kind == Replied {
			return &answered{document: json.RawMessage(r.advance().Reply.Text)}, false
		}
		return r.failedBefore(r.advance().Failure, req), false
	}
	// Another lane may have come to the end of the log, or gone past the interruption, before this one.
	return nil, broken || replaying && r.replay.played() || recorded != nil && recorded.Kind == Asked
}

// answerNow is a recorded reply or failure as the run has it: whose it is, and what is done about a failure, are not the
// model's to say.
func (r *run) answerNow(req *request, e Event) Event {
	name := r.currentModel(req.Role).Name()
	if e.Kind == Replied {
		reply := *e.Reply
		reply.ID, reply.Role, reply.Model, reply.Lane, reply.Forced = req.id, req.Role, name, req.lane, false
		e.Reply = &reply
		return e
	}
	f := *e.Failure
	f.ID, f.Role, f.Model, f.Lane = req.id, req.Role, name, req.lane
	switch {
	case f.Fault == "":
		f.Then = r.afterInvalid(req.repair)
	case f.Fault == faultContext || f.ofProgram():
		f.Then = thenGiveUp
	case f.Then == thenRetry && req.attempt <= r.may.Retries: // whether that helps is the model's to say
	case r.hasFallback(req.Role):
		f.Then = thenFallback
	default:
		f.Then = thenGiveUp
	}
	e.Failure = &f
	return e
}

// ofProgram reports whether code that is not the loop's failed at the reply.
func (f *FailureInfo) ofProgram() bool {
	reason := planner.Reason(f.Fault)
	return reason == planner.ReasonStrategy || reason == planner.ReasonCheck
}

// failedBefore goes through a recorded failure as send went through it then.
func (r *run) failedBefore(f *FailureInfo, req *request) *answered {
	problem := errors.New(f.Problem)
	switch {
	case f.Fault == "" && f.Advice != "":
		return &answered{invalid: &advised{problem, f.Advice}}
	case f.Fault == "" && f.Code != "":
		return &answered{invalid: &planner.Refusal{Code: f.Code, Problem: f.Problem}}
	case f.Fault == "":
		return &answered{invalid: problem}
	case f.Fault == faultContext:
		if end := r.replay.ending(); end != nil {
			return &answered{end: &ending{end.Outcome, end.Reason, errors.New(end.Error)}}
		}
		return &answered{then: thenRetry}
	case f.ofProgram():
		return &answered{end: &ending{ProgramFailure, planner.Reason(f.Fault), problem}}
	}
	r.wait(req.attempt, 0) // the dice were thrown then, too
	if f.Then == thenGiveUp {
		return &answered{end: modelFailed(failureReason(model.FaultKind(f.Fault)), problem)}
	}
	return &answered{then: f.Then}
}

// A sending is one request on its way to one model, and what it cost.
type sending struct {
	*request
	cost ReplyInfo // of the reply, or of what had come of one
}

// send sends one request and records what came of it.
func (r *run) send(ctx context.Context, req *request) *answered {
	s := &sending{request: req}
	reply, err := r.exchange(ctx, s)
	came := err == nil // what goes wrong from here on is the reply's fault, or that of our code
	if came {
		err = r.read(ctx, s, reply)
	}
	if v, ok := errors.AsType[*grammar.Violation](err); ok {
		v.Rule = "" // it says nothing to a model, and depends on how the grammar was come by
	}
	end, failed := errors.AsType[*ending](err)
	switch {
	case err == nil:
		r.emit(Event{Kind: Replied, Reply: &s.cost})
		return &answered{document: json.RawMessage(s.cost.Text)}
	case failed: // and what failed is logged as the fault
		r.failed(s, err, model.FaultKind(end.reason), thenGiveUp, 0)
		return &answered{end: end}
	case came && err != ctx.Err() || isInvalid(err):
		err = r.withAdvice(req.Role, err)
		r.failed(s, err, "", r.afterInvalid(req.repair), 0)
		return &answered{invalid: err}
	}
	return r.fault(ctx, s, err)
}

// exchange sends a request and returns the reply, and notes what that cost.
func (r *run) exchange(ctx context.Context, s *sending) (reply model.Reply, err error) {
	began := time.Now()
	reply, err = r.generate(ctx, s.request, r.requestFor(s.request))
	s.cost = ReplyInfo{
		ID: s.id, Role: s.Role, Model: r.currentModel(s.Role).Name(), Text: reply.Text, Thinking: reply.Thinking,
		Finish: reply.Finish, MS: time.Since(began).Milliseconds(), Lane: s.lane,
	}
	s.cost.count(reply, r.promptTokens(s.bytes), r.replyTokens(s.request))
	return reply, err
}

// read makes the document of a reply, which becomes the text of s.cost: what stands in free text is found, and the
// question must accept it.
func (r *run) read(ctx context.Context, s *sending, reply model.Reply) (err error) {
	if r.isFree(s.request) {
		if s.cost.Text, s.cost.Salvaged, err = r.salvage(ctx, s.request, reply); err != nil {
			return err
		}
	}
	if s.Accept == nil {
		return nil
	}
	return asking(planner.ReasonStrategy, "the strategy "+r.strategy, func() error { return s.Accept(json.RawMessage(s.cost.Text)) })
}

// isInvalid reports whether err means that a reply came and is not a document.
func isInvalid(err error) bool {
	_, violation := errors.AsType[*grammar.Violation](err)
	_, truncated := errors.AsType[*model.Truncated](err)
	return violation || truncated
}

func (r *run) afterInvalid(repair int) string {
	if repair < r.may.Repairs {
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
	c.ThinkingPolicy = reply.Usage.Thinking
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
		Messages: r.prompts.fingerprint(req.prompt), Odds: req.Question.Odds,
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

func (r *run) failed(s *sending, problem error, fault model.FaultKind, then string, wait time.Duration) {
	cost := s.cost
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
	}})
}
