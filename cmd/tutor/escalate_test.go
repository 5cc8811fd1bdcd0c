package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/model/tiny/tinytest"
	"github.com/shortleash/shortleash/tutor/weights"
)

// net returns the --model value of a network that knows nothing, with a threshold of its own; 0: none.
func (s *stage) net(threshold float32) string {
	file := tinytest.Random(tiny.Sizes()[0], weights.Tokenizer(), 1)
	if threshold > 0 {
		file.Metadata = append(file.Metadata, gguf.Entry{Key: tiny.ThresholdKey, Value: threshold})
	}
	return "tiny:" + s.file("net.gguf", string(tinytest.Bytes(file)))
}

func TestAnUnsureAnswerSaysSo(t *testing.T) {
	s := newStage(t)
	net := s.net(0)
	code, stdout, stderr := s.exec("--model", "tiny", "--min-confidence", "1", "He goed to school. She go home.")
	assert.Zero(t, code, "an answer is an answer")
	assert.Equal(t, 2, strings.Count(stdout, "Check it before you rely on it.\n"), stdout)
	assert.NotContains(t, stdout, "%", "a number helps nobody")
	assert.Equal(t, 1, strings.Count(stderr,
		"A larger model may know better: --escalate ollama: asks the newest one of your Ollama, if it has one.\n"), stderr)
	code, stdout, _ = s.exec("--model", net, "--min-confidence", "1", "Good morning!")
	assert.Zero(t, code)
	assert.NotContains(t, stdout, "rely on it", "where nothing is claimed there is nothing to check")
	_, stdout, _ = s.exec("--model", net, "--json", "--min-confidence", "1", "Good morning!")
	assert.True(t, gjson.Get(stdout, "unsure").Bool())
	assert.Less(t, gjson.Get(stdout, "confidence").Num, 1.0)
	assert.False(t, gjson.Get(stdout, "escalations").Exists())
	for _, more := range [][]string{{"--min-confidence", "0"}, nil} { // these weights have no threshold
		_, stdout, _ = s.exec(append(more, "--model", net, "--json", "Good morning!")...)
		assert.False(t, gjson.Get(stdout, "unsure").Bool())
	}
	s.env["TUTOR_MIN_CONFIDENCE"] = "0"
	_, stdout, _ = s.exec("--model", s.net(1), "--json", "Good morning!")
	assert.False(t, gjson.Get(stdout, "unsure").Bool())
	delete(s.env, "TUTOR_MIN_CONFIDENCE")
	_, stdout, _ = s.exec("--model", s.net(1), "--json", "Good morning!")
	assert.True(t, gjson.Get(stdout, "unsure").Bool(), "the weights' own threshold")
}

func TestAnUnsureSentenceIsAskedAgain(t *testing.T) {
	s := newStage(t)
	net, log := s.net(1), filepath.Join(s.dir, "log")
	code, stdout, stderr := s.exec("--model", net, "--escalate", "rules", "--log", log, "--trace", "He goed to school.")
	assert.Zero(t, code)
	assert.True(t, strings.HasPrefix(stdout, "He [-goed-]{+went+} to school.\n"), stdout)
	assert.NotContains(t, stdout, "rely on it")
	assert.Contains(t, stderr, "\n     again, by rules\n")
	assert.Contains(t, stderr, net[:4]+":DIR/net.gguf, then rules · ")

	_, listed, _ := s.exec("runs", "list", "--json", log)
	rows := strings.Split(strings.TrimSpace(listed), "\n")
	require.Len(t, rows, 2)
	if gjson.Get(rows[0], "model").Str != "rules" {
		rows[0], rows[1] = rows[1], rows[0]
	}
	assert.Equal(t, gjson.Get(rows[1], "run").Str, gjson.Get(rows[0], "parent").Str)
	assert.False(t, gjson.Get(rows[1], "parent").Exists())
	for _, row := range rows {
		id := gjson.Get(row, "id").Str
		code, stdout, stderr := s.exec("runs", "replay", id, "--log", log)
		assert.Zero(t, code, "%s%s", stdout, stderr)
	}
	_, shown, _ := s.exec("runs", "show", gjson.Get(rows[0], "id").Str, "--log", log)
	assert.Contains(t, shown, "made again: the run "+gjson.Get(rows[1], "run").Str+" of another model was not sure, or had no answer\n")
}

func TestWhereTheOtherModelFailsTheFirstAnswerStands(t *testing.T) {
	s := newStage(t)
	code, stdout, stderr := s.exec("--model", s.net(1), "--escalate", "ollama:x", "--host", "127.0.0.1:1", "Don't to forget your hat.")
	assert.Zero(t, code)
	assert.Contains(t, stdout, "Don't to forget your hat.\n")
	assert.Contains(t, stderr, "tutor: ollama:x was asked too: ")
}

func TestEveryWayInKnowsTheFlags(t *testing.T) {
	s := newStage(t)
	const lines = "He goed to school.\nShe is happy.\n"
	s.env["XDG_CONFIG_HOME"] = s.dir
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "tutor"), 0o700))
	s.file("tutor/config.toml", "model = \""+s.net(0)+"\"\nescalate = \"rules\"\nmin-confidence = 1\n")
	models := func(answers string) (list []string) {
		for _, line := range strings.Split(strings.TrimSpace(answers), "\n") {
			list = append(list, gjson.Get(line, "escalations.0.model").Str)
		}
		return list
	}
	s.stdin = strings.NewReader(lines)
	code, stdout, stderr := s.exec("--json")
	assert.Zero(t, code, stderr)
	assert.Equal(t, []string{"rules", "rules"}, models(stdout), "lines of standard input")

	in, out := s.file("in.txt", lines), filepath.Join(s.dir, "out.jsonl")
	code, _, stderr = s.exec("batch", in, "-o", out, "--no-log")
	assert.Zero(t, code, stderr)
	assert.Contains(t, stderr, "1 corrected · 1 right · 0 out of scope · 2 asked again\n")
	answers, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.Equal(t, []string{"rules", "rules"}, models(string(answers)), "a batch")
	_, _, stderr = s.exec("batch", out, "-o", out+"2", "--no-log", "--escalate", "")
	assert.Contains(t, stderr, "2 unsure")
	assert.NotContains(t, stderr, "asked again", "answers are inputs, and what was asked again is not carried through")

	suite := s.file("suite.jsonl",
		`{"id":"a","input":"He goed to school.","accept":["He went to school."],"clean":false,"detect_only":false}`+"\n")
	code, stdout, stderr = s.exec("eval", suite, "--json")
	assert.Zero(t, code, stderr)
	assert.Equal(t, int64(1), gjson.Get(stdout, "fixed.hits").Int(), "an evaluation: %s", stdout)

	for value, want := range map[string]string{"2": "--min-confidence", "NaN": "--min-confidence",
		"much": "want a number from 0 to 1, like 0.9"} {
		code, _, stderr := s.exec("--min-confidence", value, "x")
		assert.Equal(t, 2, code)
		assert.Contains(t, stderr, want)
	}
	code, _, stderr = s.exec("--escalate", "rule", "x")
	assert.Equal(t, 2, code)
	assert.Contains(t, stderr, `there is no model "rule"`)
}
