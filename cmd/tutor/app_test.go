package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The decisions that the scripts of these tests are made of.
const (
	lookUp = `{"thought":"goed?","tool":"lookup_irregular_verb","tool_args":{"verb":"go"}}`
	went   = `{"thought":"went","tool":"final_answer","tool_args":{"corrected":"He went.","in_scope":true,` +
		`"rationale":["go is irregular: go, went, gone."],"spanish_gloss":"Él fue."}}`
	right = `{"thought":"fine","tool":"final_answer","tool_args":{"corrected":null,"in_scope":true,"rationale":["she ` +
		`is"],"spanish_gloss":null}}`
	outside = `{"thought":"no","tool":"final_answer","tool_args":{"corrected":null,"in_scope":false,` +
		`"rationale":["request: you want a poem."],"spanish_gloss":null}}`
	unsure = `{"thought":"no","tool":"final_answer","tool_args":{"corrected":null,"in_scope":false,` +
		`"rationale":["undecided: there was not enough evidence."],"spanish_gloss":null}}`
)

// aboutGoed is what the card says below a correction of goed.
const aboutGoed = "    “Go, went, gone”: you learn the three forms, because some verbs never take\n      “-ed”.\n"

// A stage is where a command line is tried.
type stage struct {
	t     *testing.T
	dir   string
	stdin io.Reader
	env   map[string]string
}

func newStage(t *testing.T) *stage {
	// On the full leash the model of a server is asked about each sentence.
	return &stage{t: t, dir: t.TempDir(), stdin: strings.NewReader(""), env: map[string]string{"TUTOR_LEASH": string(loop.Full)}}
}

