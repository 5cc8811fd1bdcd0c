package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/model/tiny/tinytest"
	"github.com/shortleash/shortleash/tutor/weights"
)

func TestMain(m *testing.M) { os.Exit(ollamatest.Run(m)) }

const contract = "../../testdata/contract.jsonl"

// random writes weights that know nothing, and returns their file.
func random(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tutor.gguf")
	require.NoError(t, os.WriteFile(path, tinytest.Bytes(tinytest.Random(tiny.Sizes()[0], weights.Tokenizer(), 1)), 0o600))
	return path
}

// measured returns what a command line prints.
func measured(t *testing.T, args ...string) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, measure(t.Context(), args, &out))
	return out.String()
}

func TestTheTeacherKeepsTheContract(t *testing.T) {
	var r row
	require.NoError(t, json.Unmarshal([]byte(measured(t, "-model", "rules", "-suites", contract, "-limit", "12", "-json")), &r))
	assert.Positive(t, r.P95MS)
	r.MedianMS, r.P95MS = 0, 0
	assert.Equal(t, row{Suite: "contract", Items: 12, Right: 12, Wrong: 12, Fixed: 12}, r)
}

// All there is to say of a file, of one that knows nothing.
func TestThePageAndTheStamp(t *testing.T) {
	weights, folder := random(t), t.TempDir()
	page, failures := filepath.Join(folder, "eval.md"), filepath.Join(folder, "failures.jsonl")
	table := measured(t, "-weights", weights, "-suites", contract, "-limit", "4", "-corpus", "4", "-workers", "2", "-page", page, "-failures", failures, "-stamp")
	assert.Regexp(t, `(?m)^contract +4 `, table)
	assert.Regexp(t, `(?m)^corpus_train_seen +\d `, table)

	text, err := os.ReadFile(page)
	require.NoError(t, err)
	for _, want := range []string{
		"go run ./train/measure -suites " + contract + " -corpus 4 -seed 99 -weights " + weights + " -limit 4 -stamp -page " + page,
		"random-xs: 779392 parameters, 1.6 MB, SHA-256 `",
		"\n| contract | 4 | 100.0 | 100.0 | 100.0 | 0.0 |", "\n| train | seen | ", "\n| answer | ", "\n| of them not legal, % | 0.0 | 100.0 |\n",
		"The threshold is **1**", "\n| median, ms | ",
	} {
		assert.Contains(t, string(text), want)
	}
	for line := range strings.Lines(string(text)) {
		assert.NotContains(t, line, "%!")
		assert.NotContains(t, line, "NaN")
	}

	file, err := os.ReadFile(weights)
	require.NoError(t, err)
	m, err := tiny.Open(file, tiny.Config{})
	require.NoError(t, err)
	assert.Equal(t, 1.0, m.Threshold(), "nothing that they say is sure")
	lines, err := os.ReadFile(failures)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, strings.Count(string(lines), `"place":"`), 4)
}

// What a stamped file says when it runs is what the runs it was stamped by were made to say.
func TestAStampedFileIsAsSureAsItsPage(t *testing.T) {
	weights := random(t)
	o, err := parse([]string{"-weights", weights, "-suites", contract, "-limit", "6", "-corpus", "1", "-stamp"})
	require.NoError(t, err)
	items, err := o.items()
	require.NoError(t, err)
	play := func(o options) []verdict {
		m, err := o.resolve("tiny", false)
		require.NoError(t, err)
		all, err := o.play(t.Context(), m, items)
		require.NoError(t, err)
		if o.stamp {
			calibrate(all, tiny.Calibration{Slope: 0.5, Offset: -1})
		}
		return verdictsOf(all, true)
	}
	want := play(o)
	require.NotEmpty(t, want)
	require.NoError(t, stamp(weights, stamped(0.5, tiny.Calibration{Slope: 0.5, Offset: -1})...))
	assert.Equal(t, want, play(o), "an older stamp has no part in a new one")
	o.stamp = false
	assert.Equal(t, want, play(o))
}

func TestAStampChangesNothingElse(t *testing.T) {
	path := random(t)
	read := func() *gguf.File {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		f, err := gguf.Read(data)
		require.NoError(t, err)
		return f
	}
	before := read()
	for _, said := range [][]gguf.Entry{stamped(0.25, tiny.Calibration{Slope: 1, Offset: 2}), stamped(0.75, tiny.Calibration{}), {}} { // each in place of the last
		require.NoError(t, stamp(path, said...))
		after := read()
		assert.Equal(t, before.Tensors, after.Tensors)
		assert.Equal(t, before.Metadata, after.Metadata[:len(before.Metadata)])
		assert.Equal(t, said, after.Metadata[len(before.Metadata):])
	}
	assert.NoFileExists(t, path+".new")
	assert.Error(t, stamp(contract+"x"))
}

func TestMisuseOfMeasureSaysWhatIsWrong(t *testing.T) {
	weights := random(t)
	for want, args := range map[string][]string{
		`there is no model "ruler"`:        {"-model", "ruler"},
		`like random:1; "random" is none`:  {"-model", "random"},
		"-stamp wants the file":            {"-stamp", "-weights", weights},
		"there are only flags":             {"x"},
		"at least 1":                       {"-workers", "0"},
		"no such file":                     {"-suites", "nowhere.jsonl"},
		`does not begin with "GGUF"`:       {"-weights", contract},
		"prompts, and 4000 were asked for": {"-ollama", "x", "-limit", "1", "-prompts", "4000", "-weights", weights},
	} {
		if !strings.Contains(strings.Join(args, " "), "-suites") {
			args = append(args, "-suites", contract)
		}
		var out strings.Builder
		err := measure(t.Context(), args, &out)
		assert.ErrorContains(t, err, want)
	}
}

func TestRealServerIsMeasuredBesideTheEngine(t *testing.T) {
	server := ollamatest.Start(t, "the agreement of the embedded model with a server")
	weights := random(t)
	modelfile, err := os.ReadFile("../../tutor/weights/Modelfile")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(weights), "Modelfile"), modelfile, 0o600))
	create := exec.CommandContext(t.Context(), os.Getenv("OLLAMA_BIN"), "create", "measured", "-f", "Modelfile")
	create.Dir, create.Env = filepath.Dir(weights), append(os.Environ(), "OLLAMA_HOST="+server.Host, "HOME="+t.TempDir())
	said, err := create.CombinedOutput()
	require.NoError(t, err, "%s", said)
	out := measured(t, "-ollama", "measured", "-host", server.Host, "-weights", weights, "-suites", contract, "-limit", "20", "-prompts", "6")
	assert.Regexp(t, `\d of 6 greedy replies are equal as canonical JSON \([\d.]+ %\), 6 of 6 prompts have as many tokens there\n`+
		`free text, one thread: embedded \d+ tokens a second, ollama:measured \d+, that is \d+\.\d\d times\n$`, out)
}
