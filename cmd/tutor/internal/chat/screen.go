package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor/english/card"
)

// onScreen talks on a screen until its user leaves.
func (t *talk) onScreen(ctx context.Context, keys, screen *os.File) error {
	ctx, release := t.Signals.Interruptible(ctx)
	defer release()
	t.onKeys = true
	outside := t.Console
	defer t.Use(outside)
	width, height, err := term.GetSize(int(screen.Fd()))
	if err != nil {
		width, height = outside.ErrWidth(), usualHeight
	}
	w := &worker{talk: t, outside: outside}
	m := newModel(w, func(width int) render.Renderer { return render.New(outside.Onto(io.Discard, width), t.Settings) }, width, height)
	options := []tea.ProgramOption{tea.WithInput(keys), tea.WithOutput(screen), tea.WithoutSignalHandler()}
	if !outside.Color(t.Settings.Color.Value) {
		options = append(options, tea.WithColorProfile(colorprofile.Ascii))
	}
	program := tea.NewProgram(m, options...)
	w.send = program.Send
	// A signal leaves as a key does: a program that its context kills does not wait for its reader of keys.
	unwatch := context.AfterFunc(ctx, func() { program.Send(left{}) })
	_, err = program.Run()
	unwatch()
	w.gone.Store(true)
	w.stop()
	w.wait.Wait()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("the screen of the chat: %w", err)
	}
	return w.failure
}

// usualHeight is that of a terminal which does not say how high it is.
const usualHeight = 24

// The messages of a worker to its screen.
type (
	left      struct{}                   // the screen, by a signal
	eventSeen struct{ event loop.Event } // of the run
	asked     struct{ prompt string }    // for a line in the middle of an answer
	answered  struct {                   // the line was
		sentence bool        // it was about one
		cards    []card.Card // of its rules
		quit     bool
	}
)

// A worker answers the lines of a screen, one at a time.
type worker struct {
	*talk
	outside *cli.Console
	send    func(tea.Msg)
	gone    atomic.Bool // the screen is
	wait    sync.WaitGroup
	failure error // that ends the chat

	mu     sync.Mutex // guards what follows
	cancel context.CancelFunc
	reply  chan string // what was asked for
}

// start begins to answer a line on a screen of a width.
func (w *worker) start(line string, width int) {
	ctx, cancel := context.WithCancel(context.Background())
	w.mu.Lock()
	w.cancel = cancel
	w.mu.Unlock()
	w.wait.Go(func() {
		defer cancel()
		w.send(w.work(ctx, line, width))
	})
}

// work answers a line.
func (w *worker) work(ctx context.Context, line string, width int) answered {
	out := &above{print: w.print}
	w.Use(w.outside.Onto(out, width))
	w.Reader = w
	w.Watcher = func(e loop.Event) { w.send(eventSeen{e}) }
	_, _ = fmt.Fprintln(out, cli.Printable(cli.Prompt+line))
	before := w.Answered()
	quit, err := w.talk.reply(ctx, line)
	if errors.Is(err, context.Canceled) {
		if !w.gone.Load() { // else the program says it
			w.say(stopped)
		}
		err = nil
	}
	if err != nil {
		w.failure = err
	}
	a := answered{quit: quit || err != nil, sentence: w.Answered() > before}
	if a.sentence {
		a.cards = w.Explained()
	}
	_, _ = io.WriteString(out, "\n")
	return a
}

// print puts a whole line above the screen, or where that was.
func (w *worker) print(line string) {
	if w.gone.Load() {
		_, _ = fmt.Fprintln(w.outside.Err, line)
		return
	}
	if line == "" {
		line = " " // an empty text is not printed
	}
	w.send(tea.Println(line)())
}

// stop stops the line that is being answered, if there is one.
func (w *worker) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cancel != nil {
		w.cancel()
	}
}

// Line implements [cli.LineReader] by the screen.
func (w *worker) Line(ctx context.Context, prompt string) (string, error) {
	reply := make(chan string, 1)
	w.mu.Lock()
	w.reply = reply
	w.mu.Unlock()
	w.send(asked{prompt})
	select {
	case line := <-reply:
		_, _ = fmt.Fprintln(w.Err, cli.Printable(prompt+line))
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// give answers what Line asks for.
func (w *worker) give(line string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reply <- line
}

// An above writer has whole lines stand above the screen. It is for one goroutine.
type above struct {
	print func(line string)
	open  string // the beginning of a line
}

// Write implements [io.Writer].
func (a *above) Write(p []byte) (int, error) {
	lines := strings.Split(a.open+string(p), "\n")
	for _, line := range lines[:len(lines)-1] {
		a.print(line)
	}
	a.open = lines[len(lines)-1]
	return len(p), nil
}
