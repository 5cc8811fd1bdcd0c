package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model/ollama"
)

// noGPU is what a server says that has all of a model in the machine's own memory.
const noGPU = `{"models":[{"name":"m:latest","size":3000000000,"context_length":8192}]}`

// madeOf is what a server says of a model with so many parameters, and with heads for 28,672 bytes a token.
func madeOf(parameters int) string {
	return fmt.Sprintf(
		`{"capabilities":["completion"],"details":{"format":"gguf"},"model_info":{"general.architecture":"m","general.parameter_count":%d,`+
			`"m.context_length":131072,"m.block_count":28,"m.embedding_length":1536,"m.attention.head_count":12,`+
			`"m.attention.head_count_kv":2}}`, parameters)
}

// A liar is an Ollama server that keeps to its word but for what is set.
type liar struct {
	version   string
	tags      string
	show      string
	ps        string
	ignores   bool // the format
	sorts     bool // the keys
	dices     bool // at zero temperature
	swallows  bool // prompts of any length
	cuts      bool // likewise, and counts what it kept
	forgetful bool // reads every prompt from the start
	slow      bool
	stammers  bool   // writes one letter for as long as it may, and is stopped after thirty
	fails     string // an error in place of every reply
	chats     int
}

func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	or := func(text, otherwise string) {
		if text == "" {
			text = otherwise
		}
		_, _ = io.WriteString(w, text)
	}
	switch r.URL.Path {
	case "/api/version":
		or(l.version, `{"version":"0.32.15"}`)
	case "/api/tags":
		or(l.tags, `{"models":[{"name":"m:latest","size":2000000000,"details":{"parameter_size":"3.2B","quantization_level":"Q4_K_M"}}]}`)
	case "/api/show":
		or(l.show, `{"capabilities":["completion","tools"],"details":{"format":"gguf"},`+
			`"model_info":{"general.architecture":"m","m.context_length":131072}}`)
	case "/api/ps":
		or(l.ps, `{"models":[{"name":"m:latest","size":3000000000,"size_vram":3000000000,"context_length":8192}]}`)
	case "/api/chat":
		l.chat(w, r)
	default:
		http.NotFound(w, r)
	}
}

func (l *liar) chat(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	l.chats++
	prompt := gjson.GetBytes(body, "messages.0.content").Str
	tokens := len(prompt) / 4
	limit := int(gjson.GetBytes(body, "options.num_ctx").Int())
	switch {
	case l.fails != "":
		w.WriteHeader(500)
		fmt.Fprintf(w, `{"error":%q}`, l.fails)
		return
	case tokens > limit && l.cuts:
		tokens = limit
	case tokens > limit && !l.swallows:
		w.WriteHeader(400)
		_, _ = io.WriteString(w, `{"error":"the input length exceeds the context length"}`)
		return
	case tokens > limit:
		tokens = 0 // it does not say
	}
	cost, output := 500_000_000, 500_000_000
	if strings.Contains(prompt, "river") && l.chats%2 == 0 && !l.forgetful {
		cost = 1_000_000
	}
	if l.slow {
		output = 60_000_000_000
	}
	text, whole := l.text(body), true
	if l.stammers {
		text, whole = stammer(body)
	}
	for _, token := range strings.SplitAfter(text, "") {
		line, _ := json.Marshal(map[string]any{"message": map[string]string{"content": token}})
		fmt.Fprintf(w, "%s\n", line)
	}
	if !whole {
		return
	}
	fmt.Fprintf(
		w, `{"done":true,"done_reason":"stop","prompt_eval_count":%d,"eval_count":50,"prompt_eval_duration":%d,"total_duration":%d}`+"\n",
		tokens, cost, cost+output)
}

