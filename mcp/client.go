package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// An Endpoint is a server to connect to: a command or an address.
type Endpoint struct {
	// Name is the prefix of tools whose names clash. "" means the name that the server gives itself.
	Name string
	// Command is a program with its arguments. The client starts it and communicates over its standard streams.
	Command []string
	Dir     string    // the directory in which the command runs; "" is the current one
	Env     []string  // added to the environment of the command, as NAME=VALUE
	Stderr  io.Writer // gets the command's standard error; nil discards it
	// URL is the address of a running server that uses the streamable HTTP transport.
	URL    string
	Header http.Header // sent with each request to URL, such as Authorization

	transport sdk.Transport // of tests
}

// Config limits what servers may do. The zero value means the defaults.
type Config struct {
	ConnectTimeout time.Duration // until a server has listed its tools; 0: 60 s
	CallTimeout    time.Duration // of one call; 0: [tools.DefaultTimeout]
	MessageBytes   int           // of one message from a server; 0: 16 MiB
	ResultBytes    int           // of one result, as the log keeps it; 0: 64 KiB
	Tools          int           // of one server; 0: 200
	Logger         *slog.Logger  // logs each reconnection; nil is silent
}

// The default bounds.
const (
	defaultConnect  = time.Minute
	defaultMessage  = 16 << 20
	defaultResult   = 64 << 10
	defaultTools    = 200
	unaskedMessages = 20_000   // that a server may send from one request of ours to the next
	unaskedBytes    = 64 << 20 // the same in bytes
	maxDescription  = 600      // of a tool, in characters
	maxErrorText    = 1000     // of an error that a model reads, in characters
)

// complete fills in the defaults, or returns an error that names the field.
func (c *Config) complete() error {
	for name, n := range map[string]int64{
		"ConnectTimeout": int64(c.ConnectTimeout), "CallTimeout": int64(c.CallTimeout), "MessageBytes": int64(c.MessageBytes),
		"ResultBytes": int64(c.ResultBytes), "Tools": int64(c.Tools),
	} {
		if n < 0 {
			return fmt.Errorf("mcp: %s is negative", name)
		}
	}
	c.ConnectTimeout = cmp.Or(c.ConnectTimeout, defaultConnect)
	c.CallTimeout = cmp.Or(c.CallTimeout, tools.DefaultTimeout)
	c.MessageBytes = cmp.Or(c.MessageBytes, defaultMessage)
	c.ResultBytes = cmp.Or(c.ResultBytes, defaultResult)
	c.Tools = cmp.Or(c.Tools, defaultTools)
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	return nil
}

// A Listing is one tool that a server lists, and whether and how it is offered here.
type Listing struct {
	Server   string // its name
	Original string // the tool's name there
	Name     string // its name here; "" if it was left out
	Problem  string // why it was left out; "" if it was not
	// Unenforced and Unwritable list what the closed form of its schema loses; see [tools.Tool].
	Unenforced, Unwritable []grammar.Gap
}

// A Client is connected to servers. Close it when no call is running.
type Client struct {
	servers  []*link
	tools    []tools.Tool
	listings []Listing
}

// Connect connects to servers and lists their tools. An error says which server cannot be used, and
// why; then no server stays connected. The processes that it starts end when ctx ends, at the latest.
func Connect(ctx context.Context, endpoints []Endpoint, c Config) (*Client, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	client := &Client{servers: make([]*link, len(endpoints))}
	failures := make([]error, len(endpoints))
	var connecting sync.WaitGroup
	for i, e := range endpoints {
		redial := func(limited context.Context) (*server, error) { return connect(ctx, limited, e, c) }
		connecting.Go(func() {
			client.servers[i] = &link{redial: redial, logger: c.Logger}
			client.servers[i].server, failures[i] = redial(ctx)
		})
	}
	connecting.Wait()
	if err := errors.Join(failures...); err != nil {
		client.Close()
		return nil, err
	}
	if err := client.makeTools(ctx, c); err != nil {
		client.Close()
		return nil, err
	}
	return client, nil
}

