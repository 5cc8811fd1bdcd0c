package cli

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// Grace is how long a command that was told to stop may take before the program ends without it. The
// command may be stuck in a write to a pipe that no one reads, which nothing can interrupt. Only tests change it: a
// machine may be slow, and what a command that was left says is lost.
var Grace = time.Second

// Interrupts returns the signals that ask a program to stop, until release. Those that it was started to ignore, as
// nohup and a shell's background jobs do, stay ignored.
func Interrupts() (signals <-chan os.Signal, release func()) {
	received := make(chan os.Signal, 2)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(received, s)
		}
	}
	return received, func() { signal.Stop(received) }
}

// Signals decides what happens when a signal asks the program to stop. A command that has something to
// finish listens; while none does, the first signal ends the program at once. A person at a keyboard may interrupt again;
// a terminal that was closed and a system that shuts down do not, so that their signal is the last one.
type Signals struct {
	received <-chan os.Signal
	end      chan struct{} // closed when the program is to end without waiting for its command
	once     sync.Once     // closes end

	mu      sync.Mutex      // guards what follows
	steps   []func()        // what the next signals do, one each; nil while no command listens
	running *sync.WaitGroup // steps of the command that listens
	last    bool            // no other signal may come
	forced  *time.Timer
}

func newSignals(received <-chan os.Signal) *Signals {
	return &Signals{received: received, end: make(chan struct{})}
}

// watch handles signals until it is stopped.
func (s *Signals) watch() (stop func()) {
	done := make(chan struct{})
	var watcher sync.WaitGroup
	watcher.Go(func() {
		for {
			select {
			case received := <-s.received:
				s.handle(received)
			case <-done:
				return
			}
		}
	})
	return func() {
		close(done)
		watcher.Wait()
	}
}

// handle does what a signal asks for.
func (s *Signals) handle(received os.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = s.last || received != os.Interrupt
	if len(s.steps) == 0 {
		s.terminate()
		return
	}
	s.step()
}

// step does the next step; the last one where no other signal may come. After that the command has the time of Grace.
func (s *Signals) step() {
	if s.last {
		s.steps = s.steps[len(s.steps)-1:]
	}
	s.running.Go(s.steps[0]) // it may write to a terminal or a pipe that is stuck
	if s.steps = s.steps[1:]; len(s.steps) == 0 && s.forced == nil {
		s.forced = time.AfterFunc(Grace, s.terminate)
	}
}

func (s *Signals) terminate() { s.once.Do(func() { close(s.end) }) }

// Listen has steps called one after the other, one for each signal, until release, which waits for those that were begun:
// they write where the command does. A step that is stuck keeps it until the program ends without the command. The last
// step must stop the command. Only one command listens at a time.
func (s *Signals) Listen(steps ...func()) (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	running := new(sync.WaitGroup)
	s.steps, s.running = steps, running
	if s.last {
		s.step()
	}
	return func() {
		s.mu.Lock()
		s.steps = nil
		s.mu.Unlock()
		ended := make(chan struct{})
		go func() {
			running.Wait()
			close(ended)
		}()
		select {
		case <-ended:
		case <-s.end:
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.forced != nil && !s.last {
			s.forced.Stop()
			s.forced = nil
		}
	}
}

// Interruptible returns a context that ends with the first signal.
func (s *Signals) Interruptible(ctx context.Context) (_ context.Context, release func()) {
	ctx, cancel := context.WithCancel(ctx)
	stop := s.Listen(cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}
