package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpOf returns the help of a command: its own text, else a few lines made of its
// summary, its flags and its example, else the help of the command above.
func helpOf(cmd *cobra.Command) string {
	switch {
	case cmd.Long != "":
		return strings.TrimSuffix(cmd.Long, "\n") + "\n"
	case cmd.Short != "" && cmd.Example != "":
		flags := FlagLines(cmd.LocalNonPersistentFlags())
		if flags != "" {
			flags += "\n"
		}
		about := fmt.Sprintf("%s: %s.", strings.TrimSuffix(cmd.CommandPath(), cmd.Name())+cmd.Use, cmd.Short)
		return fmt.Sprintf("%s\n\n%sExample:\n  %s\n", strings.Join(Wrap(about, pageWidth, "  "), "\n"), flags, cmd.Example)
	default:
		return helpOf(cmd.Parent())
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

// FlagLines lists flags with what they mean and their defaults, one line each.
func FlagLines(flags *pflag.FlagSet) string {
	var b strings.Builder
	for _, f := range helpOfFlags(flags) {
		fmt.Fprintf(&b, "  %-19s %s\n", f.name, f.meaning)
	}
	return b.String()
}

// The widths of the columns of FlagColumns, in characters.
const (
	nameColumn   = 17 // of a name, with the space after it
	leftColumn   = 49 // of a flag that has another one beside it
	besideColumn = 12 // of the name of that one
	pageWidth    = 80
)

// FlagColumns lists flags like FlagLines, two in a line where they fit, so that all are on one screen.
func FlagColumns(flags *pflag.FlagSet) string {
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
		if beside := fmt.Sprintf("%-*s%s", besideColumn, f.name+" ", f.meaning); left != "" &&
			utf8.RuneCountInString(beside) <= pageWidth-leftColumn {
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

// Explain has help say of flags what meanings say by their names, instead of what they were declared with.
func Explain(flags *pflag.FlagSet, meanings map[string]string) {
	for name, text := range meanings {
		flags.Lookup(name).Usage = text
	}
}

// A HelpGroup is a part of the list of commands in the help of a program.
type HelpGroup struct {
	Title    string
	Commands [][2]string // a name, and what the command does
	Brief    bool        // their names are enough
}

// HelpOfCommands lists commands, a line each, so that all are on one screen.
func HelpOfCommands(groups []HelpGroup) string {
	var b strings.Builder
	b.WriteString("\n")
	for _, g := range groups {
		b.WriteString(g.Title + "\n")
		var names []string
		for _, c := range g.Commands {
			names = append(names, c[0])
			if !g.Brief {
				fmt.Fprintf(&b, "  %-12s%s\n", c[0], c[1])
			}
		}
		if g.Brief {
			b.WriteString("  " + strings.Join(names, ", ") + "\n")
		}
	}
	return b.String()
}

// Describe has shells that complete the name of a command below root say what it does, as its group does.
func Describe(root *cobra.Command, groups []HelpGroup) {
	does := map[string]string{}
	for _, g := range groups {
		for _, c := range g.Commands {
			does[c[0]] = c[1]
		}
	}
	for _, cmd := range root.Commands() {
		if cmd.Short == "" {
			cmd.Short = does[cmd.Name()]
		}
	}
}

// plainDefault is the annotation of a flag whose help shows a default of its own; "" shows none.
const plainDefault = "plain default"

// ShowDefault sets what help shows as the default of a flag; "" shows none.
func ShowDefault(flags *pflag.FlagSet, name, text string) {
	if err := flags.SetAnnotation(name, plainDefault, []string{text}); err != nil {
		panic("cli: BUG: " + err.Error())
	}
}

// defaultOf returns the default of a flag as help shows it.
func defaultOf(f *pflag.Flag) string {
	if plain, ok := f.Annotations[plainDefault]; ok {
		if plain[0] == "" {
			return ""
		}
		return " (" + plain[0] + ")"
	}
	switch {
	case f.Value.Type() == "bool":
		return " (off)"
	case f.DefValue == "":
		return " (none)"
	default:
		return " (" + f.DefValue + ")"
	}
}
