package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/tidwall/gjson"
)

// paths answers each path of an Ollama server with a text; what is not there is another program's.
func paths(t *testing.T, answers map[string]string) (host string) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := answers[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// talker answers every request with prose.
func talker(t *testing.T) string {
	return paths(t, map[string]string{
		"/api/version": `{"version":"0.32.15"}`,
		"/api/tags":    `{"models":[{"name":"m:latest","size":2000000000}]}`,
		"/api/show":    `{"capabilities":["completion"]}`,
		"/api/ps":      `{"models":[{"name":"m:latest"}]}`,
		"/api/chat":    `{"message":{"content":"Sure! \u001b[31mThe sky is blue."},"done":true,"done_reason":"stop"}` + "\n",
	})
}

func TestDoctorFindsALiar(t *testing.T) {
	s := newStage(t)
	host := talker(t)
	code, stdout, stderr := s.exec("doctor", "--host", host, "--model", "ollama:m")
	assert.Equal(t, 3, code)
	assert.Empty(t, stderr)
	assert.Contains(t, stdout, "FAIL     grammar     the answer format is ignored: ")
	assert.Contains(t, stdout, "                     → Every answer is still checked")
	assert.Contains(t, stdout, "Not fit: ")
	assert.NotContains(t, stdout, "\x1b", "what a server says has no power over the terminal")

	code, stdout, _ = s.exec("doctor", "--json", "--host", host)
	assert.Equal(t, 3, code)
	assert.Equal(t, "fail", gjson.Get(stdout, `checks.#(name=="grammar").result`).Str)
	assert.False(t, gjson.Get(stdout, "fit").Bool())
	assert.Equal(t, "ollama:m:latest", gjson.Get(stdout, "model").Str)
}

func TestDoctorWithoutAServer(t *testing.T) {
	code, stdout, _ := newStage(t).exec("doctor", "--host", closedAddress)
	assert.Equal(t, 3, code)
	assert.Contains(t, stdout, "Start it with `ollama serve`")
	assert.Contains(t, stdout,
		"\nskipped  the rest    not tried: there is no server (model, grammar, thinking, key order, repeatable, context, "+
			"speed, memory, leash)\n")
	assert.NotContains(t, stdout, "Good to know", "of a server that is not there")
}

// closedAddress is an address at which nothing listens. A port that was just free may be taken by another test.
const closedAddress = "http://127.0.0.1:1"

func TestDoctorIsNotForEverything(t *testing.T) {
	for _, row := range []struct {
		args []string
		says string
	}{
		{[]string{"doctor", "--model", "rules"}, "doctor examines models on servers"},
		{[]string{"doctor", "llama3.2"}, "doctor takes flags only"},
		{[]string{"models", "get"}, "there is: tutor models pull NAME"},
		{[]string{"models", "pull"}, "which model?"},
		{[]string{"models", "--host", "h h"}, `cannot read the address "h h"`},
		{[]string{"models", "pull", "x", "--host", "h h"}, `cannot read the address "h h"`},
	} {
		code, _, stderr := newStage(t).exec(row.args...)
		assert.Equal(t, 2, code, "%v: %s", row.args, stderr)
		assert.Contains(t, stderr, row.says)
	}
}

func TestModels(t *testing.T) {
	host := paths(t, map[string]string{
		"/api/version": `{"version":"0.32.15"}`,
		"/api/tags":    `{"models":[{"name":"qwen3:4b","size":2600000000,"details":{"parameter_size":"4B","quantization_level":"Q4_K_M"}}]}`,
		"/api/show":    `{"capabilities":["completion"],"model_info":{"general.architecture":"q","q.context_length":32768}}`,
	})
	s := newStage(t)
	code, stdout, _ := s.exec("models", "--host", host)
	assert.Zero(t, code)
	assert.Contains(t, stdout, "qwen3:4b  2.6 GB  4B Q4_K_M  32k context  ")
	assert.NotContains(t, stdout, "pull qwen3:4b", "what is installed is not suggested")

	_, stdout, _ = s.exec("models", "--json", "--host", host)
	assert.Equal(t, int64(32768), gjson.Get(stdout, "installed.0.context_tokens").Int())
	assert.True(t, gjson.Get(stdout, "suitable").IsArray())

	code, _, stderr := s.exec("models", "--host", closedAddress)
	assert.Equal(t, 3, code)
	assert.Contains(t, stderr, "Start it with `ollama serve`")
}

func TestModelsPull(t *testing.T) {
	host := paths(t, map[string]string{"/api/pull": `{"status":"pulling manifest"}
{"status":"pulling a","digest":"a","total":4000000000,"completed":1000000000}
{"status":"success"}
`})
	s := newStage(t)
	code, stdout, stderr := s.exec("models", "pull", "m", "--host", host)
	assert.Zero(t, code)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, "m: pulling manifest\n")
	assert.Contains(t, stderr, "m is installed. Try:  tutor doctor --model ollama:m\n")
	_, _, stderr = s.exec("models", "pull", "m", "--quiet", "--host", host)
	assert.Empty(t, stderr)

	host = paths(t, map[string]string{"/api/pull": `{"error":"pull model manifest: file does not exist"}` + "\n"})
	code, _, stderr = s.exec("models", "pull", "m", "--host", host)
	assert.Equal(t, 3, code)
	assert.Contains(t, stderr, "could not fetch m (pull model manifest: file does not exist). Is the name right, and is there a network?")
}
