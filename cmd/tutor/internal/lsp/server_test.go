package lsp

import (
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A read cannot be interrupted. What comes after the server has ended is answered by none.
func TestAnEndedServerWritesNothing(t *testing.T) {
	in, out := io.Pipe()
	wrote := false
	s := newServer(newChecker(nil, "en"), "v1", func([]byte) error {
		wrote = true
		return nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.serve(ctx, in) }()
	_, err := io.WriteString(out, "Content-Length: 2\r\n") // it is being read
	require.NoError(t, err)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	_, err = io.WriteString(out, "\r\n{}") // which is no message
	require.NoError(t, err)
	_, err = io.WriteString(out, "\r\n") // taken after that was handled
	require.NoError(t, err)
	assert.False(t, wrote)
	require.NoError(t, out.Close())
}