// stammer writes the letter a for as long as the format allows one. Like a real server it stops in silence when it has
// written the same thirty times in a row.
func stammer(body []byte) (text string, whole bool) {
	g, err := grammar.Compile(context.Background(), json.RawMessage(gjson.GetBytes(body, "format").Raw), grammar.Options{})
	if err != nil {
		return err.Error(), true
	}
	for m := g.Matcher(); !m.Closed(); {
		next := "a"
		if legal := m.Next(); !legal.Has('a') {
			next = string(m.MinimalCompletion()[:1])
		}
		_, _ = m.Feed(context.Background(), []byte(next))
		if text += next; strings.HasSuffix(text, strings.Repeat(next, 30)) {
			return text, false
		}
	}
	return text, true
}

func (l *liar) text(body []byte) string {
	if l.ignores {
		return "The sky is blue because air scatters blue light."
	}
	g, err := grammar.Compile(context.Background(), json.RawMessage(gjson.GetBytes(body, "format").Raw), grammar.Options{})
	if err != nil {
		return err.Error()
	}
	seed := uint64(1)
	if l.dices {
		seed = uint64(l.chats)
	}
	text := string(g.Sample(rand.New(rand.NewPCG(seed, seed))))
	if keys := gjson.Parse(text); l.sorts && keys.Get("alpha").Exists() {
		text = fmt.Sprintf(`{"alpha":%s,"zulu":%s}`, keys.Get("alpha").Raw, keys.Get("zulu").Raw)
	}
	return text
}

func TestRun(t *testing.T) {
	for _, row := range []struct {
		claim  string
		server liar
		check  string // which one tells
		result Result
		says   string // of what was found and what to do
		fit    bool
	}{
		{"an honest server is fit", liar{}, "grammar", OK, "two random words", true},
		{"its version and models are told", liar{}, "server", OK, "Ollama 0.32.15, 1 model installed", true},
		{"what the model is, too", liar{}, "model", OK, "m · 3.2B Q4_K_M · trained with 131072 tokens of context · can: completion, tools", true},
		{"speed is told for a step", liar{}, "speed", OK, "writes 100 tokens a second: a step takes about", true},
		{"and memory", liar{}, "memory", OK, "takes 3.0 GB, all of it on a GPU; this machine has 17 GB", true},
		{"a format that is ignored", liar{ignores: true}, "grammar", Fail,
			`"The sky is blue because air scatters blue light." came instead of a random word. Every answer is still checked`, false},
		{"keys that are sorted", liar{sorts: true}, "key order", OK, "harmless", true},
		{"a model that writes one letter for as long as it may", liar{stammers: true}, "speed", OK, "tokens a second", true},
		{"a temperature that is ignored", liar{dices: true}, "repeatable", Note, "two different answers", true},
		{"a prompt that is swallowed", liar{swallows: true}, "context", Fail, "was taken as if it fitted", false},
		{"a prompt that is cut and counted", liar{cuts: true}, "context", Note, "which was noticed", true},
		{"a context that is smaller than asked for", liar{ps: `{"models":[{"name":"m:latest","size":1,"context_length":2048}]}`},
			"context", Fail, "2048 tokens, where 8192 were asked for", false},
		{"a model that was trained with less",
			liar{show: `{"capabilities":["completion"],"model_info":{"general.architecture":"m","m.context_length":4096}}`},
			"context", OK, "8192 tokens", true},
		{"a cache that does not hold", liar{forgetful: true}, "speed", Note, "from the start again", true},
		{"a model that is too slow", liar{slow: true}, "speed", Note, "Use a smaller model", true},
		{"a server without vector instructions", liar{ps: noGPU, show: madeOf(20_000_000)}, "speed", Note, "-march=x86-64-v3", true},
		{"one that has them", liar{ps: noGPU, show: madeOf(3_000_000_000)}, "speed", OK, "a step takes about", true},
		{"a GPU, which needs none", liar{show: madeOf(20_000_000)}, "speed", OK, "a step takes about", true},
		{"what the context takes", liar{ps: noGPU, show: madeOf(3_000_000_000)}, "memory", OK,
			"takes 3.0 GB, none of it on a GPU; 235 MB of it hold 8,192 tokens of context", true},
		{"a cloud model", liar{show: `{"capabilities":["completion"],"remote_host":"https://ollama.com"}`}, "model", Fail, "cloud model", false},
		{"a model that cannot write", liar{show: `{"capabilities":["embedding"]}`}, "model", Fail, "cannot write text", false},
		{"a model of another kind of file", liar{show: `{"capabilities":["completion"],"details":{"format":"safetensors"}}`},
			"model", Note, "MLX", true},
		{"a model without a template", liar{show: `{"capabilities":["completion"],"template":"{{ .Prompt }}","details":{"format":"gguf"}}`},
			"model", Note, "no chat template", true},
		{"a model that a renderer words",
			liar{show: `{"capabilities":["completion"],"template":"{{ .Prompt }}","modelfile":"FROM x\nRENDERER qwen3-vl\n"}`},
			"model", OK, "completion", true},
		{"a model that always thinks", liar{show: `{"capabilities":["completion","thinking"],"details":{"family":"gptoss"}}`},
			"thinking", Note, "cannot do without", true},
		{"a model that can be told not to", liar{show: `{"capabilities":["completion","thinking"]}`}, "thinking", OK, "off", true},
		{"a server that fails", liar{fails: "it broke"}, "grammar", Fail, "failed (it broke). Its log says more.", false},
		{"after that, nothing more is tried", liar{fails: "it broke"}, "speed", Skipped, "not tried", false},
	} {
		t.Run(row.claim, func(t *testing.T) {
			server := httptest.NewServer(&row.server)
			defer server.Close()
			if row.server.show != "" && strings.Contains(row.server.show, "4096") {
				row.says = "4096 tokens, all that the model was trained with"
			}
			r := Run(t.Context(), Target{Host: server.URL, Name: "m", Seed: 1, Machine: 16 << 30, Cores: 2, PromptTokens: 150, OutputTokens: 80})
			assert.Equal(t, row.fit, r.Fit, "%+v", r)
			found := false
			for _, c := range r.Checks {
				if c.Name == row.check {
					found = true
					assert.Equal(t, row.result, c.Result, "%+v", r.Checks)
					assert.Contains(t, c.Found+". "+c.Do, row.says)
				}
				if c.Result == Fail || c.Result == Note {
					assert.NotEmpty(t, c.Do, "%s says what to do", c.Name)
				}
			}
			require.True(t, found)
			assert.Len(t, r.Checks, 9, "every check is told, tried or not")
			assert.NotEmpty(t, r.Verdict)
		})
	}
}

