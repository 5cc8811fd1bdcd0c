package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/shortleash/shortleash/tools"
)

// handshake is the newest version of the protocol that begins with a handshake, which most servers know.
const handshake = "2025-11-25"

// A server is one connection to a server.
type server struct {
	name    string
	address string // "": not one of HTTP
	config  Config
	session *sdk.ClientSession
	listed  []*sdk.Tool
	wire    *wire // nil: not of standard streams
	cancel  context.CancelFunc

	changed atomic.Bool // it says that its tools have changed
	lost    atomic.Bool // nothing more can be asked over this connection

	mu  sync.Mutex        // guards now
	now map[string]string // fingerprints of the tools as they are, after they have changed
}

// connect connects to one server and lists its tools. ctx is that of the connection, limited that of this function.
func connect(ctx, limited context.Context, e Endpoint, c Config) (*server, error) {
	name := e.Name
	if name == "" && len(e.Command) > 0 {
		name = e.Command[0]
	}
	if name == "" {
		name = shown(e.URL)
	}
	limited, cancel := context.WithTimeoutCause(limited, c.ConnectTimeout, fmt.Errorf("it did not list its tools within %v", c.ConnectTimeout))
	defer cancel()
	// Servers of the newest version may know no handshake; they say so, and are asked again.
	s, err := dial(ctx, limited, e, c, handshake)
	if refusal := (*jsonrpc.Error)(nil); errors.As(err, &refusal) && e.transport == nil &&
		(refusal.Code == jsonrpc.CodeMethodNotFound || refusal.Code == sdk.CodeUnsupportedProtocolVersion) {
		s, err = dial(ctx, limited, e, c, "")
	}
	if err == nil {
		return s, nil
	}
	if cause := context.Cause(limited); cause != nil {
		err = cause
	}
	return nil, fmt.Errorf("mcp: cannot use the server %s: %w", clip(name, 80), err)
}

// dial connects with one version of the protocol. ctx is that of the connection and limited that of this function.
func dial(ctx, limited context.Context, e Endpoint, c Config, version string) (*server, error) {
	ctx, cancel := context.WithCancel(ctx)
	s := &server{name: e.Name, address: e.URL, config: c, cancel: cancel}
	transport, err := s.transport(ctx, e, c)
	if err != nil {
		cancel()
		return nil, s.secretless(err)
	}
	client := sdk.NewClient(&sdk.Implementation{Name: "shortleash", Version: "1"}, &sdk.ClientOptions{
		Capabilities: &sdk.ClientCapabilities{}, // it may not ask back
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) {
			if s.wire == nil { // else it has seen to that
				s.changed.Store(true)
			}
		},
		MultiRoundTrip: &sdk.MultiRoundTripOptions{Disabled: true},
	})
	session, err := client.Connect(limited, transport, &sdk.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		err = s.because(err)
		s.close()
		return nil, err
	}
	s.session = session
	if info := session.InitializeResult(); info != nil && info.ServerInfo != nil && s.name == "" {
		s.name = info.ServerInfo.Name
	}
	s.name = toolName(clip(s.name, 40))
	s.changed.Store(false)
	if s.listed, err = s.list(limited); err != nil {
		err = s.because(err)
		s.close()
		return nil, err
	}
	return s, nil
}

// transport returns how to reach an endpoint.
func (s *server) transport(ctx context.Context, e Endpoint, c Config) (sdk.Transport, error) {
	switch {
	case e.transport != nil:
		return e.transport, nil
	case (len(e.Command) > 0) == (e.URL != ""):
		return nil, errors.New("an endpoint is either a command or a URL")
	case e.URL != "":
		u, err := url.Parse(e.URL)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return nil, fmt.Errorf("%q is not an address like http://127.0.0.1:8080/mcp", shown(e.URL))
		}
		return &sdk.StreamableClientTransport{
			Endpoint: e.URL, MaxEventSize: c.MessageBytes, MaxRetries: 1,
			HTTPClient: &http.Client{Transport: &bounded{e.Header, int64(unaskedBytes)}, CheckRedirect: sameHost},
		}, nil
	}
	process, err := start(e)
	if err != nil {
		return nil, err
	}
	s.wire = newWire(process, c.MessageBytes, &s.changed)
	context.AfterFunc(ctx, process.kill)
	return s.wire, nil
}

// close ends the session and the process.
func (s *server) close() {
	if s.session != nil {
		_ = s.session.Close() // what it says is about a connection that is given up
	}
	if s.wire != nil {
		_ = s.wire.Close()
	}
	s.cancel()
}

