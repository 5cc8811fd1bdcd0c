package cli

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is set by the linker: -X github.com/shortleash/shortleash/cmd/internal/cli.version=v1.2.3
var version string

// Version returns the version of the program: the one that it was built as, or else that of its module as
// the go command knows it.
func Version() string {
	known := version
	if info, ok := debug.ReadBuildInfo(); ok && known == "" && info.Main.Version != "(devel)" {
		known = info.Main.Version
	}
	return cmp.Or(known, "devel")
}

// versionLine says what the program is, in one line.
func (c *Console) versionLine() string {
	return fmt.Sprintf("%s %s (%s, %s/%s)\n", c.Name, Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// VersionCommand prints the version.
func VersionCommand(c *Console) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "print the version, like --version",
		Example: c.Named("PROGRAM version"),
		Args:    NoArgs(c.Named("version takes no words:  PROGRAM version")),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(c.Out, c.versionLine())
			return err
		},
	}
}
