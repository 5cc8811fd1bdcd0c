package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestThoughtsAreBoundedByAFlag(t *testing.T) {
	for _, row := range []struct {
		args []string
		most int
		none bool
	}{
		{nil, 0, false},
		{[]string{"--thought", "40"}, 40, false},
		{[]string{"--thought", "0"}, -1, true},
	} {
		var s Settings
		s.Define([]string{"react"})
		require.NoError(t, s.Shared().Parse(row.args))
		c := s.Loop()
		assert.Equal(t, row.most, c.Limits.Thought, "%v", row.args)
		assert.Equal(t, row.none, c.Limits.Thought < 0, "%v", row.args)
	}
	var b Bound
	assert.Error(t, b.Set("-1"))
	assert.Error(t, b.Set("many"))
	assert.Empty(t, b.String())
}
