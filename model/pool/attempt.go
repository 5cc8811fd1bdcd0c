package pool

import (
	"context"
	"errors"

	"github.com/shortleash/shortleash/model"
)

// An attempt is one request to one member.
type attempt struct {
	pool   *Pool
	member *member
	yield  func(model.Chunk, error) bool
}

// ask sends req. It returns nil once the caller has been told how it ended, or has left; or a fault
// of which the caller knows nothing yet, so that another member may be asked.
func (a attempt) ask(ctx context.Context, req model.Request) (unseen error) {
	told, over := false, false
	defer func() { a.pool.release(a.member) }()
	for c, err := range a.member.Generate(ctx, req) {
		f, fault := errors.AsType[*model.Fault](err)
		switch {
		case fault && a.pool.drains(f) && ctx.Err() == nil:
			a.pool.drain(a.member, f)
			if !told {
				return f
			}
			a.yield(model.Chunk{}, err)
			return nil
		case err != nil:
			a.yield(model.Chunk{}, err)
			return nil
		}
		if c == (model.Chunk{}) && !told {
			continue // a sign of life, and nothing that could not be taken back
		}
		told, over = true, c.Done
		if !a.yield(c, nil) {
			return nil
		}
		if over {
			a.pool.answered(a.member)
			return nil
		}
	}
	f := &model.Fault{Kind: model.Broken, Message: a.member.Name() + " stopped without an end. Its server's log may say why.",
		Retry: true, Err: model.ErrNoDone}
	a.pool.drain(a.member, f)
	if !told {
		return f
	}
	a.yield(model.Chunk{}, f)
	return nil
}

// drains reports whether f says something about its server, so that another may do better: not that
// the request is wrong wherever it is sent.
func (p *Pool) drains(f *model.Fault) bool {
	switch f.Kind {
	case model.Unreachable, model.NoModel, model.Busy, model.Memory, model.Broken, model.Silent, model.Server:
		return true
	case model.Rejected, model.Overflow, model.Cut, model.Misuse, model.Exhausted:
		return false
	default:
		return f.Retry
	}
}
