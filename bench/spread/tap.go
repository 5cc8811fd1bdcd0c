package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A tap listens to the answers that pass through a hub and counts those of lines that had been given to a worker before,
// and those that came twice. It misses what passes in the moment after a hub is killed.
type tap struct {
	done chan struct{}

	mu          sync.Mutex // guards what follows
	seen        map[string]bool
	redelivered int // how often a line was given to one worker more
	twice       int // answers to lines that had one, which the hub or the coordinator drops
}

// listen listens until ctx ends, in NATS's own protocol.
func listen(ctx context.Context, address string) *tap {
	t := &tap{done: make(chan struct{}), seen: map[string]bool{}}
	go func() {
		defer close(t.done)
		for ctx.Err() == nil {
			if conn, err := net.Dial("tcp", address); err == nil {
				stop := context.AfterFunc(ctx, func() { conn.Close() })
				_ = t.follow(conn) // it ends with the hub
				stop()
				conn.Close()
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	return t
}

func (t *tap) follow(conn io.ReadWriter) error {
	if _, err := fmt.Fprint(conn, "CONNECT {\"verbose\":false,\"headers\":true}\r\nSUB shortleash.answers.> 1\r\n"); err != nil {
		return err
	}
	in := bufio.NewReader(conn)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return err
		}
		words := strings.Fields(line)
		switch {
		case len(words) == 1 && words[0] == "PING":
			if _, err := fmt.Fprint(conn, "PONG\r\n"); err != nil {
				return err
			}
		case len(words) >= 5 && words[0] == "HMSG": // subject, subscription, perhaps a reply, length of the headers, of all
			head, err := strconv.Atoi(words[len(words)-2])
			if err != nil {
				return err
			}
			all, err := strconv.Atoi(words[len(words)-1])
			if err != nil {
				return err
			}
			message := make([]byte, all+len("\r\n"))
			if _, err := io.ReadFull(in, message); err != nil {
				return err
			}
			_, fields, _ := strings.Cut(string(message[:head]), "\r\n") // the first line is a version
			h, err := textproto.NewReader(bufio.NewReader(strings.NewReader(fields))).ReadMIMEHeader()
			if err != nil {
				return err
			}
			t.count(h)
		}
	}
}

func (t *tap) count(h textproto.MIMEHeader) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.seen[h.Get("Shortleash-Key")] {
		t.twice++
		return
	}
	t.seen[h.Get("Shortleash-Key")] = true
	delivered, _ := strconv.Atoi(h.Get("Shortleash-Delivered"))
	t.redelivered += max(0, delivered-1)
}

// counts waits for the end of listening.
func (t *tap) counts() (redelivered, twice int) {
	<-t.done
	return t.redelivered, t.twice
}
