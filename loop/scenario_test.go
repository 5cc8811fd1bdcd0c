package loop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

type number struct {
	N int `json:"n" jsonschema:"minimum=0,maximum=999"`
}

// letters are the tools of the scenarios, in order of registration.
var letters = strings.Split("a b c d e g p x y z", " ")

func lettered(t testing.TB) *tools.Registry {
	t.Helper()
	var list []tools.Tool
	for _, name := range letters {
		f := func(_ context.Context, in number) (string, error) {
			switch name {
			case "x":
				return "", tools.NotFound("nothing under %d", in.N)
			case "y":
				return "", errors.New("broken")
			case "z":
				panic("z")
			}
			return name + strconv.Itoa(in.N), nil
		}
		list = append(list, tools.Must(tools.New(name, "tool "+name, f, tools.Options{Pollable: name == "p"})))
	}
	r, err := tools.NewRegistry(list...)
	require.NoError(t, err)
	return r
}

// replies turns a script in the notation of scenarios.txt into replies.
func replies(script string, usage int) []fake.Reply {
	var out []fake.Reply
	for _, token := range strings.Fields(script) {
		var r fake.Reply
		if usage > 0 {
			r.Usage = model.Usage{PromptTokens: usage - 1, OutputTokens: 1}
		}
		switch {
		case strings.HasPrefix(token, "{"):
			r.Text = token
		case token == "F":
			r.Text = `{"thought":"","tool":"final_answer","tool_args":{"text":"done"}}`
		case token == "F-":
			r.Text = `{"thought":"","tool":"final_answer","tool_args":{"text":"refuse me"}}`
		case token == "!":
			r.Text = "Sure, here you go!"
		case token == "!cut":
			r.Text, r.Finish = `{"thought":"I th`, model.Length
		case token == "!none":
		case token == "#503":
			r.Fault = &model.Fault{Kind: model.Busy, Message: "busy", Retry: true}
		case token == "#refused":
			r.Fault = &model.Fault{Kind: model.Unreachable, Message: "no server", Retry: true}
		default:
			n := 1
			if len(token) > 1 {
				n, _ = strconv.Atoi(token[1:])
			}
			r.Text = fmt.Sprintf(`{"thought":"","tool":%q,"tool_args":{"n":%d}}`, strings.ToLower(token[:1]), n)
		}
		out = append(out, r)
	}
	return out
}

// configured returns a configuration without allowances that ends at the first repeat, changed as the words say.
func configured(t *testing.T, words string) (c loop.Config, usage int) {
	t.Helper()
	c.Repeats, c.Allowances = loop.Halt, none
	c.Check = func(_ planner.State, answer json.RawMessage) error {
		if bytes.Contains(answer, []byte("refuse me")) {
			return errors.New("it asks to be refused")
		}
		return nil
	}
	for _, word := range strings.Fields(words) {
		name, value, _ := strings.Cut(word, "=")
		n, _ := strconv.Atoi(value)
		switch name {
		case "Steps":
			c.Budget.Steps = n
		case "ModelCalls":
			c.Budget.ModelCalls = n
		case "ToolCalls":
			c.Budget.ToolCalls = n
		case "Tokens":
			c.Budget.Tokens = n
		case "Wall":
			d, err := time.ParseDuration(value)
			require.NoError(t, err)
			c.Budget.Wall = d
		case "Repairs":
			c.Allowances.Repairs = n
		case "Retries":
			c.Allowances.Retries = n
		case "RecoverableErrors":
			c.Allowances.RecoverableErrors = n
		case "FatalErrors":
			c.Allowances.FatalErrors = n
		case "Redirects":
			c.Allowances.Redirects = n
		case "Repeats":
			c.Repeats = loop.Repeats(value)
		case "Leash":
			c.Leash = loop.Leash(value)
		case "OpenEnd":
			c.OpenEnd = value == "true"
		case "usage":
			usage = n
		default:
			t.Fatalf("unknown word %q", word)
		}
	}
	return c, usage
}

