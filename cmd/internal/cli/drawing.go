package cli

import (
	"fmt"
	"io"
	"sync"
)

// A drawing is the one line of standard error that is drawn over and over, as the bar of a long piece of work is. It gives
// way to each line that is printed.
type drawing struct {
	mu    sync.Mutex // guards what follows, and standard error
	there bool
}

// erase removes the line from a terminal. The lock is held.
func (d *drawing) erase(out io.Writer) {
	if d.there {
		_, _ = io.WriteString(out, "\r\x1b[K")
		d.there = false
	}
}

// Draw draws a line of text over the one that was drawn before. It is called where [Console.Draws]; what does not fit
// is cut.
func (c *Console) Draw(text string) {
	c.drawn.mu.Lock()
	defer c.drawn.mu.Unlock()
	text = Cut(text, max(c.ErrWidth()-1, 0)) // a line that wraps cannot be drawn over
	_, _ = fmt.Fprint(c.Err, "\r\x1b[K"+text)
	c.drawn.there = true
}

// Erase removes the line that was drawn.
func (c *Console) Erase() {
	c.drawn.mu.Lock()
	defer c.drawn.mu.Unlock()
	c.drawn.erase(c.Err)
}

// Lines returns standard error for whole lines, several goroutines' too: in a terminal they are broken between words, and
// stand above the line that is drawn.
func (c *Console) Lines() io.Writer { return &lines{c, wrapper{out: c.Err, width: c.errWidth}} }

type lines struct {
	console *Console
	wrapper wrapper
}

// Write implements [io.Writer].
func (l *lines) Write(p []byte) (int, error) {
	l.console.drawn.mu.Lock()
	defer l.console.drawn.mu.Unlock()
	l.console.drawn.erase(l.console.Err)
	return l.wrapper.Write(p)
}
