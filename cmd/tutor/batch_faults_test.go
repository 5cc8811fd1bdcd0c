package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/answers"
)

// An ollamaServer answers every question about the verbs with unsure, unless it is told otherwise.
type ollamaServer struct {
	*httptest.Server
	asked atomic.Int32
	// chat answers the request of a number, from 1, and reports whether it did. Nil never does.
	chat func(n int, w http.ResponseWriter, prompt string) bool
}

func newOllamaServer(t *testing.T) *ollamaServer { return startOllamaServer(t, nil) }

// startOllamaServer starts a server with its chat, which programs of their own may ask at once.
func startOllamaServer(t *testing.T, chat func(n int, w http.ResponseWriter, prompt string) bool) *ollamaServer {
	o := &ollamaServer{chat: chat}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch r.URL.Path {
		case "/api/version":
			fmt.Fprint(w, `{"version":"0.17.4"}`)
		case "/api/show":
			fmt.Fprint(w, `{"capabilities":["completion"]}`)
		case "/api/ps", "/api/tags":
			fmt.Fprint(w, `{"models":[{"name":"x:latest"}]}`)
		default:
			if n := int(o.asked.Add(1)); o.chat != nil && o.chat(n, w, string(body)) {
				return
			}
			fmt.Fprintf(
				w, `{"model":"x","message":{"role":"assistant","content":%q},"done":true,"done_reason":"stop",`+
					`"prompt_eval_count":900,"eval_count":9}`+"\n", unsure)
		}
	}))
	t.Cleanup(o.Close)
	return o
}

// refuse answers 400.
func refuse(w http.ResponseWriter) bool {
	w.WriteHeader(http.StatusBadRequest)
	fmt.Fprint(w, `{"error":"bad things"}`)
	return true
}

