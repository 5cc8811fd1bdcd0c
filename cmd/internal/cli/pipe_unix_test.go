//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAPipeIsWrittenToWhereAProcessReadsIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	assert.ErrorContains(t, ReplaceFile(path, []byte("a"), Private), "it is a pipe that no process reads")
	read := make(chan []byte, 1)
	go func() {
		data, _ := os.ReadFile(path)
		read <- data
	}()
	text := strings.Repeat("a page ", 1<<16) // more than a pipe holds
	require.Eventually(t, func() bool { return ReplaceFile(path, []byte(text), Private) == nil }, time.Minute, time.Millisecond)
	assert.Equal(t, len(text), len(<-read))
}
