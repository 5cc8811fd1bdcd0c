package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/bench/textcall"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/toolset"
)

// freeRequests is how many requests a free loop may make for one sentence: as many as a run on the leash has steps.
const freeRequests = 12

// A freeLoop is what a user writes without this module: the server's own tool calls, and those that the model writes
// as text, until a reply has none. The tools are those of the tutor.
type freeLoop struct {
	client   *api.Client
	model    string
	meter    *meter
	registry *tools.Registry
	offers   api.Tools
	offered  string // the offers as text, which stand at the head of what the model reads
	form     *prompt.Prompt
	options  map[string]any
}

// newFree returns the row of the free loop.
func (s *study) newFree(client *api.Client, name string, m *meter) (row, error) {
	list, err := toolset.Tools(toolset.Options{AllForms: true})
	if err != nil {
		return nil, err
	}
	f := freeLoop{client: client, model: name, meter: m,
		options: map[string]any{"temperature": 0, "seed": 1, "num_ctx": s.context, "num_predict": replyTokens}}
	if s.threads > 0 {
		f.options["num_thread"] = s.threads
	}
	if f.registry, err = tools.NewRegistry(list...); err != nil {
		return nil, err
	}
	for _, t := range list {
		offer := api.Tool{Type: "function", Function: api.ToolFunction{Name: t.Name(), Description: t.Description()}}
		if err := json.Unmarshal(t.Schema().JSON(), &offer.Function.Parameters); err != nil {
			return nil, fmt.Errorf("tool %s: %w", t.Name(), err)
		}
		f.offers = append(f.offers, offer)
		f.offered += offer.String()
	}
	if f.form, err = prompt.Parse(promptFiles, "prompts/free.md", ""); err != nil {
		return nil, err
	}
	return f.answer, nil
}

// answer goes on until a reply has no call.
func (f freeLoop) answer(ctx context.Context, text string) (outcome, error) {
	rendered, err := f.form.Messages(nil, nil, struct{ Task string }{text})
	if err != nil {
		return outcome{}, err
	}
	var messages []api.Message
	for _, m := range rendered {
		messages = append(messages, api.Message{Role: m.Author, Content: m.Content})
	}
	o := outcome{Answer: eval.Answer{Outcome: planner.OutcomeBudgetExhausted}}
	for range freeRequests {
		reply, err := f.ask(ctx, messages)
		if err != nil && ctx.Err() != nil {
			return o, ctx.Err()
		}
		if refused, ok := errors.AsType[api.StatusError](err); ok && strings.Contains(refused.ErrorMessage, "tool call") {
			// The server could not read a call that the model wrote.
			o.Outcome, o.illegal = planner.OutcomeModelFailure, o.illegal+1
			return o, nil
		}
		if err != nil {
			o.NotRun = err.Error()
			return o, nil
		}
		o.Decisions++
		if c, ok := textcall.First(reply.Content); ok && len(reply.ToolCalls) == 0 {
			reply.Content, reply.ToolCalls = "", []api.ToolCall{c}
		}
		if len(reply.ToolCalls) == 0 {
			return readFree(o, text, reply.Content), nil
		}
		messages = append(messages, reply)
		for _, c := range reply.ToolCalls {
			args, err := json.Marshal(c.Function.Arguments)
			if err != nil {
				return o, err
			}
			call := tools.Call{Tool: c.Function.Name, Args: args}
			content := ""
			if err := f.registry.Check(ctx, call); err != nil {
				o.illegal++
				content = err.Error()
			} else {
				o.ToolCalls++
				content = string(f.registry.Call(ctx, call).Output)
			}
			messages = append(messages, api.Message{Role: "tool", ToolName: c.Function.Name, ToolCallID: c.ID, Content: content})
		}
	}
	return o, nil
}

// ask sends one request.
func (f freeLoop) ask(ctx context.Context, messages []api.Message) (reply api.Message, err error) {
	head := f.offered
	for _, m := range messages {
		head += fmt.Sprint(m.Role, m.Content, m.ToolCalls)
	}
	count := f.meter.request(head)
	still := false
	request := &api.ChatRequest{Model: f.model, Messages: messages, Tools: f.offers, Stream: &still, Options: f.options}
	err = f.client.Chat(ctx, request, func(r api.ChatResponse) error {
		reply = r.Message
		count(r.PromptEvalCount, r.EvalCount, r.LoadDuration)
		return nil
	})
	return reply, err
}

// readFree takes the answer out of a reply.
func readFree(o outcome, text, reply string) outcome {
	now, ok := sentenceIn(reply, text)
	if !ok {
		o.Outcome = planner.OutcomeModelFailure
		return o
	}
	a := changed(text, now)
	a.Decisions, a.ToolCalls = o.Decisions, o.ToolCalls
	o.Answer = a
	return o
}

// sentenceIn finds the sentence in a reply that may say more: the last line that has half the words of the
// one that was asked about. Labels before it, quotation marks and marks of emphasis around it do not count.
func sentenceIn(reply, asked string) (string, bool) {
	found, ok := "", false
	for line := range strings.Lines(reply) {
		line = strings.Trim(strings.TrimSpace(line), "*`_ ")
		if at := strings.Index(line, ": "); at >= 0 && at < 40 && !strings.Contains(asked, line[:at+1]) {
			line = line[at+2:]
		}
		line = strings.TrimSpace(strings.Trim(strings.TrimSpace(line), "*`_\"“”"))
		if shared(line, asked) {
			found, ok = line, true
		}
	}
	return found, ok
}

// shared reports whether a has at least half of the words of b, and no more than twice as many.
func shared(a, b string) bool {
	have := map[string]bool{}
	all := strings.Fields(strings.ToLower(a))
	for _, w := range all {
		have[w] = true
	}
	wanted, n := strings.Fields(strings.ToLower(b)), 0
	for _, w := range wanted {
		if have[w] {
			n++
		}
	}
	return len(wanted) > 0 && 2*n >= len(wanted) && len(all) <= 2*len(wanted)+2
}
