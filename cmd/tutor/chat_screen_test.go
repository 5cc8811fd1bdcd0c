//go:build unix

package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/term"
)

// pausingServer is a server that writes reply piece by piece, with a pause before each. Without a pause it never ends after the first
// piece.
func pausingServer(t *testing.T, pause time.Duration, reply string) *ollamaServer {
	over := make(chan struct{})
	server := startOllamaServer(t, func(_ int, w http.ResponseWriter, _ string) bool {
		for i, piece := range strings.SplitAfter(reply, ",") {
			if i > 0 && pause == 0 {
				<-over
				return true
			}
			time.Sleep(pause)
			_, _ = fmt.Fprintf(w, `{"model":"x","message":{"role":"assistant","content":%q},"done":false}`+"\n", piece)
			_ = http.NewResponseController(w).Flush()
		}
		_, _ = io.WriteString(w, `{"model":"x","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":900,"eval_count":9}`+"\n")
		return true
	})
	t.Cleanup(func() { close(over) })
	return server
}

func TestChatOnAScreen(t *testing.T) {
	for _, width := range []int{40, 80, 120} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			x := newTerminal(t, width, 70, nil, "chat", "--model", "tiny") // high enough for all cards of a rule
			x.await("Type a sentence.")
			x.types("Yesterday he goed to school." + enter)
			x.await("│ INFL-OVERREG · A1") // the card of the rule, which is there when all else is
			shows := x.shows()
			assert.Contains(t, shows, "> Yesterday he goed to school.\nYesterday he went to school.\n")
			assert.Contains(t, shows, "\nOnly verbs were checked.\n")
			assert.Contains(t, shows, "Try:  ")
			assert.Contains(t, x.wrote.String(), "\x1b[1;32mwent\x1b[0m", "what was changed is colored")

			x.types(escape)
			x.until(func() bool { return !strings.Contains(x.shows(), "│ INFL") }, "no card")
			x.types(arrowUp)
			x.await("\n> Yesterday he goed to school.\n")
			x.types("\x15/explain TO-BASE" + enter) // Ctrl-U takes the line away
			x.await("She wants you ___ ___ (stay).")
			assert.Contains(t, joined(x.shows()), "here you use the form with “-ing”, not the first form.", "no cell is lost")
			x.types(ctrlD)
			assert.Zero(t, x.ends())
			for line := range strings.Lines(x.shows()) {
				assert.NotContains(t, line, "Ctrl-D ends", "nothing of the screen is left")
			}
		})
	}
}

func TestChatIsResized(t *testing.T) {
	x := newTerminal(t, 100, 40, nil, "chat", "--model", "rules", "--explain", "both")
	x.await("Type a sentence.")
	x.types("She can to swim." + enter)
	x.await("│ MODAL-BASE")
	for _, size := range [][2]int{{40, 40}, {120, 30}, {40, 8}, {80, 24}} {
		x.resize(size[0], size[1])
		x.types("a")
		x.until(func() bool { return strings.Contains(x.shows(), "> a") }, "> a")
		x.types("\x7f")
		x.until(func() bool { return !strings.Contains(x.shows(), "> a") }, "> ")
	}
	x.await("│ MODAL-BASE")
	x.resize(40, 40)
	x.types("I am agree." + enter)
	x.await("Only verbs were checked.")
	x.await("│ BE-ING") // the sentence is done: before that, Ctrl-C stops it and not the chat
	x.types(ctrlC)
	assert.Zero(t, x.ends())
}

func TestChatShowsWhatASlowModelDoes(t *testing.T) {
	host := pausingServer(t, 0, unsure).URL
	x := newTerminal(t, 80, 24, nil, "chat", "--model", "ollama:x", "--host", host)
	x.await("Type a sentence.")
	x.types("He goed." + enter)
	x.await(`{"thought":"no",`)
	x.await("step 1 · ollama:x is writing · 1 token · ")
	x.await("Ctrl-C stops it.")
	x.types("She is.") // what is typed meanwhile stays
	x.await("> She is.")
	x.types(ctrlC)
	x.await("tutor: stopped.")
	x.await("It cannot go on: nothing was kept.")
	x.await("> She is.")
	x.types(enter)
	x.await(`{"thought":"no",`)
	x.types(ctrlC + ctrlC)
	assert.Zero(t, x.ends())
}

