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

// A progress shows on standard error how far a batch is. It is safe for concurrent use.
type progress struct {
	console *console
	quiet   bool
	total   int
	began   int // inputs that were done before
	start   time.Time
	bare    bool // answers are not counted by what they say

	mu    sync.Mutex // guards what follows
	shown time.Time
	open  bool // a bar stands on the last line
}

// newProgress begins to measure.
func newProgress(c *console, quiet bool, total, done int) *progress {
	now := time.Now()
	return &progress{console: c, quiet: quiet, total: total, began: done, start: now, shown: now}
}

// step shows where the batch stands, if it is time to.
func (p *progress) step(t tally) {
	p.mu.Lock()
	defer p.mu.Unlock()
	every := fileEvery
	if p.console.errTerminal {
		every = terminalEvery
	}
	if now := time.Now(); !p.quiet && now.Sub(p.shown) >= every {
		p.shown = now
		p.draw(t)
	}
}

func (p *progress) draw(t tally) {
	text := p.line(t)
	if !p.console.errTerminal {
		p.console.say("%s", text)
		return
	}
	const cells = 16
	full := cells * t.done / p.total
	text = "[" + strings.Repeat("#", full) + strings.Repeat("-", cells-full) + "] " + text
	for utf8.RuneCountInString(text) >= p.console.width { // a line that wraps cannot be drawn over
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	_, _ = fmt.Fprint(p.console.err, "\r\x1b[K"+text)
	p.open = true
}

// line says how much is done, how fast, and what is left.
func (p *progress) line(t tally) string {
	text := fmt.Sprintf("%d/%d", t.done, p.total)
	if seconds := time.Since(p.start).Seconds(); seconds > 0 && t.done > p.began {
		rate := float64(t.done-p.began) / seconds
		left := time.Duration(float64(p.total-t.done) / rate * float64(time.Second))
		text += fmt.Sprintf(" · %s/s · %v left", rounded(rate), left.Round(time.Second))
	}
	if p.bare {
		return text
	}
	return text + fmt.Sprintf(" · %d corrected · %d out of scope", t.corrected, t.outside)
}

func rounded(rate float64) string {
	if rate < 10 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}

// say prints a line of its own.
func (p *progress) say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wipe()
	p.console.say(format, args...)
}

// wipe takes the bar away.
func (p *progress) wipe() {
	if p.open {
		_, _ = fmt.Fprint(p.console.err, "\r\x1b[K")
		p.open = false
	}
}