// seen is what a scenario can ask about a run.
func seen(r loop.Result, events []loop.Event) map[string]string {
	n := r.Counters
	s := map[string]string{
		"steps": strconv.Itoa(n.Steps), "model_calls": strconv.Itoa(n.ModelCalls), "ran": strconv.Itoa(n.ToolCalls),
		"tokens": strconv.Itoa(n.Tokens), "repairs": strconv.Itoa(n.Repairs), "retries": strconv.Itoa(n.Retries),
		"redirects": strconv.Itoa(n.Redirects), "recoverable_errors": strconv.Itoa(n.RecoverableErrors),
		"fatal_errors": strconv.Itoa(n.FatalErrors),
		"forced":       r.Forced, "answer": "none", "partial": "none",
	}
	if r.Answer != nil {
		s["answer"] = "set"
	}
	if r.Partial != nil {
		s["partial"] = "kept"
	}
	if r.Repeat != nil {
		steps := strings.Trim(strings.ReplaceAll(fmt.Sprint(r.Repeat.Steps), " ", ","), "[]")
		s["repeat"] = fmt.Sprintf("%d:%s:%s", r.Repeat.Period, strings.Join(r.Repeat.Calls, ","), steps)
	}
	var waits, kinds, choices []string
	for _, e := range events {
		if e.Kind != loop.Delta {
			kinds = append(kinds, string(e.Kind))
		}
		if e.Ask != nil {
			c := strings.Join(e.Ask.Choices, ",")
			if c == strings.Join(letters, ",")+",final_answer" {
				c = "."
			}
			choices = append(choices, c)
		}
		if e.Failure != nil && e.Failure.RetryInMS > 0 {
			waits = append(waits, (time.Duration(e.Failure.RetryInMS) * time.Millisecond).Truncate(time.Second).String())
		}
	}
	s["waits"], s["events"], s["choices"] = strings.Join(waits, ","), strings.Join(kinds, " "), strings.Join(choices, " ")
	return s
}

// Case 11.
func TestScenarios(t *testing.T) {
	text, err := os.ReadFile("testdata/scenarios.txt")
	require.NoError(t, err)
	registry := lettered(t)
	for _, part := range strings.Split(string(text), "\n-- ")[1:] {
		claim, body, _ := strings.Cut(part, " --\n")
		lines := map[string]string{}
		for _, line := range strings.Split(strings.TrimSpace(body), "\n") {
			word, rest, _ := strings.Cut(line, " ")
			lines[word] = rest
		}
		t.Run(claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, usage := configured(t, lines["config"])
				l, err := loop.New(strategy.ReAct{Thought: 40}, fake.Play(replies(lines["script"], usage)...), registry, c)
				require.NoError(t, err)
				var log bytes.Buffer
				var events []loop.Event
				var result loop.Result
				for e, err := range l.Watch(t.Context(), "the task", &log) {
					require.NoError(t, err)
					events = append(events, e)
					if e.Result != nil {
						result = *e.Result
					}
				}
				got := seen(result, events)
				want := strings.Fields(lines["want"])
				assert.EqualValues(t, want[0], string(result.Outcome)+"/"+string(result.Reason), result.Error)
				for _, w := range want[1:] {
					name, value, _ := strings.Cut(w, "=")
					assert.Equal(t, value, got[name], name)
				}
				for _, name := range []string{"events", "choices"} {
					if w, ok := lines[name]; ok {
						assert.Equal(t, w, got[name], name)
					}
				}
				sound(t, result, events, log.Bytes())
			})
		})
	}
}

// sound holds any run to what every run promises.
func sound(t *testing.T, r loop.Result, events []loop.Event, log []byte) {
	t.Helper()
	assert.Equal(t, r.Outcome == loop.Final, r.Answer != nil, "an answer is set exactly when the outcome is final")
	assert.Equal(t, loop.Finished, events[len(events)-1].Kind)
	calls, tokens := 0, 0
	for _, u := range r.Usage {
		calls += u.Calls
		tokens += u.PromptTokens + u.OutputTokens
	}
	assert.Equal(t, r.Counters.ModelCalls, calls, "requests by role sum to model_calls")
	assert.Equal(t, r.Counters.Tokens, tokens, "tokens by role sum to tokens")

	var logged []loop.Event
	for _, line := range bytes.Split(bytes.TrimSuffix(log, []byte("\n")), []byte("\n")) {
		var e loop.Event
		require.NoError(t, json.Unmarshal(line, &e), "%s", line)
		assert.Equal(t, len(logged)+1, e.Seq)
		logged = append(logged, e)
	}
	fold := loop.Fold(func(yield func(loop.Event) bool) {
		for _, e := range logged {
			if !yield(e) {
				return
			}
		}
	})
	assert.Equal(t, r.Steps, fold.Steps, "the State folded from the log is the State of the run")
	assert.Equal(t, r.Counters, fold.Counters)
	assert.Empty(t, fold.Open, "every call that was started was observed")
}