// file writes a File and returns its path.
func (s *stage) file(name, content string) string {
	path := filepath.Join(s.dir, name)
	require.NoError(s.t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// script returns the --model value of a scripted model, and loosens the leash: these scripts say
// what no tool returned.
func (s *stage) script(outputs ...string) string {
	s.env["TUTOR_LEASH"] = string(loop.Enum)
	return "script:" + s.file("script", strings.Join(outputs, "\n")+"\n")
}

// exec runs the program and returns what it wrote, without times and the folder's name.
func (s *stage) exec(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = exec(s.t.Context(), args, s.stdin, &out, &err, func(name string) string { return s.env[name] })
	return code, s.scrub(out.String()), s.scrub(err.String())
}

var times = regexp.MustCompile(`\d+ ms\b|\d+\.\d s\b|"elapsed_ms":\d+|\n[\d.µm]+s · [\d.]+/s`)

func (s *stage) scrub(text string) string {
	text = times.ReplaceAllStringFunc(text, func(t string) string {
		switch {
		case strings.HasPrefix(t, `"`):
			return `"elapsed_ms":0`
		case strings.HasPrefix(t, "\n"):
			return "\nT"
		default:
			return "N ms"
		}
	})
	return strings.ReplaceAll(text, s.dir, "DIR")
}

func TestOneSentence(t *testing.T) {
	rows := []struct {
		claim          string
		script         []string
		args           []string
		code           int
		stdout, stderr string
	}{
		{"a correction comes first, then why", []string{lookUp, went}, []string{"He goed."}, 0,
			"He [-goed-]{+went+}.\n  goed → went   [INFL-OVERREG · A1]\n" + aboutGoed +
				"  go is irregular: go, went, gone.\n  Él fue.\nOnly verbs were checked.\n",
			"script · 2 steps · 1 tool call · N ms\n"},
		{"words need no quotes", []string{went}, []string{"He", "goed."}, 0,
			"He [-goed-]{+went+}.\n  goed → went   [INFL-OVERREG · A1]\n" + aboutGoed +
				"  go is irregular: go, went, gone.\n  Él fue.\nOnly verbs were checked.\n",
			"script · 1 step · 0 tool calls · N ms\n"},
		{"changed words are colored when asked", []string{went}, []string{"--color", "always", "--quiet", "He goed."}, 0,
			"He \x1b[31m[-goed-]\x1b[0m\x1b[1;32m{+went+}\x1b[0m.\x1b[0m\n  goed → went   [INFL-OVERREG · A1]\n" + aboutGoed +
				"  go is irregular: go, went, gone.\n  Él fue.\nOnly verbs were checked.\n", ""},
		{"a clean sentence is left alone", []string{right}, []string{"--quiet", "She is."}, 0,
			"She is.\n  No verb error found.\n  she is\nOnly verbs were checked.\n", ""},
		{"out of scope is said calmly", []string{outside}, []string{"--quiet", "Write a poem."}, 0,
			"Write a poem.\n  Not judged: you want a poem.\nOnly verbs are checked.\n", ""},
		{"an answer that was forced says so", []string{went}, []string{"--steps", "1", "He goed."}, 0,
			"He [-goed-]{+went+}.\n  goed → went   [INFL-OVERREG · A1]\n" + aboutGoed +
				"  go is irregular: go, went, gone.\n  Él fue.\nOnly verbs were checked.\n",
			"script · 1 step · 0 tool calls · N ms · forced to answer (steps)\n"},
		{"another ending is no answer", []string{lookUp, lookUp}, []string{"--repeats", "halt", "He goed."}, 3,
			"He goed.\n  No answer (duplicate_action).\n",
			"tutor: The model asked for the same thing again and again.\n"},
		{"a repeated call is asked for again", []string{lookUp, lookUp, right}, []string{"He goed."}, 0,
			"He goed.\n  No verb error found.\n  she is\nOnly verbs were checked.\n", "script · 2 steps · 1 tool call · N ms\n"},
		{"the last step may be left open", []string{lookUp}, []string{"--steps=1", "--no-final-on-last", "He goed."}, 3,
			"He goed.\n  No answer (budget_exhausted).\n", "tutor: The run used up its one step before it had an answer.\n"},
		{"a script that runs out is a model that fails", []string{lookUp}, []string{"He goed."}, 3,
			"He goed.\n  No answer (model_failure).\n",
			"tutor: The script holds 1 outputs, and this is request 2: add a line, or see why one more is asked for.\n"},
		{"JSON is one line, in order", []string{went}, []string{"--json", "He goed."}, 0,
			`{"input":"He goed.","corrected":"He went.","in_scope":true,"rationale":["go is irregular: go, went, gone."],` +
				`"spanish_gloss":"Él fue.",` +
				`"edits":[{"offset":3,"length":4,"original":"goed","replacement":"went","rule":"INFL-OVERREG","cefr":"A1"}],` +
				`"reason":null,` +
				`"outcome":"final","forced":"","confidence":null,"unsure":false,"model":"script","planner":"react","steps":1,` +
				`"tool_calls":0,"elapsed_ms":0}` + "\n", ""},
		{"JSON of another ending withholds the judgment", []string{"hm", "hm"}, []string{"--json", "--quiet", "He goed."}, 3,
			`{"input":"He goed.","corrected":null,"in_scope":false,"rationale":[],"spanish_gloss":null,"edits":[],"reason":null,` +
				`"outcome":"model_failure","forced":"","confidence":null,"unsure":false,"model":"script","planner":"react",` +
				`"steps":0,"tool_calls":0,"elapsed_ms":0}` + "\n", "*"},
		{"what steers a terminal is shown, not sent", []string{strings.ReplaceAll(right, "she is", `\u001b[2J\u202e\nOnly`)},
			[]string{"--quiet", "a\x1b[31m"}, 0,
			"a�[31m\n  No verb error found.\n  �[2J� Only\nOnly verbs were checked.\n", ""},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			s := newStage(t)
			code, stdout, stderr := s.exec(append([]string{"--model", s.script(row.script...)}, row.args...)...)
			assert.Equal(t, row.code, code)
			assert.Equal(t, row.stdout, stdout)
			if row.stderr != "*" {
				assert.Equal(t, row.stderr, stderr)
			}
		})
	}
}

