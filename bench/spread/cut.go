package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

// cut runs a batch whose network to the hub is cut in the middle, and compares its answers with those of one machine.
func (b *bench) cut(ctx context.Context, out io.Writer) error {
	in, err := b.here(ctx)
	if err != nil {
		return err
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	url, _, err := b.hub(working, never)
	if err != nil {
		return err
	}
	passing := listen(working, strings.TrimPrefix(url, "nats://"))
	wire, err := newWire(strings.TrimPrefix(url, "nats://"))
	if err != nil {
		return err
	}
	defer wire.Close()
	url = "nats://" + wire.Addr().String()
	for i := range b.workers {
		model := slowModel(5 * time.Millisecond)
		defer model.Close()
		b.keep(working, never, "tutor", "work", "--queue", url, "--model", "ollama:slow", "--host", model.URL, "--name",
			fmt.Sprint("w", i), "--quiet")
	}
	time.AfterFunc(5*time.Second, func() {
		wire.set(true)
		time.Sleep(b.away)
		wire.set(false)
	})
	start := time.Now()
	said, err := b.batch(ctx, in, "-o", b.path("cut.jsonl"), "--model", "ollama:slow", "--queue", url, "--no-log")
	if err != nil {
		return fmt.Errorf("over a network that is cut: %w\n%s", err, said)
	}
	took := time.Since(start)
	stop()
	redelivered, repeated := passing.counts()
	same, err := b.same("here.jsonl", "cut.jsonl")
	if err != nil {
		return err
	}
	fmt.Fprintf(
		out, "| lines | workers | network away, seconds | connections cut | redelivered | answered twice | seconds | file as on one machine |\n"+
			"| ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n| %d | %d | %.0f | %d | %d | %d | %.0f | %v |\n\n",
		b.lines, b.workers, b.away.Seconds(), wire.count(), redelivered, repeated, took.Seconds(), same)
	if !same {
		return fmt.Errorf("the answers are not those of one machine")
	}
	return nil
}

// A wire passes connections on to a server until it is cut; then it closes them and takes none.
type wire struct {
	net.Listener

	mu     sync.Mutex // guards what follows
	broken bool
	open   []net.Conn // both ends of each
	closed int        // connections, by being cut
}

func newWire(target string) (*wire, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &wire{Listener: l}
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", target)
			if err != nil {
				near.Close()
			} else {
				w.join(near, far)
			}
		}
	}()
	return w, nil
}

func (w *wire) join(near, far net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken {
		near.Close()
		far.Close()
		return
	}
	w.open = append(w.open, near, far)
	pass := func(to, from net.Conn) {
		_, _ = io.Copy(to, from) // it ends when either end does
		to.Close()
	}
	go pass(far, near)
	go pass(near, far)
}

// set cuts the wire or mends it.
func (w *wire) set(broken bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = broken
	if broken {
		w.closed += len(w.open) / 2
		for _, c := range w.open {
			c.Close()
		}
		w.open = nil
	}
}

func (w *wire) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.closed
}