func TestChatOnAScreenAsksHints(t *testing.T) {
	x := newTerminal(t, 80, 30, nil, "chat", "--model", "rules", "--hint")
	x.await("Type a sentence.")
	x.types("He goed home." + enter)
	x.await("Your turn (1 of 2")
	x.types("He goes fast." + enter)
	x.await("Not yet.")
	x.await("Your turn (2 of 2")
	x.types("He went home." + enter)
	x.await("Right!")
	x.await("│ INFL-OVERREG")
	x.types("/quit" + enter)
	assert.Zero(t, x.ends())
}

func TestChatIsPlainWhereItMust(t *testing.T) {
	rows := []struct {
		claim string
		env   []string
		args  []string
	}{
		{"a terminal that cannot draw", []string{"TERM=dumb"}, nil},
		{"a screen reader", []string{"ACCESSIBLE=1"}, nil},
		{"who wants it plain", nil, []string{"--plain"}},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			t.Parallel()
			x := newTerminal(t, 80, 24, row.env, append([]string{"chat", "--model", "rules", "--color", "never"}, row.args...)...)
			x.await("Type a sentence. /explain")
			x.types("He goed.\r")
			x.await("He [-goed-]{+went+}.")
			x.until(func() bool { return strings.HasSuffix(x.shows(), "\n>") }, "another prompt")
			x.types(ctrlD)
			assert.Zero(t, x.ends())
			assert.NotContains(t, x.shows(), "│")
			assert.NotContains(t, x.wrote.String(), "\x1b", "nothing moves the cursor")
		})
	}
	t.Run("who is asked about plans, for which an editor may open", func(t *testing.T) {
		edited := filepath.Join(t.TempDir(), "edited")
		x := newTerminal(t, 80, 30, []string{"EDITOR=touch " + edited}, "chat", "--model", "rules", "--color", "never", "--planner", "plan-act", "--approve-plan")
		x.await("Type a sentence. /explain")
		x.types("He goed." + enter)
		x.await("Answer with y | n REASON | edit.")
		x.types("edit" + enter)
		x.await("He [-goed-]{+went+}.")
		x.until(func() bool { return strings.HasSuffix(x.shows(), "\n>") }, "another prompt")
		x.types(ctrlD)
		assert.Zero(t, x.ends())
		assert.FileExists(t, edited)
	})
	t.Run("no color where none is wanted", func(t *testing.T) {
		x := newTerminal(t, 80, 30, []string{"NO_COLOR=1"}, "chat", "--model", "rules")
		x.await("Type a sentence.")
		x.types("He goed." + enter)
		x.await("│ INFL-OVERREG")
		assert.NotRegexp(t, `\x1b\[[0-9;]*3[0-9]m`, x.wrote.String())
		x.types(ctrlD)
		assert.Zero(t, x.ends())
	})
}

// A signal from outside ends a chat, and leaves the terminal as it was.
func TestASignalEndsAChatOnAScreen(t *testing.T) {
	keys, _, err := pty.Open()
	require.NoError(t, err)
	defer keys.Close()
	usual, err := term.GetState(int(keys.Fd()))
	require.NoError(t, err)
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		x := newTerminal(t, 80, 24, nil, "chat", "--model", "rules")
		x.await("Type a sentence.")
		require.NoError(t, x.cmd.Process.Signal(signal))
		assert.Equal(t, 130, x.ends())
		assert.False(t, x.screen.CursorHidden())
		left, err := term.GetState(int(x.pty.Fd()))
		require.NoError(t, err)
		assert.Equal(t, usual, left, "%v: what is typed is shown again", signal)
	}
}

// What was found out about a sentence is told after the screen is gone, too.
func TestASignalEndsASentenceOfAChatOnAScreen(t *testing.T) {
	over := make(chan struct{})
	server := startOllamaServer(t, func(n int, w http.ResponseWriter, _ string) bool {
		if n == 1 {
			say(w, lookUp)
		} else {
			<-over
		}
		return true
	})
	t.Cleanup(func() { close(over) })
	for _, how := range []string{"", "--plain"} {
		log := filepath.Join(t.TempDir(), "log")
		args := append([]string{"chat", "--model", "ollama:x", "--host", server.URL, "--policy", "enum", "--log", log}, strings.Fields(how)...)
		server.asked.Store(0)
		x := newTerminal(t, 200, 24, nil, args...)
		x.await("Type a sentence.")
		x.types("He goed." + enter)
		x.await("step 2 · waiting for ollama:x")
		require.NoError(t, x.cmd.Process.Signal(syscall.SIGTERM))
		assert.Equal(t, 130, x.ends())
		assert.Contains(t, x.shows(), "Found out until then:\n  lookup_irregular_verb", how)
		assert.Contains(t, x.shows(), "To go on:  tutor runs resume ", how)
		assert.Equal(t, 1, strings.Count(x.shows(), "tutor: stopped."), how)
	}
}

