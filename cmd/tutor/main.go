// Command tutor repairs the verbs of English sentences and says why.
//
// An argument, or each line of standard input, is corrected by a run of the agent loop; batch does so
// for a whole file. Below a correction stands its rule, which explain shows by itself. eval measures how
// well suites are corrected. runs shows, replays and resumes what was logged. Answers go to standard output
// and everything else to standard error. tutor flags lists every setting; a flag comes before its variable,
// and that before the configuration file.
//
// It exits with 0 if every run ended final, 1 if something failed that should not, 2 if it was
// asked for something that does not exist, 3 if a run ended otherwise or a bar was missed, 130 if a
// signal stopped it; with --exit-code 10 and 11 say what came of the inputs.
package main

import (
	"context"
	"io"
	"os"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

func main() {
	cli.RelaxMemory()
	os.Exit(exec(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

// exec is the whole program: what it reads, writes and returns depends on nothing else. env looks
// up a variable of the environment; "" is one that is not set.
func exec(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	signals, release := cli.Interrupts()
	defer release()
	return run(ctx, cli.NewConsole("tutor", stdin, stdout, stderr, env, signals), args)
}
