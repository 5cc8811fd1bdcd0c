package models

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/model/openai"
)

// A tuning is what is set of a model besides its name.
type tuning struct{ think, effort string }

// thinkPolicies are the values of think.
var thinkPolicies = []ollama.Thinking{ollama.ThinkOff, ollama.ThinkRaw, ollama.ThinkLow, ollama.ThinkOn, ollama.ThinkFirst}

// fits refuses what models of a kind do not have.
func (t tuning) fits(kind string) error {
	switch {
	case t.think != "" && !slices.Contains(thinkPolicies, ollama.Thinking(t.think)):
		return cli.Misuse("think is %q, want one of %s", t.think, strings.Join(cli.Words(thinkPolicies), ", "))
	case t.effort != "" && !slices.Contains(openai.Efforts, openai.Effort(t.effort)):
		return cli.Misuse("effort is %q, want one of %s", t.effort, strings.Join(cli.Words(openai.Efforts), ", "))
	case t.think != "" && kind != "ollama" && kind != "auto":
		return cli.Misuse("think=%s is for models of Ollama, and %s is none", t.think, kind)
	case t.effort != "" && kind != "openai":
		return cli.Misuse("effort=%s is for models of OpenAI's protocol, and %s is none", t.effort, kind)
	}
	return nil
}

// Roles returns who plays the roles that --role names in runs with the model that spec names.
func (r Registry) Roles(
	ctx context.Context, roles cli.Roles, spec string, hosts Hosts,
) (map[model.Role]loop.RoleConfig, error) {
	if len(roles.List) == 0 {
		return nil, nil
	}
	all := map[model.Role]loop.RoleConfig{}
	for _, one := range roles.List {
		there := hosts
		if one.Host != "" {
			there.List, there.Source = one.Host, "host="
		}
		t := tuning{one.Think, one.Effort}
		c := loop.RoleConfig{Temperature: one.Temperature, ReplyTokens: one.Tokens}
		open := func(spec string, t tuning) (model.Model, error) {
			newModel, _, err := r.resolve(ctx, spec, there, t)
			if err != nil {
				return nil, err
			}
			return newModel(), nil
		}
		var err error
		if one.Model != "" || t != (tuning{}) || one.Host != "" {
			if c.Model, err = open(cmp.Or(one.Model, spec), t); err != nil {
				return nil, err
			}
		}
		if one.Fallback != "" {
			fallback, err := open(one.Fallback, tuning{})
			if err != nil {
				return nil, err
			}
			c.Fallbacks = []model.Model{fallback}
		}
		all[one.Role] = c
	}
	return all, nil
}

// RecordedRoles returns who played the roles of a logged run, for the same run once more. The models of --role go
// before those of the log, which it must name again where they have a host of their own.
func (r Registry) RecordedRoles(
	ctx context.Context, info loop.RunInfo, roles cli.Roles, spec string, hosts Hosts,
) (map[model.Role]loop.RoleConfig, error) {
	if len(roles.List) > 0 {
		return r.Roles(ctx, roles, spec, hosts)
	}
	return loop.RecordedRoles(info, func(name, settings string) (model.Model, error) {
		var t tuning
		for setting := range strings.FieldsSeq(settings) {
			switch name, value, _ := strings.Cut(setting, "="); name {
			case "think":
				t.think = value
			case "effort":
				t.effort = value
			}
		}
		newModel, _, err := r.resolve(ctx, name, hosts, t)
		if err != nil {
			return nil, err
		}
		return newModel(), nil
	})
}

// ReplayedRoles returns the roles of a logged run for a replay, in which no model is asked.
func ReplayedRoles(info loop.RunInfo) map[model.Role]loop.RoleConfig {
	roles, err := loop.RecordedRoles(info, func(name, settings string) (model.Model, error) { return Absent(name, settings), nil })
	if err != nil {
		panic("models: BUG: " + err.Error()) // opening them does not fail
	}
	return roles
}

// Absent returns a model that has the name and the settings of one that made a run, for a replay that asks none.
func Absent(name, settings string) model.Model { return absent{name, settings} }

type absent struct{ name, settings string }

// Name implements [model.Model].
func (a absent) Name() string { return a.name }

// Settings implements [model.Configured].
func (a absent) Settings() string { return a.settings }

// Generate implements [model.Model].
func (absent) Generate(context.Context, model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		yield(model.Chunk{}, &model.Fault{Kind: model.Broken, Message: "a replay asks no model"})
	}
}
