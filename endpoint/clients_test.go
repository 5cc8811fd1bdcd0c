package endpoint_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/ollama"
)

// scripts are programs with the packages that people use, and how often each does its task in one way: whole, or streaming.
var scripts = map[string]int{
	"openai_sdk.py": 2, "anthropic_sdk.py": 1, "pydantic_agent.py": 2, "langchain_chat.py": 3, "openai_sdk.mjs": 1, "ai_sdk.mjs": 1,
}

// clients returns the folder in which .ci/run has installed what others wrote.
func clients(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("SHORTLEASH_CLIENTS")
	if folder == "" {
		t.Skip("SHORTLEASH_CLIENTS is not set: what people use in front of the endpoint, such as the packages of OpenAI, is not tried")
	}
	return folder
}

// program runs a program of others in a folder and returns what it prints. It can reach nothing beyond this machine.
func program(t *testing.T, dir string, env []string, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	const nowhere = "http://127.0.0.1:9"
	cmd.Dir = dir
	cmd.Env = append(append(cmd.Environ(), "http_proxy="+nowhere, "https_proxy="+nowhere, "HTTP_PROXY="+nowhere, "HTTPS_PROXY="+nowhere,
		"no_proxy=127.0.0.1", "NO_PROXY=127.0.0.1"), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s%s", out, stderr.String())
	return out
}

// script runs one of scripts.
func script(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	folder := clients(t)
	runs := map[string]string{".py": "python3", ".mjs": "node"}[filepath.Ext(name)]
	env := []string{"PYTHONPATH=" + filepath.Join(folder, "python"), "PYTHONDONTWRITEBYTECODE=1", "AI_SDK_LOG_WARNINGS=false"}
	return program(t, ".", env, runs, append([]string{filepath.Join("testdata", "clients", name)}, args...)...)
}

// TestClientsOfOthersDoATask has the packages that people use do a task with two tools: their own parsers read every reply.
func TestClientsOfOthersDoATask(t *testing.T) {
	clients(t)
	one := []string{
		`{"thought":"how many are there?","tool_calls":[{"tool":"look_up","tool_args":{"item":"lamp"}}]}`,
		`{"thought":"","tool_calls":[{"tool":"order","tool_args":{"item":"lamp","count":3}}]}`,
		`{"thought":"","tool":"final_answer","tool_args":{"text":"There are 5 \"lamps\" now — ✓."}}`,
	}
	want := `{"text":"There are 5 \"lamps\" now — ✓.","calls":[["look_up",{"item":"lamp"}],["order",{"item":"lamp","count":3}]]}`
	for name, n := range scripts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var replies []string
			for range 2 * n {
				replies = append(replies, one...)
			}
			m := fake.Script(replies...)
			out := script(t, name, serve(t, m, endpoint.Config{}).URL)
			assert.JSONEq(t, "["+strings.TrimSuffix(strings.Repeat(want+",", 2*n), ",")+"]", string(out))
			assert.Zero(t, m.Left())
		})
	}
}

// TestClientsOfOthersReadRandomReplies has the parsers of OpenAI's and Anthropic's packages read legal replies that a model writes at
// random, whole and streamed: these are the same, and their calls fit the schemas.
func TestClientsOfOthersReadRandomReplies(t *testing.T) {
	clients(t)
	sets := []map[string]json.RawMessage{
		{},
		{"look_up": json.RawMessage(lampSchema), "order": json.RawMessage(orderSchema)},
		{"now": json.RawMessage(`{"type":"object","properties":{}}`), "final_answer": json.RawMessage(lampSchema)},
		{"deep": json.RawMessage(`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"array","items":{"type":"object",
			"properties":{"é":{"type":["integer","null"]},"名":{"enum":["✓","\"","\\",1,null,true]}},"required":["é"]}}}}},"required":["a"]}`)},
		{"either": json.RawMessage(`{"type":"object","properties":{"x":{"anyOf":[{"type":"string"},{"type":"number"},{"type":"object",
			"properties":{"kind":{"const":"p"},"at":{"type":"number","minimum":-1,"maximum":1}},"required":["kind","at"]}]},
			"free":{"type":"object","additionalProperties":{"type":"boolean"}}},"required":["x"]}`)},
		{},
	}
	for i, schema := range randomSchemas {
		sets[5][fmt.Sprint("tool-", i)] = json.RawMessage(schema)
	}
	text, err := json.Marshal(sets)
	require.NoError(t, err)
	for name, m := range map[string]model.Model{"random_replies.py": fake.Random(1), "random_replies.py with odd values": odd{},
		"random_replies.mjs": odd{}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			calls, replies := 0, 0
			name, _, _ := strings.Cut(name, " ")
			out := script(t, name, serve(t, m, endpoint.Config{}).URL, string(text), "48")
			for i, reply := range gjson.ParseBytes(out).Array() {
				replies++
				for _, call := range reply.Get("2").Array() {
					calls++
					valid(t, string(sets[reply.Get("0").Int()][call.Get("0").String()]), call.Get("1").String(), i)
				}
			}
			t.Logf("%d replies with %d calls", replies, calls)
			assert.Greater(t, calls, 48)
		})
	}
}

// odd is a model whose replies are legal, random and unusual: strings at their bounds, escapes, large numbers, full lists.
type odd struct{}

func (odd) Name() string { return "odd" }

