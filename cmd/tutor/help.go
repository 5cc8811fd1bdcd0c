package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const rootHelp = `tutor repairs the verbs of an English sentence and says why:
  tutor [flags] SENTENCE...   one sentence; without: the lines of standard input
  tutor batch IN -o OUT       a whole file, resumable; see tutor batch -h
  tutor runs list             what runs did, and to go on; see tutor runs -h
  tutor doctor | models       examine a model's server; what is and suits there
  tutor conjugate | irregular | agree | es | tools      look up, without a model

%s
Examples; a variable such as TUTOR_MODEL sets the default of its flag:
  tutor "He goed to school."
  tutor --model ollama:llama3.2 --trace "She can to swim."
`

const batchHelp = `tutor batch corrects a file: one line of JSON for each input, in order.

  tutor batch IN -o OUT [flags]

IN holds a sentence on each line, or JSON objects with "input", whose other
members are carried through; - is standard input. The same command again goes
on where OUT ends and repeats no line.

%s
Examples:
  tutor batch essays.txt -o essays.jsonl
  tutor batch class.jsonl -o out.jsonl --jobs 4 --model rules
The flags of tutor -h work here too.
`

// helpOf returns the help of a command: its words around its flags.
func helpOf(cmd *cobra.Command) string {
	own := flagLines(cmd.LocalNonPersistentFlags())
	switch {
	case !cmd.HasParent():
		return fmt.Sprintf(rootHelp, flagLines(cmd.PersistentFlags()))
	case cmd.Name() == "batch":
		return fmt.Sprintf(batchHelp, own)
	case cmd.Short != "" && cmd.Example != "":
		if own != "" {
			own += "\n"
		}
		return fmt.Sprintf("tutor %s: %s.\n\n%sExample:\n  %s\n", cmd.Use, cmd.Short, own, cmd.Example)
	default: // one that cobra adds
		return cmd.Long + "\n"
	}
}

// flagLines lists flags with what they mean and their defaults, one line each.
func flagLines(flags *pflag.FlagSet) string {
	var b strings.Builder
	flags.SortFlags = false
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		value, meaning := pflag.UnquoteUsage(f)
		if f.Value.Type() == "bool" {
			value = ""
		}
		name := "--" + f.Name + " " + value
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		fmt.Fprintf(&b, "  %-19s %s%s\n", name, strings.TrimPrefix(meaning, value+": "), defaultOf(f))
	})
	return b.String()
}

// defaultOf returns the default of a flag as help shows it.
func defaultOf(f *pflag.Flag) string {
	switch {
	case f.Name == "host":
		return " (OLLAMA_HOST, or 127.0.0.1:11434)"
	case f.Name == "out":
		return ""
	case f.Name == "tense", f.Name == "person":
		return " (all)"
	case f.Value.Type() == "bool":
		return " (off)"
	case f.DefValue == "":
		return " (none)"
	default:
		return " (" + f.DefValue + ")"
	}
}
