//go:build unix

package mcp

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// How a process ended is its own doing. That we ended one that had closed its output and went on is not said of it.
func TestWhyAProcessEnded(t *testing.T) {
	for script, want := range map[string]string{
		"exec >&-; sleep 60": "it closed its output",
		"exit 3":             "it ended with exit status 3",
		"kill -TERM $$":      "it ended with signal: terminated",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			p, err := start(Endpoint{Command: []string{"sh", "-c", script}})
			require.NoError(t, err)
			p.stop()
			assert.EqualError(t, p.why(), want)
		})
	}
}
