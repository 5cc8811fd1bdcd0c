// Package mcpserver has what programs share that are MCP servers: [Serve] speaks to clients, and [Keeper] keeps the logs
// of their runs.
package mcpserver

import (
	"context"
	"errors"
	"io"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/mcp"
)

// Serve serves one client over the standard streams until it goes or ctx ends, or with an address that is not "" any number of
// them over HTTP until ctx ends.
func Serve(ctx context.Context, c *cli.Console, server *mcp.Server, address string) error {
	if address == "" {
		return server.ServeStreams(ctx, io.NopCloser(c.In), writer{c.Out})
	}
	reached := false
	err := server.ServeAddress(ctx, address, func(url string) {
		reached = true
		c.Say("Listening at %s", url)
	})
	switch {
	case errors.Is(err, mcp.ErrOtherMachine):
		return cli.Misuse("--listen wants an address of this machine with a port, such as 127.0.0.1:8080; %q is none", address)
	case err != nil && !reached:
		return cli.Misuse("cannot listen: %v", err)
	}
	return err
}

// A writer is a stream that is not ours to close.
type writer struct{ io.Writer }

// Close implements [io.Closer].
func (writer) Close() error { return nil }

// Keeper returns what adds the events of whole runs to the log at path; "" keeps none. It may be called by several
// goroutines at once, and says where it cannot.
func Keeper(c *cli.Console, path string) (func(events []byte), error) {
	log, err := cli.OpenSharedLog(path)
	return func(events []byte) {
		if err := log.Add(events); err != nil {
			c.Say("%s: a run was not kept: %s", c.Name, cli.Problem(err))
		}
	}, err
}
