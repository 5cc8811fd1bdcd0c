package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/planner/planerrors"
)

// What critics of these tests say.
const (
	guessed = `{"analysis":"one looked it up","errors":[{"description":"it answers before it has looked",` +
		`"evidence":"run 1 called no tool","how_avoided":"run 2 looked the verb up first","impact":"the form is a guess",` +
		`"type":"unchecked_form"}]}`
	blameless = `{"analysis":"nothing","errors":[]}`
	newOne    = `{"analysis":"unheard of","decision":"new","description":"it answers before it has looked",` +
		`"failure_patterns":[{"plan":"judge by ear","outcome":"a guess"}],"impact":"the form is a guess",` +
		`"success_patterns":[{"plan":"look it up, then judge","outcome":"the form of the table"}],"target":"unchecked_form"}`
	sameOne = `{"analysis":"the same","decision":"merge","description":"","failure_patterns":[],"impact":"",` +
		`"success_patterns":[],"target":"unchecked_form"}`
)

// distill runs a stage from a file to another, both in the folder of the stage.
func (s *stage) distill(name, in, out string, args ...string) (code int, stdout, stderr string) {
	s.t.Helper()
	return s.exec(append([]string{"distill", name, filepath.Join(s.dir, in), "-o", filepath.Join(s.dir, out)}, args...)...)
}

// text returns what a file holds.
func (s *stage) text(name string) string {
	s.t.Helper()
	return string(must(os.ReadFile(filepath.Join(s.dir, name))))
}

// mixed collects runs of a random model, of which some are right, and keeps the two items with both.
func (s *stage) mixed() {
	s.t.Helper()
	s.file("suite.jsonl", pairSuite)
	code, _, stderr := s.distill("collect", "suite.jsonl", "runs.jsonl", "--model", "random:12", "--planner", "plan-act")
	require.Zero(s.t, code, stderr)
	code, _, stderr = s.distill("mixed", "runs.jsonl", "mixed.jsonl")
	require.Zero(s.t, code, stderr)
	require.Equal(s.t, 2, strings.Count(s.text("mixed.jsonl"), "\n"), "of another random model, take another seed")
}

// TestDistill goes from a suite to a library that a critic uses, and keeps what is said on the way in
// docs/distill.md, which -update rewrites.
func TestDistill(t *testing.T) {
	s := newStage(t)
	s.file("suite.jsonl", pairSuite)
	var told strings.Builder
	run := func(name, in, out string, args ...string) {
		code, stdout, stderr := s.distill(name, in, out, args...)
		require.Zero(t, code, stderr)
		assert.Empty(t, stdout)
		command := strings.Join(append([]string{"$ tutor distill", name, in, "-o", out}, args...), " ")
		told.WriteString(strings.ReplaceAll(s.scrub(command)+"\n"+stderr, "DIR/", ""))
	}
	run("collect", "suite.jsonl", "runs.jsonl", "--model", "random:12", "--planner", "plan-act")
	run("mixed", "runs.jsonl", "mixed.jsonl")
	run("diagnose", "mixed.jsonl", "diagnoses.jsonl", "--model", "script:"+s.file("critic", guessed+"\n"+guessed))
	run("aggregate", "diagnoses.jsonl", "merged.jsonl", "--model", "script:"+s.file("critic", newOne+"\n"+sameOne))
	run("review", "merged.jsonl", "review.json")
	s.file("review.json", strings.ReplaceAll(s.text("review.json"), `"keep": null`, `"keep": true`))
	run("finish", "review.json", "library.json", "--name", "mine")
	const path = "../../docs/distill.md"
	page := string(must(os.ReadFile(path)))
	is := replaced(t, page, "```\n$ tutor distill collect", "```\n", strings.TrimPrefix(told.String(), "$ tutor distill collect"))
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(is), 0o644))
	}
	assert.Equal(t, page, is, "rewrite it with: go test ./cmd/tutor -run Distill -update")

	library := filepath.Join(s.dir, "library.json")
	l, err := planerrors.Parse(library, []byte(s.text("library.json")))
	require.NoError(t, err)
	assert.Equal(t, []string{"unchecked_form"}, l.Types())
	assert.Len(t, l.Errors[0].Evidence, 2)

	log := filepath.Join(s.dir, "log.ndjson")
	code, _, stderr := s.exec("--planner", "preflect:plan-act", "--plan-errors", library, "--model", "random:3", "--log", log, "He goed.")
	require.Contains(t, []int{0, 3}, code, stderr)
	assert.Contains(t, s.text("log.ndjson"), `"planner":{"library":{"version":1,"name":"mine"`)
	require.NoError(t, os.Remove(library))
	code, stdout, stderr := s.exec("runs", "replay", s.idOf(log, 1), "--log", log)
	assert.Zero(t, code, stderr)
	assert.Contains(t, stdout, "The same: ", "the run needs its log alone")
}

