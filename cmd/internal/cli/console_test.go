package cli

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestColor(t *testing.T) {
	rows := []struct {
		claim, setting string
		terminal       bool
		env            string
		want           bool
	}{
		{"a terminal has color", "auto", true, "", true},
		{"a pipe has none", "auto", false, "", false},
		{"NO_COLOR is obeyed", "auto", true, "NO_COLOR=1", false},
		{"a dumb terminal has none", "auto", true, "TERM=dumb", false},
		{"never is never", "never", true, "", false},
		{"always is always", "always", false, "NO_COLOR=1", true},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			name, value, _ := strings.Cut(row.env, "=")
			c := NewConsole("tutor", nil, nil, nil, func(n string) string {
				if n == name {
					return value
				}
				return ""
			}, nil)
			c.OutTerminal = row.terminal
			assert.Equal(t, row.want, c.Color(row.setting))
		})
	}
}

func TestQuoted(t *testing.T) {
	for arg, want := range map[string]string{
		"in.txt":   "in.txt",
		"my file":  "'my file'",
		"it's":     `'it'\''s'`,
		"":         "''",
		"$(rm)":    "'$(rm)'",
		"--jobs=4": "--jobs=4",
	} {
		assert.Equal(t, want, Quoted(arg))
	}
}

// A disk that is full, say.
type noRoom struct{}

func (noRoom) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestHelpThatCannotBeWritten(t *testing.T) {
	var said strings.Builder
	c := NewConsole("app", nil, noRoom{}, &said, nil, nil)
	root := &cobra.Command{Use: "app", Short: "a program", Example: "app"}
	c.Prepare(root)
	assert.Equal(t, 1, c.Run(t.Context(), root, []string{"-h"}))
	assert.Equal(t, "app: no room\n", said.String())
}

// endless is a line without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestALineOfStandardInputHasABound(t *testing.T) {
	in := io.MultiReader(strings.NewReader("one\n"), endless{})
	lines := NewConsole("x", in, io.Discard, io.Discard, func(string) string { return "" }, nil).NewStream()
	line, err := lines.Line(t.Context(), "")
	require.NoError(t, err)
	assert.Equal(t, "one", line)
	_, err = lines.Line(t.Context(), "")
	assert.EqualError(t, err, "line 2: it has more than 64 MB")
}
