package show

import (
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// How often progress is shown: often enough to look alive in a terminal, seldom enough for a file.
const (
	terminalEvery = 100 * time.Millisecond
	fileEvery     = 10 * time.Second
)

// narrow is the width in cells below which the text alone is shown.
const narrow = 60

// A Bar shows on standard error how far a piece of work is: drawn over in a terminal that can, else
// as a line now and then. It is safe for concurrent use, and gives way to what the console says.
type Bar struct {
	console *cli.Console
	cells   int // of the whole bar; 0: there is only the text beside it

	mu    sync.Mutex // guards what follows
	quiet bool
	Shown time.Time // when it was drawn last
}

// NewBar returns a bar that waits before it is first drawn.
func NewBar(c *cli.Console, quiet bool, cells int) *Bar {
	return &Bar{console: c, cells: cells, quiet: quiet, Shown: time.Now()}
}

// Draw shows a share, from 0 to 1, and the text beside it, if it is time to.
func (b *Bar) Draw(share float64, text func() string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	every := fileEvery
	if b.console.Draws() {
		every = terminalEvery
	}
	now := time.Now()
	if b.quiet || now.Sub(b.Shown) < every {
		return
	}
	b.Shown = now
	if !b.console.Draws() {
		b.console.Say("%s", text())
		return
	}
	line := cli.OneLine(text())
	if b.cells > 0 && b.console.ErrWidth() >= narrow {
		full := int(share * float64(b.cells))
		line = "[" + strings.Repeat("#", full) + strings.Repeat("-", b.cells-full) + "] " + line
	}
	b.console.Draw(line)
}

// hush has the bar be quiet, or speak again.
func (b *Bar) hush(quiet bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.quiet = quiet
}

// Wipe removes the bar.
func (b *Bar) Wipe() { b.console.Erase() }

// Remaining returns how long the rest of some work takes at a rate in units per second.
func Remaining(rest, rate float64) time.Duration {
	return time.Duration(rest / rate * float64(time.Second)).Round(time.Second)
}

// Rounded writes a rate with one decimal place where it is small.
func Rounded(rate float64) string {
	if rate < 10 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}

// Frequencies lists counts, the largest first, in lines that fit a terminal.
func Frequencies(counts map[string]int) string {
	const width = 80
	var text string
	used := 0
	for _, name := range cli.ByCount(counts) {
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