func TestDistillCountsAsJSON(t *testing.T) {
	s := newStage(t)
	s.file("suite.jsonl", pairSuite)
	rows := []struct {
		name, in, out string
		args          []string
		want          string
	}{
		{"collect", "suite.jsonl", "runs.jsonl", []string{"--model", "random:12", "--planner", "plan-act"},
			`{"stage":"collect","items":4,"runs":12,"solved":2}`},
		{"mixed", "runs.jsonl", "mixed.jsonl", nil, `{"stage":"mixed","kept":2,"dropped":2}`},
		{"diagnose", "mixed.jsonl", "found.jsonl", []string{"--model", "script:" + s.file("critic", guessed+"\n"+blameless)},
			`{"stage":"diagnose","items":2,"errors":1,"unusable":0}`},
		{"aggregate", "found.jsonl", "all.jsonl", []string{"--library", "core", "--model", "script:" + s.file("merges", newOne)},
			`{"stage":"aggregate","new":1,"merged":0,"discarded":0,"unusable":0}`},
		{"review", "all.jsonl", "review.json", []string{"--library", "core"}, `{"stage":"review","entries":4}`},
		{"finish", "review.json", "library.json", []string{"--name", "mine"}, `{"stage":"finish","name":"mine","errors":0}`},
	}
	for _, row := range rows {
		if row.name == "finish" {
			s.file("review.json", strings.ReplaceAll(s.text("review.json"), `"keep": null`, `"keep": false`))
		}
		code, stdout, stderr := s.distill(row.name, row.in, row.out, append(row.args, "--json", "--quiet")...)
		assert.Zero(t, code)
		assert.Equal(t, row.want+"\n", stdout)
		assert.Empty(t, stderr)
	}
	_, _, stderr := s.distill("finish", "review.json", "library.json", "--name", "mine")
	assert.Equal(t, "DIR/library.json: library mine, 0 planning errors\nNothing is kept, so it is of no use to a critic.\n", stderr)
	code, _, stderr := s.exec("--planner", "preflect:react", "--plan-errors", filepath.Join(s.dir, "library.json"), "--model",
		"rules", "He goed.")
	assert.Equal(t, 2, code)
	assert.Contains(t, stderr, `the library "mine" holds no planning error`)
}

