package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/shortleash/shortleash/tools"
)

// A link is a server for the length of a run: where its connection is lost, the next call makes a new one.
type link struct {
	redial func(context.Context) (*server, error)
	logger *slog.Logger
	old    sync.WaitGroup // connections that are being closed

	mu     sync.Mutex // guards server
	server *server
}

// errForgotten says that a server knows its session no longer, and so has not made the call.
var errForgotten = errors.New("mcp: the server does not know the session")

// connected returns a connection that is not known to be lost. After a new one the tools must still be the same.
func (l *link) connected(ctx context.Context) (*server, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.server.lost.Load() {
		return l.server, nil
	}
	s, err := l.redial(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, &tools.Error{
			Class:   tools.ClassUnavailable,
			Message: fmt.Sprintf("%s is lost, and there is no new connection: %s", l.server.name, clip(err.Error(), maxErrorText)),
		}
	}
	tools.Remark(ctx, "the connection to "+l.server.name+" was lost, and is made again")
	l.logger.Warn("mcp: the connection to a server was lost, and is made again", "server", l.server.name)
	l.old.Go(l.server.close)
	s.name, s.now = l.server.name, fingerprints(s.listed)
	l.server = s
	return s, nil
}

// call calls a tool that was listed as was. Where the server has forgotten the session, it is asked again in a new one.
func (l *link) call(ctx context.Context, name, was string, args []byte) (*server, *sdk.CallToolResult, error) {
	for again := false; ; again = true {
		s, err := l.connected(ctx)
		if err != nil {
			return nil, nil, err
		}
		if err := s.check(ctx, name, was); err != nil {
			return nil, nil, err
		}
		result, err := s.call(ctx, name, args)
		switch {
		case !errors.Is(err, errForgotten):
			return s, result, err
		case again:
			return nil, nil, &tools.Error{Class: tools.ClassUnavailable, Message: s.name + " forgets each session at once"}
		}
	}
}

// close closes the connection, and waits for those before it.
func (l *link) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.server != nil {
		l.server.close()
	}
	l.old.Wait()
}

// fingerprints returns those of tools by their names.
func fingerprints(listed []*sdk.Tool) map[string]string {
	all := map[string]string{}
	for _, t := range listed {
		all[t.Name] = fingerprint(t)
	}
	return all
}
