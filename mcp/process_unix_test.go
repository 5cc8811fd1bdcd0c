//go:build unix

package mcp

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// How a process ended is its own doing. That we ended one that had closed its output and went on is not said of it.
func TestWhyAProcessEnded(t *testing.T) {
	for _, row := range []struct {
		script   string
		byItself bool
		want     string
	}{
		{"exec >&-; sleep 60", false, "it closed its output"},
		{"exit 3", true, "it ended with exit status 3"},
		{"kill -TERM $$", true, "it ended with signal: terminated"},
	} {
		t.Run(row.script, func(t *testing.T) {
			t.Parallel()
			p, err := start(Endpoint{Command: []string{"sh", "-c", row.script}})
			require.NoError(t, err)
			if row.byItself {
				<-p.ended
			}
			p.stop()
			assert.EqualError(t, p.why(), row.want)
		})
	}
}
