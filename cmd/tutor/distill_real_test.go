package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
)

// TestRealServerDistillsWithRandomWeights: whatever random weights write, each stage ends and leaves a
// file that the next one reads. The server is this test's own, as with the strategies.
func TestRealServerDistillsWithRandomWeights(t *testing.T) {
	server := ollamatest.StartOwn(t, "distilling with a real server")
	m, err := ollama.New(ollamatest.WideModel, ollama.Config{Host: server.Host})
	require.NoError(t, err)
	_, err = model.Collect(m.Generate(t.Context(),
		model.Request{Messages: []model.Message{{Author: model.User, Content: "Hello."}}, MaxTokens: 1}))
	require.NoError(t, err, "the model is loaded")
	s := newStage(t)
	asking := []string{"--model", wide, "--host", server.Host, "--timeout", wall.String()}
	first, _, _ := strings.Cut(pairSuite, "\n")
	s.file("suite.jsonl", first+"\n")
	code, _, stderr := s.distill("collect", "suite.jsonl", "runs.jsonl", append(asking, "--runs", "2", "--steps", "1")...)
	require.Zero(t, code, stderr)
	require.Equal(t, []string{"p1 1 false", "p1 2 false"}, s.runsOf("runs.jsonl"))
	s.file("runs.jsonl", strings.Replace(s.text("runs.jsonl"), `"ok":false`, `"ok":true`, 1)) // so that there is something to compare
	code, _, stderr = s.distill("mixed", "runs.jsonl", "mixed.jsonl")
	require.Zero(t, code, stderr)
	code, _, stderr = s.distill("diagnose", "mixed.jsonl", "found.jsonl", asking...)
	assert.Contains(t, []int{0, 3}, code, stderr)
	assert.Equal(t, 1, strings.Count(s.text("found.jsonl"), "\n"), stderr)
	t.Log(stderr)
	s.file("found.jsonl", `{"task":"p1",`+guessed[1:]+"\n")
	code, _, stderr = s.distill("aggregate", "found.jsonl", "all.jsonl", append(asking, "--library", "core")...)
	assert.Contains(t, []int{0, 3}, code, stderr)
	assert.Equal(t, 1, strings.Count(s.text("all.jsonl"), "\n"), stderr)
	t.Log(stderr)
	code, _, stderr = s.distill("review", "all.jsonl", "review.json", "--library", "core")
	require.Zero(t, code, stderr)
	s.file("review.json", strings.ReplaceAll(s.text("review.json"), `"keep": null`, `"keep": true`))
	code, _, stderr = s.distill("finish", "review.json", "library.json", "--name", "random")
	require.Zero(t, code, stderr)
	_, err = cli.ReadLibrary(filepath.Join(s.dir, "library.json"))
	assert.NoError(t, err)
}