func TestTraceIsShownAsItHappens(t *testing.T) {
	s := newStage(t)
	code, stdout, stderr := s.exec("--trace", "--json", "--model", s.script(lookUp, "hm", right), "He goed.")
	assert.Zero(t, code)
	assert.Equal(t, []string{"goed?", "fine"}, strings.Split(strings.Trim(gjson.Get(stdout, "trace.#.thought").Raw, `[]"`), `","`))
	assert.Equal(t, "went", gjson.Get(stdout, "trace.0.observation.past_simple").Str)
	lines := strings.Split(stderr, "\n")
	assert.Equal(t, []string{
		"He goed.",
		"     allowed: lookup_irregular_verb, conjugate, check_subject_verb_agreement, lookup_spanish, final_answer",
		"  1  goed?", `     lookup_irregular_verb {"verb":"go"}`,
	}, lines[:4], "what the model may write is said once")
	assert.Contains(t, lines[4], `     = {"infinitive":"go"`)
	assert.Contains(t, lines[5], "     no reply that fits: ")
	assert.Contains(t, lines[5], "(repair)")
	assert.Equal(t, "  2  fine", lines[6])
	assert.Contains(t, lines[7], "     final_answer {")
}

func TestTraceShowsWhatTheRulesTook(t *testing.T) {
	rows := []struct {
		claim, input string
		want         []string
	}{
		{"said once, and again where it changes", "He goed.", []string{
			"     removed by domain: check_subject_verb_agreement, lookup_spanish",
			"     removed by evidence: final_answer",
			"     narrowed by domain: lookup_irregular_verb, conjugate",
			"     removed by domain: lookup_irregular_verb, check_subject_verb_agreement",
			"     narrowed by domain: conjugate, lookup_spanish",
			"     narrowed by grounding: final_answer",
			"     removed by domain: lookup_irregular_verb, check_subject_verb_agreement, lookup_spanish",
			"     narrowed by domain: conjugate",
			"     narrowed by grounding: final_answer",
		}},
		{"what is gone is told apart from what is less", "Hello!", []string{
			"     removed by domain: lookup_irregular_verb, conjugate, check_subject_verb_agreement, lookup_spanish",
			"     narrowed by grounding: final_answer",
		}},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			code, _, stderr := newStage(t).exec("--trace", "--json", "--model", "rules", row.input)
			assert.Zero(t, code)
			var got []string
			for line := range strings.Lines(stderr) {
				if strings.HasPrefix(line, "     narrowed by ") || strings.HasPrefix(line, "     removed by ") {
					got = append(got, strings.TrimSuffix(line, "\n"))
				}
			}
			assert.Equal(t, row.want, got)
		})
	}
}

func TestTheLeashIsTheDefault(t *testing.T) {
	s := newStage(t)
	rewrites := "script:" + s.file("script", went+"\n"+went+"\n")
	code, stdout, stderr := s.exec("--model", rewrites, "He goed.")
	assert.Equal(t, 3, code)
	assert.Equal(t, "He goed.\n  No answer (model_failure).\n", stdout)
	assert.Contains(t, stderr, "not a legal decision")
	code, stdout, _ = s.exec("--leash", "enum", "--quiet", "--model", rewrites, "He goed.")
	assert.Zero(t, code)
	assert.Contains(t, stdout, "{+went+}")
}