func TestRunWithoutAServer(t *testing.T) {
	const host = "http://127.0.0.1:1"
	r := Run(t.Context(), Target{Host: host, Name: "m", Meanwhile: "The built-in rules work meanwhile: --model rules."})
	assert.False(t, r.Fit)
	assert.Equal(t, "No Ollama answers at "+host, r.Checks[0].Found)
	assert.Equal(
		t, "Start it with `ollama serve`, or name another with --host or OLLAMA_HOST. The built-in rules work meanwhile: --model rules.",
		r.Checks[0].Do)
	for _, c := range r.Checks[1:] {
		assert.Equal(t, Skipped, c.Result)
	}
}

func TestRunTakesTheModelThatIsChosen(t *testing.T) {
	last := func(installed []ollama.ModelInfo) (m ollama.ModelInfo, ok bool) {
		if len(installed) == 0 {
			return m, false
		}
		return installed[len(installed)-1], true
	}
	for tags, want := range map[string]string{
		`{"models":[{"name":"big:cloud","remote_host":"x"},{"name":"m:latest"}]}`: "ollama:m:latest",
		`{"models":[]}`: "",
	} {
		server := httptest.NewServer(&liar{tags: tags})
		r := Run(t.Context(), Target{Host: server.URL, Choose: last})
		server.Close()
		assert.Equal(t, want, r.Model)
		assert.Equal(t, want != "", r.Fit)
	}
}
