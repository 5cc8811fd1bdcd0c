package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// batch runs a batch over in and returns what OUT holds, too.
func (s *stage) batch(in string, args ...string) (code int, out, stderr string) {
	path := filepath.Join(s.dir, "out")
	code, stdout, stderr := s.exec(append([]string{"batch", in, "-o", path}, args...)...)
	assert.Empty(s.t, stdout, "answers go to the file")
	data, err := os.ReadFile(path)
	if err != nil {
		require.ErrorIs(s.t, err, os.ErrNotExist)
	}
	return code, s.scrub(string(data)), stderr
}

const fourLines = "He goed.\nShe is happy.\n\nWrite a poem.\nHe don't know.\n"

func TestBatchWritesOneLineForEachInput(t *testing.T) {
	s := newStage(t)
	code, out, stderr := s.batch(s.file("in.txt", fourLines), "--model", "rules", "--jobs", "3")
	assert.Zero(t, code)
	assert.Equal(t, "4 of 4 lines · 2 corrected · 1 right · 1 out of scope\n1 INFL-OVERREG · 1 SVA-PRON\nT\n", stderr)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	require.Len(t, lines, 4)
	for i, input := range []string{"He goed.", "She is happy.", "Write a poem.", "He don't know."} {
		assert.Equal(t, input, gjson.Get(lines[i], "input").Str, "they stand in order")
		assert.False(t, gjson.Get(lines[i], "trace").Exists())
	}
	assert.Equal(t, "He went.", gjson.Get(lines[0], "corrected").Str)
}

func TestBatchReadsObjects(t *testing.T) {
	s := newStage(t)
	in := s.file("in.jsonl", `{"id":7,"input":"He goed.","note":{"b":1,"a":[2.50]},"model":"mine"}`+"\r\n")
	code, out, _ := s.batch(in, "--model", "rules", "--trace")
	assert.Zero(t, code)
	assert.True(t, strings.HasPrefix(out, `{"id":7,"note":{"b":1,"a":[2.50]},"input":"He goed.","corrected":"He went.",`), "%s", out)
	assert.Equal(t, "rules", gjson.Get(out, "model").Str, "the answer's own members win")
	assert.Equal(t, "final_answer", gjson.Get(out, "trace.@reverse.0.tool").Str)
	assert.True(t, json.Valid([]byte(out)))
}

// TestBatchGoesOnAfterAKillAtAnyByte cuts the file of answers where a kill could have.
func TestBatchGoesOnAfterAKillAtAnyByte(t *testing.T) {
	s := newStage(t)
	in := s.file("in.txt", fourLines)
	_, whole, _ := s.batch(in, "--model", "rules", "--quiet")
	raw, err := os.ReadFile(filepath.Join(s.dir, "out"))
	require.NoError(t, err)
	for cut := 0; cut <= len(raw); cut += 101 { // package batch tries every byte
		s.file("out", string(raw[:cut]))
		code, again, stderr := s.batch(in, "--model", "rules", "--quiet")
		require.Zero(t, code, "cut at %d: %s", cut, stderr)
		require.Equal(t, whole, again, "cut at %d", cut)
	}
}

