package regex

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// sharedFile returns the bytes of a file of the shared folder, which stands beside the repository.
func sharedFile(t *testing.T, name string) []byte {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		require.NotEqual(t, dir, filepath.Dir(dir), "no go.mod above the test")
		dir = filepath.Dir(dir)
	}
	data, err := os.ReadFile(filepath.Join(dir, "..", "shared", name))
	if os.IsNotExist(err) {
		if os.Getenv("CI") != "" {
			t.Fatal("shared folder missing")
		}
		t.Skip("shared folder missing: not compared with " + name)
	}
	require.NoError(t, err)
	return data
}

// A suiteGroup is one group of the official JSON Schema test suite.
type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

func suite(t *testing.T, name string) (groups []suiteGroup) {
	t.Helper()
	data := sharedFile(t, filepath.Join("json-schema-test-suite", "tests", "draft2020-12", name))
	require.NoError(t, json.Unmarshal(data, &groups))
	return groups
}