func TestLinesOfStandardInput(t *testing.T) {
	s := newStage(t)
	model := s.script(went)
	rows := []struct {
		claim, stdin string
		args         []string
		code         int
		stdout       string
		stderr       string
	}{
		{"each line is an answer", "He goed.\n\nHe goed.\n", nil, 0,
			"He [-goed-]{+went+}.\n  goed → went   [INFL-OVERREG · A1]\n" + aboutGoed +
				"  go is irregular: go, went, gone.\n  Él fue.\nOnly verbs were checked.\n\n" +
				"He [-goed-]{+went+}.\n  goed → went   [INFL-OVERREG · A1]\n" + aboutGoed +
				"  go is irregular: go, went, gone.\n  Él fue.\nOnly verbs were checked.\n", ""},
		{"Windows' line ends and byte order mark are no part of a sentence", "\uFEFFHe goed.\r\n", []string{"-"}, 0,
			"He [-goed-]{+went+}.\n  goed → went   [INFL-OVERREG · A1]\n" + aboutGoed +
				"  go is irregular: go, went, gone.\n  Él fue.\nOnly verbs were checked.\n", ""},
		{"nothing is misuse", "\n \n", nil, 2, "", "tutor: there was no sentence on standard input\n"},
		{"another encoding is misuse", "\nHe go\xe9d.\n", nil, 2, "",
			"tutor: line 2: this is not UTF-8 text; convert it first, for example: iconv -f latin1 -t utf-8\n"},
		{"a line of a mebibyte is too long to judge", strings.Repeat("x", 1<<20), nil, 0,
			strings.Repeat("x", 1<<20) + "\n  This sentence is too long for me; make two or three of it.\nOnly verbs are checked.\n", ""},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			s.stdin = strings.NewReader(row.stdin)
			code, stdout, stderr := s.exec(append([]string{"--quiet", "--model", model}, row.args...)...)
			assert.Equal(t, row.code, code)
			assert.Equal(t, row.stdout, stdout)
			assert.Equal(t, row.stderr, stderr)
		})
	}
	t.Run("a stream that breaks is told", func(t *testing.T) {
		s.stdin = io.MultiReader(strings.NewReader("He goed.\n"), brokenPipe{})
		code, stdout, stderr := s.exec("--quiet", "--json", "--model", model)
		assert.Equal(t, 2, code)
		assert.Contains(t, stdout, "He went.")
		assert.Equal(t, "tutor: cannot read standard input: broken pipe\n", stderr)
	})
}

// brokenPipe fails at every read and write.
type brokenPipe struct{}

func (brokenPipe) Read([]byte) (int, error)  { return 0, syscall.EPIPE }
func (brokenPipe) Write([]byte) (int, error) { return 0, syscall.EPIPE }

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputThatCannotBeWritten(t *testing.T) {
	s := newStage(t)
	args := []string{"--model", s.script(went), "He goed."}
	env := func(string) string { return "" }
	var stderr bytes.Buffer
	assert.Equal(t, 1, exec(t.Context(), args, s.stdin, brokenPipe{}, &stderr, env))
	assert.Empty(t, stderr.String(), "whoever closed the pipe knows")
	assert.Equal(t, 1, exec(t.Context(), args, s.stdin, full{}, &stderr, env))
	assert.Equal(t, "tutor: cannot write to standard output: no space left\n", stderr.String())
}

