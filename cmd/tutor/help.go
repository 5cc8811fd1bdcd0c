package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const rootHelp = `tutor repairs the verbs of an English sentence and says why. COMMAND -h: more.
  tutor [flags] SENTENCE...   one sentence; without: the lines of standard input
  tutor chat | batch | runs | eval | distill   lines, files, logs, suites, plans
  tutor rules | explain | progress | review  what is judged and why, your errors
  tutor doctor | models | completion | man   a model's server; shells and pages
  tutor conjugate | irregular | agree | es | tools    look up, without a model

%s
Defaults: TUTOR_MODEL, …, tutor/config.toml, OLLAMA_HOST. What has none is off.
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
		return fmt.Sprintf(rootHelp, flagColumns(cmd.PersistentFlags()))
	case cmd.Name() == "eval":
		return fmt.Sprintf(evalHelp, flagColumns(cmd.LocalNonPersistentFlags()))
	case cmd.Name() == "completion":
		return completionHelp
	case cmd.Name() == "runs":
		return runsHelpOf(cmd)
	case cmd.Name() == "distill":
		return distillHelpOf(cmd)
	case cmd.Name() == "progress":
		return fmt.Sprintf(progressHelp, own)
	case cmd.Name() == "chat":
		return chatHelp
	case cmd.Name() == "explain":
		return explainHelp
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

// A flagHelp is what help says of a flag: how it is written, and what it means with its default.
type flagHelp struct{ name, meaning string }

func helpOfFlags(flags *pflag.FlagSet) []flagHelp {
	var list []flagHelp
	flags.SortFlags = false
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		value, meaning := pflag.UnquoteUsage(f)
		if f.Value.Type() == "bool" {
			value = ""
		}
		name := strings.TrimSuffix("--"+f.Name+" "+value, " ")
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		list = append(list, flagHelp{name, strings.TrimPrefix(meaning, value+": ") + defaultOf(f)})
	})
	return list
}

// flagLines lists flags with what they mean and their defaults, one line each.
func flagLines(flags *pflag.FlagSet) string {
	var b strings.Builder
	for _, f := range helpOfFlags(flags) {
		fmt.Fprintf(&b, "  %-19s %s\n", f.name, f.meaning)
	}
	return b.String()
}

// The widths of the columns of flagColumns, in characters.
const (
	nameColumn   = 17 // of a name, with the space behind it
	leftColumn   = 49 // of a flag that has another one beside it
	besideColumn = 12 // of the name of that one
	pageWidth    = 80
)

// flagColumns lists flags like flagLines, two in a line where they fit, so that all are on one screen.
func flagColumns(flags *pflag.FlagSet) string {
	var b strings.Builder
	left := "" // waits for its neighbor
	end := func() {
		if left != "" {
			b.WriteString(strings.TrimRight(left, " ") + "\n")
			left = ""
		}
	}
	for _, f := range helpOfFlags(flags) {
		f.meaning = strings.TrimSuffix(f.meaning, " (off)") // help says so once, of all
		cell := fmt.Sprintf("  %-*s%s", nameColumn, f.name+" ", f.meaning)
		if beside := fmt.Sprintf("%-*s%s", besideColumn, f.name+" ", f.meaning); left != "" && utf8.RuneCountInString(beside) <= pageWidth-leftColumn {
			left += beside
			end()
			continue
		}
		end()
		left = fmt.Sprintf("%-*s", leftColumn, cell)
		if utf8.RuneCountInString(left) > leftColumn {
			end()
		}
	}
	end()
	return b.String()
}

// defaultOf returns the default of a flag as help shows it.
func defaultOf(f *pflag.Flag) string {
	switch {
	case f.Name == "host":
		return " (127.0.0.1:11434)"
	case f.Name == "min-confidence":
		return " (model's)"
	case slices.Contains([]string{"out", "page", "compare", "table", "plot", "resume", "name", "from"}, f.Name):
		return ""
	case f.Name == "tense", f.Name == "person", f.Name == "focus":
		return " (all)"
	case f.Value.Type() == "bool":
		return " (off)"
	case f.DefValue == "":
		return " (none)"
	default:
		return " (" + f.DefValue + ")"
	}
}
