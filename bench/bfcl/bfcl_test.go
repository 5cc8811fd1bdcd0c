package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// standIn puts a program in front of the path that gives these items for any row, and has the answers one after the other
// for what is to be judged, which it keeps in the file judged.
func standIn(t *testing.T, items string, answers ...string) (judged string) {
	t.Helper()
	folder := t.TempDir()
	judged = filepath.Join(folder, "judged")
	var script strings.Builder
	fmt.Fprintf(&script, "#!/bin/sh\ncat <<'E'\n%s\nE\n", items)
	for _, a := range answers {
		fmt.Fprintf(&script, "read -r line && printf '%%s\\n' \"$line\" >>%s && echo '%s'\n", judged, a)
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "python3"), []byte(script.String()), 0o755))
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	return judged
}

// asked is an item as the benchmark's process gives it.
func asked(row, url, category, id string) string {
	return fmt.Sprintf(`{"model":"m","row":%q,"url":%q,"category":%q,"id":%q,"names":["add"],"request":{"z":1,"a":2}}`, row, url, category, id)
}

const reply1 = `{"choices":[{"message":{"content":"I call {\"name\":\"add\",\"arguments\":{\"a\":1}} and ` +
	`{\"name\":\"sub\",\"arguments\":{}}"}}],` +
	`"usage":{"prompt_tokens":30,"completion_tokens":7}}`

const reply2 = `{"choices":[{"message":{"content":null,"tool_calls":[{"id":"c","function":{"name":"add","arguments":"{\"a\":1}"}}]}}],` +
	`"usage":{"prompt_tokens":50,"completion_tokens":9}}`

func TestRowsAreAskedJudgedAndKept(t *testing.T) {
	requests := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		body, _ := io.ReadAll(r.Body)
		assert.Equal(t, `{"z":1,"a":2}`, string(body), "the request is sent as it came, in its order")
		io.WriteString(w, map[string]string{"/one/chat/completions": reply1, "/two/chat/completions": reply2}[r.URL.Path])
	}))
	defer s.Close()
	items := "[" + asked("server", s.URL+"/one", "simple_python", "simple_python_1") + "," +
		asked("shortleash", s.URL+"/two", "simple_python", "simple_python_1") + "]"
	judged := standIn(t, items, `{"verdict":"right"}`, `{"verdict":"no call","error":["e"]}`, `{"verdict":"right"}`)
	records := filepath.Join(t.TempDir(), "r.jsonl")
	var replies strings.Builder
	args := []string{"-package", "p", "-model", "m", "-n", "1", "-records", records, "server=" + s.URL, "shortleash=" + s.URL}
	require.NoError(t, run(args, &replies, io.Discard))
	assert.Equal(t, 2, requests)
	lines, err := os.ReadFile(judged)
	require.NoError(t, err)
	var calls []any
	for line := range strings.Lines(string(lines)) {
		var r reply
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		calls = append(calls, r.Calls)
	}
	assert.Equal(t, []any{
		[]any{map[string]any{"name": "add", "arguments": map[string]any{"a": 1.0}}}, // from the text, and of the tools only
		nil,
		[]any{map[string]any{"name": "add", "arguments": `{"a":1}`}},
	}, calls)
	assert.Contains(t, replies.String(), `I call`, "for reading")
	kept, err := os.ReadFile(records)
	require.NoError(t, err)
	assert.NotContains(t, string(kept), "add", "the records have no text of the benchmark")
	assert.Contains(t, string(kept), `"verdict":"no call","s":`)

	standIn(t, items)
	require.NoError(t, run(args, io.Discard, io.Discard), "what is recorded is not asked for again")
	assert.Equal(t, 2, requests)

	var page strings.Builder
	require.NoError(t, run([]string{"-records", records}, &page, io.Discard))
	assert.Contains(t, page.String(), "| m | shortleash | simple_python, multiple, parallel | 1 of 1 | 1 of 1 | the same | server, calls read")
	assert.Contains(t, page.String(), "| m | server | **0 %** (0 of 1; 0–79) | – | – | 30 | 7 |")
}

func TestARefusedRequestIsWrong(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusBadRequest) }))
	defer s.Close()
	standIn(t, "["+asked("shortleash", s.URL, "irrelevance", "irrelevance_1")+"]") // which judges nothing
	records := filepath.Join(t.TempDir(), "r.jsonl")
	require.NoError(t, run([]string{"-records", records, "-model", "m", "shortleash=" + s.URL}, io.Discard, io.Discard))
	kept, err := os.ReadFile(records)
	require.NoError(t, err)
	assert.Contains(t, string(kept), `"verdict":"status 400"`)
}

func TestWhatBrokeIsNotKept(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, reply2) }))
	defer s.Close()
	for name, items := range map[string]string{
		"no package":   "",
		"no server":    "[" + asked("shortleash", "http://127.0.0.1:1", "multiple", "multiple_1") + "]",
		"a dead judge": "[" + asked("shortleash", s.URL, "multiple", "multiple_1") + "]",
	} {
		t.Run(name, func(t *testing.T) {
			standIn(t, items)
			records := filepath.Join(t.TempDir(), "r.jsonl")
			require.Error(t, run([]string{"-records", records, "-model", "m", "shortleash=" + s.URL}, io.Discard, io.Discard))
			kept, err := os.ReadFile(records)
			require.NoError(t, err)
			assert.Empty(t, kept)
		})
	}
}

// TestLossesComeFirst sets a row of ours against the best of the others on the items that both have.
func TestLossesComeFirst(t *testing.T) {
	var all []record
	add := func(row, category string, verdicts ...string) {
		for i, v := range verdicts {
			all = append(all, record{Model: "m", Row: row, Category: category, ID: fmt.Sprint(category, i), Verdict: v, Seconds: float64(i)})
		}
	}
	add("server", "multiple", "right", "x", "x")
	add("forge", "multiple", "right", "right", "x", "right") // of four items, one more than the others
	add("shortleash", "multiple", "right", "right", "right")
	add("server", "irrelevance", "right", "right")
	add("shortleash", "irrelevance", "called needlessly", "right")
	var page strings.Builder
	require.NoError(t, writePage(&page, all, os.DevNull))
	loss := strings.Index(page.String(), "| m | shortleash | irrelevance, live_irrelevance | 1 of 2 | 2 of 2 | +0 −1, p = 1.000 | server |")
	gain := strings.Index(page.String(),
		"| m | shortleash | simple_python, multiple, parallel | 3 of 3 | 2 of 3 | +1 −0, p = 1.000 | forge |")
	assert.Positive(t, loss, page.String())
	assert.Greater(t, gain, loss)
}
