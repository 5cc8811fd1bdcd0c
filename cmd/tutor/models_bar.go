package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/model/ollama"
)

// A fetching shows on standard error how far the fetching of a model is: a bar in a terminal, else
// a line now and then.
type fetching struct {
	console *console
	name    string
	quiet   bool
	start   time.Time // of the first byte
	before  int64     // bytes that were there then
	shown   time.Time
	open    bool // a bar stands on the last line
}

// show shows p, if it is time to.
func (f *fetching) show(p ollama.Progress) {
	now := time.Now()
	if f.start.IsZero() && p.TotalBytes > 0 {
		f.start, f.before = now, p.CompletedBytes
	}
	every := fileEvery
	if f.console.errTerminal {
		every = terminalEvery
	}
	if f.quiet || now.Sub(f.shown) < every {
		return
	}
	f.shown = now
	text := f.line(p, now)
	if !f.console.errTerminal {
		f.console.say("%s", text)
		return
	}
	const cells = 24
	full := 0
	if p.TotalBytes > 0 {
		full = int(min(cells*p.CompletedBytes/p.TotalBytes, cells))
	}
	bar := []rune("[" + strings.Repeat("#", full) + strings.Repeat("-", cells-full) + "] " + printable(text))
	bar = bar[:min(len(bar), max(f.console.width-1, 0))] // a line that wraps cannot be drawn over
	_, _ = fmt.Fprint(f.console.err, "\r\x1b[K"+string(bar))
	f.open = true
}

// line says how much has come, how fast, and what is left.
func (f *fetching) line(p ollama.Progress, now time.Time) string {
	if p.TotalBytes == 0 || p.CompletedBytes >= p.TotalBytes {
		return f.name + ": " + oneLine(p.Status)
	}
	text := fmt.Sprintf("%s: %d%% · %s of %s", f.name, 100*p.CompletedBytes/p.TotalBytes, doctor.Bytes(p.CompletedBytes), doctor.Bytes(p.TotalBytes))
	if seconds := now.Sub(f.start).Seconds(); seconds > 1 && p.CompletedBytes > f.before {
		rate := float64(p.CompletedBytes-f.before) / seconds
		left := time.Duration(float64(p.TotalBytes-p.CompletedBytes) / rate * float64(time.Second))
		text += fmt.Sprintf(" · %s/s · %v left", doctor.Bytes(int64(rate)), left.Round(time.Second))
	}
	return text
}

// wipe takes the bar away.
func (f *fetching) wipe() {
	if f.open {
		_, _ = fmt.Fprint(f.console.err, "\r\x1b[K")
		f.open = false
	}
}