func (odd) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	if req.Grammar == nil {
		return fake.Random(1).Generate(ctx, req)
	}
	r := rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "%s%q", req.Grammar.Schema(), req.Messages))))
	return fake.Script(string(req.Grammar.SampleWith(r, grammar.SampleOptions{Hostile: true}))).Generate(ctx, req)
}

// trained returns a small model on a real server.
func trained(t *testing.T, untested string) model.Model {
	t.Helper()
	server := ollamatest.Start(t, untested)
	m, err := ollama.New(ollamatest.Trained(t, server, untested), ollama.Config{Host: server.Host, Threads: 1, FirstByte: 5 * time.Minute})
	require.NoError(t, err)
	return m
}

// TestRealTrainedModelBehindClientsOfOthers has a small model do the task, as far as it can. The clients' parsers read what it
// writes, and every call that they get is legal.
func TestRealTrainedModelBehindClientsOfOthers(t *testing.T) {
	m := trained(t, "clients of others")
	clients(t)
	schemas := map[string]string{"order": orderSchema,
		"look_up": `{"type":"object","properties":{"item":{"type":"string","maxLength":20}},"required":["item"]}`}
	for name, n := range scripts {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			out := script(t, name, serve(t, m, endpoint.Config{Thought: 60, Steps: 1}).URL, "streams")
			t.Logf("%s in %v: %s", name, time.Since(began), out)
			runs := gjson.ParseBytes(out).Array()
			assert.Len(t, runs, n)
			for i, run := range runs {
				for _, call := range run.Get("calls").Array() {
					require.Contains(t, schemas, call.Get("0").String())
					valid(t, schemas[call.Get("0").String()], call.Get("1").Raw, i)
				}
				assert.NotEmpty(t, run.Get("text").String())
			}
		})
	}
}

// codingAgent runs opencode on a task in a folder with one file of notes, and returns its events.
func codingAgent(t *testing.T, dir, url string, config map[string]any) []gjson.Result {
	t.Helper()
	agent := filepath.Join(clients(t), "npm", "node_modules", "opencode-linux-x64-baseline", "bin", "opencode")
	config["autoupdate"], config["share"], config["model"], config["small_model"] = false, "disabled", "local/m", "local/m"
	config["provider"] = map[string]any{"local": map[string]any{
		"npm": "@ai-sdk/openai-compatible", "models": map[string]any{"m": map[string]any{"tool_call": true}},
		"options": map[string]string{"baseURL": url + "/v1", "apiKey": "unused"}}}
	text, err := json.Marshal(config)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "opencode.json"), text, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("The shed holds 12 lamps.\n"), 0o644))
	env := []string{"OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_AUTOUPDATE=1"}
	for _, name := range []string{"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"} {
		env = append(env, name+"="+t.TempDir())
	}
	return events(t, string(program(t, dir, env, agent, "run", "--format", "json", "--title", "lamps", "--pure",
		"Write how many lamps notes.txt names into count.txt.")))
}

// TestACodingAgentDoesATask has opencode, with all its tools and its own prompt, read a file and write another.
func TestACodingAgentDoesATask(t *testing.T) {
	dir := t.TempDir()
	call := func(tool string, args map[string]any) string {
		text, err := json.Marshal(map[string]any{"thought": "so be it", "tool_calls": []any{map[string]any{"tool": tool, "tool_args": args}}})
		require.NoError(t, err)
		return string(text)
	}
	m := fake.Script(call("read", map[string]any{"filePath": filepath.Join(dir, "notes.txt")}),
		call("write", map[string]any{"filePath": filepath.Join(dir, "count.txt"), "content": "12\n"}),
		`{"thought":"","tool":"final_answer","tool_args":{"text":"It names 12."}}`)
	var said, made []string
	for _, e := range codingAgent(t, dir, serve(t, m, endpoint.Config{}).URL, map[string]any{}) {
		switch e.Get("type").String() {
		case "tool_use":
			made = append(made, e.Get("part.tool").String()+" "+e.Get("part.state.status").String())
		case "text":
			said = append(said, e.Get("part.text").String())
		}
	}
	assert.Equal(t, []string{"read completed", "write completed"}, made)
	assert.Equal(t, []string{"It names 12."}, said)
	written, err := os.ReadFile(filepath.Join(dir, "count.txt"))
	require.NoError(t, err)
	assert.Equal(t, "12\n", string(written))
	assert.Zero(t, m.Left())
}

// TestRealTrainedModelBehindACodingAgent has opencode work with a small model, which cannot do the task: what it calls is what the agent
// offers, in a form that the agent takes, and it ends with an answer.
func TestRealTrainedModelBehindACodingAgent(t *testing.T) {
	m := trained(t, "a coding agent")
	config := map[string]any{"tools": map[string]bool{"*": false, "read": true, "write": true},
		"agent": map[string]any{"build": map[string]string{"prompt": "You read and write files."}}}
	began := time.Now()
	list := codingAgent(t, t.TempDir(), serve(t, m, endpoint.Config{Thought: 60, Steps: 2}).URL, config)
	for _, e := range list {
		assert.NotEqual(t, "error", e.Get("type").String(), e.Raw)
		if e.Get("type").String() == "tool_use" {
			assert.Contains(t, []string{"read", "write"}, e.Get("part.tool").String())
		}
	}
	require.NotEmpty(t, list)
	assert.Contains(t, []string{"stop", "length"}, list[len(list)-1].Get("part.reason").String())
	t.Logf("%d events in %v", len(list), time.Since(began))
}
