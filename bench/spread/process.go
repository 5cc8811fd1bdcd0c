package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"
)

// build builds the programs.
func (b *bench) build(ctx context.Context) error {
	for _, name := range []string{"tutor", "hub"} {
		cmd := exec.CommandContext(ctx, "go", "build", "-o", b.path(name), "github.com/shortleash/shortleash/cmd/"+name)
		cmd.Dir = ".." // the module of the programs
		if text, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("build %s: %w\n%s", name, err, text)
		}
	}
	return nil
}

// command returns one of the programs, with nothing of this user's settings.
func (b *bench) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, b.path(name), args...)
	cmd.Env = append(os.Environ(), "HOME="+b.dir, "XDG_CONFIG_HOME="+b.path("config"), "XDG_STATE_HOME="+b.path("state"),
		"XDG_DATA_HOME="+b.path("data"), "OLLAMA_HOST=")
	return cmd
}

// A keeper keeps a process running: when it is killed, it is started again, until ctx ends.
type keeper struct {
	kills int
	done  chan struct{}
}

// keep runs a program until ctx ends, and kills it with signal 9 whenever next says, counting from its start; 0 is never.
func (b *bench) keep(ctx context.Context, next func() time.Duration, name string, args ...string) *keeper {
	k := &keeper{done: make(chan struct{})}
	go func() {
		defer close(k.done)
		for ctx.Err() == nil {
			life, cancel := context.WithCancel(ctx)
			cmd := b.command(life, name, args...)
			if d := next(); d > 0 {
				time.AfterFunc(d, cancel) // CommandContext kills
			}
			_ = cmd.Run()                              // it ends by being killed
			if ctx.Err() == nil && life.Err() != nil { // else it ended by itself, as a worker does that finds no hub
				k.kills++
			}
			cancel()
		}
	}()
	return k
}

func never() time.Duration { return 0 }

// freePort returns a port that is free.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// hub keeps a hub running and returns its URL once it answers.
func (b *bench) hub(ctx context.Context, next func() time.Duration) (string, *keeper, error) {
	port, err := freePort()
	if err != nil {
		return "", nil, err
	}
	address := fmt.Sprintf("127.0.0.1:%d", port)
	k := b.keep(ctx, next, "hub", "--store", b.path(fmt.Sprint("hub", port)), "--listen", address)
	for range 100 {
		if c, err := net.Dial("tcp", address); err == nil {
			return "nats://" + address, k, c.Close()
		}
		time.Sleep(100 * time.Millisecond)
	}
	return "", nil, errors.New("the hub does not answer")
}

// batch runs a batch and returns what it said at the end.
func (b *bench) batch(ctx context.Context, args ...string) (said string, err error) {
	cmd := b.command(ctx, "tutor", append([]string{"batch"}, args...)...)
	var text strings.Builder
	cmd.Stderr = io.MultiWriter(&text, b.log)
	err = cmd.Run()
	if e, ok := errors.AsType[*exec.ExitError](err); ok && e.ExitCode() == 3 { // some run did not end final, as random ones do
		err = nil
	}
	return text.String(), err
}
