package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// The bounds of what a client may open.
const (
	maxDocuments = 256
	maxText      = 4 << 20 // bytes of a document
	maxWaiting   = 64      // requests at once
)

// pause is how long a document must rest before it is judged: nobody wants to be corrected at each key.
const pause = 250 * time.Millisecond

// A server is the tutor as an editor's language server.
type server struct {
	wire    *wire
	checker *checker // touched by the goroutine of judge alone
	version string

	mu          sync.Mutex // guards what follows
	initialized bool
	stopped     bool // shutdown was asked for
	versioned   bool // the client takes edits of a version of a document
	open        map[string]*opened
	requests    map[string]context.CancelFunc // under way, by their ids
	told        string                        // the last problem

	wake chan struct{} // there is something to judge; holds one
}

// An opened document is one that the client edits.
type opened struct {
	document
	rest    time.Time          // when it may be judged
	found   []finding          // in the version judged last
	judged  chan struct{}      // closed when this version was judged, or is no more
	current bool               // found is of this version
	cancel  context.CancelFunc // ends judging an earlier version; nil: none is judged
}

func newServer(c *checker, version string, write func([]byte) error) *server {
	return &server{wire: &wire{write: write}, checker: c, version: version, open: map[string]*opened{}, requests: map[string]context.CancelFunc{}, wake: make(chan struct{}, 1)}
}

// errNoShutdown says that the client went without saying so.
var errNoShutdown = errors.New("the editor went away")

// serve answers until the client says exit, or goes. The error is nil if it asked for shutdown before.
func (s *server) serve(ctx context.Context, in io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer s.wire.shut() // the read that goes on may still answer
	var work sync.WaitGroup
	defer work.Wait()
	defer cancel()
	work.Go(func() { s.judge(ctx) })
	messages, ended := make(chan *message), make(chan error, 1)
	go func() { ended <- s.read(ctx, in, messages) }() // a read cannot be interrupted: it is left behind
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-ended:
			return err
		case m := <-messages:
			if m.Method == "exit" {
				s.mu.Lock()
				defer s.mu.Unlock()
				if s.stopped {
					return nil
				}
				return errNoShutdown
			}
			s.take(ctx, &work, m)
			if err := s.wire.broken(); err != nil {
				return err
			}
		}
	}
}

// read hands over messages until the stream ends.
func (s *server) read(ctx context.Context, in io.Reader, messages chan<- *message) error {
	r := bufio.NewReaderSize(in, maxHeader)
	for {
		m, err := readMessage(r)
		if _, ok := errors.AsType[*rpcError](err); ok {
			s.wire.reply(nil, nil, err)
			continue
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return errNoShutdown
		}
		if err != nil {
			return err
		}
		select {
		case messages <- m:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// take does what a message asks for.
func (s *server) take(ctx context.Context, work *sync.WaitGroup, m *message) {
	switch {
	case m.Method == "":
		return // an answer; nothing was asked
	case len(m.ID) == 0:
		s.notified(m)
		return
	}
	if err := s.ready(m.Method); err != nil {
		s.wire.reply(m.ID, nil, err)
		return
	}
	switch m.Method {
	case "initialize":
		result, err := s.initialize(m.Params)
		s.wire.reply(m.ID, result, err)
	case "shutdown":
		s.mu.Lock()
		s.stopped = true
		s.mu.Unlock()
		s.wire.reply(m.ID, nil, nil)
	case "textDocument/codeAction":
		s.answerLater(ctx, work, m)
	default:
		s.wire.reply(m.ID, nil, failure(methodNotFound, "there is no %s here", cli.Clip(m.Method, 80)))
	}
}

// ready refuses requests before the first and after the last.
func (s *server) ready(method string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopped:
		return failure(invalidRequest, "the server was shut down")
	case !s.initialized && method != "initialize":
		return failure(notInitialized, "the first request must be initialize")
	case s.initialized && method == "initialize":
		return failure(invalidRequest, "initialize was asked for already")
	}
	return nil
}

// initialize says what the server can.
func (s *server) initialize(params json.RawMessage) (any, error) {
	var p struct {
		Capabilities struct {
			Workspace struct {
				WorkspaceEdit struct {
					DocumentChanges bool `json:"documentChanges"`
				} `json:"workspaceEdit"`
			} `json:"workspace"`
		} `json:"capabilities"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, failure(invalidParams, "the parameters of initialize cannot be read")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.initialized = true
	s.versioned = p.Capabilities.Workspace.WorkspaceEdit.DocumentChanges
	const incremental = 2
	type object = map[string]any
	return object{
		"serverInfo": object{"name": "tutor", "version": s.version},
		"capabilities": object{
			"positionEncoding":   "utf-16",
			"textDocumentSync":   object{"openClose": true, "change": incremental},
			"codeActionProvider": object{"codeActionKinds": []string{quickFix, fixAll}},
		},
	}, nil
}

// notified takes a notification. One that is not known, or comes too early, says nothing.
func (s *server) notified(m *message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.initialized || s.stopped {
		return
	}
	var p struct {
		ID           json.RawMessage `json:"id"`
		TextDocument struct {
			URI     string `json:"uri"`
			Version int    `json:"version"`
			Text    string `json:"text"`
		} `json:"textDocument"`
		ContentChanges []change `json:"contentChanges"`
	}
	if err := json.Unmarshal(m.Params, &p); err != nil {
		if m.Method != "initialized" {
			s.log("the parameters of %s cannot be read", cli.Clip(m.Method, 80))
		}
		return
	}
	uri := p.TextDocument.URI
	switch m.Method {
	case "textDocument/didOpen":
		s.set(uri, newDocument(p.TextDocument.Version, p.TextDocument.Text))
	case "textDocument/didChange":
		d, ok := s.open[uri]
		if !ok {
			s.log("%s is not open", cli.Clip(uri, 200))
			return
		}
		now := d.document
		for _, c := range p.ContentChanges {
			if now = now.after(c); len(now.text) > maxText {
				break
			}
		}
		now.version = p.TextDocument.Version
		s.set(uri, now)
	case "textDocument/didClose":
		if d, ok := s.open[uri]; ok {
			d.drop()
			delete(s.open, uri)
			s.wire.notify("textDocument/publishDiagnostics", published{URI: uri, Diagnostics: []diagnostic{}})
		}
	case "$/cancelRequest":
		if cancel := s.requests[string(p.ID)]; cancel != nil {
			cancel()
		}
	}
}

// log has the client log a line.
func (s *server) log(format string, args ...any) {
	s.wire.notify("window/logMessage", shown{Type: information, Message: fmt.Sprintf(format, args...)})
}

// shown is a message for people.
type shown struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// set has a new version of a document judged soon.
func (s *server) set(uri string, d document) {
	old := s.open[uri]
	if old == nil && len(s.open) == maxDocuments {
		s.log("%s is not judged: more than %d documents are open", cli.Clip(uri, 200), maxDocuments)
		return
	}
	if old != nil {
		old.drop()
	}
	if len(d.text) > maxText {
		delete(s.open, uri)
		s.log("%s is not judged: it has more than %d MB", cli.Clip(uri, 200), maxText>>20)
		s.wire.notify("textDocument/publishDiagnostics", published{URI: uri, Diagnostics: []diagnostic{}})
		return
	}
	s.open[uri] = &opened{document: d, rest: time.Now().Add(pause), judged: make(chan struct{})}
	s.nudge()
}

func (s *server) nudge() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// drop ends what waits for this version.
func (d *opened) drop() {
	if d.cancel != nil {
		d.cancel()
	}
	if !d.current {
		close(d.judged)
	}
}
