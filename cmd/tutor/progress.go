package main

import (
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// How often progress is shown: often enough to look alive in a terminal, seldom enough for a file.
const (
	terminalEvery = 100 * time.Millisecond
	fileEvery     = 10 * time.Second
)

// A bar shows on standard error how far a piece of work is: as a bar in a terminal, else as a line now
// and then. It is safe for concurrent use.
type bar struct {
	console *console
	quiet   bool
	cells   int // of the whole bar

	mu    sync.Mutex // guards what follows
	shown time.Time
	open  bool // the bar stands on the last line
}

// newBar returns a bar that waits before it is first drawn.
func newBar(c *console, quiet bool, cells int) *bar {
	return &bar{console: c, quiet: quiet, cells: cells, shown: time.Now()}
}

// draw shows a share, from 0 to 1, and the text beside it, if it is time to.
func (b *bar) draw(share float64, text func() string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	every := fileEvery
	if b.console.errTerminal {
		every = terminalEvery
	}
	now := time.Now()
	if b.quiet || now.Sub(b.shown) < every {
		return
	}
	b.shown = now
	if !b.console.errTerminal {
		b.console.say("%s", text())
		return
	}
	full := int(share * float64(b.cells))
	line := []rune("[" + strings.Repeat("#", full) + strings.Repeat("-", b.cells-full) + "] " + oneLine(text()))
	line = line[:min(len(line), max(b.console.width-1, 0))] // a line that wraps cannot be drawn over
	_, _ = fmt.Fprint(b.console.err, "\r\x1b[K"+string(line))
	b.open = true
}

// say prints a line of its own.
func (b *bar) say(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.erase()
	b.console.say(format, args...)
}

// wipe removes the bar.
func (b *bar) wipe() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.erase()
}

func (b *bar) erase() {
	if b.open {
		_, _ = fmt.Fprint(b.console.err, "\r\x1b[K")
		b.open = false
	}
}

// A Progress is a bar for work on a known number of inputs.
type Progress struct {
	*bar
	total int
	began int // inputs that were done before
	start time.Time
}

// newProgress begins to measure work on total inputs, of which some are done.
func newProgress(c *console, quiet bool, total, done int) *Progress {
	return &Progress{bar: newBar(c, quiet, 16), total: total, began: done, start: time.Now()}
}

// step shows that so many inputs are done, how fast, what is left, and more, if it is time to.
func (p *Progress) step(done int, more string) {
	p.draw(float64(done)/float64(p.total), func() string {
		text := fmt.Sprintf("%d/%d", done, p.total)
		if seconds := time.Since(p.start).Seconds(); seconds > 0 && done > p.began {
			rate := float64(done-p.began) / seconds
			text += fmt.Sprintf(" · %s/s · %v left", rounded(rate), remaining(float64(p.total-done), rate))
		}
		return text + more
	})
}

// remaining returns how long the rest of some work takes at a rate for each second.
func remaining(rest, rate float64) time.Duration {
	return time.Duration(rest / rate * float64(time.Second)).Round(time.Second)
}

// rounded writes a rate with one decimal place where it is small.
func rounded(rate float64) string {
	if rate < 10 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}

// frequencies lists counts, the largest first, in lines that fit a terminal.
func frequencies(counts map[string]int) string {
	const width = 80
	var text string
	used := 0
	for _, name := range byCount(counts) {
		next := fmt.Sprintf("%d %s", counts[name], name)
		switch n := utf8.RuneCountInString(next); {
		case text == "":
			used = n
		case used+len(" - ")+n >= width:
			text += "\n"
			used = n
		default:
			text += " · "
			used += len(" - ") + n
		}
		text += next
	}
	return text
}
