// Package settings has the flags of shortleash and what they mean.
//
// [Settings] extend those of all programs by servers of tools, rules and an answer. [Models] are the models it
// can run with, and [Settings.Endpoints] reads the servers of tools.
package settings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// Settings are the flags that all commands have in common.
type Settings struct {
	cli.Settings
	MCP       []string // commands and addresses
	Files     string   // a folder
	Write     bool     // files of it may change
	Web       []string // hosts
	Run       []string // commands
	Rules     string   // a file
	Answer    string   // a file
	Instruct  string   // a file
	Strict    bool     // an answer that rests on nothing is not a success
	Yes       bool
	requests  cli.Count
	toolCalls cli.Count
	tokens    cli.Count
	form      cli.Choice
	best      planner.Form // of the model, where form leaves it open
}

// MaxSchema bounds the file of a JSON Schema, in bytes: what is larger does not compile.
const MaxSchema = 1 << 20

// The shared flags that say how a run goes, and those that say with which tools.
const (
	RunFlags   = cli.RunFlags + "model-calls tool-calls tokens form "
	AgentFlags = " files write web run instructions mcp rules answer yes "
)

// Define declares the shared flags. The word in back quotes stands for the value.
func (s *Settings) Define() {
	flags := s.Shared()
	flags.StringVar(&s.Files, "files", "", "`DIR`: list, search and read the files of this folder")
	cli.ShowDefault(flags, "files", "none")
	flags.BoolVar(&s.Write, "write", false, "change them too; you are asked before each change")
	flags.StringArrayVar(&s.Web, "web", nil, "`HOST`: read pages of this host; may be repeated")
	cli.ShowDefault(flags, "web", "none")
	flags.StringArrayVar(&s.Run, "run", nil, "`CMD`: allow this command; may be repeated. ask: ask me")
	cli.ShowDefault(flags, "run", "none")
	flags.StringArrayVar(&s.MCP, "mcp", nil, "`C`: an MCP server: command or URL; may be repeated")
	cli.ShowDefault(flags, "mcp", "none")
	flags.StringVar(&s.Rules, "rules", "", "`F`: a file of rules in TOML; run -h shows one")
	flags.StringVar(&s.Answer, "answer", "", "`F`: the JSON Schema of the answer")
	cli.ShowDefault(flags, "answer", "a text")
	flags.StringVar(&s.Instruct, "instructions", "", "`F`: instructions, in addition to AGENTS.md of --files")
	cli.ShowDefault(flags, "instructions", "none")
	flags.BoolVar(&s.Strict, "strict", false, "exit with 3 if no result supports the answer")
	flags.BoolVar(&s.Yes, "yes", false, "approve all calls")
	s.Settings.Define(Planners)
	s.form = cli.NewChoice(append([]string{autoForm}, cli.Words(planner.Forms)...)...)
	flags.Var(&s.form, "form", "`F`: how decisions are asked for: "+s.form.List())
	flags.Var(&s.requests, "model-calls", "`N`: at most N requests to models in a run; 0: the default")
	s.Rare("form model-calls")
	flags.Var(&s.toolCalls, "tool-calls", "`N`: at most N calls in a run; 0: the default")
	flags.Var(&s.tokens, "tokens", "`N`: at most N tokens in a run; 0: the default")
}

// autoForm is the value of --form that leaves it to what was measured of the model.
const autoForm = "auto"

// Check refuses flags of the command line that do nothing beside the others, where the model and the strategy of the
// settings do tasks.
func (s *Settings) Check() error {
	return errors.Join(s.CheckPlanners(s.Planner.Value), models.CheckHost(&s.Settings, s.Settings.Model))
}

// Loop returns the configuration of runs.
func (s *Settings) Loop() loop.Config {
	c := s.Settings.Loop()
	c.Budget.ModelCalls, c.Budget.ToolCalls, c.Budget.Tokens = int(s.requests), int(s.toolCalls), int(s.tokens)
	if c.Form = planner.Form(s.form.Value); c.Form == autoForm {
		c.Form = s.best
	}
	return c
}

// Models are the models that shortleash can run with.
var Models models.Registry

// Prepare returns the model that --model names for runs with the tools of the settings, and says what there is to know of it. What
// cannot go on is refused before tools are opened: first flags, then a model that is not there, then a folder without anything to do.
func (s *Settings) Prepare(ctx context.Context, c *cli.Console) (func() model.Model, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	newModel, note, err := s.Model(ctx, c)
	if err != nil {
		return nil, err
	}
	if note != "" && !s.Quiet {
		c.Say("%s", note)
	}
	return newModel, s.CheckFolder()
}

// Model returns the model that --model names, if it is there. Where there is none to choose, it says what to install. Decisions are
// then asked for as was measured of it, unless --form says how.
func (s *Settings) Model(ctx context.Context, c *cli.Console) (newModel func() model.Model, note string, err error) {
	if newModel, note, err = s.ModelNamed(ctx, c, s.Settings.Model); err != nil {
		return nil, "", err
	}
	m, more := newModel(), ""
	if s.best, more = s.FormOf(ctx, c, m, len(s.Files)+len(s.Web)+len(s.Run)+len(s.MCP) > 0); more != "" {
		note = cmp.Or(note, "Model: "+m.Name()+".") + " " + more
	}
	return newModel, note, nil
}

// FormOf returns how decisions are asked of a model: as --form says, or as was measured of it; "" where nothing was. The note says so,
// and, if the model has tools, that it is too small for them.
func (s *Settings) FormOf(ctx context.Context, c *cli.Console, m model.Model, tools bool) (form planner.Form, note string) {
	measured, _ := models.HostsOf(c, &s.Settings).Measured(ctx, m.Name())
	if tools {
		note = measured.Doubt(m)
	}
	if s.form.Value != autoForm {
		return planner.Form(s.form.Value), note
	}
	if measured.Form != "" {
		note += " " + measured.String()
	}
	return measured.Form, strings.TrimSpace(note)
}

// ModelNamed is Model for another model than the flags name.
func (s *Settings) ModelNamed(ctx context.Context, c *cli.Console, spec string) (newModel func() model.Model,
	note string, err error) {
	newModel, note, err = Models.Resolve(ctx, spec, models.HostsOf(c, &s.Settings))
	if f, ok := errors.AsType[*model.Fault](err); ok && (f.Kind == model.Unreachable || f.Kind == model.NoModel) {
		return nil, "", cli.Misuse("%s\nTo get one, install Ollama (ollama.com), then:  ollama serve, and  ollama pull qwen3:4b\n"+
			"Or name a server of OpenAI's protocol:  --model openai:NAME --host http://127.0.0.1:8080",
			fmt.Sprintf("there is no model: %s", cli.OneLine(f.Message)))
	}
	if err == nil {
		err = models.Missing(ctx, newModel())
	}
	return newModel, note, err
}

// RolesWith returns who plays the roles that --role names, beside the model that spec names.
func (s *Settings) RolesWith(ctx context.Context, c *cli.Console, spec string) (map[model.Role]loop.RoleConfig, error) {
	return Models.Roles(ctx, s.Roles, spec, models.HostsOf(c, &s.Settings))
}

// Completions are how the values of flags begin that a shell completes.
var Completions = map[string][]string{"model": {"auto", "ollama:", "openai:", "script:", "random:"}, "planner": slices.Clone(Planners)}
