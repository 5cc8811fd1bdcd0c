package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/planner/planerrors"
)

// What critics of these tests say.
const (
	guessed = `{"analysis":"one looked it up","errors":[{"description":"it answers before it has looked",` +
		`"evidence":"run 1 called no tool","how_avoided":"run 2 looked first","impact":"the answer is a guess",` +
		`"type":"unchecked_state"}]}`
	newError = `{"analysis":"unheard of","decision":"new","description":"it answers before it has looked",` +
		`"failure_patterns":[{"plan":"judge by ear","outcome":"a guess"}],"impact":"the answer is a guess",` +
		`"success_patterns":[{"plan":"look it up, then answer","outcome":"what there is"}],"target":"unchecked_state"}`
)

// TestDistill goes from tasks to a library that a critic uses, and keeps what is said on the way in docs/evidence/distill.md,
// which -update rewrites.
func TestDistill(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	var told strings.Builder
	run := func(stage, in, out string, args ...string) {
		command := append([]string{"distill", stage, in, "-o", path(out)}, args...)
		stdout, said, code := app(t, command...)
		require.Zero(t, code, said)
		assert.Empty(t, stdout)
		told.WriteString("$ shortleash " + strings.Join(command, " ") + "\n" + said)
	}
	write := func(name, text string) string {
		require.NoError(t, os.WriteFile(path(name), []byte(text), 0o600))
		return path(name)
	}
	run("collect", "../../testdata/tasks/shop.jsonl", "runs.jsonl", "--model", "random:12", "--planner", "plan-act", "--runs", "2")
	run("mixed", path("runs.jsonl"), "mixed.jsonl")
	run("diagnose", path("mixed.jsonl"), "found.jsonl", "--model", "script:"+write("critic", guessed))
	run("aggregate", path("found.jsonl"), "merged.jsonl", "--model", "script:"+write("merges", newError))
	run("review", path("merged.jsonl"), "review.json")
	text, err := os.ReadFile(path("review.json"))
	require.NoError(t, err)
	write("review.json", strings.ReplaceAll(string(text), `"keep": null`, `"keep": true`))
	run("finish", path("review.json"), "library.json", "--name", "mine")

	const page = "../../docs/evidence/distill.md"
	text, err = os.ReadFile(page)
	require.NoError(t, err)
	before, rest, _ := strings.Cut(string(text), "```\n")
	_, after, _ := strings.Cut(rest, "```\n")
	is := before + "```\n" + strings.NewReplacer(dir+"/", "", "../../", "").Replace(told.String()) + "```\n" + after
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(is), 0o644))
	}
	assert.Equal(t, string(text), is, "rewrite it with: go test ./cmd/shortleash -run TestDistill -update")

	text, err = os.ReadFile(path("library.json"))
	require.NoError(t, err)
	l, err := planerrors.Parse("library.json", text)
	require.NoError(t, err)
	assert.Equal(t, []string{"unchecked_state"}, l.Types())
	log := path("log.ndjson")
	_, said, code := app(t, "run", "--planner", "preflect:plan-act", "--plan-errors", path("library.json"), "--model", "random:3",
		"--log", log, "How many bolts are there?")
	require.Contains(t, []int{0, 3}, code, said)
	text, err = os.ReadFile(log)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"planner":{"library":{"version":1,"name":"mine"`)
}

func TestDistillMisuse(t *testing.T) {
	dir := t.TempDir()
	letter := filepath.Join(dir, "letter")
	require.NoError(t, os.WriteFile(letter, []byte("Dear Sir,"), 0o600))
	out := filepath.Join(dir, "new")
	for want, args := range map[string][]string{
		"distill wants a stage, a file to read and one to write": {"mixed", letter},
		`there is no stage "colect"`:                             {"colect", letter, "-o", out},
		"would be written over itself":                           {"mixed", letter, "-o", letter},
		"cannot open " + out + "x: no such file or directory":    {"mixed", out + "x", "-o", out},
		"line 1: this is not what collect writes":                {"mixed", letter, "-o", out},
		"a library wants a name":                                 {"finish", letter, "-o", out},
		"there is no library of planning errors none-such":       {"review", letter, "-o", out, "--library", "none-such"},
	} {
		_, said, code := app(t, append([]string{"distill"}, args...)...)
		assert.Equal(t, 2, code, said)
		assert.Contains(t, said, want)
		assert.NoFileExists(t, out)
	}
}
