package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/mcp"
	"github.com/shortleash/shortleash/tools"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A shop is a server of tools: count_part only reads, and order_part changes the stock.
type shop struct {
	url   string
	stock map[string]int
	slow  chan struct{} // count_part waits for it; nil: it does not
}

func openShop(t testing.TB) *shop {
	t.Helper()
	s := &shop{stock: map[string]int{"bolt": 20, "nut": 5}}
	type count struct {
		Part string `json:"part" jsonschema:"maxLength=10"`
	}
	type order struct {
		Number int    `json:"number" jsonschema:"minimum=1,maximum=500"`
		Part   string `json:"part" jsonschema:"maxLength=10"`
	}
	countPart := tools.Must(tools.New("count_part", "how many of a part are in stock",
		func(_ context.Context, in count) (map[string]int, error) {
			if s.slow != nil {
				<-s.slow
			}
			n, ok := s.stock[in.Part]
			if !ok {
				return nil, tools.NotFound("there is no such part")
			}
			return map[string]int{"count": n}, nil
		}, tools.Options{Idempotent: true}))
	orderPart := tools.Must(tools.New("order_part", "orders a number of a part",
		func(_ context.Context, in order) (map[string]int, error) {
			s.stock[in.Part] += in.Number
			return map[string]int{"count": s.stock[in.Part]}, nil
		}, tools.Options{}))
	r, err := tools.NewRegistry(countPart, orderPart)
	require.NoError(t, err)
	server, err := mcp.NewServer(mcp.Offer{Name: "shop", Version: "1", Tools: r, ReadOnly: []string{"count_part"}})
	require.NoError(t, err)
	listener := httptest.NewServer(server.Handler())
	t.Cleanup(listener.Close)
	s.url = listener.URL
	return s
}

