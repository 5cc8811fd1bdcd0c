package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/tutor"
)

func TestARunIsReplayed(t *testing.T) {
	s := newStage(t)
	log := s.logged("He goed.")
	text := string(must(os.ReadFile(log)))
	const advice = ". With the flags, instructions and version that made the run it would be.\n"
	rows := []struct {
		claim, log string
		code       int
		stdout     string
	}{
		{"nothing has changed", text, 0, "The same: 21 events.\n"},
		{"one that was killed", strings.Join(strings.SplitAfter(text, "\n")[:9], ""), 0,
			"The same as far as the log goes: 9 events, unfinished.\n"},
		{"a decision that the reply does not hold", strings.Replace(text, `"thought":"the Spanish of go","calls"`,
			`"thought":"the French of go","calls"`, 1), 3,
			"Not the same: what happens next is something else" + advice +
				"Event 13, decided, differs in decision.thought:\n- \"the French of go\"\n+ \"the Spanish of go\"\n"},
		{"another limit", strings.Replace(text, `"quota_of":"conjugate","calls":6`, `"quota_of":"conjugate","calls":7`, 1), 3,
			"Not the same: the rules are others" + advice +
				"Event 1, run_started, differs in run.rules.3.rule.calls:\n- 7\n+ 6\n"},
		{"a planner that is gone", strings.Replace(text, `"strategy":"react"`, `"strategy":"magic"`, 1), 2, ""},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			code, stdout, stderr := s.exec("runs", "replay", s.file("changed", row.log))
			assert.Equal(t, row.code, code)
			assert.Equal(t, row.stdout, stdout)
			if row.code == 2 {
				assert.Equal(t, "tutor: there is no planner \"magic\"; there is: "+strings.Join(tutor.Planners, ", ")+"\n", stderr)
			}
		})
	}
	t.Run("runs of random and scripted models, too", func(t *testing.T) {
		path := filepath.Join(s.dir, "other")
		for _, args := range [][]string{
			{"--model", "random:1"}, {"--model", "random:2", "--repeats", "redirect", "--steps", "20"},
			{"--model", "random:3", "--no-final-on-last", "--leash", "off"}, {"--model", s.script(lookUp, "hm", went)},
		} {
			s.exec(append(args, "--quiet", "--log", path, "He goed to school.")...)
			_, listed, _ := s.exec("runs", "list", "--json", path)
			code, stdout, stderr := s.exec("runs", "replay", gjson.Get(listed, "id").Str, "--log", path)
			assert.Zero(t, code, "%q: %s%s", args, stdout, stderr)
		}
	})
}
