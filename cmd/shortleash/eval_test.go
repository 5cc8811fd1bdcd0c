package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

const suite = "../../testdata/tasks"

func TestEvalOfGoldAndRandom(t *testing.T) {
	out, said, code := app(t, "eval", suite, "--models", "gold,random:1", "--quiet", "--show-misses", "1")
	require.Zero(t, code, said)
	gold, _, ok := strings.Cut(out, "random:1 · react")
	require.True(t, ok)
	golden(t, "eval.golden", regexp.MustCompile(`(?m) +\d+ +\d+ +\d+\.\d$`).ReplaceAllString(gold, " TOKENS SECONDS"))
	for line := range strings.Lines(out) {
		assert.LessOrEqual(t, len([]rune(line)), 82, line)
	}
	assert.Contains(t, said, "random:1 · react: files-01: ")
	assert.Contains(t, said, "random:1 · react: files: 17 more\n")
	assert.NotContains(t, said, "gold")
}

func TestEvalIsAnObjectForEachToolset(t *testing.T) {
	out, said, code := app(t, "eval", suite, "--models", "random:1", "--toolset", "shop,files", "--leash", "enum", "--json", "--quiet")
	require.Zero(t, code, said)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Len(t, lines, 3)
	var names []string
	for _, line := range lines {
		names = append(names, gjson.Get(line, "toolset").Str)
		assert.Equal(t, "random:1", gjson.Get(line, "model").Str)
		assert.Equal(t, "enum", gjson.Get(line, "leash").Str)
		ended := 0
		gjson.Get(line, "outcomes").ForEach(func(outcome, n gjson.Result) bool {
			assert.Contains(t, "final budget_exhausted stuck tool_failure model_failure", outcome.Str, "every run has a typed end")
			ended += int(n.Int())
			return true
		})
		assert.EqualValues(t, gjson.Get(line, "tasks").Int(), ended)
		assert.EqualValues(t, ended-int(gjson.Get(line, "done.hits").Int()), len(gjson.Get(line, "wrong").Array()))
		assert.Greater(t, gjson.Get(line, "done.high").Num, gjson.Get(line, "done.percent").Num, "an interval")
		assert.NotEmpty(t, gjson.Get(line, "wrong.0.task").Str, "what was asked")
		assert.Greater(t, gjson.Get(line, "faithful.values.of").Int(), gjson.Get(line, "faithful.values.hits").Int(),
			"a random answer says what nothing said")
	}
	assert.Equal(t, []string{"files", "shop", "all"}, names)
}

func TestEvalSamplesByIDs(t *testing.T) {
	ids := func(args ...string) string {
		out, said, _ := app(t, append([]string{"eval", suite, "--models", "random:3", "--json", "--quiet"}, args...)...)
		require.NotEmpty(t, out, said)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		return fmt.Sprint(gjson.Get(lines[len(lines)-1], "tasks"), gjson.Get(lines[len(lines)-1], "missed"))
	}
	assert.Equal(t, ids("--sample", "9"), ids("--sample", "9", "--jobs", "1"))
	assert.True(t, strings.HasPrefix(ids("--sample", "9"), "9"))
	assert.NotEqual(t, ids("--half", "report"), ids("--half", "development"))
}

// A chatServer speaks as Ollama does, and answers every task with the same words, until dead says that it has lost
// its model.
type chatServer struct {
	*httptest.Server
	asked atomic.Int64
	dead  func(n int) bool
}