// file writes a file for one test.
func file(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// script writes the replies of a model.
func script(t testing.TB, replies ...string) string {
	return "script:" + file(t, "script", strings.Join(replies, "\n")+"\n")
}

const (
	countBolts = `{"thought":"count first","tool":"count_part","tool_args":{"part":"bolt"}}`
	orderBolts = `{"thought":"80 are missing","tool":"order_part","tool_args":{"number":80,"part":"bolt"}}`
	answered   = `{"thought":"done","tool":"final_answer","tool_args":{"rests_on":"results","text":"There are 100 bolts."}}`
	unseen     = `{"thought":"done","tool":"final_answer","tool_args":{"rests_on":"task","text":"There are 100 bolts."}}`
)

// app runs the program and returns what it wrote, and its code.
func app(t testing.TB, args ...string) (out, said string, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	home := t.TempDir()
	code = exec(t.Context(), args, strings.NewReader(""), &stdout, &stderr, func(name string) string {
		if name == "HOME" {
			return home
		}
		return ""
	})
	return stdout.String(), stderr.String(), code
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

func TestHelpIsAsItWas(t *testing.T) {
	for name, args := range map[string][]string{"help.golden": {"-h"}, "help_run.golden": {"run", "-h"},
		"help_runs.golden": {"runs", "-h"}, "help_eval.golden": {"eval", "-h"}} {
		out, _, code := app(t, args...)
		assert.Zero(t, code)
		golden(t, name, out)
	}
}

func TestARun(t *testing.T) {
	s := openShop(t)
	out, said, code := app(t, "run", "--mcp", s.url, "--yes", "--model", script(t, countBolts, orderBolts, answered), "Make",
		"sure", "that there are 100 bolts.")
	assert.Zero(t, code, said)
	assert.Equal(t, "There are 100 bolts.\n", out)
	assert.Equal(t, 100, s.stock["bolt"])
	said = regexp.MustCompile(`\d+ tokens?, \d+(\.\d+)?m?s`).ReplaceAllString(said, "N tokens, TIME")
	golden(t, "run.golden", said)
}

func TestACallThatMayChangeSomethingWaitsForAPerson(t *testing.T) {
	s := openShop(t)
	model, log := script(t, countBolts, orderBolts, answered), filepath.Join(t.TempDir(), "log.ndjson")
	out, said, code := app(t, "run", "--mcp", s.url, "--model", model, "--log", log, "Order.")
	assert.Equal(t, 3, code)
	assert.Empty(t, out)
	assert.Contains(t, said, "shortleash: paused (tool): ")
	assert.Equal(t, 20, s.stock["bolt"], "nothing was ordered")

	waits := said
	list, said, code := app(t, "runs", "list", log)
	require.Zero(t, code, said)
	id := strings.Fields(strings.Split(list, "\n")[1])[0]
	assert.Contains(t, waits, "To go on:  shortleash runs resume "+id+" --log "+log+" --model "+model+" --mcp "+s.url+" --reply approve\n")
	out, said, code = app(t, "runs", "resume", id, "--log", log, "--mcp", s.url, "--model", model, "--reply", "approve", "--json")
	assert.Zero(t, code, said)
	assert.Equal(t, "There are 100 bolts.", gjson.Get(out, "answer.text").Str)
	assert.Equal(t, id, gjson.Get(out, "run").Str)
	assert.Equal(t, 100, s.stock["bolt"])

	out, said, code = app(t, "runs", "replay", id, "--log", log, "--mcp", s.url)
	assert.Zero(t, code, said)
	assert.Contains(t, out, "The same: ")
	_, said, code = app(t, "runs", "replay", id, "--log", log)
	assert.Equal(t, 3, code, "without the tools it would be another run: %s", said)
}

func TestARunIsOneObjectOfJSON(t *testing.T) {
	s := openShop(t)
	schema := file(t, "answer.json",
		`{"type":"object","properties":{"bolts":{"type":"integer","minimum":0,"maximum":1000},"note":{"type":"string",`+
			`"maxLength":20}},"required":["bolts"]}`)
	out, said, code := app(t, "run", "--json", "--quiet", "--mcp", s.url, "--answer", schema,
		"--model", script(t, countBolts, `{"thought":"","tool":"final_answer","tool_args":{"bolts":20,"note":null}}`), "How many bolts?")
	assert.Zero(t, code, said)
	assert.Empty(t, said)
	assert.Regexp(
		t, `^\{"run":"[^"]+","task":"How many bolts\?","outcome":"final","reason":"answered","answer":\{"bolts":20,`+
			`"note":null\},"steps":2,"tool_calls":1,"tokens":\d+,"elapsed_ms":\d+\}\n$`, out)
}

// A run has one name: what prints it, what lists it, and its own log say the same, and each of them finds it.
func TestARunHasOneName(t *testing.T) {
	s := openShop(t)
	log := filepath.Join(t.TempDir(), "log.ndjson")
	out, said, code := app(t, "run", "--json", "--log", log, "--mcp", s.url, "--model", script(t, countBolts, answered), "How many bolts?")
	require.Zero(t, code, said)
	id := gjson.Get(out, "run").Str
	list, _, _ := app(t, "runs", "list", log)
	assert.Equal(t, id, strings.Fields(strings.Split(list, "\n")[1])[0])
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	inLog := gjson.Get(lines[len(lines)-1], "result.run").Str
	require.NotEmpty(t, inLog)
	for _, name := range []string{id, inLog} {
		out, said, code = app(t, "runs", "show", name, "--log", log)
		assert.Zero(t, code, said)
		assert.Contains(t, out, "How many bolts?")
	}
	out, _, _ = app(t, "run", "--json", "--events", "--mcp", s.url, "--model", script(t, countBolts, answered), "How many bolts?")
	assert.Contains(t, out, `{"run":"`)
}

// What preflect goes without stands in the log; who goes on with a run says nothing of it.
func TestPartsOfPreflectAreSwitchedOff(t *testing.T) {
	s := openShop(t)
	_, said, code := app(t, "run", "--mcp", s.url, "--model", "random:1", "--critic", "off", "Go.")
	assert.Equal(t, 2, code)
	assert.Equal(
		t, "shortleash: --critic is for the critic of preflect; with --planner react there is none. Add --planner preflect:react\n", said)
	log := filepath.Join(t.TempDir(), "log.ndjson")
	_, said, code = app(t, "run", "--mcp", s.url, "--model", "random:1", "--planner", "preflect:plan-act", "--critic", "checks",
		"--no-replan", "--plan-errors", "generic",
		"--yes", "--quiet", "--log", log, "Go.")
	assert.Contains(t, []int{0, 3}, code, said)
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	first, _, _ := strings.Cut(string(text), "\n")
	assert.Equal(t, `{"no_replan":true,"critic":"checks"}`, gjson.Get(first, "run.planner.ablation").Raw)
	assert.Equal(t, "generic", gjson.Get(first, "run.planner.library.name").Str)
	list, _, _ := app(t, "runs", "list", log)
	id := strings.Fields(strings.Split(list, "\n")[1])[0]
	out, said, code := app(t, "runs", "replay", id, "--log", log, "--mcp", s.url, "--yes")
	assert.Zero(t, code, said)
	assert.Contains(t, out, "The same: ")
	_, said, code = app(t, "eval", "../../testdata/tasks", "--sample", "4", "--models", "random:1", "--planners",
		"react,plan-act", "--critic", "off")
	assert.Equal(t, 2, code, said)
}

func TestRules(t *testing.T) {
	const usual = "require = ['count_part']\ntrust = ['order_part']\n[domain.count_part]\npart = ['bolt']\n[quota]\n" +
		"order_part = 1\n[prerequisite]\norder_part = 'count_part'\n"
	s := openShop(t)
	nuts := strings.ReplaceAll(countBolts, "bolt", "nut")
	for _, row := range []struct {
		claim, rules string
		replies      []string
		code         int
		says         string
	}{
		{"the right way is allowed", usual, []string{countBolts, orderBolts, answered}, 0, "final_answer"},
		{"no answer before a count", usual, []string{answered}, 3, "removed by require: final_answer"},
		{"no order before a count", usual, []string{orderBolts}, 3, "removed by prerequisite: order_part"},
		{"only bolts", usual, []string{nuts}, 3, "narrowed by domain: count_part"},
		{"only what was shown", "[shown.count_part]\npart = ''", []string{countBolts}, 3, `want one of "Go", "Go."`},
		{"only what has the form", "[shown.count_part]\npart = '^[A-Z]'",
			[]string{strings.ReplaceAll(countBolts, "bolt", "Go"), unseen}, 0, "narrowed by domain: count_part"},
		{"a form that is none", "[shown.count_part]\npart = '('", []string{answered}, 2, "shown.count_part.part: error parsing regexp"},
		{"one order", usual, []string{countBolts, orderBolts, orderBolts}, 3, "removed by quota: order_part"},
		{"what is forbidden is never called", "forbid = ['order_part']", []string{orderBolts}, 3, "removed by forbid: order_part"},
		{"all that is forbidden is one line", "forbid = ['order_part', 'count_part']", []string{unseen}, 0,
			"removed by forbid: count_part, order_part\n"},
		{"a forbidden tool that is not there", "forbid = ['order_parts']", []string{answered}, 2,
			`the rule forbid: there is no tool "order_parts"`},
		{"a person can be asked of what only reads", "approve = ['count_part']", []string{countBolts}, 3, "paused (tool)"},
		{"a rule that is not there", "requires = ['count_part']", []string{answered}, 2,
			`there is no rule "requires"; there is: require, forbid, approve, trust, quota, prerequisite, domain, shown. Did you mean require?`},
		{"a tool that is not there", "require = ['count_parts']", []string{answered}, 2,
			`there is no tool "count_parts"; there are: count_part, order_part`},
		{"one that is trusted", "trust = ['order']", []string{answered}, 2, `there is no tool "order"`},
		{"an argument that is not there", "[domain.count_part]\nparts = ['bolt']", []string{answered}, 2,
			`count_part has no argument "parts"; it has: part`},
		{"a quota that is not a number", "[quota]\norder_part = 'one'", []string{answered}, 2, "rules.toml"},
		{"no TOML", "[", []string{answered}, 2, "rules.toml, line 1"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			s.stock["bolt"] = 20
			_, said, code := app(t, "run", "--mcp", s.url, "--rules", file(t, "rules.toml", row.rules), "--model", script(t, row.replies...), "Go.")
			assert.Equal(t, row.code, code, said)
			assert.Contains(t, said, row.says)
		})
	}
}

// repeated is the thought that a model goes on with after a repeat.
const repeated = "that was done, and its result stands above"

// A run that a bound has cut says which flag sets it.
func TestABoundIsNamedWithItsFlag(t *testing.T) {
	s := openShop(t)
	var again []string // a pattern that occurs twice, three times
	for _, number := range []string{"80", "81", "82"} {
		order := strings.Replace(orderBolts, `:80,`, ":"+number+",", 1)
		again = append(again, slices.Repeat([]string{order, strings.Replace(order, "bolt", "nut", 1)}, 2)...)
		again = append(again, strings.NewReplacer("count first", repeated, "bolt", "screw"+number).Replace(countBolts))
	}
	again[len(again)-1] = strings.Replace(answered, "done", repeated, 1)
	for _, row := range []struct {
		claim   string
		flags   []string
		replies []string
		code    int
		says    string
	}{
		{"steps, cut", []string{"--steps", "1", "--no-final-on-last"}, []string{countBolts, countBolts}, 3,
			"budget exhausted (steps); --steps sets this bound"},
		{"steps, forced", []string{"--steps", "2"}, []string{countBolts, answered}, 0,
			"answered because it had to (steps; --steps sets this bound)"},
		{"repeats, cut", []string{"--repeats", "halt"}, []string{countBolts, countBolts}, 3,
			"duplicate action (duplicate); --repeats sets this bound"},
		{"repeats, forced", []string{"--yes", "--steps", "20"}, again, 0,
			"answered because it had to (the same calls were made again and again; --repeats sets this bound)"},
		{"requests", []string{"--model-calls", "3"}, []string{countBolts, answered}, 0,
			"answered because it had to (requests to the model; --model-calls sets this bound)"},
		{"tokens", []string{"--tokens", "1"}, []string{countBolts}, 3, "--tokens sets this bound"},
		{"time", []string{"--timeout", "1ns"}, []string{countBolts}, 3, "--timeout sets this bound"},
		{"none", nil, []string{countBolts, answered}, 0, "2 steps, 1 call"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			_, said, code := app(t, append([]string{"run", "--mcp", s.url, "--model", script(t, row.replies...)}, append(row.flags, "Go.")...)...)
			assert.Equal(t, row.code, code, said)
			assert.Contains(t, said, row.says)
			assert.Equal(t, row.says != "2 steps, 1 call", strings.Contains(said, "sets this bound"), said)
		})
	}
}

