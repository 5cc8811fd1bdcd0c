package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/mcpserver"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/mcp"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/english/card"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/toolset"
)

const mcpHelp = `tutor mcp offers the tutor as an MCP server, for assistants and editors.

  tutor mcp [flags]

It uses standard input and output. With --listen, it uses HTTP, on this machine
only, and refuses web pages from other machines. Its tools:

  correct_sentence   conjugate        lookup_irregular_verb
  explain_rule       lookup_spanish   check_subject_verb_agreement
`

const mcpExamples = `  tutor mcp --model ollama:llama3.2
  tutor mcp --listen 127.0.0.1:8080`

// MCPCommand returns the command that serves MCP clients.
func MCPCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	listen := ""
	cmd := &cobra.Command{
		Use:     "mcp",
		Short:   "offer the tutor's tools to assistants",
		Long:    mcpHelp,
		Example: mcpExamples,
		Args:    cli.NoArgs("mcp takes flags only. For example:  tutor mcp --listen 127.0.0.1:8080"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			return serveMCP(ctx, c, s, listen)
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "", "`A`: use HTTP at this address of this machine")
	s.Take(cmd, cli.RunFlags+settings.Answers+"log trace")
	return cmd
}

// serveMCP serves until the client goes or ctx ends.
func serveMCP(ctx context.Context, c *cli.Console, s *settings.Settings, listen string) error {
	if err := errors.Join(s.CheckPlanners(s.Planner.Value), s.CheckHost(s.Model)); err != nil {
		return err
	}
	options, notes, err := s.Options(ctx, s.Model, s.Planner.Value)
	if err != nil {
		return err
	}
	for _, note := range notes {
		if !s.Quiet {
			c.Say("%s", note)
		}
	}
	keep, err := mcpserver.Keeper(c, s.Log)
	if err != nil {
		return err
	}
	server, err := newMCPServer(options, keep, toolset.Options{Dialect: s.Language().Dialect, Spanish: s.Language().Spanish},
		time.Duration(s.Timeout))
	if err != nil {
		return err
	}
	return mcpserver.Serve(ctx, c, server, listen)
}

// A sentenceArgs is what correct_sentence takes.
type sentenceArgs struct {
	Sentence string `json:"sentence" jsonschema:"minLength=1,maxLength=1000"`
}

// A ruleArgs is what explain_rule takes.
type ruleArgs struct {
	Rule string `json:"rule" jsonschema:"minLength=1,maxLength=40,description=a code such as INFL-OVERREG or a name"`
}

// newMCPServer returns a server of the tutor's tools. A correction may take as long as a run, and keep gets its events.
func newMCPServer(o tutor.Options, keep func(events []byte), words toolset.Options, longest time.Duration) (*mcp.Server, error) {
	teacher, err := tutor.New(o)
	if err != nil {
		return nil, err
	}
	correct, err := tools.New("correct_sentence", "corrects the verbs of an English sentence and says which rule each correction follows",
		func(ctx context.Context, in sentenceArgs) (json.RawMessage, error) {
			var events bytes.Buffer
			report, err := teacher.Correct(ctx, in.Sentence, &events, nil)
			keep(events.Bytes())
			if err != nil {
				return nil, err
			}
			return report.JSON(), nil
		}, tools.Options{Idempotent: true, ParallelSafe: true, Timeout: longest + time.Minute})
	if err != nil {
		return nil, err
	}
	explain, err := tools.New("explain_rule", "the rule of a code that a correction names, in English and Spanish, with examples",
		func(_ context.Context, in ruleArgs) ([]card.Card, error) { return cards(in.Rule) }, tools.Options{Idempotent: true, ParallelSafe: true})
	if err != nil {
		return nil, err
	}
	lookups, err := toolset.Tools(words)
	if err != nil {
		return nil, err
	}
	list := append(append([]tools.Tool{correct}, lookups...), explain)
	registry, err := tools.NewRegistry(list...)
	if err != nil {
		return nil, err
	}
	offer := mcp.Offer{Name: "tutor", Version: "1", Tools: registry}
	for _, t := range list {
		offer.ReadOnly = append(offer.ReadOnly, t.Name())
	}
	return mcp.NewServer(offer)
}

// cards returns the cards of a code, or the one of a name.
func cards(rule string) ([]card.Card, error) {
	if found := card.Of(sentence.Code(strings.ToUpper(rule))); len(found) > 0 {
		return found, nil
	}
	if found, ok := card.Named(strings.ToLower(rule)); ok {
		return []card.Card{found}, nil
	}
	return nil, tools.NotFound("there is no such rule; there are: %s", strings.Join(cli.Words(sentence.Codes), ", "))
}
