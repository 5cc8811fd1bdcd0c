package runs

import (
	"context"
	"errors"
	"io"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop"
)

// An Ask asks a person, and waits for the reply. refused says why the reply before did not fit, where the same question is
// asked again; else it is nil. The error says that none will answer.
type Ask func(ctx context.Context, i loop.Interrupt, refused error) (loop.Reply, error)

// Approver returns what asks until a reply fits: for [loop.Config].Approve. check is [loop.Loop.CheckReply].
func (ask Ask) Approver(check func(loop.Reply, loop.Interrupt) error) func(context.Context, loop.Interrupt) (loop.Reply, error) {
	return func(ctx context.Context, i loop.Interrupt) (loop.Reply, error) {
		var refused error
		for {
			reply, err := ask(ctx, i, refused)
			if err != nil {
				return reply, err
			}
			if refused = check(reply, i); refused == nil {
				return reply, nil
			}
		}
	}
}

// GoOn goes on with the run that id means, in its log, as the command resume does: with reply, if it is not nil, and
// with what ask says to each later question. A reply that does not fit is asked for again, and ask is told why. It ends
// with the run, or with an error of ask.
func (p *Program) GoOn(ctx context.Context, id string, reply *loop.Reply, ask Ask, watch func(loop.Event)) error {
	r := &resumption{Program: p}
	found, err := r.Find(id)
	if err != nil {
		return err
	}
	if found.Result() != nil {
		return cli.Misuse("%s has ended", found.ID)
	}
	w, err := cli.OpenLog(found.File)
	if err != nil {
		return err
	}
	defer w.Close() // each line was written, or the run's result says that it was not
	if found, err = r.reread(found); err != nil {
		return err
	}
	newModel, err := r.model(ctx, found.Info())
	if err != nil {
		return err
	}
	again, err := p.Again(found, newModel)
	if err != nil {
		return err
	}
	defer again.Close()
	_, err = r.on(ctx, again, found.Events, reply, &logs.Stoppable{Out: w}, watch, ask)
	return err
}

// on goes on with a run from its events, with reply, if it is not nil, and with what ask says to each later question. A
// reply that does not fit is asked for again, and ask is told why. tell shows what the run has come to.
func (r *resumption) on(
	ctx context.Context, again Runner, events []loop.Event, reply *loop.Reply, log io.Writer, watch func(loop.Event), ask Ask,
) (tell func() error, err error) {
	for {
		tell, waits, err := again.Resume(ctx, events, reply, log, func(e loop.Event) {
			watch(e)
			if e.Kind != loop.Delta {
				events = append(events, e)
			}
		})
		var refused error
		d, differs := errors.AsType[*loop.Divergence](err)
		switch {
		case differs:
			return nil, cli.Misuse("the run cannot go on here: %s. It was begun with --model %s; with the same flags, instructions and "+
				"version of %s it goes on", d.What, cli.Quoted(logs.ModelOf(*events[0].Run)), r.Name)
		case err != nil && reply != nil && events[len(events)-1].Interrupt != nil:
			waits, refused = events[len(events)-1].Interrupt, err
		case err != nil:
			return nil, err
		case waits == nil:
			return tell, nil
		}
		said, err := ask(ctx, *waits, refused)
		if err != nil {
			return nil, err
		}
		reply = &said
	}
}
