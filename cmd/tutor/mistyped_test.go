package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAMistypedCommandIsNoSentence(t *testing.T) {
	for _, row := range []struct {
		args []string
		says string // "" is judged
	}{
		{[]string{"bacth"}, "there is no command bacth; did you mean  tutor batch?\nTo have it judged as a sentence:  tutor \"bacth.\""},
		{[]string{"doctr"}, "there is no command doctr; did you mean  tutor doctor?\nTo have it judged as a sentence:  tutor \"doctr.\""},
		{[]string{"modles", "pull"},
			"there is no command modles; did you mean  tutor models?\nTo have it judged as a sentence:  tutor \"modles pull.\""},
		{[]string{"Rule"}, ""},
		{[]string{"bacth."}, ""},
		{[]string{"he goed"}, ""},
		{[]string{"he", "goed"}, ""},
	} {
		code, _, stderr := newStage(t).exec(append([]string{"--model", "rules", "--quiet"}, row.args...)...)
		if row.says == "" {
			assert.Zero(t, code, "%v: %s", row.args, stderr)
			continue
		}
		assert.Equal(t, 2, code)
		assert.Equal(t, "tutor: "+row.says+"\n", stderr)
	}
}

func TestAFlagThatDoesNothingIsRefused(t *testing.T) {
	for _, row := range []struct {
		args []string
		says string
	}{
		{[]string{"eval", "suite", "--log", "x"}, "--log does nothing for tutor eval; leave it out"},
		{[]string{"doctor", "--planner", "plan-act"}, "--planner does nothing for tutor doctor; leave it out"},
		{[]string{"models", "pull", "x", "--trace"}, "--trace does nothing for tutor models pull; leave it out"},
		{[]string{"version", "--steps", "3"}, "--steps does nothing for tutor version; leave it out"},
	} {
		code, stdout, stderr := newStage(t).exec(row.args...)
		assert.Equal(t, 2, code)
		assert.Empty(t, stdout)
		assert.Equal(t, "tutor: "+row.says+"\n", stderr)
	}
	s := newStage(t)
	s.env["TUTOR_MODEL"], s.env["TUTOR_STEPS"] = "rules", "3"
	code, _, stderr := s.exec("rules")
	assert.Zero(t, code, "a variable is for all commands: %s", stderr)
}

