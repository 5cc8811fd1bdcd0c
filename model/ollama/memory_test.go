package ollama

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"syscall"
	"testing"
)

// A memoryServer speaks Ollama's protocol over connections that exist in memory only, so that a test
// in a bubble of fake time has the whole of HTTP, and hours of it.
type memoryServer struct {
	http  http.Server
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func newMemoryServer(h http.Handler) *memoryServer {
	s := &memoryServer{conns: make(chan net.Conn), done: make(chan struct{})}
	s.http.Handler = h
	go func() { _ = s.http.Serve(s) }() // until Close
	return s
}

func (s *memoryServer) Accept() (net.Conn, error) {
	select {
	case c := <-s.conns:
		return c, nil
	case <-s.done:
		return nil, net.ErrClosed
	}
}

func (s *memoryServer) Close() error {
	s.once.Do(func() { close(s.done) })
	return nil
}

func (s *memoryServer) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 11434} }

// dial connects to the server. The client's side of a connection that breaks off says so as TCP does.
func (s *memoryServer) dial(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case s.conns <- server:
		return resetConn{client}, nil
	case <-s.done:
		return nil, refused()
	}
}

func refused() error {
	return &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 11434}, Err: syscall.ECONNREFUSED}
}

// stop ends the server and every connection.
func (s *memoryServer) stop() {
	_ = s.Close()
	_ = s.http.Close()
}

// A resetConn is reset where its other side just went away.
type resetConn struct{ net.Conn }

func (c resetConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if errors.Is(err, io.EOF) {
		err = &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
	}
	return n, err
}

// A faultyServer is honest but for one fault.
type faultyServer struct {
	fake  fakeServer
	fault fault
	every bool // or once

	mu      sync.Mutex
	chats   int
	dials   int // since the first chat
	formats [][]byte
}

func (s *faultyServer) start(t *testing.T) (m *Model, stop func()) {
	if s.fault.serve != nil {
		s.fault.serve(&s.fake)
	}
	s.fake.chat = s.chat
	if s.fault.renders {
		s.fake.raw = s.complete
	}
	memory := newMemoryServer(s.fake.handler(t))
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		if err := s.unreachable(); err != nil {
			return nil, err
		}
		return memory.dial(ctx, network, address)
	}, DisableCompression: true, DisableKeepAlives: s.fault.dial != nil}
	config := s.fault.config
	config.Elsewhere = byFlag // the page is for people who use a program
	if config.Host == "" {
		config.Host = "127.0.0.1:11434"
	}
	m, err := newModel("m", config, transport)
	if err != nil {
		t.Fatal(err)
	}
	return m, func() {
		transport.CloseIdleConnections()
		memory.stop()
	}
}

// unreachable returns why nobody can connect just now, or nil: from the first reply on, or at once for
// a server that is down from the start; where it passes, the third try succeeds.
func (s *faultyServer) unreachable() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fault.dial == nil || s.chats == 0 && !s.fault.first {
		return nil
	}
	s.dials++
	if !s.every && s.dials > 2 {
		return nil
	}
	return s.fault.dial
}

// bad reports whether the request at hand meets the fault: the second one does, so that a run is
// hit in the middle.
func (s *faultyServer) bad(r *http.Request) bool {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chats++
	s.formats = append(s.formats, body)
	return s.fault.chat != nil && (s.chats == 2 || s.chats > 2 && s.every || s.fault.first)
}

func (s *faultyServer) chat(w http.ResponseWriter, r *http.Request) {
	if s.bad(r) {
		s.fault.chat(w, r)
		return
	}
	lines(textLine(decision(r)), okLine)(w, r)
}

// sent returns the bodies of the requests so far.
func (s *faultyServer) sent() [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.formats)
}

func (s *faultyServer) complete(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	text := look
	s.mu.Lock()
	s.formats = append(s.formats, body)
	if s.chats > 1 {
		text = answer
	}
	s.mu.Unlock()
	lines(rawLine(text), `{"done":true,"done_reason":"stop"}`)(w, r)
}

// The decisions of the run that every fault hits.
const (
	look   = `{"thought":"look it up","tool":"look_up","tool_args":{"word":"leash"}}`
	answer = `{"thought":"now I know","tool":"final_answer","tool_args":{"text":"a strap"}}`
)

// decision returns what an honest model says to a request: it looks up once.
func decision(r *http.Request) string {
	body, _ := io.ReadAll(r.Body)
	if bytes.Contains(body, []byte("a strap to hold a dog")) {
		return answer
	}
	return look
}
