package main

import (
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCommandLine(t *testing.T) {
	assert.Zero(t, runMain(t.Context(), []string{"-h"}, io.Discard, io.Discard))
	for _, args := range [][]string{{"x"}, {"-lines", "0"}, {"-workers", "0"}, {"-latency", "soon"}} {
		assert.Equal(t, 2, runMain(t.Context(), args, io.Discard, io.Discard), "%q", args)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Equal(t, 1, runMain(stopped, nil, io.Discard, io.Discard))
}

func TestNumberBeforeAWord(t *testing.T) {
	assert.Equal(t, 40, number("4 workers · w3 1.8/s · 40 redelivered", "redelivered"))
	assert.Zero(t, number("4 workers", "redelivered"))
}
