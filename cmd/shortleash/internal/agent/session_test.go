package agent

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

func TestTheLastConversationComesFirst(t *testing.T) {
	dir := t.TempDir()
	env := func(name string) string { return map[string]string{"XDG_STATE_HOME": dir, "HOME": dir}[name] }
	c := cli.NewConsole("shortleash", strings.NewReader(""), io.Discard, io.Discard, env, nil)
	c.Now = func() time.Time { return time.Date(2026, 11, 29, 1, 2, 3, 0, time.UTC) }
	var begun []string
	for range 3 { // within a second
		path, err := NewSession(c)
		require.NoError(t, err)
		begun = append([]string{SessionName(path)}, begun...)
	}
	list, err := Sessions(c)
	require.NoError(t, err)
	for i, path := range list {
		assert.Equal(t, begun[i], SessionName(path), filepath.Base(path))
	}
	assert.Len(t, list, 3)
}
