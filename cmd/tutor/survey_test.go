package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// With --survey, or survey = true in the configuration file, facts are listed before the first plan. What goes on with a
// run knows it from the log, and records are kept apart.
func TestFactsAreSurveyed(t *testing.T) {
	s := configured(t, "model = \"rules\"\nsurvey = true\n")
	log := filepath.Join(s.dir, "log")
	for n, planner := range []string{"plan-execute", "plan-act", "plan-act-reflect", "preflect:react", "reflexion:plan-act", "self-refine:plan-execute"} {
		code, _, stderr := s.exec("--planner", planner, "--trace", "--log", log, "He goed to school.")
		assert.Zero(t, code, stderr)
		assert.Equal(t, 1, strings.Count(stderr, "allowed: a survey of facts (surveyor)\n       to look up: the forms of the verbs\n"), planner)
		s.env["TUTOR_SURVEY"] = "false"
		code, stdout, stderr := s.exec("runs", "replay", s.idOf(log, n+1), "--log", log)
		delete(s.env, "TUTOR_SURVEY")
		assert.Zero(t, code, stderr)
		assert.Contains(t, stdout, "The same: ")
	}
	_, _, stderr := s.exec("--planner", "react", "--trace", "He goed to school.")
	assert.NotContains(t, stderr, "survey", "a setting is for all strategies, and one without a plan has no use for it")

	suite, records := s.file("suite.jsonl", pairSuite), filepath.Join(s.dir, "records")
	for n, flag := range []string{"--survey=true", "--survey=false"} {
		code, _, stderr := s.exec("eval", suite, "--planners", "react,plan-act", flag, "--resume", records)
		assert.Zero(t, code, stderr)
		assert.Equal(t, []int{8, 16}[n], strings.Count(s.text("records"), "\"id\""))
	}
	for _, command := range [][]string{{"He goed."}, {"eval", suite}} {
		code, _, stderr := s.exec(append([]string{"--survey", "--planner", "self-refine:react"}, command...)...)
		assert.Equal(t, 2, code, command)
		assert.Equal(t, "tutor: --survey is for strategies that plan; with --planner self-refine:react there is no plan. Add --planner plan-act, or preflect:react\n", stderr)
	}
}
