package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/tutor/english/sentence"
)

const completionHelp = `tutor completion prints what makes a shell complete the words of tutor.

  tutor completion bash | zsh | fish

bash wants its package bash-completion. For all shells to come:
  tutor completion bash > ~/.local/share/bash-completion/completions/tutor
  tutor completion zsh > "${fpath[1]}/_tutor"
  tutor completion fish > ~/.config/fish/completions/tutor.fish

Examples:
  source <(tutor completion bash)
  tutor completion fish | source
`

// shells print the completion of a command for a shell.
var shells = map[string]func(c *console, root *cobra.Command) error{
	"bash": func(c *console, root *cobra.Command) error { return root.GenBashCompletionV2(c.out, true) },
	"zsh":  func(c *console, root *cobra.Command) error { return root.GenZshCompletion(c.out) },
	"fish": func(c *console, root *cobra.Command) error { return root.GenFishCompletion(c.out, true) },
}

// completionCommand prints completions.
func completionCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:       "completion bash|zsh|fish",
		ValidArgs: []string{"bash", "zsh", "fish"},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || shells[args[0]] == nil {
				return misuse("completion wants the name of a shell: bash, zsh or fish")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return shells[args[0]](c, cmd.Root()) },
	}
}

// completed are the beginnings of values that are not all listed.
var completed = map[string][]string{
	"model":    {"auto", "rules", "tiny", "ollama:", "openai:", "tiny:", "script:", "random:"},
	"escalate": {"rules", "tiny", "ollama:", "openai:", "tiny:", "script:", "random:"},
	"focus":    words(sentence.Codes),

	"plan-errors": {usualErrors, "generic", "none"},
	"library":     {usualErrors, "generic"},

	"rule": words(sentence.Codes),
}

// complete has the shells complete the values of flags, of a command and those below it.
func complete(cmd *cobra.Command) {
	add := func(f *pflag.Flag) {
		values := completed[f.Name]
		if list, ok := f.Value.(*choice); ok {
			values = list.of
		}
		if values != nil {
			// It fails only for a flag that is not there, or was completed already by a command above.
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
		}
	}
	cmd.LocalFlags().VisitAll(add)
	for _, below := range cmd.Commands() {
		complete(below)
	}
}

// manCommand prints the manual page, from the words of help.
func manCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Args:    noArgs("man takes no words:  tutor man > tutor.1"),
		Short:   "the manual page of all commands, as man reads it",
		Example: "tutor man > /usr/local/share/man/man1/tutor.1",
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(c.out, manual(cmd.Root()))
			return err
		},
	}
}

// manEnd is what only the manual page says.
const manEnd = `.SH EXIT STATUS
.TP
0
every run ended final
.TP
1
something failed that should not
.TP
2
it was asked for something that there is not
.TP
3
a run ended otherwise, a bar was missed, or a comparison found a difference
.TP
10, 11
with \-\-exit\-code: something was corrected; nothing, but something was not judged
.TP
130
a signal stopped it
.SH ENVIRONMENT
TUTOR_MODEL, TUTOR_EXPLAIN and so on set the defaults of the flags with these names.
OLLAMA_HOST is the server where \-\-host names none. NO_COLOR and TERM=dumb turn color off.
.SH FILES
.TP
$XDG_CONFIG_HOME/tutor/config.toml
defaults of flags, one in a line: model = "rules"
.TP
$XDG_STATE_HOME/tutor/runs
logs of batches
.TP
$XDG_DATA_HOME/tutor/learner.db
errors that are remembered, if that was turned on
`

// manual returns the manual page in the language of man(7).
func manual(root *cobra.Command) string {
	var b strings.Builder
	head, _, _ := strings.Cut(helpOf(root), "\n\n")
	title, synopsis, _ := strings.Cut(head, "\n")
	title, _, _ = strings.Cut(title, ".")
	fmt.Fprintf(&b, ".TH TUTOR 1\n.SH NAME\ntutor \\- %s\n.SH SYNOPSIS\n.nf\n%s\n.fi\n.SH OPTIONS\n", roff(strings.TrimPrefix(title, "tutor ")), roff(synopsis))
	for _, f := range helpOfFlags(root.PersistentFlags()) {
		name, value, _ := strings.Cut(f.name, " ")
		if value != "" {
			value = ` \fI` + roff(value) + `\fR`
		}
		fmt.Fprintf(&b, ".TP\n\\fB%s\\fR%s\n%s\n", roff(name), value, roff(f.meaning))
	}
	b.WriteString(".SH COMMANDS\n")
	for _, cmd := range root.Commands() {
		if cmd.Hidden || cmd.Name() == "help" {
			continue
		}
		fmt.Fprintf(&b, ".SS tutor %s\n.nf\n%s.fi\n", roff(cmd.Name()), roff(helpOf(cmd)))
	}
	return b.String() + manEnd
}

// roff returns text that man prints as it is.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	var b strings.Builder
	for _, r := range strings.Join(lines, "\n") {
		if r < 0x80 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\[u%04X]`, r)
		}
	}
	return b.String()
}
