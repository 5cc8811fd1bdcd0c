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

func TestMoreThan(t *testing.T) {
	for pattern, members := range map[string]int{
		`^(a[bc]?|é)$`: 4, `^[0-9a-f]{3}$`: 4096, `^$`: 1, `^[\s\S]$`: 1<<20 - 1, `^.{5}$`: 1<<20 - 1,
		`^a*$`: 1, `^a{70}[bc]$`: 1, // it counts no loops, and not what is far away
	} {
		s := New()
		e, err := s.Pattern(pattern)
		require.NoError(t, err)
		d, err := s.NewDFA(e, 0)
		require.NoError(t, err)
		for range 2 {
			assert.True(t, d.MoreThan(d.Start(), members-1), pattern)
			assert.False(t, d.MoreThan(d.Start(), members+1), pattern)
		}
	}
	assert.Equal(t, 0x110000-0x800, scalars(0, 0x10FFFF), "surrogates are none")
}
