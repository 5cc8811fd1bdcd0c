package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The annotations of flags that several commands share: their place among all of these, and that help has room for their names
// only.
const (
	sharedFlag = "shared"
	rareFlag   = "rare"
)

// Shared returns the flags that several commands take, for a program to declare more of them. Help lists them in the order in
// which they are declared.
func (s *Settings) Shared() *pflag.FlagSet {
	if s.shared == nil {
		s.shared = pflag.NewFlagSet("", pflag.ContinueOnError)
		s.shared.SortFlags = false
	}
	return s.shared
}

// Take gives a command those of the shared flags that names lists, with blanks between them.
func (s *Settings) Take(cmd *cobra.Command, names string) {
	place := 0
	s.Shared().VisitAll(func(f *pflag.Flag) {
		place++
		s.annotate(f.Name, sharedFlag, fmt.Sprintf("%03d", place))
	})
	for name := range strings.FieldsSeq(names) {
		cmd.Flags().AddFlag(s.lookup(name))
	}
}

// Rare has help say of the flags that names lists no more than their names. The command flags explains them.
func (s *Settings) Rare(names string) {
	for name := range strings.FieldsSeq(names) {
		s.annotate(name, rareFlag, "")
	}
}

func (s *Settings) annotate(name, key, value string) {
	f := s.lookup(name)
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[key] = []string{value}
}

func (s *Settings) lookup(name string) *pflag.Flag {
	f := s.Shared().Lookup(name)
	if f == nil {
		panic("cli: BUG: there is no shared flag --" + name)
	}
	return f
}

// Group puts commands below the root of a program, in a group of its help.
func Group(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, cmd := range commands {
		cmd.GroupID = title
	}
	root.AddCommand(commands...)
}

// Finish completes the commands of a program after all of them were added. begins has the values of flags, or their beginnings,
// that shells complete. It panics where help would lack something: a command that says nothing of itself, a flag without a
// meaning, a shared flag that no command takes. A program without shared flags has none in s.
func (c *Console) Finish(root *cobra.Command, s *Settings, begins map[string][]string) {
	if s.Shared().HasFlags() {
		root.PersistentFlags().AddFlag(s.lookup("quiet")) // every command may have something to say
	}
	taken := map[string]bool{}
	var each func(cmd *cobra.Command)
	each = func(cmd *cobra.Command) {
		if cmd.Example == "" || cmd.Short == "" && cmd != root {
			panic("cli: BUG: the help of " + cmd.CommandPath() + " lacks what it does, or an example")
		}
		cmd.Flags().SortFlags = false
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				panic("cli: BUG: nothing says what --" + f.Name + " means")
			}
			taken[f.Name] = true
		})
		for _, below := range cmd.Commands() {
			each(below)
		}
	}
	each(root)
	s.Shared().VisitAll(func(f *pflag.Flag) {
		if !taken[f.Name] {
			panic("cli: BUG: no command takes --" + f.Name)
		}
	})
	c.complete(root, begins)
}

const flagsHelp = `PROGRAM flags lists the flags that several commands take, with their defaults.

You can set them permanently: with variables such as VARIABLE, or with lines
such as
  model = "ollama:llama3.2"
in $XDG_CONFIG_HOME/PROGRAM/config.toml. A flag overrides its variable, and a
variable overrides the file. Without --host, OLLAMA_HOST names the server.
`

// FlagsCommand prints the flags that several commands take.
func FlagsCommand(c *Console, s *Settings) *cobra.Command {
	text := strings.ReplaceAll(c.Named(flagsHelp), "VARIABLE", c.variable("model"))
	return &cobra.Command{
		Use:     "flags",
		Short:   "list the flags of several commands, and how to set them",
		Example: c.Named("PROGRAM flags"),
		Args:    NoArgs(c.Named("flags takes no words:  PROGRAM flags")),
		RunE: func(*cobra.Command, []string) error {
			var all []*pflag.Flag
			s.Shared().VisitAll(func(f *pflag.Flag) { all = append(all, f) })
			_, err := fmt.Fprint(c.Out, text+"\n"+FlagLines(all))
			return err
		},
	}
}
