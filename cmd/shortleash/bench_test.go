package main

import (
	"bytes"
	"cmp"
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
	"github.com/tidwall/gjson"
)

// An ollamaWith is a server of one model with known weights, which orders lamps if it is asked to, and else answers without thoughts.
func ollamaWith(t *testing.T, weights string) (host string, formats *[]string) {
	t.Helper()
	return ollamaOf(t, map[string]string{"m": weights})
}

// ollamaOf is ollamaWith with several models: the weights of each, by its name. The one called small has 135 million parameters, and
// the one called idle never orders.
func ollamaOf(t *testing.T, weights map[string]string) (host string, formats *[]string) {
	t.Helper()
	var tags []string
	for name := range weights {
		size := map[string]string{"small": "135M"}[name]
		tags = append(tags, `{"name":"`+name+`:latest","size":1,"details":{"parameter_size":"`+size+`"}}`)
	}
	formats = new([]string)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		name := strings.TrimSuffix(cmp.Or(gjson.GetBytes(body, "model").Str, gjson.GetBytes(body, "name").Str), ":latest")
		if _, ok := weights[name]; !ok && name != "" {
			http.Error(w, `{"error":"model '`+name+`' not found"}`, http.StatusNotFound)
			return
		}
		switch r.URL.Path {
		case "/api/version":
			_, _ = io.WriteString(w, `{"version":"0.17.4"}`)
		case "/api/tags":
			_, _ = io.WriteString(w, `{"models":[`+strings.Join(tags, ",")+`]}`)
		case "/api/show":
			_, _ = io.WriteString(w, `{"modelfile":"FROM /blobs/sha256-`+weights[name]+`\n","capabilities":["completion"],"model_info":{}}`)
		case "/api/chat":
			*formats = append(*formats, gjson.GetBytes(body, "format").Raw)
			reply := `{"thought":"","tool":"final_answer","tool_args":{"text":"12"}}`
			if strings.Contains(string(body), "rests_on") {
				reply = strings.Replace(reply, `"text"`, `"rests_on":"task","text"`, 1)
			}
			if name != "idle" && strings.Contains(string(body), "Task: Order 12 lamps") {
				reply = `{"thought":"","tool":"order_article","tool_args":{"article":"lamp","gift_wrap":null,"quantity":12}}`
			}
			_, _ = fmt.Fprintf(w, `{"message":{"content":%q}}`+"\n", reply)
			_, _ = io.WriteString(w, `{"done":true,"done_reason":"stop","prompt_eval_count":9,"eval_count":9}`+"\n")
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, formats
}

func TestCommandsTakeTheFormThatWasMeasured(t *testing.T) {
	w, state := strings.Repeat("ab", 32), t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(state, "shortleash"), 0o700))
	kept := `{"` + w + `":{"form":"bare","why":"9 of 10"}}`
	require.NoError(t, os.WriteFile(filepath.Join(state, "shortleash", "forms.json"), []byte(kept), 0o600))
	vars := map[string]string{"XDG_STATE_HOME": state}
	env := func(name string) string { return vars[name] }
	const empty, measured = `"thought":{"type":"string","enum":[""]}`, "in the form bare: 9 of 10 (measured here"
	for _, command := range []string{"run", "chat", "proxy"} {
		for flags, bare := range map[string]bool{"": true, "--form thought": false, "--form bare": true} {
			host, formats := ollamaWith(t, w)
			args := append([]string{"--model", "ollama:m", "--host", host}, strings.Fields(flags)...)
			if command != "proxy" {
				args = append(args, "--files", notes(t))
			}
			var out, errs bytes.Buffer
			told := errs.String
			switch command {
			case "run":
				require.Zero(t, exec(t.Context(), append(args, "run", "how many?"), strings.NewReader(""), &out, &errs, env), errs.String())
			case "chat":
				require.Zero(t, exec(t.Context(), append(args, "chat"), strings.NewReader("how many?\n"), &out, &errs, env), errs.String())
			case "proxy":
				address, said := proxyingIn(t, vars, args...)
				ask(t, address, "", "")
				told = said.String
			}
			require.NotEmpty(t, *formats, command)
			assert.Equal(t, bare, strings.Contains((*formats)[0], empty), "%s %s: %s", command, flags, (*formats)[0])
			assert.Equal(t, flags == "", strings.Contains(told(), measured), "%s %s: %s", command, flags, told())
		}
	}
	host, _ := ollamaWith(t, w)
	var out bytes.Buffer
	exec(t.Context(), []string{"doctor", "--model", "ollama:m", "--host", host}, strings.NewReader(""), &out, io.Discard, env)
	assert.Contains(t, strings.Join(strings.Fields(out.String()), " "), measured)
}