// Whatever a model does, a run ends, and rules hold.
func TestARandomModelKeepsTheRules(t *testing.T) {
	s := openShop(t)
	rules := file(t, "rules.toml", "[quota]\norder_part = 1\n[domain.order_part]\npart = ['bolt']\n")
	for _, seed := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
		s.stock = map[string]int{"bolt": 20, "nut": 5}
		_, said, code := app(t, "run", "--quiet", "--yes", "--mcp", s.url, "--rules", rules, "--model", "random:"+seed, "Go.")
		assert.Contains(t, []int{0, 3}, code, said)
		assert.LessOrEqual(t, s.stock["bolt"], 520)
		assert.Equal(t, 5, s.stock["nut"])
	}
}

func TestTools(t *testing.T) {
	s := openShop(t)
	out, said, code := app(t, "tools", "--mcp", s.url, "--rules", file(t, "rules.toml", "trust = ['order_part']"))
	assert.Zero(t, code, said)
	golden(t, "tools.golden", out)
	out, _, code = app(t, "tools", "--mcp", s.url, "--json")
	assert.Zero(t, code)
	assert.Contains(t, out,
		`{"name":"count_part","server":"shop","original":"count_part","description":"how many of a part are in stock","schema":{"type":"object"`)
}

// The configuration file can name several servers: as a list, or as a table with a name for each.
func TestServersOfTheConfigurationFile(t *testing.T) {
	one, two := openShop(t), openShop(t)
	for claim, row := range map[string]struct {
		config string
		args   []string
		code   int
		want   string
	}{
		"a text":            {"mcp = '" + one.url + "'", nil, 0, `"name":"count_part"`},
		"a list":            {"mcp = ['" + one.url + "', '" + two.url + "']", nil, 0, `"name":"shop_count_part_2"`},
		"a table":           {"[mcp]\nhere = '" + one.url + "'\nthere = '" + two.url + "'", nil, 0, `"name":"shop_count_part_2"`},
		"a flag goes first": {"[mcp]\nhere = 'no-such-program'", []string{"--mcp", one.url}, 0, `"name":"count_part"`},
		"a table in a table": {"[mcp.here]\nurl = '" + one.url + "'", nil, 2,
			"config.toml, line 1: mcp wants texts: one, a list, or a table with a name for each"},
		"a number":              {"mcp = [1]", nil, 2, "mcp wants texts"},
		"one that is not there": {"[mcp]\na = '" + one.url + "'\nb = 'no-such-program'", nil, 2, "cannot use the server no-such-program"},
	} {
		t.Run(claim, func(t *testing.T) {
			home := t.TempDir()
			folder := filepath.Join(home, ".config", "shortleash")
			require.NoError(t, os.MkdirAll(folder, 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(folder, "config.toml"), []byte(row.config+"\n"), 0o600))
			var stdout, stderr bytes.Buffer
			code := exec(t.Context(), append([]string{"tools", "--json"}, row.args...), strings.NewReader(""), &stdout, &stderr,
				func(name string) string {
					return map[string]string{"HOME": home}[name]
				})
			assert.Equal(t, row.code, code, stderr.String())
			assert.Contains(t, stdout.String()+stderr.String(), row.want)
		})
	}
}

