package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Of the programs whose answers have a type, ours is the shortest with its test, and names the least.
func TestOurProgramIsTheShortestOfTheTyped(t *testing.T) {
	ours, err := read("shortleash", contenders[0].modules)
	require.NoError(t, err)
	for _, c := range contenders[1:] {
		theirs, err := read(c.folder, c.modules)
		require.NoError(t, err)
		assert.Less(t, ours.lines+ours.test, theirs.lines+theirs.test, c.title)
		assert.LessOrEqual(t, ours.packages, theirs.packages, c.title)
		assert.Positive(t, theirs.names, c.title)
	}
}