func TestBenchRemembersWhatItFound(t *testing.T) {
	w, state := strings.Repeat("cd", 32), t.TempDir()
	env := func(name string) string { return map[string]string{"XDG_STATE_HOME": state}[name] }
	host, _ := ollamaWith(t, w)
	var out, said bytes.Buffer
	args := []string{"bench", "ollama:m", "--host", host, "--json"}
	require.Zero(t, exec(t.Context(), args, strings.NewReader(""), &out, &said, env), said.String())
	assert.Equal(t, w, gjson.Get(out.String(), "weights").Str, out.String())
	assert.True(t, gjson.Get(out.String(), "remembered").Bool())
	assert.EqualValues(t, 3, gjson.Get(out.String(), "forms.#").Int())
	kept, err := os.ReadFile(filepath.Join(state, "shortleash", "forms.json"))
	require.NoError(t, err)
	assert.Equal(t, gjson.Get(out.String(), "use").Str, gjson.GetBytes(kept, w+".form").Str)
	assert.Equal(t, gjson.Get(out.String(), "forms.0.right.hits").Int(), gjson.GetBytes(kept, w+".right").Int(), out.String())
	assert.EqualValues(t, 18, gjson.GetBytes(kept, w+".of").Int())

	idle := strings.Repeat("ef", 32)
	host, _ = ollamaOf(t, map[string]string{"idle": idle})
	out.Reset()
	require.Zero(t, exec(t.Context(), []string{"bench", "ollama:idle", "--host", host, "--json"}, strings.NewReader(""), &out, &said, env))
	assert.True(t, gjson.Get(out.String(), "remembered").Bool(), out.String())
	kept, err = os.ReadFile(filepath.Join(state, "shortleash", "forms.json"))
	require.NoError(t, err)
	assert.Equal(t, `{"form":"","why":"`+gjson.Get(out.String(), "why").Str+`","right":0,"of":18}`, gjson.GetBytes(kept, idle+"|@ugly").Raw)

	for _, args := range [][]string{{"bench"}, {"bench", "random:1", "--compare", "random:2"}, {"bench", "nothing:1"}} {
		assert.Equal(t, 2, exec(t.Context(), args, strings.NewReader(""), io.Discard, &said, env), "%q", args)
	}
}

func TestBenchComparesModels(t *testing.T) {
	var out, said bytes.Buffer
	env := func(string) string { return "" }
	args := []string{"bench", "--compare", "random:1,random:2"}
	require.Zero(t, exec(t.Context(), args, strings.NewReader(""), &out, &said, env), said.String())
	assert.Contains(t, out.String(), "random:1")
	assert.Contains(t, out.String(), "random:2")
	assert.Equal(t, 2, strings.Count(out.String(), "Use another model: "), out.String())
	assert.Contains(t, out.String(), "Of the 30 tasks that all did, random:")
}

// TestAdviceNamesNoOtherProgram: both programs, and others, have models whose server ignores the format.
func TestAdviceNamesNoOtherProgram(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/version":
			_, _ = io.WriteString(w, `{"version":"0.17.4"}`)
		case "/api/tags":
			_, _ = io.WriteString(w, `{"models":[{"name":"m:latest"}]}`)
		case "/api/show":
			_, _ = io.WriteString(w, `{"capabilities":["completion"],"model_info":{}}`)
		case "/api/chat":
			_, _ = io.WriteString(w, `{"message":{"content":"Sure!"}}`+"\n"+`{"done":true,"done_reason":"stop"}`+"\n")
		case "/v1/chat/completions":
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, `data: {"choices":[{"delta":{"content":"Sure!"}}]}`+"\n\ndata: [DONE]\n\n")
		}
	}))
	defer s.Close()
	for _, m := range []string{"ollama:m", "openai:m"} {
		var out, said bytes.Buffer
		args := []string{"run", "--model", m, "--host", s.URL, "--files", notes(t), "how many?"}
		assert.NotZero(t, exec(t.Context(), args, strings.NewReader(""), &out, &said, func(string) string { return "" }))
		assert.Contains(t, said.String(), "The command doctor says more.", m)
		assert.NotContains(t, said.String(), "tutor", m)
	}
}
