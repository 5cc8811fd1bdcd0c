package report

import (
	"fmt"
	"io"
)

// losses writes why schemas did not pass, by class and reason, and each that was judged wrongly or not at all.
func (c Count) losses(p *printer) {
	for _, class := range []Class{CompileError, FalseRefusal, FalseAccept, Trouble} {
		for _, reason := range byCount(c.reasons(class)) {
			p.line("- %s: %d (%.1f %%) %s", class, reason.n, percent(reason.n, c.Schemas), reason.what)
		}
	}
	for _, loss := range c.Losses {
		if loss.Class != CompileError {
			p.line("- %s: %s: %s: %s", loss.Class, loss.Name, loss.Reason, clip(loss.Detail))
		}
	}
}

// reasons counts the losses of a class.
func (c Count) reasons(class Class) map[string]int {
	seen := map[string]int{}
	for _, loss := range c.Losses {
		if loss.Class == class {
			seen[loss.Reason]++
		}
	}
	return seen
}

// Tested returns how many of the schemas that have instances passed, and how many there are: what is
// left out passes merely by compiling.
func (c Count) Tested() (passed, of int) {
	return c.ByClass[Passed] - (c.Untested - c.untestedLost), c.Schemas - c.Untested
}

// A printer keeps the first error of many writes.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// clip keeps a detail on one screen line.
func clip(text string) string {
	const most = 200
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