// Tools returns the tools of all servers in the order in which they were listed. The caller must not modify the
// slice.
func (c *Client) Tools() []tools.Tool { return c.tools }

// Registry returns a registry of all tools.
func (c *Client) Registry() (*tools.Registry, error) { return tools.NewRegistry(c.tools...) }

// Listings returns a Listing for each tool that the servers list, in order. The caller must not modify the slice.
func (c *Client) Listings() []Listing { return c.listings }

// Close disconnects from all servers and ends their processes. It takes a few seconds if a process
// does not exit when asked.
func (c *Client) Close() {
	var closing sync.WaitGroup
	for _, s := range c.servers {
		closing.Go(s.close)
	}
	closing.Wait()
}

// makeTools makes a tool of each one that was listed. Names that clash get the name of their server in front.
func (c *Client) makeTools(ctx context.Context, config Config) error {
	used := map[string]int{}
	for _, s := range c.servers {
		for _, t := range s.server.listed {
			used[toolName(t.Name)]++
		}
	}
	taken := map[string]bool{}
	for _, l := range c.servers {
		s := l.server
		for _, t := range s.listed {
			name := toolName(t.Name)
			if used[name] > 1 || slices.Contains(tools.Reserved, name) {
				name = toolName(s.name + "_" + name)
			}
			for base, n := name, 2; taken[name]; n++ {
				name = toolName(fmt.Sprintf("%.120s_%d", base, n))
			}
			taken[name] = true
			listing := Listing{Server: s.name, Original: t.Name, Name: name}
			tool, err := l.tool(ctx, name, t, config)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err != nil {
				listing.Name, listing.Problem = "", strings.TrimPrefix(err.Error(), "tools: ")
			} else {
				listing.Unenforced, listing.Unwritable = tool.Unenforced(), tool.Unwritable()
				c.tools = append(c.tools, tool)
			}
			c.listings = append(c.listings, listing)
		}
	}
	return nil
}

// tool makes a tool called name of one that the server lists.
func (l *link) tool(ctx context.Context, name string, t *sdk.Tool, c Config) (tools.Tool, error) {
	schema, err := tools.Encode(kept(t.Meta, "inputSchema", t.InputSchema))
	if err != nil {
		return tools.Tool{}, err
	}
	options := optionsOf(t.Annotations)
	options.Timeout = c.CallTimeout
	was, promised := fingerprint(t), compileOutput(ctx, kept(t.Meta, "outputSchema", t.OutputSchema))
	call := func(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
		s, result, err := l.call(ctx, t.Name, was, args)
		if err != nil {
			return nil, err
		}
		return s.observation(ctx, result, promised, c.ResultBytes)
	}
	return tools.NewRaw(ctx, name, describe(t), schema, call, options)
}

// optionsOf reads what a server says of a tool. What it does not say is taken to be as it is least liked.
func optionsOf(a *sdk.ToolAnnotations) tools.Options {
	if a == nil {
		return tools.Options{NeedsApproval: true, Irreversible: true}
	}
	if a.ReadOnlyHint {
		return tools.Options{Idempotent: true, ParallelSafe: true}
	}
	return tools.Options{
		NeedsApproval: true, Idempotent: a.IdempotentHint,
		Irreversible: a.DestructiveHint == nil || *a.DestructiveHint,
	}
}

// refused returns the observation of an error that a server answered with.
func (s *server) refused(err *jsonrpc.Error) *tools.Error {
	message := clip(err.Message, maxErrorText)
	switch err.Code {
	case jsonrpc.CodeInvalidParams:
		return tools.BadArgument("%s refused the arguments: %s", s.name, message)
	case jsonrpc.CodeMethodNotFound:
		return &tools.Error{Class: tools.ClassUnavailable, Message: fmt.Sprintf("%s cannot call tools: %s", s.name, message)}
	}
	return &tools.Error{Class: tools.ClassFailed, Message: fmt.Sprintf("%s failed: %s", s.name, message)}
}
