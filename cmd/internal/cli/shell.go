package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const completionHelp = `PROGRAM completion prints a completion script for a shell.

  PROGRAM completion bash | zsh | fish

To install it for new shells (bash needs the package bash-completion):
  PROGRAM completion bash > ~/.local/share/bash-completion/completions/PROGRAM
  PROGRAM completion zsh > "${fpath[1]}/_PROGRAM"
  PROGRAM completion fish > ~/.config/fish/completions/PROGRAM.fish
`

// shells print the completion of a command for a shell.
var shells = map[string]func(c *Console, root *cobra.Command) error{
	"bash": func(c *Console, root *cobra.Command) error { return root.GenBashCompletionV2(c.Out, true) },
	"zsh":  func(c *Console, root *cobra.Command) error { return root.GenZshCompletion(c.Out) },
	"fish": func(c *Console, root *cobra.Command) error { return root.GenFishCompletion(c.Out, true) },
}

// CompletionCommand prints completions.
func CompletionCommand(c *Console) *cobra.Command {
	return &cobra.Command{
		Use:       "completion bash|zsh|fish",
		Short:     "print a completion script for a shell",
		Long:      c.Named(completionHelp),
		Example:   c.Named("source <(PROGRAM completion bash)\nPROGRAM completion fish | source    # in fish"),
		ValidArgs: []string{"bash", "zsh", "fish"},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || shells[args[0]] == nil {
				return Misuse("completion wants the name of a shell: bash, zsh or fish")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return shells[args[0]](c, cmd.Root()) },
	}
}

// complete prepares a root for the shells, which ask the program itself how to complete a line.
func (c *Console) complete(root *cobra.Command, begins map[string][]string) {
	if len(c.Args) > 0 && strings.HasPrefix(c.Args[0], cobra.ShellCompRequestCmd) {
		completeValues(root, begins)
	}
}

// completeValues has the shells complete the values of flags, of a command and those below it: the values of
// a choice, and those that begins lists by the name of the flag.
func completeValues(cmd *cobra.Command, begins map[string][]string) {
	add := func(f *pflag.Flag) {
		values := begins[f.Name]
		if list, ok := f.Value.(*Choice); ok {
			values = list.Of
		}
		if values != nil {
			// It fails only for a flag that is not there, or was completed already by a command above.
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
		}
	}
	cmd.LocalFlags().VisitAll(add)
	for _, below := range cmd.Commands() {
		completeValues(below, begins)
	}
}