func newChatServer(t *testing.T) *chatServer {
	s := &chatServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // what is asked does not matter
		switch r.URL.Path {
		case "/api/version":
			fmt.Fprint(w, `{"version":"0.17.4"}`)
		case "/api/show":
			fmt.Fprint(w, `{"capabilities":["completion"]}`)
		case "/api/ps", "/api/tags":
			fmt.Fprint(w, `{"models":[{"name":"x:latest"}]}`)
		default:
			if n := int(s.asked.Add(1)); s.dead != nil && s.dead(n) {
				w.WriteHeader(http.StatusNotFound)
				fmt.Fprint(w, `{"error":"model 'x' not found"}`)
				return
			}
			text := `{"thought":"","tool":"final_answer","tool_args":{"text":"It is impossible."}}`
			_ = json.NewEncoder(w).Encode(map[string]any{"model": "x",
				"message": map[string]string{"role": "assistant", "content": text}, "done": true, "done_reason": "stop",
				"prompt_eval_count": 900, "eval_count": 9})
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// What did not happen gives no figure, is not kept, and is made by the same command when it can be.
func TestEvalOfADeadServer(t *testing.T) {
	server := newChatServer(t)
	server.dead = func(n int) bool { return n > 19 } // a task after those of files
	kept := filepath.Join(t.TempDir(), "kept")
	args := []string{"eval", suite, "--models", "ollama:x", "--host", server.URL, "--toolset", "files,notes", "--json", "--resume", kept}
	out, said, code := app(t, args...)
	assert.Equal(t, 3, code)
	assert.Equal(t, "files", gjson.Get(out, "toolset").Str)
	assert.Equal(t, 1, strings.Count(out, "\n"), "no figures for notes, and so none for all: %s", out)
	assert.Contains(t, said, "ollama:x · react: no figures for notes, because 17 of its 18 runs did not happen: Ollama at "+
		server.URL+" lists the model x:latest and then says that it does not have it.")
	assert.Contains(t, said, "The same command makes these runs and keeps the others.\n")
	assert.EqualValues(t, 22, server.asked.Load(), "after three in a row no more are tried")

	server.dead = nil
	before := server.asked.Load()
	out, said, code = app(t, args...)
	assert.Zero(t, code, said)
	assert.EqualValues(t, 17, server.asked.Load()-before, "what happened is not made again")
	assert.Equal(t, 3, strings.Count(out, "\n"))
	assert.Equal(t, "4", gjson.Get(strings.Split(out, "\n")[2], "impossible.hits").Raw,
		"this model always says so, and where a look is wanted it is not enough")
	assert.Equal(t, "0", gjson.Get(strings.Split(out, "\n")[2], "possible.hits").Raw)

	before = server.asked.Load()
	_, _, _ = app(t, append(args, "--leash", "enum")...)
	assert.EqualValues(t, 36, server.asked.Load()-before, "under another leash they are other runs")
}

// Somebody else's tasks need only the same form.
func TestEvalOfOtherTasks(t *testing.T) {
	mine := file(t, "mine.jsonl", `{"id":"a","toolset":"units","task":"How much is 6 times 7?","check":{"answer":["42"]},`+
		`"calls":[{"tool":"multiply","args":{"a":6,"b":7}}]}

{"id":"b","toolset":"files","setup":{"world":{"files":{"x.txt":"seven"}}},"task":"What does x.txt say?",`+
		`"check":{"answer":["seven"],"not":["eight"]},"calls":[{"tool":"read_file","args":{"path":"x.txt"}}]}
`)
	out, said, code := app(t, "eval", mine, "--models", "gold")
	assert.Zero(t, code, said)
	assert.Contains(t, out, "all              2/2 100.0 (34.2–100.0)")

	lost := file(t, "lost.jsonl", `{"id":"a","toolset":"units","task":"How much is 6 times 7?","check":{"answer":["43"],"not":["43"]}}`+"\n")
	_, said, code = app(t, "eval", lost, "--models", "gold", "--show-misses", "3")
	assert.Equal(t, 3, code, "a task that cannot be done as it is checked")
	assert.Contains(t, said, `gold · react: a: the answer says "43"`)
}

func TestEvalMisuse(t *testing.T) {
	good := `{"id":"a","toolset":"units","task":"x","check":{"answer":["42"]}}` + "\n"
	other := file(t, "other.jsonl", good)
	for _, row := range []struct {
		claim string
		args  []string
		want  string
	}{
		{"no tasks", nil, "eval wants tasks to measure:  shortleash eval testdata/tasks --models gold"},
		{"a file that is not there", []string{"/nowhere"}, "cannot read /nowhere: no such file"},
		{"no JSON", []string{file(t, "t.jsonl", good+"x\n")}, "t.jsonl, line 2: invalid character"},
		{"an unknown member", []string{file(t, "t.jsonl", good+`{"id":"b","tolset":"units"}`)}, `t.jsonl, line 2: json: unknown field "tolset"`},
		{"an unknown toolset", []string{file(t, "t.jsonl", strings.Replace(good, "units", "unit", 1))},
			`line 1: "unit" is not a toolset; those are files, `},
		{"nothing to check", []string{file(t, "t.jsonl", `{"id":"b","toolset":"units","task":"x","check":{}}`)},
			`line 1: "check" wants an answer`},
		{"a call that does not fit", []string{file(t, "t.jsonl",
			`{"id":"b","toolset":"units","task":"x","check":{"answer":["1"]},"calls":[{"tool":"add","args":{"a":"x"}}]}`)},
			"line 1: the call of \"add\" does not fit"},
		{"an id in two files", []string{other, file(t, "t.jsonl", good)}, `the id "a" is there twice`},
		{"a toolset that is not there", []string{other, "--toolset", "unit"}, `there is no toolset "unit"; there are files, `},
		{"nothing left", []string{other, "--toolset", "files"}, "no task is left"},
		{"a strategy that is not there", []string{other, "--planners", "act"}, `there is no strategy "act"; there is react, `},
		{"gold with plans", []string{other, "--models", "gold", "--planners", "plan-act"}, "the model gold knows calls, and no plans"},
		{"a model that is not there", []string{other, "--models", "rules"}, `there is no model "rules"`},
		{"records that are none", []string{other, "--models", "gold", "--resume", other},
			"line 1: this is not a record of a run; --resume wants a file of its own"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			_, said, code := app(t, append([]string{"eval"}, row.args...)...)
			assert.Equal(t, 2, code, said)
			assert.Contains(t, said, row.want)
		})
	}
}
