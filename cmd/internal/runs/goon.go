package runs

import (
	"context"
	"errors"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop"
)

// GoOn goes on with the run that id means, in its log, as the command resume does: with reply, if it is not nil, and
// with what ask says to each later question. A reply that does not fit is asked for again, and ask is told why. It ends
// with the run, or with an error of ask.
func (p *Program) GoOn(ctx context.Context, id string, reply *loop.Reply, ask func(context.Context, loop.Interrupt, error) (loop.Reply, error), watch func(loop.Event)) error {
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
	events := found.Events
	for {
		_, waits, err := again.Resume(ctx, events, reply, &logs.Stoppable{Out: w}, func(e loop.Event) {
			watch(e)
			if e.Kind != loop.Delta {
				events = append(events, e)
			}
		})
		var refused error
		switch {
		case err != nil && reply != nil && !errors.As(err, new(*loop.Divergence)) && events[len(events)-1].Interrupt != nil:
			waits, refused = events[len(events)-1].Interrupt, err
		case err != nil:
			return r.refused(err)
		case waits == nil:
			return nil
		}
		said, err := ask(ctx, *waits, refused)
		if err != nil {
			return err
		}
		reply = &said
	}
}
