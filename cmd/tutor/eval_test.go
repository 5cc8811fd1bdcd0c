package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// The suites of these tests: two errors, one of which the rules cannot mend, and a right sentence.
const (
	pairSuite = `{"id":"p1","suite":"pairs","input":"He goed home.","accept":["He went home."],"clean":false,"detect_only":false,"note":""}
{"id":"p2","suite":"pairs","input":"He enjoys to swimming.","accept":["He enjoys swimming."],"clean":false,"detect_only":false,"note":""}
{"id":"p3","suite":"pairs","input":"He went home.","accept":[],"clean":true,"detect_only":false,"note":""}
{"id":"p4","suite":"pairs","input":"The dogs barks.","accept":[],"clean":false,"detect_only":true,"note":""}
`
	contractSuite = `{"id":"c0001","input":"She writed a letter.","corrected":"She wrote a letter.","in_scope":true,` +
		`"rules":["INFL-OVERREG"],"reason":null,"not_checked":[],"gloss":"Ella escribió una carta.","note":""}
{"id":"c0002","input":"Write a poem.","corrected":null,"in_scope":false,"rules":[],"reason":"request","not_checked":[],` +
		`"gloss":null,"note":""}
`
)

func suiteFolder(t *testing.T) (*stage, string) {
	s := newStage(t)
	folder := filepath.Join(s.dir, "suites")
	require.NoError(t, os.Mkdir(folder, 0o700))
	s.file("suites/pairs.jsonl", pairSuite)
	s.file("suites/contract.jsonl", contractSuite)
	return s, folder
}

func TestEval(t *testing.T) {
	s, folder := suiteFolder(t)
	code, stdout, stderr := s.exec("eval", folder, "--model", "rules")
	assert.Zero(t, code, stderr)
	golden(t, "eval.golden", stdout)
	for line := range strings.Lines(stdout) {
		assert.LessOrEqual(t, len([]rune(line)), 81, "%s", line)
	}

	t.Run("as JSON, one object for each suite", func(t *testing.T) {
		_, stdout, _ := s.exec("eval", folder, "--models", "rules", "--json", "--jobs", "1")
		lines := strings.Split(strings.TrimSpace(stdout), "\n")
		require.Len(t, lines, 2)
		assert.Equal(t, "contract", gjson.Get(lines[0], "suite").Str)
		assert.Equal(t, "rules", gjson.Get(lines[0], "model").Str)
		assert.InDelta(t, 100, gjson.Get(lines[0], "contract.percent").Num, 0)
		assert.Equal(t, `["p2"]`, gjson.Get(lines[1], "missed").Raw)
		assert.Equal(t, "full", gjson.Get(lines[1], "leash").Str)
		assert.Equal(t, "p2", gjson.Get(lines[1], "misses.0.id").Str)
		assert.NotEmpty(t, gjson.Get(lines[1], "misses.0.input").Str)
		assert.Contains(t, gjson.Get(lines[1], "misses.0.trace").Str, "--trace --model rules --planner react")
		assert.Equal(t, `{"hits":1,"of":2,"percent":50,"low":9.45,"high":90.55}`, gjson.Get(lines[1], "fixed").Raw)
	})
	t.Run("values of answers that a call gave", func(t *testing.T) {
		named := s.file("named.jsonl", `{"id":"n1","input":"The dogs of Lima barks.","accept":[],"clean":false,"detect_only":true}`+"\n")
		_, stdout, _ := s.exec("eval", named, "--model", "rules", "--json")
		assert.Equal(t, `{"values":ALL,"answers":ALL}`,
			strings.ReplaceAll(gjson.Get(stdout, "faithful").Raw, `{"hits":1,"of":1,"percent":100,"low":20.65,"high":100}`, "ALL"))
		_, stdout, _ = s.exec("eval", named, "--model", "rules")
		assert.Contains(t, stdout, "\nfaithful: 1/1 100.0 of the values, 1/1 100.0 of the answers with any\n")
	})
	t.Run("several models, and a bar that is missed", func(t *testing.T) {
		code, stdout, stderr := s.exec("eval", filepath.Join(folder, "contract.jsonl"), "--models",
			"rules,script:"+s.file("script", right+"\n"), "--leash", "enum", "--quiet")
		assert.Equal(t, 3, code)
		assert.Contains(t, stdout, "rules · react\n")
		assert.Contains(t, stdout, "script · react\n")
		assert.Equal(t, "script · react: missed contract: contract 0.0 %, the bar is 99 %\n", stderr)
	})
	t.Run("runs that did not end final are told", func(t *testing.T) {
		_, stdout, stderr := s.exec("eval", filepath.Join(folder, "contract.jsonl"), "--model",
			"script:"+s.file("script", lookUp+"\n"+lookUp+"\n"), "--leash", "enum")
		assert.Contains(t, stdout, "0/2 0.0")
		assert.Contains(t, stderr, "script · react: 2 runs of contract did not end final, and count as unchanged.\n")
	})
	t.Run("random models have no bar", func(t *testing.T) {
		code, _, stderr := s.exec("eval", filepath.Join(folder, "contract.jsonl"), "--model", "random:1")
		assert.Zero(t, code, stderr)
	})
}

