package main

import (
	"bytes"
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

// An ollamaWith is a server of one model with known weights, which gives the answer of a form without thoughts.
func ollamaWith(t *testing.T, weights string) (host string, formats *[]string) {
	t.Helper()
	return ollamaOf(t, map[string]string{"m": weights})
}

// ollamaOf is ollamaWith with several models: the weights of each, by its name.
func ollamaOf(t *testing.T, weights map[string]string) (host string, formats *[]string) {
	t.Helper()
	var tags []string
	for name := range weights {
		tags = append(tags, `{"name":"`+name+`:latest","size":1}`)
	}
	formats = new([]string)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		name := strings.TrimSuffix(gjson.GetBytes(body, "model").Str, ":latest")
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
			_, _ = io.WriteString(w, `{"message":{"content":"{\"thought\":\"\",\"tool\":\"final_answer\",\"tool_args\":{\"text\":\"12\"}}"}}`+"\n"+
				`{"done":true,"done_reason":"stop","prompt_eval_count":9,"eval_count":9}`+"\n")
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, formats
}

func TestRunTakesTheFormThatWasMeasured(t *testing.T) {
	w, state := strings.Repeat("ab", 32), t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(state, "shortleash"), 0o700))
	kept := `{"` + w + `":{"form":"bare","why":"9 of 10"}}`
	require.NoError(t, os.WriteFile(filepath.Join(state, "shortleash", "forms.json"), []byte(kept), 0o600))
	env := func(name string) string { return map[string]string{"XDG_STATE_HOME": state}[name] }
	const empty = `"thought":{"type":"string","enum":[""]}`
	for flags, bare := range map[string]bool{"": true, "--form thought": false, "--form bare": true} {
		host, formats := ollamaWith(t, w)
		var out, said bytes.Buffer
		args := append([]string{"run", "--model", "ollama:m", "--host", host, "how many?"}, strings.Fields(flags)...)
		require.Zero(t, exec(t.Context(), args, strings.NewReader(""), &out, &said, env), said.String())
		require.NotEmpty(t, *formats)
		assert.Equal(t, bare, strings.Contains((*formats)[0], empty), "%s: %s", flags, (*formats)[0])
		assert.Equal(t, flags == "", strings.Contains(said.String(), "in the form bare: 9 of 10 (measured here"), said.String())
	}
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
	assert.Equal(t, 2, strings.Count(out.String(), "Use the form "))
}
