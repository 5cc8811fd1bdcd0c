package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/internal/ollamatest"
)

// A model of random weights does nothing but what the server makes it do, so every check is about
// the server. 0.11.4 cuts prompts without telling, which is noticed.
func TestRealServerIsExamined(t *testing.T) {
	server := ollamatest.Start(t, "tutor doctor")
	s := newStage(t)
	code, stdout, stderr := s.exec("doctor", "--host", server.Host, "--model", wide)
	t.Log(stdout)
	assert.Zero(t, code, "%s%s", stdout, stderr)
	for _, want := range []string{"ok       server ", "ok       model ", "enforced: two random words", "kept as declared",
		"the same answer twice", "8192 tokens", "tokens a second", "Fit", "hang"} {
		assert.Contains(t, stdout, want)
	}

	for _, name := range []string{ollamatest.ParsedModel} {
		_, stdout, _ := s.exec("doctor", "--json", "--host", server.Host, "--model", "ollama:"+name)
		t.Log(stdout)
		assert.Equal(t, "ok", gjson.Get(stdout, `checks.#(name=="grammar").result`).Str, "%s", stdout)
	}
}

func TestRealServersModelsAreListed(t *testing.T) {
	server := ollamatest.Start(t, "tutor models")
	s := newStage(t)
	code, stdout, stderr := s.exec("models", "--host", server.Host)
	t.Log(stdout)
	assert.Zero(t, code, stderr)
	assert.Contains(t, stdout, ollamatest.WideModel)
	assert.Contains(t, stdout, "16k context")
	assert.Contains(t, stdout, "Fetch one:  tutor models pull ")
}

func TestRealServerIsExaminedOverOpenAIsProtocol(t *testing.T) {
	server := ollamatest.Start(t, "tutor doctor over OpenAI's protocol")
	code, stdout, stderr := newStage(t).exec("doctor", "--host", server.Host+"/v1", "--model", "openai:"+ollamatest.WideModel)
	t.Log(stdout)
	assert.Zero(t, code, "%s%s", stdout, stderr)
	assert.Contains(t, stdout, "enforced: two random words")
}

// TestRealTrainedIsExamined: a trained model passes the same checks, and is told from one that cannot write.
func TestRealTrainedIsExamined(t *testing.T) {
	const untested = "tutor doctor with a trained model"
	server := ollamatest.Start(t, untested)
	code, stdout, stderr := newStage(t).exec("doctor", "--timeout", "10m", "--host", server.Host, "--model",
		"ollama:"+ollamatest.Trained(t, server, untested))
	t.Log(stdout)
	assert.Zero(t, code, "%s%s", stdout, stderr)
	for _, want := range []string{"ok       model ", "enforced: two random words", "tokens a second"} {
		assert.Contains(t, stdout, want)
	}
}
