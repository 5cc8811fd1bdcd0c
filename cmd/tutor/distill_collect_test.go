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

// runsOf returns "id run ok" of each line of a file of runs.
func (s *stage) runsOf(name string) (list []string) {
	for line := range strings.Lines(s.text(name)) {
		list = append(list, gjson.Get(line, "task").Str+" "+gjson.Get(line, "run").Raw+" "+gjson.Get(line, "ok").Raw)
	}
	return list
}

// The suite judges, to the letter where it has contracts, and a run that did not end solved nothing.
func TestCollectJudgesAsTheSuiteDoes(t *testing.T) {
	s := newStage(t)
	s.file("pairs.jsonl", pairSuite)
	s.file("contract.jsonl", contractSuite)
	code, _, stderr := s.distill("collect", "pairs.jsonl", "pairs.runs", "--runs", "1", "--model", "rules", "--planner", "plan-act")
	assert.Zero(t, code)
	assert.Equal(t, []string{"p1 1 true", "p2 1 false", "p3 1 true", "p4 1 true"}, s.runsOf("pairs.runs"))
	assert.Equal(t, "DIR/pairs.runs: 4 runs of 4 items · 3 solved\nNext:  tutor distill mixed DIR/pairs.runs -o DIR/mixed.jsonl\n", stderr)
	code, _, stderr = s.distill("collect", "contract.jsonl", "contract.runs", "--runs", "1", "--model", "rules")
	assert.Zero(t, code)
	assert.Equal(t, []string{"c0001 1 true", "c0002 1 true"}, s.runsOf("contract.runs"))
	assert.Contains(t, stderr, "react makes no plans to learn from; others do, such as --planner plan-act.\n")

	looks := s.script(lookUp, lookUp) // the same twice: it ends, and changes nothing
	code, _, _ = s.distill("collect", "pairs.jsonl", "looks.runs", "--runs", "1", "--repeats", "halt", "--model", looks)
	assert.Zero(t, code)
	assert.Contains(t, s.runsOf("looks.runs"), "p3 1 false")
	_, _, stderr = s.distill("mixed", "pairs.runs", "mixed")
	assert.Equal(t, "DIR/mixed: 0 items kept · 4 dropped, solved in all runs or in none\n"+
		"There is nothing to compare. More runs, or another model, may give some of each:  tutor distill collect -h\n", stderr)
}

func TestCollectGoesOn(t *testing.T) {
	s := newStage(t)
	s.file("suite.jsonl", pairSuite)
	collect := func(args ...string) (int, string) {
		code, _, stderr := s.distill("collect", "suite.jsonl", "runs.jsonl", append([]string{"--planner", "plan-act"}, args...)...)
		return code, stderr
	}
	code, stderr := collect("--model", "random:1")
	require.Zero(t, code, stderr)
	whole := s.text("runs.jsonl")
	assert.Equal(t, 12, strings.Count(whole, "\n"))
	var ids []string
	for line := range strings.Lines(whole) {
		events := string(must(os.ReadFile(gjson.Get(line, "log").Str)))
		ids = append(ids, gjson.Get(events, "run.id").Str)
		assert.Equal(t, gjson.Get(line, "run").Raw, gjson.Get(events, "run.config.seed").Raw, "each run has another seed")
		assert.InDelta(t, 0.7, gjson.Get(events, "run.config.temperature").Num, 0)
	}
	assert.NotEqual(t, ids[0], ids[1])

	s.cut(filepath.Join(s.dir, "runs.jsonl"), 5, 17)
	code, stderr = collect("--model", "random:1")
	assert.Zero(t, code)
	assert.True(t, strings.HasPrefix(stderr, "5 of 12 are there already; going on.\nDIR/runs.jsonl: 12 runs of 4 items"), stderr)
	again := s.text("runs.jsonl")
	assert.Equal(t, whole, strings.ReplaceAll(again, ".1.ndjson", ".ndjson"), "the same runs, whose logs are not written over")
	code, stderr = collect("--model", "random:1", "--runs", "4")
	assert.Zero(t, code)
	assert.Contains(t, stderr, "12 of 16 are there already; going on.")

	short := s.file("short", lookUp)
	s.env["TUTOR_LEASH"] = "enum"
	code, _, stderr = s.distill("collect", "suite.jsonl", "short.jsonl", "--model", "script:"+short, "--quiet")
	assert.Equal(t, 3, code, "a model that cannot be had is no fault of a plan")
	assert.Contains(t, stderr, "What is done is kept. To go on:  tutor distill collect DIR/suite.jsonl")
	assert.NoFileExists(t, filepath.Join(s.dir, "short.jsonl"))
}

