package cli

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A line that one goroutine says stands above the bar that another one draws, and neither breaks the other.
func TestWhatIsSaidBesideADrawing(t *testing.T) {
	var err bytes.Buffer
	c := NewConsole("tutor", nil, nil, &err, nil, nil)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 50 {
				c.Say("said")
				c.Draw("drawn")
			}
		})
	}
	all.Wait()
	c.Erase()
	c.Erase()
	c.Say("end")
	const erase = "\r\x1b[K"
	text := err.String()
	assert.Equal(t, 200, strings.Count(text, "said\n"))
	assert.NotContains(t, text, "drawnsaid", "a line erases the drawing")
	assert.NotContains(t, text, erase+erase, "once is enough")
	assert.Equal(t, strings.Count(text, "drawn"), strings.Count(text, "drawn"+erase), "each is drawn over or erased")
	assert.True(t, strings.HasSuffix(text, "drawn"+erase+"end\n"), "%q", text[len(text)-40:])
}
