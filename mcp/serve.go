package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tools"
)

// An Offer is what a [Server] offers to its clients.
type Offer struct {
	Name, Version string // required
	Instructions  string // how to use it, for the client's model; "": none
	// SessionIdle is how long a session over HTTP lasts without a running request. Zero means ten minutes.
	SessionIdle time.Duration
	// Tools are offered one by one. Nil means none. If a client calls a tool that needs approval, the
	// server assumes that the client has asked its user.
	Tools *tools.Registry
	// ReadOnly names the Tools that change nothing. The server tells this to clients.
	ReadOnly []string
	// Loop is offered as one tool that runs a task to its end. Nil means none.
	Loop *loop.Loop
	// Keep gets the complete log of each run of Loop when the run has ended. It is called concurrently. Nil keeps no logs.
	Keep func(log []byte)
	// TaskTool and TaskDescription are the name and the description of the tool for Loop. "" means
	// run_task and a general description.
	TaskTool, TaskDescription string
}

// A Server offers tools to MCP clients. It is safe for concurrent use, and may serve any number of clients.
type Server struct {
	sdk  *sdk.Server
	idle time.Duration
}

// NewServer returns a server for an offer. It fails if the offer has no name, no version or no tool, if ReadOnly
// names a tool that is not in Tools, or if TaskTool is not a valid tool name or is already the name of a tool.
func NewServer(o Offer) (*Server, error) {
	if o.Name == "" || o.Version == "" {
		return nil, errors.New("mcp: an offer needs a Name and a Version")
	}
	if len(o.Tools.All()) == 0 && o.Loop == nil {
		return nil, errors.New("mcp: an offer needs Tools or a Loop")
	}
	for _, name := range o.ReadOnly {
		if _, there := o.Tools.Lookup(name); !there {
			return nil, fmt.Errorf("mcp: ReadOnly: there is no tool %q", name)
		}
	}
	s := sdk.NewServer(&sdk.Implementation{Name: o.Name, Version: o.Version}, &sdk.ServerOptions{
		Instructions: o.Instructions,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}}, // the list never changes
	})
	for _, t := range o.Tools.All() {
		s.AddTool(&sdk.Tool{
			Name: t.Name(), Description: t.Description(), InputSchema: t.Schema().JSON(),
			Annotations: annotationsOf(t.Options(), slices.Contains(o.ReadOnly, t.Name())),
		}, within(callTool(o.Tools, t.Name())))
	}
	if o.Loop != nil {
		t, err := taskTool(o)
		if err != nil {
			return nil, err
		}
		s.AddTool(t, within(runTask(o.Loop, o.Keep)))
	}
	return &Server{s, cmp.Or(o.SessionIdle, idleSession)}, nil
}

// ServeStreams serves one client that writes messages to in, one per line, and reads from out,
// until in or ctx ends. Nothing else may write to out.
func (s *Server) ServeStreams(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	err := s.sdk.Run(ctx, &sdk.IOTransport{Reader: in, Writer: out})
	if errors.Is(err, io.EOF) || errors.Is(err, sdk.ErrConnectionClosed) {
		return nil // the client has gone, as clients do
	}
	return err
}

// idleSession is how long a session lasts without a request under way: most clients go without a word.
const idleSession = 10 * time.Minute

// Handler returns a handler for the streamable HTTP transport. It refuses a request from a page whose
// origin is not this machine with status 403, so that a website cannot use a server that listens here.
func (s *Server) Handler() http.Handler {
	inner := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.sdk },
		&sdk.StreamableHTTPOptions{SessionTimeout: s.idle})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); origin != "" && !isLoopback(origin) {
			http.Error(w, "pages of other machines may not use this server", http.StatusForbidden)
			return
		}
		inner.ServeHTTP(w, r)
	})
}

// ErrOtherMachine says that an address is not an address of this machine with a port.
var ErrOtherMachine = errors.New("no address of this machine with a port, such as 127.0.0.1:8080")

// ServeAddress serves the streamable HTTP transport at an address of this machine until ctx ends. It then
// returns the error of ctx when the running calls, which end with ctx too, have ended. It calls reached with the
// URL when clients can connect. It returns [ErrOtherMachine] for an address that other machines could reach.
func (s *Server) ServeAddress(ctx context.Context, address string, reached func(url string)) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil || !isThisMachine(host) {
		return ErrOtherMachine
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	reached("http://" + listener.Addr().String())
	calls := newCalls(ctx)
	server := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return context.WithValue(context.Background(), callsKey{}, calls) },
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() }) // its connections end with us
	err = server.Serve(listener)
	if stop() {
		_ = server.Close() // it failed
	}
	calls.end()
	if !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return ctx.Err()
}

// isLoopback reports whether an origin is this machine.
func isLoopback(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && isThisMachine(u.Hostname())
}

