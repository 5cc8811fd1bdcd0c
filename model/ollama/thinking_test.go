package ollama

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/ollama/ollama/api"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

const (
	thinks  = `{"capabilities":["completion","thinking"]}`
	parsed  = `{"capabilities":["completion","thinking"],"parser":"qwen3"}`
	rawDone = `{"response":"","done":true,"done_reason":"stop","prompt_eval_count":7,"eval_count":3}`
)

func thoughtLine(text string) string {
	return `{"message":{"role":"assistant","content":"","thinking":"` + text + `"}}`
}

// constrained is a request whose reply has a grammar.
func constrained(t *testing.T) model.Request {
	req := hello()
	req.Grammar, req.MaxTokens = yesNo(t), 100
	return req
}

func TestThePolicyIsToldWithEachReply(t *testing.T) {
	for name, row := range map[string]struct {
		server *fakeServer
		wanted Thinking
		want   Thinking
	}{
		"a model that cannot think has none": {&fakeServer{chat: lines(textLine(`{"word":"no"}`), doneLine)}, "", ""},
		"a template that thinks is told not to": {&fakeServer{show: thinks,
			chat: lines(textLine(`{"word":"no"}`), doneLine)}, "", ThinkOff},
		"a parser in between is gone round": {&fakeServer{show: parsed,
			raw: lines(`{"response":"{\"word\":\"no\"}"}`, rawDone)}, "", ThinkRaw},
		"where that cannot be, it thinks first": {&fakeServer{show: parsed, chat: lines(textLine(`{"word":"no"}`), doneLine)}, "", ThinkOn},
		"what the Config wants counts more than that": {&fakeServer{show: thinks,
			chat: lines(textLine(`{"word":"no"}`), doneLine)}, ThinkOn, ThinkOn},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := New("m", Config{Host: row.server.start(t), Think: row.wanted})
			require.NoError(t, err)
			for range 2 {
				reply, err := model.Collect(model.Guard(m).Generate(t.Context(), constrained(t)))
				require.NoError(t, err)
				assert.Equal(t, `{"word":"no"}`, reply.Text)
				assert.Equal(t, string(row.want), reply.Usage.Thinking)
			}
		})
	}
}

func TestThinkFirstAsksTwice(t *testing.T) {
	var bodies []string
	f := &fakeServer{show: thinks}
	f.chat = func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies = append(bodies, string(body))
		if len(bodies)%2 == 1 {
			lines(thoughtLine("Hm, "), thoughtLine("no."), textLine("It is no."), doneLine)(w, r)
			return
		}
		lines(textLine(`{"word":"no"}`), doneLine)(w, r)
	}
	m, err := New("m", Config{Host: f.start(t), Think: ThinkFirst})
	require.NoError(t, err)
	reply, err := model.Collect(model.Guard(m).Generate(t.Context(), constrained(t)))
	require.NoError(t, err)
	assert.Equal(t, `{"word":"no"}`, reply.Text, "what it said freely is not a part of the reply")
	assert.Equal(t, "Hm, no.", reply.Thinking)
	assert.Equal(t, 6, reply.Usage.OutputTokens, "both requests are counted")
	assert.Equal(t, string(ThinkFirst), reply.Usage.Thinking)

	require.Len(t, bodies, 2)
	assert.False(t, gjson.Get(bodies[0], "format").Exists(), "the first request is free")
	assert.False(t, gjson.Get(bodies[0], "options.repeat_penalty").Exists(), "and has the model's own penalty of repeats")
	assert.Equal(t, 1.0, gjson.Get(bodies[1], "options.repeat_penalty").Num)
	assert.True(t, gjson.Get(bodies[0], "think").Bool())
	assert.Equal(t, int64(50), gjson.Get(bodies[0], "options.num_predict").Int(), "for half of the tokens")
	assert.True(t, gjson.Get(bodies[1], "format").Exists(), "the second is constrained")
	assert.False(t, gjson.Get(bodies[1], "think").Bool())
	assert.Equal(t, int64(97), gjson.Get(bodies[1], "options.num_predict").Int(), "and has what is left")
	assert.Equal(t, "Hm, no.", gjson.Get(bodies[1], "messages.1.thinking").Str, "and has read the thoughts")
}

