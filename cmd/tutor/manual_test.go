package main

import (
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/session"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/tutor"
)

// manualPart returns the part of the manual between two headings.
func manualPart(t *testing.T, from, to string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/manual.md")
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(text), "\n"+from+"\n")
	require.True(t, ok, from)
	part, _, ok := strings.Cut(rest, "\n"+to+"\n")
	require.True(t, ok, to)
	return part
}

// TestTheManualHasEveryCommandAndFlag walks the commands.
func TestTheManualHasEveryCommandAndFlag(t *testing.T) {
	root := rootCommand(cli.NewConsole("tutor", nil, nil, nil, func(string) string { return "" }, nil))
	all := manualPart(t, "## tutor", "## shortleash")
	sections := map[string]string{} // by the first word after tutor
	for _, section := range strings.Split(all, "\n### ")[1:] {
		title, text, _ := strings.Cut(section, "\n")
		for _, name := range regexp.MustCompile(`tutor (\w+)`).FindAllStringSubmatch(title, -1) {
			sections[name[1]] = "tutor " + name[1] + "\n" + text
		}
		if title == "Shared flags" {
			sections["tutor"] = text
		}
	}
	var s settings.Settings
	s.Define()
	shared := s.Shared()
	has := func(section string) func(*pflag.Flag) {
		return func(f *pflag.Flag) {
			assert.Regexp(t, "`--"+f.Name+"[ `]", sections[section], "the flag of %s", section)
		}
	}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		section := strings.Fields(cmd.CommandPath() + " tutor")[1]
		require.NotEmpty(t, sections[section], "there is no section %q", section)
		assert.Contains(t, sections[section], strings.TrimSuffix(cmd.CommandPath(), " tutor"), "the command")
		cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if shared.Lookup(f.Name) == nil {
				has(section)(f)
			}
		})
		for _, below := range cmd.Commands() {
			walk(below)
		}
	}
	shared.VisitAll(has("tutor"))
	for _, cmd := range root.Commands() {
		walk(cmd)
	}
}

func TestTheManualHasEveryExitCode(t *testing.T) {
	part := manualPart(t, "## Exit codes", "## tutor")
	for _, code := range []int{0, 1, 2, int(cli.StatusOther), int(session.StatusCorrected), int(session.StatusOutside),
		int(cli.StatusInterrupted)} {
		assert.Contains(t, part, "\n| "+strconv.Itoa(code)+" | ")
	}
}

func TestTheManualHasEveryMember(t *testing.T) {
	part := manualPart(t, "### JSON of tutor", "## shortleash")
	for prefix, v := range map[string]any{"": tutor.Report{}, "edits[].": tutor.Edit{}, "trace[].": tutor.TraceStep{},
		"escalations[].": tutor.Escalation{}, " ": eval.Score{}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "-" && name != "" {
				assert.Contains(t, part, "`"+strings.TrimSpace(prefix)+name+"`")
			}
		}
	}
}
