package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/tidwall/gjson"
)

// text returns what a file holds.
func (s *stage) text(name string) string {
	s.t.Helper()
	return string(must(os.ReadFile(filepath.Join(s.dir, name))))
}

// --plan-errors is what the critic of preflect knows; anywhere else it would do nothing.
func TestPlanErrors(t *testing.T) {
	s := newStage(t)
	code, _, stderr := s.exec("--plan-errors", "generic", "--model", "rules", "He goed.")
	assert.Equal(t, 2, code)
	assert.Equal(
		t, "tutor: --plan-errors is for the critic of preflect; with --planner react there is none. Add --planner preflect:react\n", stderr)
	code, _, stderr = s.exec("--plan-errors", "generic", "--planner", "reflexion:plan-act", "--model", "rules", "He goed.")
	assert.Equal(t, 2, code)
	assert.Contains(t, stderr, "Add --planner preflect:plan-act\n")
	s.env["TUTOR_PLAN_ERRORS"] = "generic"
	code, _, stderr = s.exec("--model", "rules", "--quiet", "He goed.")
	assert.Zero(t, code, "a default is for those that have a critic: %s", stderr)
	delete(s.env, "TUTOR_PLAN_ERRORS")
	for value, logged := range map[string]string{"core": "", "generic": "generic", "none": "none"} {
		log := filepath.Join(s.dir, value)
		code, _, stderr := s.exec("--planner", "preflect:react", "--plan-errors", value, "--model", "rules", "--log", log, "He goed.")
		assert.Zero(t, code, stderr)
		first, _, _ := strings.Cut(s.text(value), "\n")
		assert.Equal(t, logged, gjson.Get(first, "run.planner.library.name").Str)
	}
	records := filepath.Join(s.dir, "records")
	for n, value := range []string{"core", "generic", "core"} {
		code, _, stderr := s.exec("eval", s.file("suite.jsonl", pairSuite), "--planner", "preflect:react", "--plan-errors", value,
			"--model", "rules", "--resume", records)
		assert.Zero(t, code, stderr)
		assert.Equal(t, []int{4, 8, 8}[n], strings.Count(s.text("records"), "\"id\""), "answers are kept apart by what the critic knew")
	}
	code, _, stderr = s.exec("--planner", "preflect:react", "--plan-errors", s.file("broken", `{"version":2}`), "--model", "rules", "He goed.")
	assert.Equal(t, 2, code)
	assert.Equal(t, "tutor: DIR/broken: version 2, and this program reads version 1\n", stderr)
}

// The parts of preflect that are switched off stand in the log, a replay needs no flags, and records are kept apart.
func TestPartsOfPreflectAreSwitchedOff(t *testing.T) {
	s := newStage(t)
	for _, arg := range []string{"--critic=off", "--no-replan", "--no-forced-replan"} {
		name, _, _ := strings.Cut(arg, "=")
		for _, command := range [][]string{{"He goed."}, {"eval", s.file("suite.jsonl", pairSuite)}} {
			code, _, stderr := s.exec(append([]string{"--planner", "plan-act", arg, "--model", "rules"}, command...)...)
			assert.Equal(t, 2, code, command)
			assert.Equal(t, "tutor: "+name+
				" is for the critic of preflect; with --planner plan-act there is none. Add --planner preflect:plan-act\n", stderr)
		}
	}
	log := filepath.Join(s.dir, "log")
	for n, row := range []struct {
		args   []string
		logged string
	}{
		{nil, ""},
		{[]string{"--critic", "model"}, ""},
		{[]string{"--critic", "off"}, `{"critic":"off"}`},
		{[]string{"--critic", "checks", "--no-replan", "--no-forced-replan"}, `{"no_replan":true,"no_forced_replan":true,"critic":"checks"}`},
	} {
		code, _, stderr := s.exec(append(row.args, "--planner", "preflect:plan-act", "--model", "random:2", "--log", log,
			"--quiet", "He goed.")...)
		assert.Contains(t, []int{0, 3}, code, stderr)
		var last string
		for line := range strings.Lines(s.text("log")) {
			if gjson.Get(line, "kind").Str == "run_started" {
				last = line
			}
		}
		assert.Equal(t, row.logged, gjson.Get(last, "run.planner.ablation").Raw)
		code, stdout, stderr := s.exec("runs", "replay", s.idOf(log, n+1), "--log", log)
		assert.Zero(t, code, stderr)
		assert.Contains(t, stdout, "The same: ")
	}
	records, examined := filepath.Join(s.dir, "records"), map[string]string{}
	for n, mode := range []string{"model", "checks", "off"} {
		code, stdout, stderr := s.exec("eval", s.file("suite.jsonl", pairSuite), "--planners", "preflect:plan-act", "--critic",
			mode, "--model", "rules", "--resume", records, "--json")
		assert.Zero(t, code, stderr)
		assert.Equal(t, 4*(n+1), strings.Count(s.text("records"), "\"id\""), "answers are kept apart by what was switched off")
		examined[mode] = gjson.Get(stdout, "plans.examined").Raw
	}
	assert.Equal(t, map[string]string{"model": "4", "checks": "4", "off": ""}, examined)
}