func TestMask(t *testing.T) {
	schema := file(t, "schema.json",
		`{"type":"object","properties":{"n":{"type":"integer","minimum":10,"maximum":12},"part":{"enum":["bolt","nut"]}},`+
			`"required":["n"],"additionalProperties":false}`)
	for _, row := range []struct {
		claim, prefix string
		code          int
		want          string
	}{
		{"nothing yet", "", 0, "at:        the root\nmay end:   no\nnext:"},
		{"what must follow", `{"n":1`, 0, "at:        /n\nmay end:   no\nnext:      '0'…'2'\nshortest:  0}\n"},
		{"a whole document", `{"n":10}`, 0, "may end:   yes"},
		{"what is refused", `{"n":9`, 3, `refused:   /n: byte 5: got "9"`},
	} {
		out, said, code := app(t, "mask", schema, row.prefix)
		assert.Equal(t, row.code, code, said)
		assert.Contains(t, out, row.want, row.claim)
	}
	out, _, code := app(t, "mask", "--json", schema, `{"n":10`)
	assert.Zero(t, code)
	assert.Contains(t, out, `{"legal_bytes":7,"complete":false,"pointer":"/n","next":[`)
}

func TestMisuse(t *testing.T) {
	for _, row := range []struct {
		claim string
		args  []string
		want  string
	}{
		{"nothing to do", nil, "no command and no task. Try:  shortleash chat"},
		{"a command that is not there", []string{"rn"}, "did you mean shortleash run?"},
		{"an empty task", []string{"run"}, "the task is empty"},
		{"a server that is not there", []string{"run", "--model", "random:1", "--mcp", "no-such-program", "x"},
			"shortleash: cannot use the server no-such-program: cannot start no-such-program"},
		{"no server", []string{"run", "--model", "random:1", "--mcp", "A=1", "x"}, "--mcp wants the command of a server"},
		{"an open quotation mark", []string{"run", "--model", "random:1", "--mcp", "x 'y", "x"}, "a quotation mark is open"},
		{"an answer that is not a schema", []string{"run", "--model", "random:1", "--answer", file(t, "a.json", "[]"), "x"},
			"it is not a JSON object"},
		{"a schema that is not there", []string{"mask", "/nowhere"}, "cannot read /nowhere"},
		{"a schema without an end", []string{"mask", "/dev/zero"}, "cannot read /dev/zero: it has more than 1 MB"},
		{"tasks without an end", []string{"eval", "/dev/zero"}, "cannot read /dev/zero: it has more than 100 MB"},
		{"an answer without an end", []string{"run", "--model", "random:1", "--answer", "/dev/zero", "task"},
			"cannot read /dev/zero: it has more than 1 MB"},
		{"a schema that cannot be compiled", []string{"mask", file(t, "s.json", `{"type":"strin"}`)}, "type"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			_, said, code := app(t, row.args...)
			assert.Equal(t, 2, code)
			assert.Contains(t, said, row.want)
		})
	}
}

