package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/model/tiny/tinytest"
	"github.com/shortleash/shortleash/tutor/weights"
)

// A file that is stamped says from which confidence on it is sure, whatever it said before.
func TestAFileIsStamped(t *testing.T) {
	file := filepath.Join(t.TempDir(), "net.gguf")
	require.NoError(t, os.WriteFile(file, tinytest.Bytes(tinytest.Random(tiny.Sizes()[0], weights.Tokenizer(), 1)), 0o600))
	var out bytes.Buffer
	for range 2 {
		require.NoError(t, run(t.Context(), []string{"-weights", file, "-n", "60"}, &out))
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		m, err := tiny.Open(data, tiny.Config{})
		require.NoError(t, err)
		assert.Positive(t, m.Threshold())
	}
	first, second, _ := bytes.Cut(out.Bytes(), []byte("\n"))
	assert.Equal(t, string(first), string(bytes.TrimSpace(second)), "a stamp is not measured again")
}

func TestMisuseOfStamp(t *testing.T) {
	for _, args := range [][]string{{}, {"-weights", "none"}, {"-weights", "x", "-n", "1"}, {"-weights", "main.go"}} {
		assert.Error(t, run(t.Context(), args, &bytes.Buffer{}), "%v", args)
	}
}
