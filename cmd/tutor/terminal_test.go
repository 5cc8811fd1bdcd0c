//go:build unix

package main

import (
	"os"
	osexec "os/exec"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
)

// A terminal is one in which the program runs as a process.
type terminal struct {
	t      *testing.T
	pty    *os.File
	cmd    *osexec.Cmd
	screen *vt.SafeEmulator
	wrote  *transcript
	ended  chan struct{} // closed when the process has
}

// newTerminal starts the program in a terminal of a size in cells. env are more variables of its environment.
func newTerminal(t *testing.T, width, height int, env []string, args ...string) *terminal {
	t.Helper()
	x := &terminal{t: t, cmd: child(t.Context(), t, "", args...), screen: vt.NewSafeEmulator(width, height),
		wrote: newTranscript(), ended: make(chan struct{})}
	dir := t.TempDir()
	x.cmd.Env = append(x.cmd.Env, "TERM=xterm-256color", "NO_COLOR=", "ACCESSIBLE=", "HOME="+dir, "XDG_CONFIG_HOME=",
		"XDG_STATE_HOME=", "XDG_DATA_HOME=", "OLLAMA_HOST=")
	x.cmd.Env = append(x.cmd.Env, env...)
	var err error
	x.pty, err = pty.StartWithSize(x.cmd, &pty.Winsize{Cols: uint16(width), Rows: uint16(height)})
	require.NoError(t, err)
	go func() { // what the terminal answers to questions of the program
		buf := make([]byte, 1024)
		for {
			n, err := x.screen.Read(buf)
			if err != nil {
				return
			}
			_, _ = x.pty.Write(buf[:n])
		}
	}()
	read := make(chan struct{})
	go func() {
		defer close(read)
		buf := make([]byte, 32<<10)
		for {
			n, err := x.pty.Read(buf)
			if err != nil { // the process has ended
				return
			}
			_, _ = x.screen.Write(buf[:n])
			_, _ = x.wrote.Write(buf[:n])
		}
	}()
	go func() {
		_ = x.cmd.Wait()
		<-read
		close(x.ended)
	}()
	t.Cleanup(func() {
		_ = x.cmd.Process.Kill()
		<-x.ended
		_ = x.pty.Close()
	})
	return x
}

// shows returns what stands on the screen.
func (x *terminal) shows() string {
	var lines []string
	for line := range strings.Lines(ansi.Strip(x.screen.Render())) {
		lines = append(lines, strings.TrimRight(line, " \r\n"))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// patience is how long a terminal waits for what must come: the machine may be busy.
const patience = 30 * time.Second

// ends waits for the process and returns its exit code.
func (x *terminal) ends() int {
	x.t.Helper()
	select {
	case <-x.ended:
	case <-time.After(patience):
		x.t.Fatalf("it does not end:\n%s", x.shows())
	}
	return x.cmd.ProcessState.ExitCode()
}
