package mcp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A wire is the connection to a process over its standard streams: one message a line. It drops lines that are too
// long or no messages, and ends the connection where too much comes that was not asked for.
type wire struct {
	process  *process
	in       *bufio.Reader
	most     int          // bytes of a line
	unasked  atomic.Int64 // bytes since our last request
	messages atomic.Int64 // the same
	broken   atomic.Bool  // it ended, and not because it was closed
	closed   atomic.Bool
	changed  *atomic.Bool // set when the server says that its tools have changed

	writing sync.Mutex

	mu      sync.Mutex // guards what follows
	cause   error      // why the connection ended, if it was for a reason of ours
	waiting map[int]func(why error)
	next    int
}

func newWire(p *process, most int, changed *atomic.Bool) *wire {
	return &wire{process: p, in: bufio.NewReaderSize(p.stdout, 64<<10), most: most, changed: changed, waiting: map[int]func(error){}}
}

// Connect implements [sdk.Transport].
func (w *wire) Connect(context.Context) (sdk.Connection, error) { return w, nil }

// SessionID implements [sdk.Connection].
func (w *wire) SessionID() string { return "" }

// Read implements [sdk.Connection].
func (w *wire) Read(context.Context) (jsonrpc.Message, error) {
	for {
		line, dropped, err := w.line()
		if err != nil {
			return nil, err
		}
		if w.messages.Add(1) > unaskedMessages || w.unasked.Load() > unaskedBytes {
			return nil, w.end(fmt.Errorf("it sent more than %d messages or %d bytes that no one asked for", unaskedMessages, unaskedBytes))
		}
		if dropped {
			w.drop(errTooLong)
			continue
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		line = lenient(bytes.ToValidUTF8(line, []byte("\uFFFD")))
		message, err := jsonrpc.DecodeMessage(line)
		if err == nil {
			// The library's own handler may run after the answer after this message is handed over.
			if r, ok := message.(*jsonrpc.Request); ok && r.Method == "notifications/tools/list_changed" {
				w.changed.Store(true)
			}
			return message, nil
		}
		if bytes.HasPrefix(line, []byte("{")) && bytes.Contains(line, []byte(`"jsonrpc"`)) { // else it is a line of a log on the wrong stream
			w.drop(errUnreadable)
		}
	}
}

// line reads one line. dropped says that it was too long, and is gone.
func (w *wire) line() (line []byte, dropped bool, err error) {
	for {
		piece, err := w.in.ReadSlice('\n')
		w.unasked.Add(int64(len(piece)))
		if len(line)+len(piece) > w.most {
			dropped = true
			line = nil
		}
		if !dropped {
			line = append(line, piece...)
		}
		switch {
		case err == nil:
			return line, dropped, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			w.breaks()
			return nil, dropped, io.EOF // whatever it was, there is no more; why says why
		case w.unasked.Load() > unaskedBytes:
			return nil, dropped, w.end(fmt.Errorf("it sent more than %d bytes that no one asked for", unaskedBytes))
		}
	}
}

// Write implements [sdk.Connection].
func (w *wire) Write(_ context.Context, m jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		w.unasked.Store(0)
		w.messages.Store(0)
	}
	w.writing.Lock()
	defer w.writing.Unlock()
	if _, err = w.process.stdin.Write(append(text, '\n')); err != nil {
		w.breaks() // who is told of err may ask why before the reader has come to the end
	}
	return err
}

// breaks notes that the connection ended, unless it was closed.
func (w *wire) breaks() {
	if !w.closed.Load() {
		w.broken.Store(true)
	}
}

// Close implements [sdk.Connection]. It ends the process.
func (w *wire) Close() error {
	w.closed.Store(true)
	w.process.stop()
	return nil
}

// end notes why the connection ends, ends the process, and returns the reason.
func (w *wire) end(cause error) error {
	w.mu.Lock()
	w.cause = cause
	w.mu.Unlock()
	w.broken.Store(true)
	w.process.kill()
	return cause
}

// why returns why a broken connection ended.
func (w *wire) why() error {
	w.mu.Lock()
	cause := w.cause
	w.mu.Unlock()
	if cause != nil {
		return cause
	}
	return w.process.why()
}

// onDropped has f called when a message is dropped, until release.
func (w *wire) onDropped(f func(why error)) (release func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := w.next
	w.next++
	w.waiting[n] = f
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.waiting, n)
	}
}

// drop tells all who wait that a message was dropped. It may have been the answer to any of them.
func (w *wire) drop(why error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, f := range w.waiting {
		f(why)
	}
}