func TestBatchRefuses(t *testing.T) {
	rows := []struct{ claim, in, out, want string }{
		{"a line that is not JSON", "{\"input\":\"a\"}\n{\"input\":", "",
			"DIR/in, line 2: this is not JSON; each line must be one object, like {\"input\":\"He goed.\"}"},
		{"an object without input", "{\"input\":\"a\"}\n\n{}", "", "DIR/in, line 3: there is no \"input\""},
		{"another encoding", "a\nb\xff", "", "DIR/in, line 2: this is not UTF-8 text; convert it first, for example: iconv -f latin1 -t utf-8"},
		{"a file of something else", "He goed.", "my essay\n",
			"DIR/out was not made from this input: its line 1 does not answer line 1 of the input.\nName another file with -o, " +
				"or begin it anew with --restart."},
		{"answers of another model", "He goed.", `{"file":"in","line":1,"input":"He goed.","model":"tiny","planner":"react"}` +
			"\n", "the lines in the file were made by tiny, and this is rules.\nGo on with --model tiny, or begin anew with --restart."},
		{"answers of another planner", "He goed.", `{"file":"in","line":1,"input":"He goed.","model":"rules","planner":"preflect"}` + "\n",
			"the lines in the file were made by planner preflect, and this is react.\nGo on with --planner preflect, or begin anew with --restart."},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			s := newStage(t)
			if row.out != "" {
				s.file("out", row.out)
			}
			code, out, stderr := s.batch(s.file("in", row.in), "--model", "rules")
			assert.Equal(t, 2, code)
			assert.Equal(t, "tutor: "+row.want+"\n", stderr)
			assert.Equal(t, row.out, out, "the file is left as it was")
			if row.out != "" {
				code, out, _ = s.batch(s.file("in", row.in), "--model", "rules", "--restart")
				assert.Zero(t, code)
				assert.True(t, strings.HasPrefix(out, `{"file":"in","line":1,"input":"He goed.","corrected":"He went."`))
			}
		})
	}
	t.Run("to write over its input", func(t *testing.T) {
		s := newStage(t)
		s.file("out", "He goed.\n")
		code, out, stderr := s.batch(filepath.Join(s.dir, "out"))
		assert.Equal(t, 2, code)
		assert.Equal(t, "He goed.\n", out)
		assert.Equal(t, "tutor: DIR/out would be written over itself; name another file with -o\n", stderr)
	})
	t.Run("a folder that is not there", func(t *testing.T) {
		s := newStage(t)
		code, _, stderr := s.exec("batch", s.file("in", "He goed."), "-o", s.dir+"/no/out", "--model", "rules")
		assert.Equal(t, 2, code)
		assert.Equal(t, "tutor: cannot write DIR/no/out: no such file or directory\n", stderr)
	})
}

func TestBatchOfNothing(t *testing.T) {
	s := newStage(t)
	code, out, stderr := s.batch(s.file("in", "\n\n"), "--model", "rules")
	assert.Zero(t, code)
	assert.Empty(t, out)
	assert.Equal(t, "DIR/in holds no sentence.\n", stderr)
}

func TestBatchReadsStandardInput(t *testing.T) {
	s := newStage(t)
	s.stdin = strings.NewReader("He goed.\r\n")
	code, out, _ := s.batch("-", "--model", "rules")
	assert.Zero(t, code)
	assert.Equal(t, "He went.", gjson.Get(out, "corrected").Str)
}

func TestBatchTellsOtherEndings(t *testing.T) {
	s := newStage(t)
	in := s.file("in", "a\nb\nc\n")
	code, out, stderr := s.batch(in, "--repeats", "halt", "--model", s.script(lookUp, lookUp))
	assert.Equal(t, 3, code)
	assert.Equal(t, 3, strings.Count(out, "\n"), "a line for each all the same")
	assert.Equal(t, "tutor: The model asked for the same thing again and again. (3 lines)\n"+
		"3 of 3 lines · 0 corrected · 0 right · 0 out of scope · 3 duplicate_action\nT\n"+
		"3 lines have no answer. To ask again for them:  tutor batch DIR/in -o DIR/out --repeats halt --model "+
		"script:DIR/script --retry-failed\n", stderr)
	code, again, _ := s.batch(in, "--repeats", "halt", "--model", s.script(lookUp, lookUp))
	assert.Equal(t, 3, code, "what the file holds counts")
	assert.Equal(t, out, again)
	path := filepath.Join(s.dir, "out")
	lines, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, bytes.Replace(lines, []byte("duplicate_action"), []byte("program_failure"), 1), 0o600))
	code, _, _ = s.batch(in, "--repeats", "halt", "--model", s.script(lookUp, lookUp))
	assert.Equal(t, 1, code, "a fault in our own code is our fault")
}

