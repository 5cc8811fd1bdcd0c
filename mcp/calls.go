package mcp

import (
	"context"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// calls are those that have come to one address. The library lets them go on when their connections are closed, because
// a client may come back for the result.
type calls struct {
	ctx    context.Context // ends them
	cancel context.CancelFunc
	all    sync.WaitGroup

	mu    sync.Mutex // guards what follows
	ended bool
}

// callsKey is the key of *calls in the context of a request.
type callsKey struct{}

func newCalls(ctx context.Context) *calls {
	c := new(calls)
	c.ctx, c.cancel = context.WithCancel(ctx)
	return c
}

// begin counts one more call, unless no more are taken.
func (c *calls) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended {
		c.all.Add(1)
	}
	return !c.ended
}

// end ends all calls and waits for them.
func (c *calls) end() {
	c.cancel()
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	c.all.Wait()
}

// within has calls of a tool end with the address that they came to; those that came over standard streams have none.
func within(handle sdk.ToolHandler) sdk.ToolHandler {
	return func(ctx context.Context, request *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		c, ok := ctx.Value(callsKey{}).(*calls)
		if !ok {
			return handle(ctx, request)
		}
		if !c.begin() {
			return nil, c.ctx.Err()
		}
		defer c.all.Done()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(c.ctx, cancel)()
		return handle(ctx, request)
	}
}