// A stage that a model ends early keeps what is done, says how to go on, and does.
func TestDistillGoesOn(t *testing.T) {
	s := newStage(t)
	s.mixed()
	critic := s.file("critic", guessed)
	code, _, stderr := s.distill("diagnose", "mixed.jsonl", "found.jsonl", "--model", "script:"+critic)
	assert.Equal(t, 3, code)
	assert.Equal(t, "tutor: the script holds 1 outputs, and this is request 2: add a line, or see why one more is asked for\n"+
		"What is done is kept. To go on:  tutor distill diagnose DIR/mixed.jsonl -o DIR/found.jsonl --model script:DIR/critic\n", stderr)
	before := s.text("found.jsonl")
	s.file("found.jsonl", before+`{"task":"`) // and killed in the middle of a line
	code, _, stderr = s.distill("diagnose", "mixed.jsonl", "found.jsonl", "--model", "script:"+critic)
	assert.Zero(t, code, stderr)
	assert.True(t, strings.HasPrefix(stderr, "1 of 2 are there already; going on.\nDIR/found.jsonl: 2 items · 2 planning errors found\n"),
		stderr)

	code, _, stderr = s.distill("diagnose", "mixed.jsonl", "unusable.jsonl", "--model", "script:"+s.file("hm", "hm\nhm\n"+blameless))
	assert.Equal(t, 3, code)
	assert.Equal(t, "tutor: no reply could be used: byte 0: got \"h\", want an object (1 time)\n"+
		"To ask again, remove the lines with a \"problem\" from DIR/unusable.jsonl first.\n"+
		"DIR/unusable.jsonl: 2 items · 0 planning errors found\nThere is nothing to learn.\n", stderr)
	_, rest, _ := strings.Cut(s.text("unusable.jsonl"), "\n")
	s.file("unusable.jsonl", rest)
	code, _, stderr = s.distill("diagnose", "mixed.jsonl", "unusable.jsonl", "--model", "script:"+critic)
	assert.Zero(t, code, stderr)
	assert.Contains(t, stderr, "2 items · 1 planning error found")

	code, _, stderr = s.distill("aggregate", "found.jsonl", "all.jsonl", "--model",
		"script:"+s.file("critic", sameOne+"\n"+sameOne+"\n"+newOne))
	assert.Equal(t, 3, code, "a reply that cannot be used costs its error")
	assert.Contains(t, stderr, "tutor: no reply could be used: ")
	assert.Contains(t, stderr,
		"(1 time)\nDIR/all.jsonl: 1 new · 0 merged · 1 discarded\nNext:  tutor distill review DIR/all.jsonl -o DIR/review.json\n")
}

// The first signal ends a stage after its last whole line.
func TestASignalStopsAStage(t *testing.T) {
	s := newStage(t)
	s.mixed()
	signals := make(chan os.Signal, 1)
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else the server would not notice who leaves
		if r.URL.Path != "/v1/chat/completions" {
			_, _ = io.WriteString(w, `{"data":[{"id":"x"}]}`)
			return
		}
		if asked++; asked == 2 {
			signals <- os.Interrupt
			<-r.Context().Done()
			return
		}
		reply := must(json.Marshal(map[string]any{"choices": []any{map[string]any{"delta": map[string]any{"content": guessed},
			"finish_reason": "stop"}}}))
		_, _ = io.WriteString(w, "data: "+string(reply)+"\n\ndata: [DONE]\n\n")
	}))
	defer server.Close()
	args := []string{"distill", "diagnose", filepath.Join(s.dir, "mixed.jsonl"), "-o", filepath.Join(s.dir, "found.jsonl"),
		"--model", "openai:x", "--host", server.URL}
	var out, err bytes.Buffer
	c := cli.NewConsole("tutor", strings.NewReader(""), &out, &err, func(string) string { return "" }, signals)
	assert.Equal(t, 130, run(t.Context(), c, args), err.String())
	assert.Equal(t, "Stopped. To go on:  tutor distill diagnose DIR/mixed.jsonl -o DIR/found.jsonl --model openai:x --host URL\n",
		strings.ReplaceAll(s.scrub(err.String()), server.URL, "URL"))
	assert.Equal(t, 1, strings.Count(s.text("found.jsonl"), "\n"))
	code, _, stderr := s.exec(args...)
	assert.Zero(t, code, stderr)
	assert.Equal(t, 2, strings.Count(s.text("found.jsonl"), "\n"))
	assert.Equal(t, 3, asked)
}

