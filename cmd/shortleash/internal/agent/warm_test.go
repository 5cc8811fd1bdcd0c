package agent

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
)

// While a person types, the model reads what the first request begins with, and is asked for nothing.
func TestTheModelReadsWhileAPersonTypes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := fake.Script("x", `{"thought":"","tool":"final_answer","tool_args":{"rests_on":"task","text":"12"}}`)
		c := cli.NewConsole("shortleash", strings.NewReader(""), io.Discard, io.Discard, func(string) string { return "" }, nil)
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "a.txt"), []byte("a\n"), 0o600))
		a, err := New(t.Context(), c, &settings.Settings{Files: dir}, strategy.ReAct{}, m, loop.Config{})
		require.NoError(t, err)
		defer a.Close()
		stop := a.warm(t.Context())
		synctest.Wait()
		stop()
		_, err = a.Run(t.Context(), "How many?", nil)
		require.NoError(t, err)
		asked := m.Requests()
		require.Len(t, asked, 2)
		assert.Equal(t, asked[1].Messages[:1], asked[0].Messages)
		assert.Nil(t, asked[0].Grammar)
		assert.Equal(t, 1, asked[0].MaxTokens)
	})
}
