package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// A person is asked about the plans of the tutor at the terminal, and elsewhere the run waits in its log.
func TestAPersonApprovesThePlansOfTheTutor(t *testing.T) {
	s := newStage(t)
	for _, row := range []struct {
		claim, typed string
		args         []string
		code         int
		says         []string
	}{
		{"yes", "y\n", []string{"--planner", "plan-act"}, 0, []string{"may plan 1 be carried out?", "  s1 ", "Answer with y | n REASON | edit."}},
		{"yes, of preflect", "yes\n", []string{"--planner", "preflect:plan-execute"}, 0, []string{"may plan 1 be carried out?"}},
		{"no", "n that is wrong\nn\nn\n", []string{"--planner", "plan-act"}, 3, []string{"tutor: "}},
		{"a strategy without plans", "", []string{"--planner", "react"}, 2,
			[]string{"--approve-plan is for plans that are carried out step by step; with --planner react there is none."}},
	} {
		t.Run(row.claim, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			c := cli.NewConsole("tutor", strings.NewReader(row.typed), &stdout, &stderr, func(name string) string { return s.env[name] }, nil)
			c.InTerminal = true
			code := run(t.Context(), c, append(row.args, "--approve-plan", "--model", "rules", "He goed to school."))
			assert.Equal(t, row.code, code, stderr.String())
			for _, text := range row.says {
				assert.Contains(t, stderr.String(), text)
			}
			if row.code == 0 {
				assert.Contains(t, stdout.String(), "He [-goed-]{+went+} to school.")
			}
		})
	}
	log := filepath.Join(s.dir, "log")
	code, _, stderr := s.exec("--approve-plan", "--planner", "plan-act", "--model", "rules", "--log", log, "He goed to school.")
	assert.Equal(t, 3, code, stderr)
	code, stdout, stderr := s.exec("runs", "resume", s.idOf(log, 1), "--log", log, "--reply", "approve")
	assert.Zero(t, code, stderr)
	assert.Contains(t, stdout, "He [-goed-]{+went+} to school.")
	code, stdout, _ = s.exec("runs", "replay", s.idOf(log, 1), "--log", log)
	assert.Zero(t, code)
	assert.Contains(t, stdout, "The same: ")
}

// A person may change a plan in an editor, and may answer in Spanish.
func TestAPlanIsEditedAndApproved(t *testing.T) {
	s := newStage(t)
	seen := filepath.Join(s.dir, "seen")
	editor := s.file("editor", "#!/bin/sh\ncp \"$1\" "+seen+"\n: >\"$1\"\n")
	require.NoError(t, os.Chmod(editor, 0o700))
	s.env["EDITOR"] = editor
	for _, yes := range []string{"s", "si", "sí", "y"} {
		var stdout, stderr bytes.Buffer
		c := cli.NewConsole("tutor", strings.NewReader("aprove\neditar\n"+yes+"\n"), &stdout, &stderr,
			func(name string) string { return s.env[name] }, nil)
		c.InTerminal = true
		code := run(t.Context(), c, []string{"--approve-plan", "--planner", "plan-act", "--model", "rules", "He goed to school."})
		assert.Zero(t, code, stderr.String())
		assert.Contains(t, stderr.String(), "may plan 1 be carried out?\n")
		const how = "Answer with y | n REASON | edit.\nOther words are a no, and the model reads them as its reason.\n"
		assert.Contains(t, stderr.String(), "\n"+how+"\"aprove\" is no answer to this; did you mean approve?\n"+how+
			"the file is empty; nothing was changed\n"+how)
		assert.Contains(t, stdout.String(), "He [-goed-]{+went+} to school.")
	}
	text, err := os.ReadFile(seen)
	require.NoError(t, err)
	assert.Contains(t, string(text), "# Change the plan, save it and leave the editor.")

	log := filepath.Join(s.dir, "log")
	s.exec("--approve-plan", "--planner", "plan-act", "--model", "rules", "--log", log, "He goed to school.")
	_, _, said := s.exec("runs", "resume", s.idOf(log, 1), "--log", log)
	assert.Contains(t, said, "The run waits: may plan 1 be carried out?\n")
}

// A role of the tutor's strategies can have a model of its own; what goes on with a run knows it from the log.
func TestARoleOfTheTutorHasItsOwnModel(t *testing.T) {
	s := newStage(t)
	log := filepath.Join(s.dir, "log")
	code, _, stderr := s.exec("--planner", "plan-act", "--model", "random:1", "--role", "planner=random:2,temperature=0.5",
		"--trace", "--log", log, "He goed to school.")
	assert.Contains(t, []int{0, 3}, code)
	assert.Contains(t, stderr, "     planner: random:2, temperature 0.5\n")
	code, stdout, stderr := s.exec("runs", "replay", s.idOf(log, 1), "--log", log)
	assert.Zero(t, code, stderr)
	assert.Contains(t, stdout, "The same: ")
	code, stdout, _ = s.exec("runs", "show", s.idOf(log, 1), "--log", log)
	assert.Zero(t, code)
	assert.Contains(t, stdout, "     planner: random:2, temperature 0.5\n")
	s.cut(log, 2, 0) // after the run's beginning and its first request
	code, _, stderr = s.exec("runs", "resume", s.idOf(log, 1), "--log", log)
	assert.Contains(t, []int{0, 3}, code)
	assert.NotContains(t, stderr, "cannot go on here")
	code, _, stderr = s.exec("--planner", "plan-act", "--model", "rules", "--role", "planner=random:2", "He goed.")
	assert.Equal(t, 2, code)
	assert.Contains(t, stderr, `the prompts are of the form "compact", which random:2 was not made for`)
}