// A request may want thoughts where the settings leave them open: before a constrained reply they are a request of their own.
func TestARequestWantsThoughts(t *testing.T) {
	for name, row := range map[string]struct {
		show    string
		config  Thinking
		grammar bool
		want    Thinking
		chats   int
	}{
		"before a document":            {thinks, "", true, ThinkFirst, 2},
		"before free text":             {thinks, "", false, ThinkOn, 1},
		"of a model that cannot think": {"", "", true, "", 1},
		"against the settings":         {thinks, ThinkOff, true, ThinkOff, 1},
	} {
		chats := 0
		f := &fakeServer{show: row.show, chat: func(w http.ResponseWriter, r *http.Request) {
			chats++
			lines(thoughtLine("Hm."), textLine(`{"word":"no"}`), doneLine)(w, r)
		}}
		m, err := New("m", Config{Host: f.start(t), Think: row.config})
		require.NoError(t, err)
		req := constrained(t)
		if req.Think = true; !row.grammar {
			req.Grammar = nil
		}
		reply, err := model.Collect(model.Guard(m).Generate(t.Context(), req))
		require.NoError(t, err, name)
		assert.Equal(t, string(row.want), reply.Usage.Thinking, name)
		assert.Equal(t, row.chats, chats, name)
		req.Think = false
		reply, err = model.Collect(model.Guard(m).Generate(t.Context(), req))
		require.NoError(t, err, name)
		assert.NotEqual(t, string(ThinkFirst), reply.Usage.Thinking, "%s: the next request does not want them", name)
	}
}

// A reply that lies where no format holds is not a reply; the model is asked raw from then on, if the
// server can.
func TestAReplyThatWentAstray(t *testing.T) {
	const call = `{"message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"look","arguments":{}}}]}}`
	for name, row := range map[string]struct {
		show, line, says string
	}{
		"as thoughts":             {thinks, thoughtLine(`{\"word\":\"no\"}`), "as thoughts"},
		"of a model without any":  {"", thoughtLine("x"), "as thoughts"},
		"as a call of a template": {"", call, "as a call of its own kind"},
	} {
		t.Run(name, func(t *testing.T) {
			f := &fakeServer{show: row.show, chat: lines(row.line, doneLine), raw: lines(`{"response":"{\"word\":\"no\"}"}`, rawDone)}
			m := model.Guard(f.model(t))
			_, err := model.Collect(m.Generate(t.Context(), constrained(t)))
			fault, _ := errors.AsType[*model.Fault](err)
			require.NotNil(t, fault, "%v", err)
			assert.True(t, fault.Retry)
			assert.Contains(t, fault.Message, row.says)
			reply, err := model.Collect(m.Generate(t.Context(), constrained(t)))
			require.NoError(t, err)
			assert.Equal(t, `{"word":"no"}`, reply.Text)
			assert.Equal(t, string(ThinkRaw), reply.Usage.Thinking)
		})
		t.Run(name+", and an old server", func(t *testing.T) {
			f := &fakeServer{version: "0.11.4", show: row.show, chat: lines(row.line, doneLine)}
			_, err := model.Collect(model.Guard(f.model(t)).Generate(t.Context(), constrained(t)))
			fault, _ := errors.AsType[*model.Fault](err)
			require.NotNil(t, fault, "%v", err)
			assert.False(t, fault.Retry)
			assert.Contains(t, fault.Message, "Use another model, or a newer Ollama.")
			_, bad := errors.AsType[*grammar.Violation](err)
			assert.True(t, bad, "asking differently may help")
		})
	}
	t.Run("free text may be anything", func(t *testing.T) {
		f := &fakeServer{chat: lines(thoughtLine("x"), doneLine)}
		_, err := model.Collect(f.model(t).Generate(t.Context(), hello()))
		assert.NoError(t, err)
	})
}

// Which limit cut a reply decides what helps: a larger ceiling, or a larger context.
func TestWhichLimitCutTheReply(t *testing.T) {
	for name, row := range map[string]struct {
		prompt, output, max int
		want                model.Finish
	}{
		"the ceiling":                   {100, 700, 700, model.Length},
		"the context":                   {8000, 191, 700, model.Full},
		"the context, to the last":      {8000, 192, 700, model.Full},
		"neither, as far as counts say": {8000, 190, 700, model.Length},
		"both at once":                  {7492, 700, 700, model.Length},
		"no counts":                     {0, 0, 700, model.Length},
	} {
		m, err := New("m", Config{})
		require.NoError(t, err)
		got := m.cutBy(model.Request{MaxTokens: row.max}, facts{}, model.Usage{PromptTokens: row.prompt, OutputTokens: row.output})
		assert.Equal(t, row.want, got, name)
	}
}

// Who thinks first is then constrained; after a parser of the server's that can only be done raw.
func TestTheSecondPassGoesRoundAParser(t *testing.T) {
	for show, want := range map[string]bool{thinks: false, parsed: true} {
		var response api.ShowResponse
		require.NoError(t, json.Unmarshal([]byte(show), &response))
		f := factsOf(&response, readRelease("0.17.4"), ThinkFirst)
		assert.Equal(t, ThinkFirst, f.thinking)
		assert.Equal(t, want, f.parsed, show)
	}
}