func TestDistillMisuse(t *testing.T) {
	s := newStage(t)
	s.mixed()
	s.file("found.jsonl", `{"task":"p1","analysis":"","errors":[]}`+"\n")
	s.file("all.jsonl", "")
	s.file("letter", "Dear Sir,")
	s.file("review.json", "[\n {\"keep\": null, \"entry\": {\"type\": \"unchecked_form\"}}\n]\n")
	rows := []struct {
		claim string
		args  []string
		want  string
	}{
		{"nothing said", nil,
			"distill wants to be told what to do. It begins with:  tutor distill collect SUITE -o RUNS\nThe rest:  tutor distill -h"},
		{"a slip", []string{"colect"}, "there is no tutor distill colect; did you mean tutor distill collect?"},
		{"something else", []string{"whiskey"}, "there is no tutor distill whiskey; see tutor distill -h"},
		{"no file to write", []string{"mixed", "DIR/runs.jsonl"},
			"distill mixed wants a file to read and one to write:  tutor distill mixed runs.jsonl -o mixed.jsonl"},
		{"standard output", []string{"mixed", "DIR/runs.jsonl", "-o", "-"},
			"distill mixed wants a file to read and one to write:  tutor distill mixed runs.jsonl -o mixed.jsonl"},
		{"a file over itself", []string{"mixed", "DIR/runs.jsonl", "-o", "DIR/runs.jsonl"},
			"DIR/runs.jsonl would be written over itself; name another file with -o"},
		{"a file that is not there", []string{"mixed", "DIR/gone", "-o", "DIR/new"}, "cannot open DIR/gone: no such file or directory"},
		{"another stage's input", []string{"diagnose", "DIR/runs.jsonl", "-o", "DIR/new", "--model", "random:1"},
			"DIR/runs.jsonl, line 1: this is not what mixed writes"},
		{"another stage's output", []string{"aggregate", "DIR/found.jsonl", "-o", "DIR/mixed.jsonl", "--model", "random:1"},
			"DIR/mixed.jsonl, line 1: this is not what aggregate writes; name another file, or remove this one"},
		{"no stage's output", []string{"mixed", "DIR/runs.jsonl", "-o", "DIR/letter"},
			"DIR/letter, line 1: this is not what mixed writes; name another file, or remove this one"},
		{"a model that only corrects", []string{"diagnose", "DIR/mixed.jsonl", "-o", "DIR/new", "--model", "rules"},
			"rules cannot compare runs, it was made for other roles; take a model that follows instructions, such as one of a server"},
		{"a model that is none", []string{"aggregate", "DIR/found.jsonl", "-o", "DIR/new", "--model", "rool"}, ""},
		{"a library that is not there", []string{"aggregate", "DIR/found.jsonl", "-o", "DIR/new", "--model", "random:1",
			"--library", "mine"}, "there is no library of planning errors mine; there is: core, generic, none, or a file that tutor distill makes"},
		{"a library that is none", []string{"review", "DIR/all.jsonl", "-o", "DIR/new", "--library", "DIR/letter"},
			"DIR/letter: invalid character 'D' looking for beginning of value"},
		{"a review that is there", []string{"review", "DIR/all.jsonl", "-o", "DIR/review.json"},
			"DIR/review.json is there already, and what a person wrote in it would be lost; name another file, or remove this one"},
		{"no word", []string{"finish", "DIR/review.json", "-o", "DIR/new", "--name", "mine"},
			"DIR/review.json: entry 1 (unchecked_form): keep is null; say true or false"},
		{"no name", []string{"finish", "DIR/review.json", "-o", "DIR/new"},
			"a library wants a name:  tutor distill finish DIR/review.json -o DIR/new --quiet --name mine"},
		{"a library over something else", []string{"finish", "DIR/all.jsonl", "-o", "DIR/letter", "--name", "mine"}, "DIR/all.jsonl: EOF"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			args := []string{"distill"}
			for _, a := range row.args {
				args = append(args, strings.ReplaceAll(a, "DIR", s.dir))
			}
			code, stdout, stderr := s.exec(append(args, "--quiet")...)
			assert.Equal(t, 2, code)
			assert.Empty(t, stdout)
			if row.want != "" {
				assert.Equal(t, "tutor: "+row.want+"\n", stderr)
			}
			assert.NoFileExists(t, filepath.Join(s.dir, "new"))
			assert.Equal(t, "Dear Sir,", s.text("letter"))
		})
	}
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