// isThisMachine reports whether a host is reached from this machine alone.
func isThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// annotationsOf tells clients what a loop may do with a tool.
func annotationsOf(o tools.Options, readOnly bool) *sdk.ToolAnnotations {
	destructive := o.Irreversible
	return &sdk.ToolAnnotations{ReadOnlyHint: readOnly, IdempotentHint: o.Idempotent, DestructiveHint: &destructive}
}

// callTool calls one tool of a registry.
func callTool(r *tools.Registry, name string) sdk.ToolHandler {
	return func(ctx context.Context, request *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		args := request.Params.Arguments
		if len(args) == 0 {
			args = json.RawMessage(`{}`)
		}
		o := r.Call(ctx, tools.Call{ID: "c1", Tool: name, Args: args})
		if o.Error != nil {
			return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: o.Error.Message}}}, nil
		}
		return resultOf(o.Output), nil
	}
}

// resultOf returns an output as text and, if it is an object, as structured content too.
func resultOf(output json.RawMessage) *sdk.CallToolResult {
	text := string(output)
	_ = json.Unmarshal(output, &text) // what is not a string stays as it is
	result := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}
	if len(output) > 0 && output[0] == '{' {
		result.StructuredContent = output
	}
	return result
}

// A task is what the tool of a loop takes.
type task struct {
	Task string `json:"task" jsonschema:"minLength=1,maxLength=1999"`
}

// taskTool describes the tool that runs tasks.
func taskTool(o Offer) (*sdk.Tool, error) {
	name := cmp.Or(o.TaskTool, "run_task")
	description := cmp.Or(o.TaskDescription, "runs a task with an agent of its own until it has an answer")
	// A tool of ours checks the name, and has the schema.
	t, err := tools.New(name, description, func(context.Context, task) (string, error) { return "", nil }, tools.Options{})
	if err != nil {
		return nil, fmt.Errorf("mcp: TaskTool: %w", err)
	}
	if _, taken := o.Tools.Lookup(name); taken {
		return nil, fmt.Errorf("mcp: TaskTool: there is a tool %s already", name)
	}
	return &sdk.Tool{Name: name, Description: description, InputSchema: t.Schema().JSON()}, nil
}

// A taskResult is how a run ended, as a client reads it.
type taskResult struct {
	Run     string          `json:"run"`
	Outcome loop.Outcome    `json:"outcome"`
	Reason  string          `json:"reason"`
	Steps   int             `json:"steps"`
	Answer  json.RawMessage `json:"answer,omitempty"`
	Partial json.RawMessage `json:"partial,omitempty"`
	Error   string          `json:"error,omitempty"`
}

// runTask runs a task, tells the client of each step if it wants to know, and keeps the log. A client that cancels ends
// the run. A run that stops for a person has failed: no person can be asked here.
func runTask(l *loop.Loop, keep func([]byte)) sdk.ToolHandler {
	return func(ctx context.Context, request *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		var in task
		if err := json.Unmarshal(request.Params.Arguments, &in); err != nil || in.Task == "" {
			return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: `the arguments are {"task": TEXT}`}}}, nil
		}
		var result loop.Result
		p := progress{request: request}
		var log bytes.Buffer
		if keep != nil {
			defer func() { keep(log.Bytes()) }()
		}
		for e, err := range l.Watch(ctx, in.Task, &log) {
			if err != nil {
				return nil, err
			}
			p.event(ctx, e)
			if e.Result != nil {
				result = *e.Result
			}
		}
		if i := result.Interrupt; i != nil && result.Error == "" {
			result.Error = "the run waits for a person, and none can be asked here"
			if i.Call != nil {
				result.Error = fmt.Sprintf("%s needs the approval of a person, and none can be asked here", i.Call.Tool)
			}
		}
		output, err := tools.Encode(taskResult{
			Run: result.Run, Outcome: result.Outcome, Reason: string(result.Reason), Steps: len(result.Steps),
			Answer: result.Answer, Partial: result.Partial, Error: result.Error,
		})
		if err != nil {
			return nil, err
		}
		out := resultOf(output)
		out.IsError = result.Outcome != loop.Final
		return out, nil
	}
}

// progress tells a client how far a run is.
type progress struct {
	request *sdk.CallToolRequest
	steps   int // decisions
	told    int // notifications; they count upwards
}

func (p *progress) event(ctx context.Context, e loop.Event) {
	token := p.request.Params.GetProgressToken()
	message := ""
	switch {
	case e.Kind == loop.Decided:
		p.steps++
		message = fmt.Sprintf("step %d", p.steps)
	case e.Call != nil:
		message = fmt.Sprintf("step %d: %s", p.steps, e.Call.Tool)
	}
	if token == nil || message == "" {
		return
	}
	p.told++
	// A client that takes no notifications is not worth ending a run for.
	_ = p.request.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: float64(p.told),
		Message: message})
}
