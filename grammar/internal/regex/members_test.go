package regex

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMembersAndEvergreen(t *testing.T) {
	for _, row := range []struct {
		pattern   string
		lo, hi    int
		want      []string
		evergreen bool
	}{
		{`^(a[bc]?|é)$`, 0, 9, []string{"a", "ab", "ac", "é"}, false},
		{`^(a[bc]?|é)$`, 2, 9, []string{"ab", "ac"}, false},
		{`^(a[bc]?|é)$`, 0, 1, []string{"a", "é"}, false},
		{`^a*$`, 1, 3, []string{"a", "aa", "aaa"}, true},
		{`^([a-z]+|X0)$`, 2, 2, nil, false},
		{`b`, 0, 0, nil, true},
	} {
		s := New()
		e, err := s.Pattern(row.pattern)
		require.NoError(t, err)
		d, err := s.NewDFA(e, 0)
		require.NoError(t, err)
		for range 2 {
			assert.Equal(t, row.evergreen, d.Evergreen(d.Start()), row.pattern)
		}
		if row.want == nil {
			continue
		}
		var got []string
		assert.True(t, d.Members(d.Start(), row.lo, row.hi, func(rest []byte) bool {
			got = append(got, string(rest))
			return true
		}))
		slices.Sort(got)
		assert.Equal(t, row.want, got, row.pattern)
		assert.False(t, d.Members(d.Start(), row.lo, row.hi, func([]byte) bool { return false }), row.pattern)
	}
}
