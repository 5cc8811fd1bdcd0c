package lsp

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// The bounds of what a client may send, in bytes.
const (
	maxHeader  = 4 << 10
	maxMessage = 16 << 20
)

// The codes of errors: of JSON-RPC 2.0 (section 5.1) and of the protocol (3.17, ErrorCodes).
const (
	parseError      = -32700
	invalidRequest  = -32600
	methodNotFound  = -32601
	invalidParams   = -32602
	notInitialized  = -32002
	requestCanceled = -32800
)

// A message is one of JSON-RPC 2.0: a request if it has an id and a method, a notification without an id, a
// response without a method.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

// An rpcError is why a request has no result.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

func failure(code int, format string, args ...any) error {
	return &rpcError{code, fmt.Sprintf(format, args...)}
}

// errFraming says that the stream cannot be read on: nobody knows where the next message begins.
var errFraming = errors.New("what the editor sends is no language server protocol")

// readMessage reads the next message (base protocol, 3.17). An *rpcError says that one was read and is no message; the
// next can be read.
func readMessage(r *bufio.Reader) (*message, error) {
	length, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r, body); err != nil {
		return nil, err
	}
	var m message
	if err := json.Unmarshal(body, &m); err != nil {
		return nil, failure(parseError, "the message is no object of JSON-RPC")
	}
	if m.Version != "2.0" || m.Method == "" && len(m.ID) == 0 || !isID(m.ID) {
		return nil, failure(invalidRequest, "the message is none of JSON-RPC 2.0")
	}
	return &m, nil
}

// isID reports whether an id is a string or a number, or absent.
func isID(id json.RawMessage) bool {
	return len(id) == 0 || id[0] == '"' || id[0] == '-' || id[0] >= '0' && id[0] <= '9' || bytes.Equal(id, []byte("null"))
}

// readHeader reads the lines before a message and returns how many bytes that has.
func readHeader(r *bufio.Reader) (length int, err error) {
	length = -1
	for read := 0; ; {
		line, err := r.ReadSlice('\n')
		if read += len(line); errors.Is(err, bufio.ErrBufferFull) || read > maxHeader {
			return 0, fmt.Errorf("%w: its header has more than %d bytes", errFraming, maxHeader)
		}
		if err != nil {
			return 0, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, _ := strings.Cut(text, ":")
		if !strings.EqualFold(name, "Content-Length") {
			continue
		}
		if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 || length > maxMessage {
			return 0, fmt.Errorf("%w: a message has %q bytes, and at most %d can be", errFraming, strings.TrimSpace(value), maxMessage)
		}
	}
	if length < 0 {
		return 0, fmt.Errorf("%w: a message has no Content-Length", errFraming)
	}
	return length, nil
}

// A wire writes messages, each in one piece. It is safe for concurrent use.
type wire struct {
	mu    sync.Mutex
	write func([]byte) error
	err   error // the first
}

// send writes a message. After the first failure nothing is written.
func (w *wire) send(m message) {
	m.Version = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		panic("lsp: BUG: a message is no JSON: " + err.Error())
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = w.write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body...))
	}
}

// errShut says that nothing is written any more.
var errShut = errors.New("the server has ended")

// shut has nothing written any more.
func (w *wire) shut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.err = cmp.Or(w.err, errShut)
}

// broken returns why nothing can be written any more.
func (w *wire) broken() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// notify sends a notification.
func (w *wire) notify(method string, params any) {
	w.send(message{Method: method, Params: encoded(params)})
}

// reply answers a request.
func (w *wire) reply(id json.RawMessage, result any, err error) {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	if err != nil {
		e, ok := errors.AsType[*rpcError](err)
		if !ok {
			e = &rpcError{invalidRequest, err.Error()}
		}
		w.send(message{ID: id, Error: e})
		return
	}
	w.send(message{ID: id, Result: encoded(result)})
}

func encoded(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic("lsp: BUG: a value is no JSON: " + err.Error())
	}
	return text
}