func TestABatchStopsWhenItsModelIsGone(t *testing.T) {
	s := newStage(t)
	server := newOllamaServer(t)
	address := server.URL
	server.chat = func(n int, w http.ResponseWriter, _ string) bool {
		if n < 3 {
			return false
		}
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"error":"model 'x' not found"}`)
		return true
	}
	in := s.file("in", "a\nb\nc\nd\n")
	args := []string{"--model", "ollama:x", "--host", address}
	code, out, stderr := s.batch(in, args...)
	assert.Equal(t, 3, code)
	assert.Equal(t, 2, strings.Count(out, "\n"), "what was never asked is not there")
	assert.EqualValues(t, 3, server.asked.Load())
	assert.Contains(t, stderr, "2 of 4 lines · ")
	assert.Contains(t, stderr, "Stopped, because the model cannot be had: Ollama at "+address+
		" lists the model x:latest and then says that it does not have it. Fetch it again with `ollama pull x`."+
		" To go on when it can:  tutor batch DIR/in -o DIR/out --model ollama:x --host "+address+"\n")
	server.chat = nil
	code, out, stderr = s.batch(in, args...)
	assert.Zero(t, code, "%s", stderr)
	assert.Equal(t, 4, strings.Count(out, "\n"))
	assert.EqualValues(t, 5, server.asked.Load(), "finished lines are not repeated")

	server.Close()
	code, out, stderr = s.batch(in, append(args, "--restart")...)
	assert.Equal(t, 3, code)
	assert.Empty(t, out)
	assert.Contains(t, stderr, "No Ollama answers at "+address)
}

func TestABatchAsksAgainWhatFailedForTransport(t *testing.T) {
	s := newStage(t)
	server := newOllamaServer(t)
	bad := func(_ int, w http.ResponseWriter, prompt string) bool {
		return strings.Contains(prompt, "bad") && refuse(w)
	}
	server.chat = bad
	in := s.file("in", "a\nbad\nc\n")
	args := []string{"--model", "ollama:x", "--host", server.URL}
	command := "tutor batch DIR/in -o DIR/out --model ollama:x --host " + server.URL + "\n"
	code, out, stderr := s.batch(in, args...)
	assert.Equal(t, 3, code)
	assert.Equal(t, 3, strings.Count(out, "\n"), "one line alone stops nothing")
	assert.Equal(t, "transport", gjson.Get(strings.Split(out, "\n")[1], "fault").Str)
	assert.Contains(t, stderr, "The model could not be had for 1 line. To ask again for it:  "+command)
	assert.EqualValues(t, 3, server.asked.Load())

	server.chat = nil
	code, out, stderr = s.batch(in, args...)
	assert.Zero(t, code)
	assert.True(t, strings.HasPrefix(stderr, "2 of 3 lines are there already; 1 line without an answer is asked again.\n"), stderr)
	assert.EqualValues(t, 4, server.asked.Load())
	assert.NotContains(t, out, `"fault"`)
	for i, input := range []string{"a", "bad", "c"} {
		assert.Equal(t, input, gjson.Get(strings.Split(out, "\n")[i], "input").Str)
	}
	assert.Contains(t, stderr, "3 of 3 lines · 0 corrected · 0 right · 3 out of scope\n")
}

func TestABatchStopsAfterThreeFaultsInARow(t *testing.T) {
	s := newStage(t)
	server := newOllamaServer(t)
	server.chat = func(_ int, w http.ResponseWriter, _ string) bool { return refuse(w) }
	code, out, stderr := s.batch(s.file("in", strings.Repeat("a\n", 500)), "--model", "ollama:x", "--host", server.URL)
	assert.Equal(t, 3, code)
	assert.EqualValues(t, 3, server.asked.Load())
	assert.Equal(t, 3, strings.Count(out, "\n"))
	assert.Contains(t, stderr, "Stopped, because the model cannot be had: Ollama at "+server.URL+" refused the request (bad things).")
}

func TestRetryFailed(t *testing.T) {
	s := newStage(t)
	in := s.file("in", "a\nb\n")
	script := s.script(lookUp, lookUp)
	code, _, _ := s.batch(in, "--repeats", "halt", "--model", script)
	assert.Equal(t, 3, code)
	s.script(right)
	code, _, _ = s.batch(in, "--repeats", "halt", "--model", script)
	assert.Equal(t, 3, code, "the model had its say")
	code, out, stderr := s.batch(in, "--repeats", "halt", "--model", script)
	assert.Equal(t, 3, code)
	assert.Equal(t, 2, strings.Count(out, "\n"))
	assert.Contains(t, stderr,
		"2 lines have no answer. To ask again for them:  tutor batch DIR/in -o DIR/out --repeats halt --model "+
			"script:DIR/script --retry-failed\n")
	code, out, _ = s.batch(in, "--repeats", "halt", "--model", script, "--retry-failed")
	assert.Zero(t, code)
	assert.Equal(t, 2, strings.Count(out, `"outcome":"final"`))
}

func TestOneBatchWritesAFile(t *testing.T) {
	for _, log := range [][]string{nil, {"--no-log"}, {"--log", "DIR/log2"}} {
		s := newStage(t)
		s.env["HOME"] = s.dir
		path := filepath.Join(s.dir, "out")
		first, err := answers.Open(path, func(func(answers.Input, error) bool) {}, answers.Options{})
		require.NoError(t, err)
		args := []string{"batch", s.file("in", "He goed.\n"), "-o", path, "--model", "rules", "--restart"}
		for _, a := range log {
			args = append(args, strings.ReplaceAll(a, "DIR", s.dir))
		}
		code, _, stderr := s.exec(args...)
		assert.Equal(t, 2, code)
		assert.Equal(t, "tutor: another process writes DIR/out; wait until it ends.\n", stderr)
		require.NoError(t, first.Close())
		code, _, _ = s.exec(args...)
		assert.Zero(t, code)
	}
}

func TestABatchOfAnEndlessInputIsRefused(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("there is no /dev/zero here")
	}
	s := newStage(t)
	code, _, stderr := s.batch("/dev/zero", "--model", "rules")
	assert.Equal(t, 2, code)
	assert.Equal(t, "tutor: cannot read /dev/zero: it has more than 64 MB; a larger input must be a file\n", stderr)
	big := s.file("big", "a\n")
	require.NoError(t, os.Truncate(big, 1<<30)) // of zeros, which take no room
	code, _, stderr = s.batch(big, "--model", "rules")
	assert.Equal(t, 2, code)
	assert.Equal(t, "tutor: DIR/big, line 2: it has more than 16 MB\n", stderr)
}

func TestAnswersWantARegularFile(t *testing.T) {
	s := newStage(t)
	for _, place := range []string{os.DevNull, s.dir} {
		code, _, stderr := s.exec("batch", s.file("in", "He goed.\n"), "-o", place, "--model", "rules")
		assert.Equal(t, 2, code)
		assert.NotContains(t, stderr, "--restart", "which would not help")
		assert.Regexp(
			t, `^tutor: (/dev/null is not a regular file, and answers can only be kept in one; name another with -o|cannot write `+
				`DIR: is a directory)\n$`, stderr)
	}
}

// What cannot be written in the end is told in the beginning.
func TestPlacesAreTriedBeforeTheWork(t *testing.T) {
	s := newStage(t)
	nowhere := filepath.Join(s.dir, "no", "text")
	code, stdout, stderr := s.exec("eval", "testdata/../../../testdata/beyond.jsonl", "--sample", "1", "--model", "rules",
		"--page", nowhere+".md")
	assert.Equal(t, 2, code)
	assert.Empty(t, stdout)
	assert.Equal(t, "tutor: cannot write DIR/no/text.md: no such file or directory\n", stderr)
	left, err := os.ReadDir(s.dir)
	require.NoError(t, err)
	assert.Empty(t, left, "and trying leaves nothing")
}

func TestATableIsNotReadAsLines(t *testing.T) {
	s := newStage(t)
	code, out, stderr := s.batch(s.file("class.csv", "pupil,text\nAna,He goed.\n"), "--model", "rules")
	assert.Equal(t, 2, code)
	assert.Empty(t, out)
	assert.Equal(
		t, "tutor: DIR/class.csv is a table: --csv says which column holds the texts, by its name or number:  tutor batch "+
			"DIR/class.csv --csv COLUMN -o DIR/out\n", stderr)
}

func TestALogThatIsFullIsOurFault(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full here")
	}
	code, _, stderr := newStage(t).exec("--model", "rules", "--log", "/dev/full", "He goed.")
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "the log could not be written")
}

func TestAFullDiskIsNamedByTheFileThatIsFull(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full here")
	}
	s := newStage(t)
	code, out, stderr := s.batch(s.file("in", "He goed.\n"), "--model", "rules", "--log", "/dev/full")
	assert.Equal(t, 1, code)
	assert.Empty(t, out)
	assert.Contains(t, stderr, "tutor: cannot write the log /dev/full: no space left on device. ")
	assert.NotContains(t, stderr, "cannot write DIR/out")
}
