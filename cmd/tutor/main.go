// Command tutor repairs the verbs of English sentences and says why.
//
// An argument, or each line of standard input, is corrected by a run of the agent loop in package
// run; batch does so for a whole file. Answers go to standard output and everything else to
// standard error, so that either can be sent elsewhere. tutor -h shows every setting.
//
// It exits with 0 if every run ended final, 1 if something failed that should not, 2 if it was
// asked for something that there is not, 3 if a run ended otherwise, 130 if a signal stopped it.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	os.Exit(exec(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}

// exec is the whole program: what it reads, writes and returns depends on nothing else. env looks
// up a variable of the environment; "" is one that is not set.
func exec(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	return newConsole(stdin, stdout, stderr, env, signals).run(ctx, args)
}