func TestOneSentenceOnASlowModel(t *testing.T) {
	t.Run("what is being done is shown, and goes", func(t *testing.T) {
		host := pausingServer(t, 700*time.Millisecond, unsure).URL
		x := newTerminal(t, 60, 24, nil, "--model", "ollama:x", "--host", host, "--policy", "enum", "He goed.")
		x.await("step 1 · ollama:x is writing · ")
		assert.Zero(t, x.ends())
		assert.NotContains(t, x.shows(), "is writing")
		assert.Contains(t, x.shows(), "He goed.\n")
		assert.Contains(t, x.shows(), "ollama:x · 1 step")
	})
	for _, language := range []string{"es", "both"} {
		t.Run("in Spanish, where both have no room: "+language, func(t *testing.T) {
			host := pausingServer(t, 700*time.Millisecond, unsure).URL
			x := newTerminal(t, 60, 24, nil, "--model", "ollama:x", "--host", host, "--policy", "enum", "--explain", language, "He goed.")
			x.await("paso 1 · ollama:x está escribiendo · ")
			assert.Zero(t, x.ends())
		})
	}
	t.Run("Ctrl-C keeps what is known, and the run goes on later", func(t *testing.T) {
		over := make(chan struct{})
		server := startOllamaServer(t, func(n int, w http.ResponseWriter, _ string) bool {
			switch n {
			case 1:
				say(w, lookUp)
			case 2:
				<-over
			default:
				say(w, went)
			}
			return true
		})
		t.Cleanup(func() { close(over) })
		log := filepath.Join(t.TempDir(), "my log")
		args := []string{"--model", "ollama:x", "--host", server.URL, "--policy", "enum", "--log", log}
		x := newTerminal(t, 200, 24, nil, append(args, "He goed.")...)
		x.await("step 2 · waiting for ollama:x · 9 tokens · ")
		x.types(ctrlC)
		assert.Equal(t, 130, x.ends())
		shows := x.shows()
		assert.Contains(t, shows, `Found out until then:`+"\n"+`  lookup_irregular_verb {"verb":"go"} = {"infinitive":"go",`)
		_, command, ok := strings.Cut(shows, "To go on:  tutor ")
		require.True(t, ok, shows)
		command, _, _ = strings.Cut(command, "\n")
		words := strings.Fields(strings.ReplaceAll(command, "'"+log+"'", "LOG"))
		require.Equal(t, []string{"runs", "resume"}, words[:2])
		for i, w := range words {
			words[i] = strings.ReplaceAll(w, "LOG", log)
		}
		code, stdout, stderr := newStage(t).exec(words...)
		assert.Zero(t, code, stderr)
		assert.Contains(t, stdout, "He [-goed-]{+went+}.")
		data, err := os.ReadFile(log)
		require.NoError(t, err)
		assert.Equal(t, 1, strings.Count(string(data), `"kind":"call_started"`), "nothing is done twice")
	})
	t.Run("the sentences that were answered stay", func(t *testing.T) {
		over := make(chan struct{})
		server := startOllamaServer(t, func(n int, w http.ResponseWriter, _ string) bool {
			if n == 1 {
				say(w, right)
			} else {
				<-over
			}
			return true
		})
		t.Cleanup(func() { close(over) })
		x := newTerminal(t, 80, 24, nil, "--model", "ollama:x", "--host", server.URL, "--policy", "enum", "She is happy. He goed.")
		x.await("sentence 2 · step 1 · waiting for ollama:x · 9 tokens · ")
		x.types(ctrlC)
		assert.Equal(t, 130, x.ends())
		assert.Contains(t, x.shows(), "She is happy.\n  No error of the kinds I know.\n")
		assert.Contains(t, x.shows(), "It cannot go on: nothing was kept. With --log FILE it could.\ntutor: stopped.")
	})
}

// say answers a request to a server with one decision.
func say(w io.Writer, decision string) {
	_, _ = fmt.Fprintf(w, `{"model":"x","message":{"role":"assistant","content":%q},"done":true,"done_reason":"stop","prompt_eval_count":900,"eval_count":9}`+"\n", decision)
}