func TestAFlagThatDoesNothingBesideTheOthersIsRefused(t *testing.T) {
	s := newStage(t)
	in, suite, out := s.file("in.txt", "He goed.\n"), s.file("suite.jsonl", pairSuite), filepath.Join(s.dir, "out.jsonl")
	s.env["XDG_DATA_HOME"] = s.dir
	log := filepath.Join(s.dir, "log")
	code, _, stderr := s.exec("--model", "rules", "--log", log, "He goed.")
	require.Zero(t, code, stderr)
	id := s.idOf(log, 1)
	const queue = "nats://127.0.0.1:1"
	noServer := func(models string) string {
		return "--host names the servers of models, and none here has one: " + models +
			". Leave it out, or name a model of a server:  --model ollama:NAME"
	}
	idle := func(flag, why string) string { return "--" + flag + " does nothing " + why + "; leave it out" }
	for _, row := range []struct {
		args []string
		says string
	}{
		{[]string{"--model", "rules", "--host", "h", "He go."}, noServer("rules")},
		{[]string{"--model", "tiny", "--escalate", "rules", "--host", "h", "He go."}, noServer("tiny, rules")},
		{[]string{"--model", "rules", "--role", "executor=ollama:x,host=g", "--host", "h", "He go."}, noServer("rules")},
		{[]string{"mcp", "--model", "rules", "--host", "h"}, noServer("rules")},
		{[]string{"work", "--model", "rules", "--host", "h", "--queue", queue}, noServer("rules")},
		{[]string{"batch", in, "-o", out, "--model", "random:1", "--host", "h"}, noServer("random:1")},
		{[]string{"eval", suite, "--models", "rules,tiny", "--host", "h"}, noServer("rules, tiny")},
		{[]string{"--host", "h", "He go."}, noServer("tiny")},
		{[]string{"runs", "resume", id, "--log", log, "--host", "h"}, noServer("rules")},

		{[]string{"--json", "--color", "always", "He go."}, idle("color", "with --json")},
		{[]string{"--gloss", "off", "--spanish", "es", "He go."}, idle("spanish", "with --gloss off")},
		{[]string{"--quiet", "--trace", "He go."}, idle("trace", "with --quiet")},
		{[]string{"--planner", "preflect:react", "--critic", "off", "--plan-errors", "none", "He go."}, idle("plan-errors", "with --critic off")},

		{[]string{"batch", in, "-o", out, "--restart", "--retry-failed"}, idle("retry-failed", "with --restart, which asks again for all")},
		{[]string{"batch", in, "-o", out, "--no-log", "--log", log}, idle("no-log", "with --log")},
		{[]string{"batch", in, "-o", out, "--model", "ollama:x", "--queue", queue, "--host", "h"},
			idle("host", "with --queue, whose workers have their own")},
		{[]string{"batch", in, "-o", out, "--model", "rules", "--queue", queue, "--jobs", "2"},
			idle("jobs", "with --queue, whose workers have their own")},
		{[]string{"eval", suite, "--model", "rules", "--models", "tiny"}, idle("model", "beside --models")},
		{[]string{"eval", suite, "--planner", "react", "--planners", "plan-act"}, idle("planner", "beside --planners")},
		{[]string{"runs", "resume", id, "--log", log, "--text", "no"}, idle("text", "without --reply deny or reject")},
		{[]string{"runs", "resume", id, "--log", log, "--reply", "approve", "--args", "{}"}, idle("args", "without --reply edit")},
		{[]string{"runs", "resume", id, "--log", log, "--reply", "skip", "--output", "1"}, idle("output", "without --reply result")},
	} {
		code, stdout, stderr := s.exec(row.args...)
		assert.Equal(t, 2, code, "%q", row.args)
		assert.Empty(t, stdout, "%q", row.args)
		assert.Equal(t, "tutor: "+row.says+"\n", stderr, "%q", row.args)
	}

	s.env["TUTOR_HOST"], s.env["TUTOR_SPANISH"], s.env["TUTOR_COLOR"], s.env["TUTOR_APPROVE_PLAN"] = "h", "es", "never", "true"
	for _, args := range [][]string{
		{"--model", "rules", "--gloss", "off", "--json", "He go."},
		{"eval", suite, "--models", "rules"},
		{"batch", in, "-o", out, "--model", "rules"},
	} {
		code, _, stderr := s.exec(args...)
		assert.Zero(t, code, "variables are for all commands: %s", stderr)
	}
	delete(s.env, "TUTOR_HOST")
	delete(s.env, "TUTOR_APPROVE_PLAN")
	for _, args := range [][]string{
		{"--model", "rules", "--escalate", "ollama:x", "--host", "127.0.0.1:1", "He go."},
		{"--quiet", "--json", "--trace", "--model", "rules", "He go."},
	} {
		code, _, stderr := s.exec(args...)
		assert.Zero(t, code, "%q: %s", args, stderr)
	}
	_, _, stderr = s.exec("--model", "rules", "--role", "executor=rules,fallback=ollama:x", "--host", "127.0.0.1:1", "He go.")
	assert.NotContains(t, stderr, "--host", "a fallback may ask it")
}

func TestTheNameOfAFileIsNoSentence(t *testing.T) {
	s := newStage(t)
	file := s.file("my essay.txt", "He goed.\n")
	code, _, stderr := s.exec("--model", "rules", "--quiet", file)
	assert.Zero(t, code, "a name with a blank may be a sentence: %s", stderr)
	file = s.file("essay.txt", "He goed.\n")
	code, stdout, stderr := s.exec("--model", "rules", "--quiet", file)
	assert.Equal(t, 2, code)
	assert.Empty(t, stdout)
	assert.Equal(t, "tutor: DIR/essay.txt is a file. To have its sentences corrected:  tutor batch DIR/essay.txt -o OUT\n"+
		"One by one, as text:  tutor < DIR/essay.txt\n", stderr)
	code, _, _ = s.exec("--model", "rules", "--quiet", "nothing.txt")
	assert.Zero(t, code, "what is not a file is judged")
}