// list asks for all tools. A server that lists without end is cut short.
func (s *server) list(ctx context.Context) ([]*sdk.Tool, error) {
	var all []*sdk.Tool
	params, seen := &sdk.ListToolsParams{}, map[string]bool{}
	for {
		page, err := s.session.ListTools(ctx, params)
		if err != nil {
			return nil, err
		}
		for _, t := range page.Tools {
			if t != nil {
				all = append(all, t)
			}
		}
		if len(all) > s.config.Tools {
			return nil, fmt.Errorf("it lists more than %d tools", s.config.Tools)
		}
		if page.NextCursor == "" {
			return all, nil
		}
		if seen[page.NextCursor] || len(seen) > s.config.Tools {
			return nil, errors.New("its list of tools has no end")
		}
		seen[page.NextCursor] = true
		params.Cursor = page.NextCursor
	}
}

// check makes sure that a tool is the one that was listed, where the server has said that its tools have changed.
func (s *server) check(ctx context.Context, name, was string) error {
	if s.changed.Swap(false) {
		listed, err := s.list(ctx)
		if err != nil {
			s.changed.Store(true)
			return s.observe(err)
		}
		s.mu.Lock()
		s.now = fingerprints(listed)
		s.mu.Unlock()
	}
	s.mu.Lock()
	now := maps.Clone(s.now)
	s.mu.Unlock()
	switch {
	case now == nil || now[name] == was:
		return nil
	case now[name] == "":
		return &tools.Error{Class: tools.ClassUnavailable, Message: fmt.Sprintf("%s no longer has this tool", s.name)}
	}
	return &tools.Error{Class: tools.ClassUnavailable, Message: fmt.Sprintf("%s has changed this tool since the run began", s.name)}
}

// call makes one call. Its error is what the model is told, or that of ctx.
func (s *server) call(ctx context.Context, name string, args json.RawMessage) (*sdk.CallToolResult, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if s.wire != nil {
		release := s.wire.onDropped(func(why error) { cancel(why) })
		defer release()
	}
	result, err := s.session.CallTool(ctx, &sdk.CallToolParams{Name: name, Arguments: args})
	switch {
	case errors.Is(err, sdk.ErrSessionMissing):
		s.lost.Store(true)
		return nil, errForgotten
	case err == nil && result.NeedsInput():
		return nil, &tools.Error{Class: tools.ClassFailed, Message: s.name + " asked for more than the arguments, which no one here answers"}
	case err == nil:
		return result, nil
	case errors.Is(context.Cause(ctx), errTooLong):
		return nil, &tools.Error{Class: tools.ClassFailed,
			Message: fmt.Sprintf("the result of %s has more than %d bytes; ask for less", s.name, s.config.MessageBytes)}
	case errors.Is(context.Cause(ctx), errUnreadable):
		return nil, &tools.Error{Class: tools.ClassFailed, Message: fmt.Sprintf("%s sent a message that cannot be read", s.name)}
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, s.observe(err)
}

// Why a message that came while a call was under way was dropped.
var (
	errTooLong    = errors.New("mcp: a message was too long")
	errUnreadable = errors.New("mcp: a message was not a message")
)

// observe turns the error of a request into what a model is told.
func (s *server) observe(err error) error {
	if refusal := (*jsonrpc.Error)(nil); errors.As(err, &refusal) && !errors.Is(err, sdk.ErrConnectionClosed) {
		return s.refused(refusal)
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return err
	}
	if s.wire != nil && !s.wire.broken.Load() {
		return &tools.Error{Class: tools.ClassFailed,
			Message: fmt.Sprintf("the result of %s cannot be read: %s", s.name, clip(err.Error(), maxErrorText))}
	}
	s.lost.Store(true)
	return &tools.Error{Class: tools.ClassUnavailable,
		Message: fmt.Sprintf("%s cannot be reached: %s", s.name, clip(s.because(err).Error(), maxErrorText))}
}

// because returns why the connection ended, where that is known better than err.
func (s *server) because(err error) error {
	if s.wire == nil || !s.wire.broken.Load() {
		return s.secretless(err)
	}
	return s.wire.why()
}

// secretless returns err without what an address may hold.
func (s *server) secretless(err error) error {
	u, bad := url.Parse(s.address)
	if bad != nil || shown(s.address) == s.address {
		return err
	}
	text := err.Error()
	for _, form := range []string{s.address, u.String(), u.Redacted(), strings.Replace(u.Redacted(), ":xxxxx@", ":***@", 1)} {
		text = strings.ReplaceAll(text, form, shown(s.address))
	}
	if text == err.Error() {
		return err
	}
	return errors.New(text)
}

// shown returns an address as messages have it: without a name, a password or a query, any of which may be a secret.
func shown(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "(an address that cannot be read)"
	}
	if u.User, u.Fragment = nil, ""; u.RawQuery != "" {
		u.RawQuery = "…"
	}
	return u.String()
}
