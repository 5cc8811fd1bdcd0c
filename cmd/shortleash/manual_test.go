package main

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
)

// TestTheManualHasEveryCommandAndFlag walks the commands.
func TestTheManualHasEveryCommandAndFlag(t *testing.T) {
	text, err := os.ReadFile("../../docs/manual.md")
	require.NoError(t, err)
	whole, part := string(text), ""
	if _, rest, ok := strings.Cut(whole, "\n## shortleash\n"); assert.True(t, ok) {
		part = rest
	}
	var walk func(cmd *cobra.Command, text string)
	walk = func(cmd *cobra.Command, text string) {
		assert.Contains(t, part, "`"+cmd.CommandPath()+"`")
		if cmd.Name() == "runs" || cmd.Name() == "eval" { // tutor has them too, and its part says what their flags do
			text = whole
		}
		cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && f.Name != "version" {
				assert.Regexp(t, "`--"+f.Name+"[ `]", text, cmd.CommandPath())
			}
		})
		for _, below := range cmd.Commands() {
			walk(below, text)
		}
	}
	root := rootCommand(cli.NewConsole("shortleash", nil, nil, nil, func(string) string { return "" }, nil))
	var s settings.Settings
	s.Define()
	s.Shared().VisitAll(func(f *pflag.Flag) { assert.Regexp(t, "`--"+f.Name+"[ `]", part) })
	for _, cmd := range root.Commands() {
		walk(cmd, part)
	}
}