// endless is a stream without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestATaskHasAnEnd(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := exec(t.Context(), []string{"run", "--model", "random:1"}, endless{}, &stdout, &stderr, func(string) string { return "" })
	assert.Equal(t, 2, code)
	assert.Equal(t, "shortleash: cannot read standard input: it has more than 1 MB\n", stderr.String())
}

func TestWithoutAModelItSaysWhatToInstall(t *testing.T) {
	_, said, code := app(t, "run", "--host", "127.0.0.1:1", "x")
	assert.Equal(t, 2, code)
	assert.Equal(t, 3, strings.Count(said, "\n"), said)
	assert.Contains(t, said, "ollama pull")
	assert.Contains(t, said, "--model openai:NAME")
}

func TestVersion(t *testing.T) {
	out, _, code := app(t, "--version")
	assert.Zero(t, code)
	assert.True(t, strings.HasPrefix(out, "shortleash "), out)
}

// At a terminal a person answers; the test stands in for it.
func TestAPersonAnswersAtTheTerminal(t *testing.T) {
	s := openShop(t)
	var stdout, stderr bytes.Buffer
	c := cli.NewConsole("shortleash", strings.NewReader("aprove\ny\n"), &stdout, &stderr, func(string) string { return "" }, nil)
	c.InTerminal = true
	code := c.Run(t.Context(), rootCommand(c), []string{"run", "--mcp", s.url, "--model",
		script(t, countBolts, orderBolts, answered), "Order."})
	assert.Zero(t, code, stderr.String())
	assert.Equal(t, 100, s.stock["bolt"])
	assert.Contains(t, stderr.String(), `"aprove" is no answer to this; did you mean approve?`)
	assert.Contains(t, stderr.String(), "Answer with y | a (always) | n REASON | edit ARGUMENTS.")
}