func TestMisuse(t *testing.T) {
	rows := []struct {
		claim string
		args  []string
		want  string
	}{
		{"a flag with a slip", []string{"--modle", "x", "He goed."}, "there is no flag --modle; did you mean --model?"},
		{"a flag that is none", []string{"--everything", "He goed."}, "there is no flag --everything; see tutor -h"},
		{"a short flag that is none", []string{"-x"}, "there is no flag -x; see tutor -h"},
		{"a flag without its value", []string{"--steps"}, "--steps needs a value, N: at most N decisions in a run; 0: the default"},
		{"steps below none", []string{"--steps", "-1", "x"}, `--steps is "-1": want a whole number, 0 for the default`},
		{"no time", []string{"--timeout", "0s", "x"}, `--timeout is "0s": want a length of time, like 30s or 5m`},
		{"a choice that is none", []string{"--repeats", "stop", "x"}, `--repeats is "stop": want mask, redirect or halt`},
		{"a leash that is none", []string{"--leash", "ful", "x"}, `--leash is "ful": want auto, enum, mixed or full`},
		{"a strategy that is none", []string{"--planner", "magic", "x"},
			`--planner is "magic": want react, plan-execute, plan-act, plan-act-reflect, ` + strings.Join(tutor.Planners[4:15],
				", ") + ` or self-refine:plan-act-reflect`},
		{"a flag that is only on or off", []string{"--json=3", "x"}, `--json is "3": want true or false`},
		{"a model that is none", []string{"--model", "rule", "x"},
			`there is no model "rule"; there is: auto, ollama:NAME, openai:NAME, rules, tiny, tiny:FILE, script:FILE, ` +
				`random:SEED. Did you mean rules?`},
		{"a log that cannot be written", []string{"--model", "random:1", "--log", "DIR/no/log", "x"},
			"cannot write the log DIR/no/log: no such file or directory"},
		{"an empty sentence", []string{"--model", "random:1", " ", ""}, "the sentence is empty"},
		{"text that is not UTF-8", []string{"--model", "random:1", "caf\xe9"}, "the input is not UTF-8 text"},
		{"a batch without files", []string{"batch"}, "batch wants a file to read and one to write:  tutor batch IN -o OUT"},
		{"a batch without its output", []string{"batch", "in"}, "batch wants a file to read and one to write:  tutor batch IN -o OUT"},
		{"a batch to standard output", []string{"batch", "in", "-o", "-"}, "batch writes a file; for standard output:  tutor --json < IN"},
		{"a batch of a file that is not there", []string{"batch", "DIR/in", "-o", "x"}, "cannot read DIR/in: no such file or directory"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			s := newStage(t)
			var args []string
			for _, a := range row.args {
				args = append(args, strings.ReplaceAll(a, "DIR", s.dir))
			}
			code, stdout, stderr := s.exec(args...)
			assert.Equal(t, 2, code)
			assert.Empty(t, stdout)
			assert.Equal(t, "tutor: "+row.want+"\n", stderr)
		})
	}
	t.Run("nothing to do, in a terminal", func(t *testing.T) {
		var out, err bytes.Buffer
		c := cli.NewConsole("tutor", strings.NewReader(""), &out, &err, func(string) string { return "" }, nil)
		c.InTerminal = true
		assert.Equal(t, 2, run(t.Context(), c, nil))
		assert.Equal(t, "tutor: there is no sentence. Try:  tutor \"He goed to school.\"\nOther ways to start:  tutor -h\n", err.String())
	})
}

func TestVariablesSetDefaults(t *testing.T) {
	s := newStage(t)
	s.env["TUTOR_MODEL"] = s.script(lookUp, went)
	s.env["TUTOR_NO_FINAL_ON_LAST"] = "true"
	s.env["TUTOR_QUIET"] = "1"
	s.env["TUTOR_STEPS"] = "1"
	code, _, stderr := s.exec("He goed.")
	assert.Equal(t, 3, code)
	assert.Equal(t, "tutor: The run used up its one step before it had an answer.\n", stderr)
	code, _, stderr = s.exec("--steps", "2", "He goed.")
	assert.Zero(t, code, "a flag comes before a variable")
	assert.Empty(t, stderr)
	s.env["TUTOR_STEPS"] = "many"
	code, _, stderr = s.exec("He goed.")
	assert.Equal(t, 2, code)
	assert.Equal(t, "tutor: TUTOR_STEPS is \"many\": want a whole number, 0 for the default\n", stderr)
}

func TestAServerThatIsNotThere(t *testing.T) {
	for name, host := range map[string]func(*stage) []string{
		"by flag":     func(*stage) []string { return []string{"--host", closedAddress} },
		"by variable": func(s *stage) []string { s.env["OLLAMA_HOST"] = closedAddress; return nil },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			args, log := host(s), filepath.Join(s.dir, "log")
			code, stdout, stderr := s.exec(append(args, "--model", "ollama:llama3.2", "--log", log, "He goed.")...)
			data, err := os.ReadFile(log)
			require.NoError(t, err)
			assert.Equal(t, 1, strings.Count(string(data), `"kind":"asked"`), "it is not asked again, which takes time")
			assert.Equal(t, 3, code)
			assert.Equal(t, "He goed.\n  No answer (model_failure).\n", stdout)
			assert.Contains(t, stderr, closedAddress)
			assert.Equal(t, 1, strings.Count(stderr, "\n"), "one plain sentence: %s", stderr)
		})
	}
	t.Run("auto asks for one", func(t *testing.T) {
		want := "tutor: No Ollama answers at " + closedAddress +
			". Start it with `ollama serve`, or name another with --host or OLLAMA_HOST.\n"
		code, stdout, stderr := newStage(t).exec("--model", "auto", "--host", closedAddress, "He goed to school.")
		assert.Equal(t, 3, code)
		assert.Empty(t, stdout)
		assert.Equal(t, want, stderr)
	})
}

