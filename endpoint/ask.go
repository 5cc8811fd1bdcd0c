package endpoint

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// bytesPerToken is what a token of a prompt holds, for estimates; a prompt is refused unasked only where twice that would
// not do.
const bytesPerToken = 4

// An exchange is one request and its reply on the way.
type exchange struct {
	*decision
	model model.Model
	asks  planner.Form // how decisions are asked for
	reply *reply
	out   stream
	live  bool // out passes on what it is told at once
	stats *metrics

	begun    bool                  // out has been told of the reply
	said     int                   // characters of text that came
	stop     stopper               // says what of it out is told
	fitAsked bool                  // the model was asked whether a tool fits
	without  []string              // tools that are away for this try, because their calls were repeated
	repairs  int                   // replies that were asked for again
	problems []string              // why
	prompt   int                   // bytes
	text     *planner.AnswerStream // finds the text of an answer in a decision; nil: there is none to find
	got      model.Reply           // of this try
	asked    []model.Message
}

// errRepair is the error of a reply that is to be asked for again, because of what a model is told.
type errRepair struct{ error }

// run asks until there is a reply, at most repairs times again.
func (x *exchange) run(ctx context.Context, repairs int) error {
	if err := x.measure(); err != nil {
		return err
	}
	retried := false
	for {
		err := x.try(ctx, repairs-x.repairs)
		again, ok := errors.AsType[errRepair](err)
		fault, faulty := errors.AsType[*model.Fault](err)
		switch {
		case err == nil:
			x.pass(x.stop.held)
			return nil
		case ctx.Err() != nil:
			return err
		case x.live && x.said > 0: // what was passed on cannot be taken back
			return x.failed(err)
		case ok && x.repairs < repairs:
			x.repairs++
			x.problems = append(x.problems, again.Error())
			m, _, err := words().Render("repair", struct{ Problem string }{again.Error()})
			if err != nil {
				return err
			}
			x.asked = append(x.asked, model.Message{Author: model.Assistant, Content: planner.Truncate(x.got.Text, 1024)}, m)
		case faulty && fault.Retry && !retried:
			retried = true
		default:
			return x.failed(err)
		}
		if x.said = 0; !x.live {
			x.reply.Text, x.reply.Thinking, x.stop.held = "", "", ""
		}
	}
}

// measure refuses a prompt that cannot fit the model's context.
func (x *exchange) measure() error {
	for _, m := range x.asked {
		x.prompt += len(m.Content) + 16
	}
	bounded, ok := x.model.(model.Bounded)
	if !ok || bounded.ContextTokens() == 0 || x.prompt/(2*bytesPerToken) < bounded.ContextTokens() {
		return nil
	}
	return x.overflow(bounded.ContextTokens())
}

// overflow refuses a prompt with its size and that of the context.
func (x *exchange) overflow(context int) *problem {
	size := fmt.Sprintf("the prompt has %d bytes, about %d tokens", x.prompt, x.prompt/bytesPerToken)
	if context > 0 {
		size += fmt.Sprintf(", and the context of the model holds %d tokens for prompt and reply", context)
	}
	return &problem{Status: http.StatusBadRequest, Param: "messages", Code: "context_length_exceeded",
		Message: size + "; nothing was cut. Leave out old messages or tools, or start the endpoint with a larger context"}
}

// try asks once, and left tries may follow.
func (x *exchange) try(ctx context.Context, left int) error {
	x.text = nil
	if x.plain && x.isText() { // it is passed on as it comes
		return x.ended(ctx, x.generate(ctx, nil, x.asked, planner.Question{}))
	}
	form := x.asks
	if form == planner.FitForm {
		form = planner.ThoughtForm
		if !x.fitAsked && x.situation().Task != "" && len(x.allowed.Tools) > 0 && x.allowed.Answer != nil {
			replied, declined, err := x.askFit(ctx, x.allowed, 0)
			if replied || err != nil {
				return x.ended(ctx, err)
			}
			if declined {
				x.without = planner.OfferNames(x.allowed.Tools)
				x.asked = append(x.asked, model.Message{Author: model.User, Content: phrases.Say("none fits")})
			}
		}
	}
	schema, allowed := x.schema(x.without)
	if x.plain {
		form = planner.ThoughtForm
	} else if x.isText() && allowed.Answer != nil {
		x.text = &planner.AnswerStream{}
	}
	text, err := form.Ask(x.situation(), x.answered)(ctx, planner.Question{Schema: schema,
		Messages: func(planner.Folding) ([]model.Message, error) { return x.asked, nil }})
	if err != nil || x.stop.at != "" {
		return x.ended(ctx, err)
	}
	r, err := x.read(ctx, allowed, string(text))
	if err != nil {
		return errRepair{err}
	}
	if r.repeated != "" && (len(allowed.Tools) > 1 || allowed.Answer != nil) {
		return x.again(r.repeated, left)
	}
	if r.ungrounded && x.asks != planner.NameForm && left > 0 && allowed.Answer != nil && x.prompt <= maxGrounded {
		replied, declined, err := x.askFit(ctx, allowed, 1)
		if replied || err != nil {
			return x.ended(ctx, err)
		}
		if declined {
			x.without = planner.OfferNames(x.allowed.Tools)
			return errRepair{phrases.Error("no tool fits")}
		}
	}
	x.deliver(r)
	return nil
}