// editor writes an editor that puts text into the file that it is given, one after the other of texts.
func editor(t *testing.T, texts ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i, text := range texts {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i+1)), []byte(text), 0o600))
	}
	path := filepath.Join(dir, "editor")
	require.NoError(t, os.WriteFile(path, []byte(`#!/bin/sh
cd "`+dir+`" || exit 1
n=$(($(cat n 2>/dev/null || echo 0) + 1)); echo $n > n
cp "$1" seen$n
[ ! -e $n ] || cp $n "$1"
`), 0o700))
	return path
}

const (
	planCount   = `{"facts":"","steps":[{"depends_on":[],"description":"count the bolts","expected":"","tool":"count_part"}]}`
	countedStep = `{"thought":"","tool":"step_done","tool_args":{"evidence":["c1"],"output":"there are 20 bolts"}}`
)

// A person looks at a plan before it is carried out; the test stands in for the terminal and the editor.
func TestAPersonApprovesAPlan(t *testing.T) {
	const edited = `{"facts":"","steps":[{"id":"s1","description":"count the bolts twice","depends_on":[],"tool":"count_part"}]}`
	for _, row := range []struct {
		claim, typed string
		editor       []string
		replies      []string
		code         int
		says         []string
		plan         string // in the log, of the first plan step
	}{
		{"yes", "y\n", nil, []string{planCount, countBolts, countedStep, answered}, 0,
			[]string{"may plan 1 be carried out?", "Answer with y | n REASON | edit."}, "count the bolts"},
		{"another one", "n count nuts too\nyes\n", nil,
			[]string{planCount, strings.ReplaceAll(planCount, "bolts", "bolts and nuts"), countBolts, countedStep, answered}, 0,
			[]string{"because: sent back by a person: count nuts too"}, "count the bolts and nuts"},
		{"an edited one", "edit\n", []string{edited}, []string{planCount, countBolts, countedStep, answered}, 0,
			[]string{"count the bolts twice"}, "count the bolts twice"},
		{"what does not fit is asked again", "edit\nedit\n",
			[]string{strings.ReplaceAll(edited, "count_part", "count_parts"), edited}, []string{planCount, countBolts, countedStep, answered}, 0,
			[]string{`s1 names the tool "count_parts", and there is only: count_part, order_part`}, "count the bolts twice"},
		{"what is not a plan is asked again", "edit\ny\n", []string{"{"}, []string{planCount, countBolts, countedStep, answered}, 0,
			[]string{"it is not {"}, "count the bolts"},
		{"an empty file changes nothing", "edit\ny\n", []string{"# nothing\n"},
			[]string{planCount, countBolts, countedStep, answered}, 0, []string{"the file is empty; nothing was changed"}, "count the bolts"},
		{"a mistyped word is asked again", "aprove\ny\n", nil, []string{planCount, countBolts, countedStep, answered}, 0,
			[]string{`"aprove" is no answer to this; did you mean approve?`}, "count the bolts"},
		{"other words send it back", "count the nuts\ny\n", nil, []string{planCount, planCount, countBolts, countedStep, answered},
			0, []string{"sent back by a person: count the nuts"}, "count the bolts"},
		{"nobody answers", "", nil, []string{planCount, planCount, planCount}, 3,
			[]string{"sent back by a person: no one answered", "could not plan (rejected)"}, ""},
	} {
		t.Run(row.claim, func(t *testing.T) {
			s := openShop(t)
			log := filepath.Join(t.TempDir(), "log")
			edit := editor(t, row.editor...)
			var stdout, stderr bytes.Buffer
			c := cli.NewConsole("shortleash", strings.NewReader(row.typed), &stdout, &stderr,
				func(name string) string { return map[string]string{"EDITOR": edit}[name] }, nil)
			c.InTerminal = true
			code := c.Run(t.Context(), rootCommand(c), []string{"run", "--mcp", s.url, "--planner", "plan-act", "--approve-plan",
				"--log", log, "--model", script(t, row.replies...), "Count."})
			assert.Equal(t, row.code, code, stderr.String())
			for _, text := range row.says {
				assert.Contains(t, stderr.String(), text)
			}
			text, err := os.ReadFile(log)
			require.NoError(t, err)
			adopted := ""
			for line := range strings.Lines(string(text)) {
				if gjson.Get(line, "kind").Str == "planned" {
					adopted = gjson.Get(line, `plan.plan.steps.#(status=="pending").description`).Str
				}
			}
			assert.Equal(t, row.plan, adopted)
			list, _, _ := app(t, "runs", "list", log)
			id := strings.Fields(strings.Split(list, "\n")[1])[0]
			_, said, code := app(t, "runs", "replay", id, "--log", log, "--mcp", s.url)
			assert.Zero(t, code, said)
		})
	}
}

