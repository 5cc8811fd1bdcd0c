package cli

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// Of a keyboard more signals may come; of a closed terminal and of a system that shuts down none will.
func TestWhichSignalIsTheLast(t *testing.T) {
	for _, row := range []struct {
		claim string
		sent  []os.Signal
		want  string // a letter is a step, or the end of the program
	}{
		{"the first interrupt lets the command finish", []os.Signal{os.Interrupt}, "a"},
		{"the second stops it", []os.Signal{os.Interrupt, os.Interrupt}, "ab"},
		{"the third ends the program", []os.Signal{os.Interrupt, os.Interrupt, os.Interrupt}, "abE"},
		{"a system that shuts down stops it", []os.Signal{syscall.SIGTERM}, "b"},
		{"a closed terminal stops it", []os.Signal{syscall.SIGHUP}, "b"},
		{"also while it finishes", []os.Signal{os.Interrupt, syscall.SIGHUP}, "ab"},
		{"and another ends the program", []os.Signal{syscall.SIGTERM, syscall.SIGTERM}, "bE"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				received := make(chan os.Signal)
				s := newSignals(received)
				stop := s.watch()
				defer stop()
				var did string
				release := s.Listen(func() { did += "a" }, func() { did += "b" })
				defer release()
				for _, signal := range row.sent {
					received <- signal
					synctest.Wait()
				}
				select {
				case <-s.end:
					did += "E"
				default:
				}
				assert.Equal(t, row.want, did)
			})
		})
	}
	t.Run("it also ends what begins to listen after it", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			received := make(chan os.Signal)
			s := newSignals(received)
			stop := s.watch()
			defer stop()
			release := s.Listen(func() {})
			received <- syscall.SIGTERM
			synctest.Wait()
			release()
			ctx, release := s.Interruptible(t.Context())
			defer release()
			synctest.Wait()
			assert.Error(t, ctx.Err(), "the next sentence of a chat is not waited for")
			<-s.end // in fake time
		})
	})
}

// What a step says comes before what is said after the command, and never while its output is read.
func TestReleaseWaitsForSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		received := make(chan os.Signal)
		s := newSignals(received)
		stop := s.watch()
		defer stop()
		said := false
		release := s.Listen(func() {
			time.Sleep(time.Hour) // until it can write
			said = true
		}, func() {})
		received <- os.Interrupt
		synctest.Wait()
		release()
		assert.True(t, said)
	})
	t.Run("but not for one that is stuck when the program ends", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			received := make(chan os.Signal)
			s := newSignals(received)
			stop := s.watch()
			defer stop()
			reader := make(chan struct{})
			release := s.Listen(func() { <-reader }, func() {})
			received <- os.Interrupt
			go func() { received <- os.Interrupt }()
			release()
			<-s.end
			close(reader)
		})
	})
}

// What nohup starts outlives its terminal.
func TestIgnoredSignalsStayIgnored(t *testing.T) {
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	_, release := Interrupts()
	defer release()
	assert.True(t, signal.Ignored(syscall.SIGHUP))
	assert.False(t, signal.Ignored(syscall.SIGTERM))
}
