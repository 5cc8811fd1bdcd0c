package builtin

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// shownOutput is how many bytes of a command's output a model reads: its beginning and its end.
const shownOutput = 4000

// CommandOptions specify which commands may run.
type CommandOptions struct {
	Dir     string        // the directory in which they run
	Named   []string      // command lines that run without an approval
	Any     bool          // any other command line may run too; then every command needs an approval, even a named one
	Timeout time.Duration // 0 means 30 s
}

type commandArgs struct {
	Command string `json:"command" jsonschema:"minLength=1,maxLength=400" jsonschema_description:"the command line"`
}

// A commandResult is what run_command gives.
type commandResult struct {
	Exit   int    `json:"exit"` // 0: it succeeded
	Output string `json:"output"`
	Note   string `json:"note,omitempty"`
}

// Command returns the tool run_command, which runs command lines with the shell of the machine.
func Command(o CommandOptions) (tools.Tool, error) {
	if len(o.Named) == 0 && !o.Any {
		return tools.Tool{}, errors.New("builtin: run_command needs the commands that it may run")
	}
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	options := tools.Options{NeedsApproval: o.Any, Timeout: o.Timeout + 5*time.Second}
	if !o.Any {
		known := grammar.Object(grammar.Property{Name: "command", Schema: grammar.Enum(o.Named...)})
		options.Known = func(string, []tools.Done) (grammar.Schema, bool) { return known, true }
	}
	return tools.New("run_command", "runs a command and gives its output", func(ctx context.Context, in commandArgs) (commandResult, error) {
		return o.run(ctx, in.Command)
	}, options)
}

func (o CommandOptions) run(ctx context.Context, line string) (commandResult, error) {
	if !o.Any {
		named := false
		for _, n := range o.Named {
			named = named || n == line
		}
		if !named {
			return commandResult{}, tools.BadArgument("it is not among the commands that may run: %s", strings.Join(o.Named, "; "))
		}
	}
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	shell := []string{"/bin/sh", "-c"}
	if runtime.GOOS == "windows" {
		shell = []string{"cmd", "/c"}
	}
	var out ends
	cmd := exec.CommandContext(ctx, shell[0], append(shell[1:], line)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = o.Dir, &out, &out
	cmd.WaitDelay = time.Second // of what it started itself and left running
	group(cmd)
	err := cmd.Run()
	r := commandResult{Output: out.text()}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		r.Exit, r.Note = -1, fmt.Sprintf("it was stopped after %s", o.Timeout)
	case errors.As(err, &exit):
		r.Exit = exit.ExitCode()
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		return r, fmt.Errorf("the command could not be started: %w", err)
	}
	return r, nil
}

// ends keeps the beginning and the end of what is written to it.
type ends struct {
	head, tail []byte
	size       int
}

// Write implements io.Writer. It keeps at most shownOutput bytes.
func (e *ends) Write(p []byte) (int, error) {
	e.size += len(p)
	n := len(p)
	if room := shownOutput/2 - len(e.head); room > 0 {
		take := min(room, len(p))
		e.head, p = append(e.head, p[:take]...), p[take:]
	}
	e.tail = append(e.tail, p...)
	if over := len(e.tail) - shownOutput/2; over > 0 {
		e.tail = append(e.tail[:0], e.tail[over:]...)
	}
	return n, nil
}

func (e *ends) text() string {
	text := string(e.head)
	if left := e.size - len(e.head) - len(e.tail); left > 0 {
		text += fmt.Sprintf("\n… %d bytes …\n", left)
	}
	return strings.ToValidUTF8(text+string(e.tail), "\ufffd")
}