// Without a terminal a plan waits in the log, and is answered with flags.
func TestAPlanIsApprovedLater(t *testing.T) {
	s := openShop(t)
	model, log := script(t, planCount, countBolts, countedStep, answered), filepath.Join(t.TempDir(), "log")
	_, said, code := app(t, "run", "--mcp", s.url, "--model", model, "--planner", "plan-act", "--approve-plan", "--log", log, "Count.")
	assert.Equal(t, 3, code)
	assert.Contains(t, said, "may plan 1 be carried out?")
	list, _, _ := app(t, "runs", "list", log)
	id := strings.Fields(strings.Split(list, "\n")[1])[0]
	_, said, _ = app(t, "runs", "resume", id, "--log", log, "--mcp", s.url, "--model", model)
	assert.Contains(t, said, "--reply approve | reject --text REASON | edit --plan FILE")
	assert.Contains(t, said, "  s1 count the bolts (count_part)\n")
	bad := file(t, "bad.json", `{"facts":"","steps":[{"id":"s1","description":"count","depends_on":[]}]}`)
	_, said, code = app(t, "runs", "resume", id, "--log", log, "--mcp", s.url, "--model", model, "--reply", "edit", "--plan", bad)
	assert.Equal(t, 2, code)
	assert.Contains(t, said, "s1: description: want at least 8 characters")
	good := file(t, "good.json",
		"# mine\n"+`{"facts":"","steps":[{"id":"s1","description":"count the bolts twice","depends_on":[],"tool":"count_part"}]}`)
	out, said, code := app(t, "runs", "resume", id, "--log", log, "--mcp", s.url, "--model", model, "--reply", "edit", "--plan", good)
	assert.Zero(t, code, said)
	assert.Equal(t, "There are 100 bolts.\n", out)

	_, said, code = app(t, "run", "--mcp", s.url, "--model", model, "--planner", "preflect:react", "--approve-plan", "Count.")
	assert.Equal(t, 2, code)
	assert.Contains(t, said, "--approve-plan is for plans that are carried out step by step")
}

