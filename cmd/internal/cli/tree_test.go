package cli

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A tree is a small program: a root with a command that does one thing.
type tree struct {
	console  *Console
	settings Settings
	root, do *cobra.Command
	own      string
	out, err bytes.Buffer
}

func newTree() *tree {
	x := &tree{}
	x.console = NewConsole("prog", nil, &x.out, &x.err, nil, nil)
	flags := x.settings.Shared()
	flags.StringVar(&x.settings.Model, "model", "tiny", "`M`: a model")
	flags.BoolVar(&x.settings.JSON, "json", false, "print objects")
	flags.BoolVar(&x.settings.Quiet, "quiet", false, "say nothing")
	x.settings.Rare("json")
	x.root = &cobra.Command{Use: "prog", Long: "prog does things.", Example: "prog do", Args: cobra.ArbitraryArgs, RunE: nothing}
	x.do = &cobra.Command{Use: "do THING", Short: "do a thing", Example: "prog do it", Args: cobra.ArbitraryArgs, RunE: nothing}
	x.do.Flags().StringVarP(&x.own, "out", "o", "", "`OUT`: where to")
	x.console.Prepare(x.root)
	return x
}

func nothing(*cobra.Command, []string) error { return nil }

// finish gives the root and the command their shared flags, and completes the program.
func (x *tree) finish(root, do string) {
	x.settings.Take(x.root, root)
	x.settings.Take(x.do, do)
	Group(x.root, "Do", x.do)
	x.console.Finish(x.root, &x.settings, nil)
}

func (x *tree) run(args ...string) (code int, out, err string) {
	x.console.Args = args
	code = x.console.Run(x.do.Context(), x.root, args)
	return code, x.out.String(), x.err.String()
}

// Help lists the flags that a command parses, its own first, and has for rare ones their names.
func TestHelpListsEveryFlag(t *testing.T) {
	x := newTree()
	x.finish("model", "json model")
	code, out, _ := x.run("do", "-h")
	assert.Zero(t, code)
	assert.Equal(t, "prog do THING: do a thing.\n\nFlags\n"+
		"  -o, --out OUT  where to (none)\n  --model M      a model (tiny)\n  --quiet        say nothing (off)\n"+
		"And those that prog flags explains: --json\n\nExamples\n  prog do it\n", out)
	x = newTree()
	x.finish("model", "json")
	_, out, _ = x.run("-h")
	assert.Equal(t, "prog does things.\n\nDo\n  do  do a thing\n\nFlags\n"+
		"  --model M  a model (tiny)\n  --quiet    say nothing (off)\n\nExamples\n  prog do\n", out)
}

func TestAFlagIsScopedToItsCommands(t *testing.T) {
	for _, row := range []struct {
		args []string
		says string // "" is well
	}{
		{[]string{"do", "--json", "--quiet"}, ""},
		{[]string{"--model", "x", "do"}, "--model does nothing for prog do; leave it out"},
		{[]string{"--json"}, "--json does nothing for prog; leave it out"},
		{[]string{"--out", "x"}, "--out does nothing for prog; leave it out"},
		{[]string{"do", "--jsn"}, "there is no flag --jsn; did you mean --json?"},
		{[]string{"do", "--everything"}, "there is no flag --everything; see prog -h"},
	} {
		x := newTree()
		x.finish("model", "json")
		code, _, err := x.run(row.args...)
		if row.says == "" {
			assert.Zero(t, code, err)
			continue
		}
		assert.Equal(t, 2, code)
		assert.Equal(t, "prog: "+row.says+"\n", err)
	}
}

// A program whose help would not say all cannot be made.
func TestWhatHelpLacksIsABug(t *testing.T) {
	for want, spoil := range map[string]func(x *tree){
		"cli: BUG: no command takes --json":         func(x *tree) { x.finish("model", "model") },
		"cli: BUG: there is no shared flag --jason": func(x *tree) { x.finish("model", "jason") },
		"cli: BUG: nothing says what --new means": func(x *tree) {
			x.do.Flags().Bool("new", false, "")
			x.finish("model", "json")
		},
		"cli: BUG: the help of prog do lacks what it does, or an example": func(x *tree) { x.do.Example = ""; x.finish("model", "json") },
		"cli: BUG: the help of prog do again lacks what it does, or an example": func(x *tree) {
			x.do.AddCommand(&cobra.Command{Use: "again", Example: "x"})
			x.finish("model", "json")
		},
	} {
		require.PanicsWithValue(t, want, func() { spoil(newTree()) })
	}
}