func TestCollectKeepsTheEvaluationOut(t *testing.T) {
	s := newStage(t)
	s.file("suite.jsonl", pairSuite)
	s.file("ids", "x1\n p3 \n")
	s.file("other.jsonl", `{"id":"o1","suite":"other","input":"the  dogs barks.","accept":[],"clean":false,"detect_only":true,"note":""}`+"\n")
	s.file("apart.jsonl", `{"id":"a1","suite":"apart","input":"A dog bark.","accept":[],"clean":false,"detect_only":true,"note":""}`+"\n")
	const measured = " is in the evaluation list; what is learned from it could not be measured\n"
	for _, row := range []struct{ claim, file, want string }{
		{"the suite itself", "suite.jsonl", "tutor: the task p1" + measured},
		{"an id of a list", "ids", "tutor: the task p3" + measured},
		{"the same sentence under another id", "other.jsonl", "tutor: the task p4" + measured},
		{"a file that is not there", "gone", "tutor: cannot read DIR/gone: no such file or directory\n"},
		{"another suite", "apart.jsonl", ""},
	} {
		t.Run(row.claim, func(t *testing.T) {
			code, _, stderr := s.distill("collect", "suite.jsonl", "runs.jsonl", "--runs", "1", "--model", "rules", "--quiet",
				"--evaluation", filepath.Join(s.dir, row.file))
			assert.Equal(t, row.want, stderr)
			assert.Equal(t, row.want == "", code == 0)
		})
	}
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "both"), 0o700))
	s.file("both/a.jsonl", pairSuite)
	s.file("both/b.jsonl", pairSuite)
	code, _, stderr := s.distill("collect", "both", "runs.jsonl", "--model", "rules", "--quiet")
	assert.Equal(t, 2, code)
	assert.Equal(t, "tutor: there are two items with the id p1 in DIR/both; collect suite by suite\n", stderr)
}

// Runs that were logged anywhere are judged as new ones are.
func TestCollectFromLogs(t *testing.T) {
	s := newStage(t)
	s.file("suite.jsonl", pairSuite)
	log := s.logged("He goed home.", "A cat barks.", "The dogs barks.")
	for _, sentence := range []string{"He goed home.", "He went home."} {
		_, _, _ = s.exec("--quiet", "--model", "random:2", "--steps", "1", "--log", log, sentence)
	}
	whole := s.text("log.ndjson")
	begun := strings.Join(strings.SplitAfter(whole, "\n")[:3], "")
	text := whole + begun // and killed
	s.file("log.ndjson", text)
	code, _, stderr := s.distill("collect", "suite.jsonl", "runs.jsonl", "--from", log)
	require.Zero(t, code, stderr)
	assert.True(t, strings.HasPrefix(stderr,
		"4 of 6 runs are of sentences in suite.jsonl and have ended.\nDIR/runs.jsonl: 4 runs of 3 items · 3 solved\n"), stderr)
	assert.Equal(t, []string{"p1 1 true", "p1 2 false", "p3 1 true", "p4 1 true"}, s.runsOf("runs.jsonl"))
	assert.Equal(t, text, s.text("log.ndjson"))
	for line := range strings.Lines(s.text("runs.jsonl")) {
		copied := string(must(os.ReadFile(gjson.Get(line, "log").Str)))
		assert.Contains(t, text, copied, "a part of the log")
		assert.Equal(t, 1, strings.Count(copied, `"kind":"run_started"`))
	}
	_, _, stderr = s.distill("mixed", "runs.jsonl", "mixed.jsonl")
	assert.Contains(t, stderr, "1 item kept · 2 dropped")

	for _, row := range []struct {
		claim, log string
		args       []string
		want       string
	}{
		{"no run of a sentence of the suite", s.file("none", ""), nil, "no run in DIR/none is of a sentence in suite.jsonl and has ended"},
		{"a log that is damaged", s.file("damaged", "oh\n"), nil,
			"cannot read all of DIR/damaged: line 1: invalid character 'o' looking for beginning of value"},
		{"a number of runs", log, []string{"--runs", "2"}, "--runs does nothing with --from, which takes the runs that there are; leave it out"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			code, _, stderr := s.distill("collect", "suite.jsonl", "more.jsonl", append(row.args, "--from", row.log)...)
			assert.Equal(t, 2, code)
			assert.Equal(t, "tutor: "+row.want+"\n", stderr)
		})
	}
}
