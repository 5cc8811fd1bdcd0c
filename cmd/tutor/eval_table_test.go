package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

func TestEvalSetsStrategiesSideBySide(t *testing.T) {
	s, folder := suiteFolder(t)
	page := filepath.Join(s.dir, "page.md")
	code, _, stderr := s.exec("eval", folder, "--models", "rules", "--planners", "react,plan-act,preflect:plan-act",
		"--ablation", "--page", page, "--jobs", "2")
	assert.Zero(t, code, stderr)
	text := string(must(os.ReadFile(page)))
	assert.Regexp(t, madeOn, text)
	golden(t, "eval_table.golden", s.scrub(madeOn.ReplaceAllString(text, "DATE, on MACHINE.")))

	_, _, _ = s.exec("eval", folder, "--models", "rules,random:1", "--planners", "react,plan-act", "--page", page, "--jobs", "1")
	text = string(must(os.ReadFile(page)))
	assert.Contains(t, text, "\n## random:1, strategies\n")
	assert.Contains(t, text, " written | ms |\n", "the time is shown where one ran at a time")
	assert.NotContains(t, text, "ablation\n")
}

func TestEvalTakesAStepAtATime(t *testing.T) {
	s, folder := suiteFolder(t)
	_, stdout, _ := s.exec("eval", filepath.Join(folder, "pairs.jsonl"), "--model", "rules", "--planner", "plan-act",
		"--ablation", "--json", "--quiet")
	var rungsOf, planners []string
	for line := range strings.Lines(stdout) {
		rungsOf = append(rungsOf, gjson.Get(line, "rung").Str)
		planners = append(planners, gjson.Get(line, "planner").Str)
		assert.Positive(t, gjson.Get(line, "model_calls.mean").Num)
		assert.Positive(t, gjson.Get(line, "tokens.mean").Num)
	}
	assert.Equal(t, []string{"", "no leash", "names and types", "+ budget", "+ duplicates", "+ grounding", "+ critic"}, rungsOf)
	assert.Equal(t, []string{"plan-act", "plan-act", "plan-act", "plan-act", "plan-act", "plan-act", "preflect:plan-act"}, planners)
}

func TestEvalGoesOnWhereItWasBrokenOff(t *testing.T) {
	s, folder := suiteFolder(t)
	file := filepath.Join(s.dir, "answers")
	args := []string{"eval", filepath.Join(folder, "pairs.jsonl"), "--model", "rules", "--json", "--jobs", "1", "--resume", file}
	_, first, _ := s.exec(args...)
	assert.Equal(t, `["p2"]`, gjson.Get(first, "missed").Raw)

	kept := string(must(os.ReadFile(file)))
	assert.Equal(t, 4, strings.Count(kept, "\n"))
	lines := strings.SplitAfter(strings.Replace(kept, `"corrected":"He went home."`, `"corrected":"He GOED home."`, 1), "\n")
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines[:3], "")+lines[3][:20]), 0o600))
	code, again, stderr := s.exec(args...)
	assert.Zero(t, code, stderr)
	assert.Equal(t, `["p1","p2"]`, gjson.Get(again, "missed").Raw, "what is kept counts, and the rest is asked for")
	assert.Equal(t, 5, strings.Count(string(must(os.ReadFile(file))), "\n"), "three kept, one torn off, one anew")

	_, other, _ := s.exec(append(args, "--leash", "enum")...)
	assert.Equal(t, `["p2"]`, gjson.Get(other, "missed").Raw, "another leash has its own answers")

	code, _, stderr = s.exec("eval", folder, "--model", "rules", "--resume", filepath.Join(folder, "pairs.jsonl"))
	assert.Equal(t, 2, code)
	assert.Equal(t, "tutor: DIR/suites/pairs.jsonl, line 1: this is not a record of an answer; --resume wants a file of its own\n", stderr)
	assert.Equal(t, pairSuite, string(must(os.ReadFile(filepath.Join(folder, "pairs.jsonl")))), "and leaves it alone")
	code, _, stderr = s.exec("eval", folder, "--model", "rules", "--resume", filepath.Join(s.dir, "no", "file"))
	assert.Equal(t, 2, code)
	assert.Equal(t, "tutor: cannot open DIR/no/file: no such file or directory\n", stderr)
}

func TestEvalOfASample(t *testing.T) {
	s, folder := suiteFolder(t)
	_, stdout, _ := s.exec("eval", filepath.Join(folder, "pairs.jsonl"), "--model", "rules", "--json", "--sample", "2")
	assert.Equal(t, int64(2), gjson.Get(stdout, "items").Int())
	page := filepath.Join(s.dir, "page.md")
	_, _, _ = s.exec("eval", folder, "--model", "rules", "--sample", "1", "--page", page)
	assert.Contains(t, string(must(os.ReadFile(page))), " --sample 1 --page ")
}
