package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// helpGroups list all commands.
var helpGroups = []cli.HelpGroup{
	{Title: "Learn", Commands: [][2]string{
		{"explain", "a rule, with an example and sentences to try"},
		{"rules", "what is judged, and what is not"},
	}},
	{Title: "Teach", Commands: [][2]string{
		{"batch", "a file, a folder or a table"},
		{"runs", "what was logged: list, show, replay, resume, diff"},
	}},
	{Title: "Serve and check", Commands: [][2]string{
		{"serve", "a page in the browser that shows each step"},
		{"mcp", "the tutor's tools for assistants"},
		{"models", "the models of the server, and others that suit this machine"},
		{"doctor", "what a server and its model can be trusted with"},
	}},
	{Title: "Measure", Commands: [][2]string{
		{"eval", "how well suites of sentences are corrected"},
		{"distill", "what the critic of plans can learn from runs"},
		{"work", "answer lines of batches of other machines"},
	}},
	{Title: "More", Brief: true, Commands: [][2]string{
		{"flags", "the flags of all commands"},
		{"completion", "for bash, zsh or fish"},
		{"man", "the manual page"},
		{"version", "which version this is"},
	}},
}

const rootHelp = `tutor repairs the verbs of an English sentence and says why.
  tutor [flags] SENTENCE...   one sentence, or the lines of standard input
  tutor COMMAND -h            everything about a command
%s
Flags
  --model M     ollama:NAME, openai:NAME, rules or tiny; auto: what is there
  --explain E   rules in English, in Spanish, in both, or off: en, es, both, off
  --trace       show each step; --json and --quiet: for programs
  tutor flags   lists all

Examples
  tutor "He goed to school."
  tutor --model ollama:llama3.2 --trace "She can to swim."
`

const flagsHelp = `tutor flags lists the flags of all commands; a command refuses those that do
nothing for it. Defaults stand in parentheses.

  tutor flags

%s
They can be set for good: by TUTOR_MODEL, TUTOR_EXPLAIN and so on, or by lines
such as  model = "rules"  in $XDG_CONFIG_HOME/tutor/config.toml. Without --host,
OLLAMA_HOST names the server.

Example:
  tutor --model rules --explain both "He goed."
`

// flagsTopic is help about the flags of all commands: as tutor flags and tutor help flags.
func flagsTopic(flags *pflag.FlagSet) *cobra.Command {
	return &cobra.Command{Use: "flags", Short: "the flags of all commands", Long: fmt.Sprintf(flagsHelp, cli.FlagLines(flags))}
}
