package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func FuzzConfig(f *testing.F) {
	f.Add("model = \"rules\"\n")
	f.Add("[a]\nb=[1,2]\n[[c]]\nd=1979-05-27")
	f.Fuzz(func(t *testing.T, text string) {
		home := t.TempDir()
		path := filepath.Join(home, "tutor", "config.toml")
		require.NoError(t, os.Mkdir(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		var s Settings
		s.Define([]string{"react"})
		c := NewConsole("tutor", nil, nil, nil, func(name string) string { return map[string]string{"XDG_CONFIG_HOME": home}[name] }, nil)
		if err := c.fromFile(s.Shared()); err != nil {
			assert.ErrorContains(t, err, path+", line ")
		}
	})
}
