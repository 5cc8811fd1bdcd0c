package mcp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// How long a process may take to end: after its input has ended, and after it was asked to.
const (
	stopGrace = 2 * time.Second
	termGrace = time.Second
)

// A process is a server that was started, with what it starts itself.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.ReadCloser
	said   *tail
	ended  chan struct{} // closed when it has ended
	err    error         // how; set before ended is closed
	told   atomic.Bool   // we told it to end, because it did not by itself
	once   sync.Once
}

// start starts the command of an endpoint in a process group of its own.
func start(e Endpoint) (*process, error) {
	cmd := exec.Command(e.Command[0], e.Command[1:]...)
	cmd.Dir = e.Dir
	cmd.Env = append(os.Environ(), e.Env...)
	p := &process{cmd: cmd, said: &tail{to: e.Stderr}, ended: make(chan struct{})}
	cmd.Stderr = p.said
	cmd.WaitDelay = termGrace // a process that it left behind may hold its standard error
	ownGroup(cmd)
	var err error
	if p.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// Not StdoutPipe: Wait would close it while the last lines are being read.
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout = write
	p.stdout = read
	err = cmd.Start()
	_ = write.Close() // the process has its own
	if err != nil {
		_ = read.Close()
		if problem := (*exec.Error)(nil); errors.As(err, &problem) {
			return nil, fmt.Errorf("cannot start %s: %w", problem.Name, problem.Err)
		}
		return nil, err
	}
	go func() {
		p.err = cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// stop ends the process: its input ends, then it is asked to end, then it is killed with all it has started.
func (p *process) stop() {
	p.once.Do(func() {
		_ = p.stdin.Close() // it may be closed already
		if !p.within(stopGrace) {
			p.told.Store(true)
			askGroup(p.cmd)
			p.within(termGrace)
		}
		killGroup(p.cmd)
		p.within(termGrace)
		_ = p.stdout.Close()
	})
}

// kill ends the process at once, with all it has started.
func (p *process) kill() {
	select {
	case <-p.ended:
	default:
		killGroup(p.cmd)
	}
}

func (p *process) within(d time.Duration) bool {
	select {
	case <-p.ended:
		return true
	case <-time.After(d):
		return false
	}
}

// why returns how the process ended, with the last line it said.
func (p *process) why() error {
	if !p.within(stopGrace) || p.told.Load() { // our own signal is no reason
		return errors.New("it closed its output")
	}
	how := "it ended"
	if p.err != nil {
		how = "it ended with " + p.err.Error()
	}
	if said := p.said.lastLine(); said != "" {
		how += ": " + said
	}
	return errors.New(how)
}

// A tail keeps the end of what is written to it, and passes it on.
type tail struct {
	to   io.Writer // nil: no one
	mu   sync.Mutex
	text []byte
}

const maxTail = 4096

// Write implements [io.Writer]. It never fails, so that the process never does for what it says.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.to != nil {
		_, _ = t.to.Write(p)
	}
	t.text = append(t.text, p...)
	if over := len(t.text) - maxTail; over > 0 {
		t.text = bytes.Clone(t.text[over:])
	}
	return len(p), nil
}

// lastLine returns the last line that says something, clipped.
func (t *tail) lastLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return clip(lines[len(lines)-1], 200)
}
