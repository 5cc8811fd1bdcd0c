package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

func TestChat(t *testing.T) {
	s := newStage(t)
	s.stdin = strings.NewReader("He goed.\n\n/explain\n/nothing\n/explain nothing\n/rules\n/help\nShe is happy.\n/quit\nHe goed.\n")
	code, stdout, stderr := s.exec("chat", "--model", "rules", "--quiet")
	assert.Zero(t, code)
	golden(t, "chat.golden", stdout)
	assert.Equal(t, "There is no /nothing; /help says what there is.\ntutor: there is no rule nothing; tutor rules lists them\n", stderr)

	t.Run("the end of the input ends it", func(t *testing.T) {
		s.stdin = strings.NewReader("/explain\n")
		code, stdout, stderr := s.exec("repl", "--model", "rules")
		assert.Zero(t, code)
		assert.Empty(t, stdout)
		assert.Equal(t, "There is no rule to explain yet; /explain CODE, or /rules.\n", stderr)
	})
	t.Run("a run that did not end final shows in the exit code", func(t *testing.T) {
		s.stdin = strings.NewReader("He goed.\n")
		code, _, _ := s.exec("chat", "--quiet", "--model", s.script(lookUp, lookUp))
		assert.Equal(t, 3, code)
	})
	t.Run("a sentence is refused", func(t *testing.T) {
		code, _, stderr := s.exec("chat", "He goed.")
		assert.Equal(t, 2, code)
		assert.Contains(t, stderr, "tutor chat < IN")
	})
	t.Run("a plain terminal has a prompt", func(t *testing.T) {
		var out, err bytes.Buffer
		c := cli.NewConsole("tutor", strings.NewReader("She is happy.\n"), &out, &err, func(string) string { return "" }, nil)
		c.InTerminal = true
		assert.Zero(t, run(t.Context(), c, []string{"chat", "--model", "rules"}))
		assert.True(t, strings.HasPrefix(out.String(), "She is happy.\n"))
		assert.True(t, strings.HasPrefix(err.String(), "Type a sentence. "), err.String())
		assert.Contains(t, err.String(), "\n> rules · ")
	})
	t.Run("a signal ends the waiting", func(t *testing.T) {
		signals := make(chan os.Signal, 1)
		var out bytes.Buffer
		err := newTranscript()
		in, w, _ := os.Pipe()
		defer w.Close()
		_, _ = io.WriteString(w, "She is happy.\n")
		go func() {
			err.awaitTimes("> ", 2) // the chat waits for the next line, no longer for the answer
			signals <- os.Interrupt
		}()
		c := cli.NewConsole("tutor", in, &out, err, func(string) string { return "" }, signals)
		c.InTerminal = true
		assert.Equal(t, 130, run(t.Context(), c, []string{"chat", "--model", "rules"}))
	})
}

func TestHint(t *testing.T) {
	const answer = "He [-goed-]{+went+} home.\n"
	rows := []struct {
		claim, input, stdin string
		want                []string // in this order
		lack                string
	}{
		{"the place and the rule come first", "He goed home.", "\n", []string{"He [goed] home.\n  “Go, went, gone”", answer}, "Not yet."},
		{"two tries, then the answer", "He goed home.", "He goes fast.\nHe gone home.\nHe went home.\n", []string{"Not yet.\n", answer}, "Right!"},
		{"a right one ends it", "He goed home.", "he  goed home.\nHe went home.\n", []string{"Not yet.\n", "Right!\n", answer}, ""},
		{"another right reading is right", "He goed home.", "He goes home.\n", []string{"Right!\n", answer}, "Not yet."},
		{"other right words are not an answer", "He goed home.", "She is happy.\n", []string{"Not yet.\n", answer}, "Right!"},
		{"a word that is missing has a place", "I moving house.", "\n", []string{"I […] moving house.\n", "I {+am+} moving house."}, ""},
		{"the end of the input shows the answer", "He goed home.", "", []string{"He [goed]", answer}, ""},
		{"what is right has no hint", "She is happy.", "", []string{"She is happy.\n"}, "[is]"},
		{"hard rules are told at once", "The list of items are long.", "", []string{"The list of items [-are-]{+is+} long."}, "[are]"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			s := newStage(t)
			s.stdin = strings.NewReader(row.stdin)
			code, stdout, _ := s.exec("--model", "rules", "--quiet", "--hint", row.input)
			assert.Zero(t, code)
			for _, want := range row.want {
				_, rest, ok := strings.Cut(stdout, want)
				assert.True(t, ok, "%q in %q", want, stdout)
				stdout = rest
			}
			if row.lack != "" {
				assert.NotContains(t, stdout, row.lack)
			}
		})
	}
	t.Run("in a chat the lines between are the tries", func(t *testing.T) {
		s := newStage(t)
		s.stdin = strings.NewReader("He goed home.\nHe went home.\nShe is happy.\n")
		_, stdout, _ := s.exec("chat", "--hint", "--model", "rules", "--quiet")
		assert.Contains(t, stdout, "Right!")
		assert.Contains(t, stdout, "She is happy.\n  The verbs look right.")
	})
	t.Run("lines of standard input cannot be both", func(t *testing.T) {
		code, _, stderr := newStage(t).exec("--hint", "--model", "rules")
		assert.Equal(t, 2, code)
		assert.Equal(t, "tutor: --hint wants one sentence, or a chat:  tutor chat --hint\n", stderr)
	})
}

func TestHintsAreForPeople(t *testing.T) {
	for _, args := range [][]string{{"--hint", "--json", "He goed."}, {"chat", "--hint", "--events"}} {
		code, stdout, stderr := newStage(t).exec(append(args, "--model", "rules")...)
		assert.Equal(t, 2, code)
		assert.Empty(t, stdout)
		assert.Equal(t, "tutor: --hint is for people; leave it out, or --json and --events\n", stderr)
	}
}

func TestEventsAndExitCodes(t *testing.T) {
	t.Run("the events are printed instead of answers", func(t *testing.T) {
		_, stdout, _ := newStage(t).exec("--events", "--model", "rules", "He goed.")
		lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
		assert.Equal(t, "run_started", gjson.Get(lines[0], "kind").Str)
		assert.Equal(t, "finished", gjson.Get(lines[len(lines)-1], "kind").Str)
	})
	t.Run("and beside those of --json", func(t *testing.T) {
		_, stdout, _ := newStage(t).exec("--events", "--json", "--model", "rules", "He goed.")
		assert.Contains(t, stdout, "\n{\"input\":\"He goed.\"")
	})
	rows := []struct {
		claim, input string
		code         int
	}{
		{"something was corrected", "Hello!\nHe goed.\nShe is happy.\n", 10},
		{"nothing corrected, something out of scope", "Hello!\nShe is happy.\n", 11},
		{"all right", "She is happy.\n", 0},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			s := newStage(t)
			s.stdin = strings.NewReader(row.input)
			code, _, _ := s.exec("--exit-code", "--model", "rules")
			assert.Equal(t, row.code, code)
			code, _, _ = s.exec("batch", "--no-log", s.file("in", row.input), "-o", filepath.Join(s.dir, "out"), "--exit-code", "--model", "rules")
			assert.Equal(t, row.code, code, "of a batch too")
			s.stdin = strings.NewReader(row.input)
			code, _, _ = s.exec("--model", "rules")
			assert.Zero(t, code, "only when asked")
		})
	}
	t.Run("another ending comes first", func(t *testing.T) {
		s := newStage(t)
		code, _, _ := s.exec("--exit-code", "--model", s.script(lookUp, lookUp), "He goed.")
		assert.Equal(t, 3, code)
	})
}
