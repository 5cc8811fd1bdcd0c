package regex

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A pattern whose states grow as a text goes on ends with an error, and not with gigabytes.
func TestStatesThatSwellAreBounded(t *testing.T) {
	s := New()
	e, err := s.Pattern("a.{100000}$")
	require.NoError(t, err)
	d, err := s.NewDFA(e, 0)
	require.NoError(t, err)
	var at, end runtime.MemStats
	runtime.ReadMemStats(&at)
	state := d.Start()
	for range DefaultBudget {
		if state, err = d.Step(state, 'a'); err != nil {
			break
		}
	}
	runtime.ReadMemStats(&end)
	assert.ErrorIs(t, err, ErrBudget)
	assert.Less(t, end.TotalAlloc-at.TotalAlloc, uint64(1<<30))
}
