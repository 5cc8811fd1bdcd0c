package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
)

// run is the program on one console. It leaves a command that is stuck when a signal ends the program.
func (c *console) run(ctx context.Context, args []string) int {
	c.args = args
	root := rootCommand(c)
	root.SetArgs(append([]string{}, args...)) // of nil, cobra would take those of the process
	stop := c.signals.watch()
	defer stop()
	code := make(chan int, 1)
	go func() { code <- c.exitCode(root.ExecuteContext(ctx)) }()
	select {
	case n := <-code:
		return n
	case <-c.signals.end:
		return exitInterrupted
	}
}

func rootCommand(c *console) *cobra.Command {
	var s settings
	root := &cobra.Command{
		Use:           "tutor [flags] SENTENCE...",
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return correctWords(cmd.Context(), c, s, args)
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return s.complete(cmd, c.env)
		},
	}
	root.SetIn(c.in)
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { cmd.Print(helpOf(cmd)) })
	s.define(root.PersistentFlags())
	root.AddCommand(batchCommand(c, &s), runsCommand(c, &s), toolsCommand(c), doctorCommand(c, &s), modelsCommand(c, &s),
		chatCommand(c, &s), progressCommand(c), reviewCommand(c, &s), evalCommand(c, &s), distillCommand(c, &s), explainCommand(c, &s), rulesCommand(c, &s), completionCommand(c), manCommand(c))
	for _, l := range lookups {
		root.AddCommand(lookupCommand(c, &s, l))
	}
	if len(c.args) > 0 && strings.HasPrefix(c.args[0], cobra.ShellCompRequestCmd) {
		complete(root)
	}
	return root
}

// correct corrects the sentence that args make, or the lines of standard input.
func correctWords(ctx context.Context, c *console, s settings, args []string) error {
	lines := len(args) == 0 || len(args) == 1 && args[0] == "-"
	if lines && s.hint {
		return misuse("--hint wants one sentence, or a chat:  tutor chat --hint")
	}
	if err := s.talks(); err != nil {
		return err
	}
	if len(args) == 0 && c.inTerminal {
		return misuse("there is no sentence. Try:  tutor \"He goed to school.\"\nOther ways to start:  tutor -h")
	}
	ctx, release := c.signals.interruptible(ctx)
	defer release()
	d, err := newDesk(ctx, c, s)
	if err != nil {
		return err
	}
	if lines {
		err = d.lines(ctx)
	} else {
		err = d.one(ctx, strings.Join(args, " "))
	}
	return d.close(err)
}