// Without --model nothing but this program is needed: no server is asked, whatever names one.
func TestTheUsualModelIsBuiltIn(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer server.Close()
	for _, row := range []struct {
		args  []string
		model string
	}{
		{[]string{"Yesterday he goed to school."}, settings.BuiltIn},
		{[]string{"--planner", "plan-act", "Yesterday he goed to school."}, "rules"}, // the network plays react only
	} {
		s := newStage(t)
		delete(s.env, "TUTOR_LEASH")
		s.env["OLLAMA_HOST"], s.env["TUTOR_HOST"] = server.URL, server.URL
		code, stdout, stderr := s.exec(append(row.args, "--json")...)
		assert.Zero(t, code, stderr)
		assert.Empty(t, stderr)
		assert.Equal(t, row.model, gjson.Get(stdout, "model").Str)
		assert.Equal(t, "Yesterday he went to school.", gjson.Get(stdout, "corrected").Str)
	}
	assert.Zero(t, asked)
}

func TestHelp(t *testing.T) {
	for name, args := range map[string][]string{"help": {"-h"}, "help_batch": {"batch", "--help"},
		"help_explain": {"explain", "-h"}, "help_eval": {"eval", "-h"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			s.env["TUTOR_MODEL"] = "nonsense" // help does not depend on it
			code, stdout, stderr := s.exec(args...)
			assert.Zero(t, code)
			assert.Empty(t, stderr)
			golden(t, name+".golden", stdout)
		})
	}
	t.Run("it fits a screen", func(t *testing.T) {
		commands := leaves(rootCommand(cli.NewConsole("tutor", nil, nil, nil, func(string) string { return "" }, nil)))
		for _, args := range append(commands, nil) {
			_, stdout, _ := newStage(t).exec(append(args, "-h")...)
			assert.LessOrEqual(t, strings.Count(stdout, "\n"), 44, args)
		}
	})
	t.Run("it names every flag", func(t *testing.T) {
		_, stdout, _ := newStage(t).exec("flags")
		var s settings.Settings
		s.Define()
		s.Shared().VisitAll(func(f *pflag.Flag) { assert.Contains(t, stdout, "  --"+f.Name+" ") })
	})
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "rewrite it with: go test ./cmd/tutor -update")
	assert.Equal(t, string(want), got)
}

func TestASignalStopsOneSentence(t *testing.T) {
	signals := make(chan os.Signal, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else the server would not notice that the client leaves
		signals <- os.Interrupt
		<-r.Context().Done()
	}))
	defer server.Close()
	var out, err bytes.Buffer
	c := cli.NewConsole("tutor", strings.NewReader(""), &out, &err, func(string) string { return "" }, signals)
	assert.Equal(t, 130, run(t.Context(), c, []string{"--host", server.URL, "--model", "ollama:x", "He goed."}))
	assert.Equal(t, "It cannot go on: nothing was kept. With --log FILE it could.\ntutor: stopped.\n", err.String())
	assert.Empty(t, out.String())
}

func TestLogIsAppendedTo(t *testing.T) {
	s := newStage(t)
	log := filepath.Join(s.dir, "log")
	for range 2 {
		code, _, _ := s.exec("--model", s.script(went), "--log", log, "He goed.")
		assert.Zero(t, code)
	}
	data, err := os.ReadFile(log)
	require.NoError(t, err)
	started := 0
	for line := range strings.Lines(string(data)) {
		assert.True(t, gjson.Valid(line))
		if gjson.Get(line, "kind").Str == "run_started" {
			started++
		}
	}
	assert.Equal(t, 2, started)
	info, err := os.Stat(log)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "what learners wrote is theirs")
}