// A role can have a model of its own, with another one behind it.
func TestARoleHasItsOwnModel(t *testing.T) {
	s := openShop(t)
	log := filepath.Join(t.TempDir(), "log")
	args := []string{"run", "--mcp", s.url, "--planner", "plan-act", "--log", log, "--model", script(t, countBolts, countedStep, answered),
		"--role", "planner=openai:big,host=127.0.0.1:1,effort=low,temperature=0.3,fallback=" + script(t, planCount)}
	out, said, code := app(t, append(args, "Count.")...)
	assert.Zero(t, code, said)
	assert.Equal(t, "There are 100 bolts.\n", out)
	assert.Contains(t, said, "     planner: openai:big effort=low, else script, temperature 0.3\n", "the trace says who plays the role")
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	first, _, _ := strings.Cut(string(text), "\n")
	assert.Equal(t, `{"executor":["script"],"planner":["openai:big","script"]}`, gjson.Get(first, "run.models").Raw)
	assert.Equal(t, `{"planner":{"temperature":0.3,"settings":["effort=low",""]}}`, gjson.Get(first, "run.roles").Raw)
	list, _, _ := app(t, "runs", "list", log)
	id := strings.Fields(strings.Split(list, "\n")[1])[0]
	out, said, code = app(t, "runs", "replay", id, "--log", log, "--mcp", s.url)
	assert.Zero(t, code, said)
	assert.Contains(t, out, "The same: ")

	for role, want := range map[string]string{
		"planner":         "want ROLE=MODEL, such as planner=ollama:qwen3:4b,think=low",
		"planer=random:1": `there is no role "planer"; there is `,
		"planner=random:1,thinks=on": `"thinks=on" is not a setting of a role; there is fallback, host, think, effort, ` +
			`temperature, tokens, each with = and a value`,
		"planner=random:1,think=on": "think=on is for models of Ollama, and random is none",
		"planner=ollama:x,think=a":  `think is "a", want one of off, raw, low, on, first`,
		"planner=openai:x,effort=a": `effort is "a", want one of none, minimal, low, medium, high`,
		"planner=temperature=9":     "want temperature=T with a number from 0 to 2",
		"planner=tokens=0":          "want tokens=N with a whole number above 0",
		"critic=random:1":           `planner plan-act has no role "critic"`,
	} {
		_, said, code := app(t, "run", "--mcp", s.url, "--planner", "plan-act", "--model", "random:1", "--role", role, "Count.")
		assert.Equal(t, 2, code, role)
		assert.Contains(t, said, want)
	}
}

// Roles are a table of the configuration file.
func TestRolesOfTheConfigurationFile(t *testing.T) {
	s := openShop(t)
	home := t.TempDir()
	folder := filepath.Join(home, ".config", "shortleash")
	require.NoError(t, os.MkdirAll(folder, 0o700))
	for config, row := range map[string]struct {
		code int
		want string
	}{
		"[role]\nplanner = 'random:2,temperature=0.5'\nexecutor = 'tokens=700'": {-1,
			"     planner: random:2, temperature 0.5\n     executor: random:1, 700 tokens a reply at most\n"},
		"[role]\nplaner = 'random:2'":        {2, `config.toml, line 1: role is "planer=random:2": there is no role "planer"`},
		"[role.planner]\nmodel = 'random:2'": {2, "role wants one value, not a table"},
		"role = 'planner=random:2'":          {-1, "     planner: random:2\n"},
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "config.toml"), []byte(config+"\n"), 0o600))
		var stdout, stderr bytes.Buffer
		code := exec(t.Context(), []string{"run", "--mcp", s.url, "--planner", "plan-act", "--model", "random:1", "--yes",
			"Count."}, strings.NewReader(""), &stdout, &stderr,
			func(name string) string { return map[string]string{"HOME": home}[name] })
		if row.code >= 0 {
			assert.Equal(t, row.code, code, stderr.String())
		}
		assert.Contains(t, stderr.String(), row.want)
	}
}
