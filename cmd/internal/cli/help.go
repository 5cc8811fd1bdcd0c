package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// pageWidth is how wide help is laid out, in cells.
const pageWidth = 80

// helpOf returns the help of a command: what it does, then the commands below it, all its flags, and examples. A flag cannot be
// left out, since they are those that the command parses.
func helpOf(cmd *cobra.Command) string {
	about := strings.TrimRight(cmd.Long, "\n")
	if about == "" {
		use := strings.TrimSuffix(cmd.CommandPath(), cmd.Name()) + cmd.Use
		about = strings.Join(Wrap(fmt.Sprintf("%s: %s.", use, cmd.Short), pageWidth, "  "), "\n")
	}
	parts := []string{about + "\n"}
	parts = append(parts, helpOfCommands(cmd)...)
	if flags := helpOfFlags(cmd); flags != "" {
		parts = append(parts, "Flags\n"+flags)
	}
	examples := "Examples\n"
	for line := range strings.SplitSeq(cmd.Example, "\n") {
		examples += "  " + strings.TrimPrefix(line, "  ") + "\n"
	}
	return strings.Join(append(parts, examples), "\n")
}

// helpOfCommands lists the commands below one, by their groups.
func helpOfCommands(cmd *cobra.Command) (parts []string) {
	list := func(title, group string, name func(*cobra.Command) string) {
		var rows [][2]string
		for _, below := range cmd.Commands() {
			if below.GroupID == group && !below.Hidden && below.Name() != "help" {
				rows = append(rows, [2]string{name(below), below.Short})
			}
		}
		if len(rows) > 0 {
			parts = append(parts, title+"\n"+columns(rows))
		}
	}
	for _, g := range cmd.Groups() {
		list(g.Title, g.ID, (*cobra.Command).Name)
	}
	list("Commands", "", func(below *cobra.Command) string { return cmd.CommandPath() + " " + below.Use })
	return parts
}

// columns lays rows out: what they are about, and what is said of it, which hangs where it is too long.
func columns(rows [][2]string) string {
	width := 0
	for _, r := range rows {
		width = max(width, Cells(r[0]))
	}
	var b strings.Builder
	for _, r := range rows {
		line := fmt.Sprintf("  %-*s  %s", width, r[0], r[1])
		b.WriteString(strings.Join(Wrap(line, pageWidth, strings.Repeat(" ", width+4)), "\n") + "\n")
	}
	return b.String()
}

// helpOfFlags lists the flags of a command: its own, then those that it shares with others. Of these the rare ones have but
// their names.
func helpOfFlags(cmd *cobra.Command) string {
	var list, rare []*pflag.Flag
	take := func(f *pflag.Flag) {
		switch {
		case f.Name == "help", f.Name == "version":
		case f.Annotations[rareFlag] != nil:
			rare = append(rare, f)
		default:
			list = append(list, f)
		}
	}
	cmd.LocalFlags().VisitAll(take)
	cmd.InheritedFlags().VisitAll(take)
	text := FlagLines(list)
	if len(rare) == 0 {
		return text
	}
	slices.SortStableFunc(rare, byPlace)
	names := make([]string, 0, len(rare))
	for _, f := range rare {
		names = append(names, spelledFlag(f))
	}
	more := fmt.Sprintf("And those that %s flags explains: %s", cmd.Root().Name(), strings.Join(names, ", "))
	return text + strings.Join(Wrap(more, pageWidth, ""), "\n") + "\n"
}

// byPlace orders flags: those of one command as they were declared, then the shared ones as all were.
func byPlace(a, b *pflag.Flag) int {
	place := func(f *pflag.Flag) string { return strings.Join(f.Annotations[sharedFlag], "") }
	return cmp.Compare(place(a), place(b))
}

// spelledFlag returns how a flag is written.
func spelledFlag(f *pflag.Flag) string {
	value, _ := pflag.UnquoteUsage(f)
	if f.Value.Type() == "bool" {
		value = ""
	}
	name := strings.TrimSuffix("--"+f.Name+" "+value, " ")
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	return name
}

// meaningOf returns what a flag means, with its default.
func meaningOf(f *pflag.Flag) string {
	value, meaning := pflag.UnquoteUsage(f)
	return strings.TrimPrefix(meaning, value+": ") + defaultOf(f)
}

// FlagLines lists flags with what they mean and their defaults, one line each.
func FlagLines(flags []*pflag.Flag) string {
	slices.SortStableFunc(flags, byPlace)
	var rows [][2]string
	for _, f := range flags {
		rows = append(rows, [2]string{spelledFlag(f), meaningOf(f)})
	}
	return columns(rows)
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