// again deals with a call that was made already and that no list of values could leave out. The model is told; next the
// tool is away for this reply, and at last all are, where there may be an answer.
func (x *exchange) again(tool string, left int) error {
	x.stats.add("repeated")
	switch {
	case left == 0:
		return &problem{Status: http.StatusBadGateway, Message: fmt.Sprintf(
			"the model would only call %s again with arguments whose result stands in the conversation", tool)}
	case left == 1 && x.allowed.Answer != nil:
		x.without = planner.OfferNames(x.allowed.Tools)
	case left == 1 || x.repairs > 0:
		x.without = append(x.without, tool)
	}
	return errRepair{phrases.Error("repeated", "Tool", tool)}
}

// situation is what the form of decisions knows besides the question: no request counts here, and a task is the first thing
// that a user says.
func (x *exchange) situation() planner.Situation {
	s := planner.Situation{Requests: math.MaxInt, Tools: x.all}
	for _, t := range x.q.Turns {
		switch {
		case t.Author == model.User && s.Task == "":
			s.Task = t.Text
		case t.Author != model.System:
			s.Task = ""
			return s
		}
	}
	return s
}

// answered is the [planner.Ask] of a try.
func (x *exchange) answered(ctx context.Context, q planner.Question) (json.RawMessage, error) {
	g, err := x.kept.compile(ctx, q.Schema.Sparse())
	if err != nil {
		return nil, err
	}
	messages, err := q.Messages(planner.Folding{})
	if err == nil {
		err = x.generate(ctx, g, messages, q)
	}
	return q.Schema.Fill(json.RawMessage(x.got.Text)), err
}

// generate asks the model and passes on what may be passed on at once; of an opening that is nothing.
func (x *exchange) generate(ctx context.Context, g *grammar.Grammar, messages []model.Message, q planner.Question) error {
	req := model.Request{Role: model.Executor, Messages: messages, Grammar: g, MaxTokens: x.q.MaxTokens,
		Temperature: x.q.Temperature, Seed: x.q.Seed, Think: x.q.Think && !q.Opening, Odds: q.Odds}
	free, ok := x.model.(model.Unconstrained)
	salvages := g != nil && ok && free.Unconstrained()
	if salvages {
		req.Grammar = nil
	}
	var c model.Collector
	for chunk, err := range model.Guard(x.model).Generate(ctx, req) {
		if !c.Add(chunk, err) {
			break
		}
		x.begin()
		x.think(chunk.Thinking)
		switch {
		case chunk.Text == "" || salvages || q.Opening:
		case g == nil:
			x.say(chunk.Text)
		case x.text != nil:
			x.say(x.text.Add(chunk.Text))
		}
		if x.stop.at != "" {
			break
		}
	}
	var err error
	x.got, err = c.Reply()
	x.count()
	if err != nil || !salvages {
		return err
	}
	found, err := planner.FindObject(x.got.Text, func(text []byte) error { return g.Check(ctx, text) })
	if err != nil {
		return errRepair{err}
	}
	x.got.Text = string(found)
	return nil
}

// ended makes of the error of a stream what is to be done about it.
func (x *exchange) ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	if x.stop.at != "" { // the rest is not wanted
		x.begin()
		return nil
	}
	if violation, ok := errors.AsType[*grammar.Violation](err); ok {
		if x.text != nil && x.text.Ended() { // the answer is whole, and only what should close it is not
			x.begin()
			return nil
		}
		stuck := errors.Is(err, model.ErrNoDone) // the server stopped the model because it repeated itself
		if x.said >= grammar.MaxText || stuck && x.said > 0 {
			x.reply.Finish = model.Length
			x.begin()
			return nil
		}
		if stuck && x.allowed.Answer != nil { // asked in the same way, it would do so again
			x.without, x.asks = planner.OfferNames(x.allowed.Tools), planner.BareForm
			return errRepair{phrases.Error("stuck")}
		}
		return errRepair{errors.New(plain(violation))}
	}
	if _, cut := errors.AsType[*model.Truncated](err); cut {
		x.reply.Finish = model.Length
		x.begin()
		return nil
	}
	return err
}

