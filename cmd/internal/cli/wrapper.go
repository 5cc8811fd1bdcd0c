package cli

import (
	"bytes"
	"io"
	"strings"
)

// A wrapper breaks the lines of text for people at the width of their terminal, between words; what follows
// stands a little further in than the line began. JSON and what moves the cursor pass as they are, and so
// does what is not a whole line.
type wrapper struct {
	out   io.Writer
	width int  // cells
	open  bool // a line was begun
}

// Write implements [io.Writer].
func (w *wrapper) Write(p []byte) (int, error) {
	if w.width < narrowest || bytes.ContainsAny(p, "\r\b") || len(p) > 0 && bytes.IndexByte(p, '\n') < 0 {
		w.open = len(p) > 0 && p[len(p)-1] != '\n'
		_, err := w.out.Write(p)
		return len(p), err
	}
	var b strings.Builder
	for line := range strings.Lines(string(p)) {
		text, end := strings.CutSuffix(line, "\n")
		if w.open || !end || strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
			b.WriteString(line)
		} else {
			margin := text[:len(text)-len(strings.TrimLeft(text, " "))]
			b.WriteString(strings.Join(Wrap(text, w.width, margin+"  "), "\n") + "\n")
		}
		w.open = !end
	}
	_, err := io.WriteString(w.out, b.String())
	return len(p), err
}
