package cli

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestATerminalGetsWholeWords(t *testing.T) {
	rows := []struct {
		claim  string
		writes []string
		want   string
	}{
		{"lines are broken, further in than they began", []string{"  how it works on a small terminal\nshort\n"},
			"  how it works on a\n    small terminal\nshort\n"},
		{"JSON is one line", []string{`{"input":"He goed to school."}` + "\n"}, `{"input":"He goed to school."}` + "\n"},
		{"a bar is drawn over", []string{"\r\x1b[K[####----] 5/10 · 3/s · 2s left"}, "\r\x1b[K[####----] 5/10 · 3/s · 2s left"},
		{"a prompt and what follows it in its line", []string{"Your turn, an empty line: ", "shows\n",
			"how it works on a terminal\n"}, "Your turn, an empty line: shows\nhow it works on a\n  terminal\n"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			var b strings.Builder
			w := &wrapper{out: &b, width: 20}
			for _, text := range row.writes {
				n, err := io.WriteString(w, text)
				require.NoError(t, err)
				assert.Equal(t, len(text), n)
			}
			assert.Equal(t, row.want, b.String())
		})
	}
	var b strings.Builder
	_, err := io.WriteString(&wrapper{out: &b}, strings.Repeat("word ", 50)+"\n")
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(b.String(), "\n"), "a width that is not known breaks nothing")
}