// begin tells the client that the reply has begun.
func (x *exchange) begin() {
	if !x.begun {
		x.begun = true
		x.out.begin()
	}
}

// think passes on what the model thinks.
func (x *exchange) think(text string) {
	if text != "" {
		x.reply.Thinking += text
		x.begin()
		x.out.thinking(text)
	}
}

// say passes on text of an answer, up to a stop sequence.
func (x *exchange) say(text string) {
	x.said += utf8.RuneCountInString(text)
	x.pass(x.stop.add(text))
	x.reply.Stopped = x.stop.at
}

// pass passes on text as it is.
func (x *exchange) pass(text string) {
	if text == "" {
		return
	}
	x.reply.Text += text
	x.begin()
	x.out.text(text)
}

// deliver passes on what was not passed on yet, once it is known to be legal. A thought before calls is their text, so that
// the client keeps it and the next prompt has it; where it must not be text, as where clients read all text as JSON, it is kept here.
func (x *exchange) deliver(r reading) {
	x.reply.Finish = x.got.Finish
	switch {
	case len(r.calls) > 0:
		if x.q.Apart || !x.isText() {
			x.think(r.thought)
			x.kept.thoughts.get([]byte(r.calls[0].ID), func() (string, error) { return r.thought, nil })
		} else {
			x.pass(r.thought)
		}
		for _, c := range r.calls {
			x.begin()
			x.out.call(c)
		}
		x.reply.Calls = r.calls
	case x.said == 0:
		x.say(r.answer)
	}
	if len(r.calls) == 0 && !x.plain && x.isText() && utf8.RuneCountInString(x.reply.Text) >= grammar.MaxText {
		x.reply.Finish = model.Length // a longer answer could not be written
	}
	x.begin()
}

// count adds what a try has cost.
func (x *exchange) count() {
	u := x.got.Usage
	if u.PromptTokens == 0 {
		u.PromptTokens = x.prompt / bytesPerToken
	}
	if u.OutputTokens == 0 {
		u.OutputTokens = (len(x.got.Text) + len(x.got.Thinking) + bytesPerToken - 1) / bytesPerToken
	}
	total := &x.reply.Usage
	total.PromptTokens = u.PromptTokens // of the last try: the same prompt is not counted twice
	total.OutputTokens += u.OutputTokens
	total.Load, total.Prompt, total.Total = total.Load+u.Load, total.Prompt+u.Prompt, total.Total+u.Total
	x.reply.Finish = x.got.Finish
}

// statuses are those of HTTP for what can go wrong at the model.
var statuses = map[model.FaultKind]int{
	model.Unreachable: http.StatusBadGateway, model.NoModel: http.StatusNotFound, model.Busy: http.StatusServiceUnavailable,
	model.Memory: http.StatusServiceUnavailable, model.Silent: http.StatusGatewayTimeout, model.Misuse: http.StatusBadRequest,
}

// failed says to the client what went wrong at the model.
func (x *exchange) failed(err error) error {
	if p, ok := errors.AsType[*problem](err); ok {
		return p
	}
	if f, ok := errors.AsType[*model.Fault](err); ok {
		if f.Kind == model.Overflow || f.Kind == model.Cut {
			context := 0
			if b, ok := x.model.(model.Bounded); ok {
				context = b.ContextTokens()
			}
			return x.overflow(context)
		}
		status, ok := statuses[f.Kind]
		if !ok {
			status = http.StatusBadGateway
		}
		return &problem{Status: status, Message: f.Message}
	}
	if r, ok := errors.AsType[errRepair](err); ok {
		advice := ""
		if a, ok := x.model.(model.Adviser); ok {
			advice = a.Advice(r.error)
		}
		return &problem{Status: http.StatusBadGateway, Message: strings.TrimSpace(fmt.Sprintf(
			"the model wrote nothing that can be used in %d tries: %v. %s", x.repairs+1, r.error, advice))}
	}
	return fmt.Errorf("endpoint: %w", err)
}