var madeOn = regexp.MustCompile(`(?s)\d+ \w+ \d{4}, on .*?\)\.`)

func TestEvalWritesAPage(t *testing.T) {
	s, folder := suiteFolder(t)
	page := filepath.Join(s.dir, "page.md")
	code, _, _ := s.exec("eval", folder, "--models", "rules,random:1", "--page", page, "--jobs", "1")
	assert.Zero(t, code)
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Regexp(t, madeOn, string(text))
	got, _, _ := strings.Cut(s.scrub(madeOn.ReplaceAllString(string(text), "DATE, on MACHINE.")), "## What is not covered")
	got = regexp.MustCompile(`\d+\.\d \|\n`).ReplaceAllString(got, "T |\n")
	golden(t, "eval_page.golden", got)
	assert.Contains(t, string(text), "\n## What is not covered\n")

	code, _, stderr := s.exec("eval", folder, "--model", "rules", "--page", filepath.Join(s.dir, "no", "page"))
	assert.Equal(t, 2, code)
	assert.Contains(t, stderr, "tutor: cannot write DIR/no/page: no such file or directory\n")
	_, _, _ = s.exec("eval", folder, "--model", "rules", "--page", page, "--jobs", "2")
	text, err = os.ReadFile(page)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "ms for a sentence", "where several run at once the time says nothing")
}

func TestEvalMisuse(t *testing.T) {
	rows := []struct {
		claim string
		args  []string
		want  string
	}{
		{"no suite", nil, "eval wants suites to measure:  tutor eval testdata/contract.jsonl"},
		{"a file that is not there", []string{"DIR/no.jsonl"}, "cannot read DIR/no.jsonl: no such file or directory"},
		{"a folder without suites", []string{"DIR/empty"}, "there is no suite, a file *.jsonl, in DIR/empty"},
		{"a line that is not an item", []string{"DIR/broken.jsonl"}, `DIR/broken.jsonl, line 2: "clean" is missing`},
		{"one name twice", []string{"DIR/suites", "DIR/suites/pairs.jsonl"}, "there are two suites of the name pairs; measure them one by one"},
		{"a model that is none", []string{"DIR/suites", "--models", "rules,rool"}, ""},
	}
	s, _ := suiteFolder(t)
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "empty"), 0o700))
	s.file("broken.jsonl", strings.Split(pairSuite, "\n")[0]+"\n{\"id\":\"a\",\"input\":\"b\",\"accept\":[]}\n")
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			args := []string{"eval", "--model", "rules", "--quiet"}
			for _, a := range row.args {
				args = append(args, strings.ReplaceAll(a, "DIR", s.dir))
			}
			code, _, stderr := s.exec(args...)
			assert.Equal(t, 2, code)
			if row.want != "" {
				assert.Equal(t, "tutor: "+row.want+"\n", stderr)
			}
		})
	}
}

// TestEvalOfADeadServer checks that a server that is gone is not shown as a bad model.
func TestEvalOfADeadServer(t *testing.T) {
	s, folder := suiteFolder(t)
	server := newOllamaServer(t)
	page, answers := filepath.Join(s.dir, "page.md"), filepath.Join(s.dir, "answers")
	args := []string{"eval", folder, "--model", "ollama:x", "--host", server.URL, "--leash", "enum", "--page", page, "--resume", answers}
	server.chat = func(n int, w http.ResponseWriter, _ string) bool {
		if n < 4 {
			return false
		}
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"error":"model 'x' not found"}`)
		return true
	}
	code, stdout, stderr := s.exec(args...)
	assert.Equal(t, 3, code)
	assert.Contains(t, stdout, "contract", "its runs happened")
	assert.NotContains(t, stdout, "pairs")
	assert.Contains(t, stderr, "ollama:x · react: no figures for pairs, because 3 of its 4 runs did not happen: Ollama at "+
		server.URL+" lists the model x:latest and then says that it does not have it.")
	assert.Contains(t, stderr, "DIR/page.md is not written: some runs did not happen.\n"+
		"The same command makes these runs and keeps the others.\n")
	assert.NoFileExists(t, page)

	server.chat = nil
	before := server.asked.Load()
	code, stdout, stderr = s.exec(args...)
	assert.Equal(t, 3, code, "the bar of contract is missed")
	assert.EqualValues(t, 3, server.asked.Load()-before, "what happened is not made again")
	assert.Contains(t, stdout, "pairs", stderr)
	assert.FileExists(t, page)

	server.Close()
	code, stdout, stderr = s.exec("eval", folder, "--model", "ollama:x", "--host", server.URL, "--leash", "full")
	assert.Equal(t, 3, code)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, "no figures for contract, because 2 of its 2 runs did not happen: No Ollama answers at "+server.URL)
	assert.Contains(t, stderr, "With --resume FILE, a second command makes only these runs.\n")
}
