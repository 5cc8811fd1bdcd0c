package show

import (
	"sync"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
)

// How long runs may take before they say what they are doing, and how often they say it then.
const (
	liveAfter = time.Second
	liveEvery = 200 * time.Millisecond
)

// A Live line says in a terminal what runs on one input are doing, from a second after its start on. Elsewhere it says nothing.
// Nothing else may be written to standard error while it is there, except by [cli.Console.Say] and to [cli.Console.Lines].
type Live struct {
	*Activity
	bar   *Bar
	quiet bool
	done  chan struct{}
	stop  sync.Once // closes done
	ends  sync.WaitGroup
}

// NewLive begins a line, unless it shall be quiet; text words it. Stop it in the end.
func NewLive(c *cli.Console, quiet bool, text func(Doing) string) *Live {
	quiet = quiet || !c.ErrTerminal
	l := &Live{Activity: NewActivity(), bar: NewBar(c, quiet, 0), quiet: quiet, done: make(chan struct{})}
	if quiet {
		return l
	}
	l.ends.Go(func() {
		wait := time.NewTimer(liveAfter)
		defer wait.Stop()
		for {
			select {
			case <-l.done:
				return
			case <-wait.C:
				l.bar.Draw(0, func() string { return text(l.Doing()) })
				wait.Reset(liveEvery)
			}
		}
	})
	return l
}

// Pause removes the line until resume is called: a person is asked something.
func (l *Live) Pause() (resume func()) {
	l.bar.hush(true)
	l.bar.Wipe()
	return func() { l.bar.hush(l.quiet) }
}

// Watch returns what follows events: the line, and trace, if it is not nil.
func (l *Live) Watch(trace func(loop.Event)) func(loop.Event) {
	return func(e loop.Event) {
		l.Event(e)
		if trace != nil {
			trace(e)
		}
	}
}

// Stop removes the line. It may be called again.
func (l *Live) Stop() {
	l.stop.Do(func() { close(l.done) })
	l.ends.Wait()
	l.bar.Wipe()
}