func TestBatchKeepsTheLogOfEachRunTogether(t *testing.T) {
	s := newStage(t)
	log := filepath.Join(s.dir, "log")
	code, _, _ := s.batch(s.file("in", strings.Repeat("He goed.\n", 20)), "--model", "rules", "--jobs", "4", "--log", log)
	assert.Zero(t, code)
	data, err := os.ReadFile(log)
	require.NoError(t, err)
	runs, seq := 0, int64(0)
	for line := range strings.Lines(string(data)) {
		n := gjson.Get(line, "seq").Int()
		if n == 1 {
			runs, seq = runs+1, 0
		}
		assert.Equal(t, seq+1, n, "events of runs are not mixed")
		seq = n
	}
	assert.Equal(t, 20, runs)
}

// A transcript is a writer that can be read meanwhile.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
	grew chan struct{}
}

func newTranscript() *transcript { return &transcript{grew: make(chan struct{}, 1)} }

func (w *transcript) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case w.grew <- struct{}{}:
	default:
	}
	return w.text.Write(p)
}

func (w *transcript) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// await waits until text was written.
func (w *transcript) await(text string) { w.awaitTimes(text, 1) }

// awaitTimes waits until text was written n times.
func (w *transcript) awaitTimes(text string, n int) {
	for strings.Count(w.String(), text) < n {
		<-w.grew
	}
}

func TestBatchIsInterrupted(t *testing.T) {
	rows := []struct {
		claim   string
		signals int
		lines   int
	}{
		{"the first interrupt lets what runs finish", 1, 2},
		{"the second stops at once", 2, 1},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			stderr := newTranscript()
			signals := make(chan os.Signal, 2)
			asked := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body) // else the server would not notice who leaves
				switch r.URL.Path {
				case "/api/version":
					fmt.Fprint(w, `{"version":"0.17.4"}`)
					return
				case "/api/show":
					fmt.Fprint(w, `{"capabilities":["completion"]}`)
					return
				case "/api/ps", "/api/tags":
					fmt.Fprint(w, `{"models":[{"name":"x:latest"}]}`)
					return
				}
				if asked++; asked == 2 {
					signals <- os.Interrupt
					stderr.await("Interrupt again")
					if row.signals == 2 {
						signals <- os.Interrupt
						<-r.Context().Done()
						return
					}
				}
				fmt.Fprintf(
					w, `{"model":"x","message":{"role":"assistant","content":%q},"done":true,"done_reason":"stop",`+
						`"prompt_eval_count":900,"eval_count":9}`+"\n", unsure)
			}))
			defer server.Close()
			s := newStage(t)
			out := filepath.Join(s.dir, "my out")
			args := []string{"batch", s.file("in", "a\nb\nc\nd\n"), "-o", out, "--model", "ollama:x", "--leash", "full", "--host", server.URL}
			c := cli.NewConsole("tutor", strings.NewReader(""), &bytes.Buffer{}, stderr, func(string) string { return "" }, signals)
			assert.Equal(t, 130, run(t.Context(), c, append(args, "--restart")))
			data, err := os.ReadFile(out)
			require.NoError(t, err)
			assert.Equal(t, row.lines, strings.Count(string(data), "\n"))
			assert.True(t, strings.HasSuffix(string(data), "\n"), "no line is half written")
			want := fmt.Sprintf("Stopped. To go on:  tutor batch DIR/in -o 'DIR/my out' --model ollama:x --leash full --host %s\n", server.URL)
			assert.True(t, strings.HasSuffix(s.scrub(stderr.String()), want), "%s", s.scrub(stderr.String()))

			asked = 10
			again := cli.NewConsole("tutor", strings.NewReader(""), &bytes.Buffer{}, stderr, func(string) string { return "" }, nil)
			assert.Zero(t, run(t.Context(), again, args))
			assert.Equal(t, 10+4-row.lines, asked, "finished lines are not repeated")
		})
	}
}
