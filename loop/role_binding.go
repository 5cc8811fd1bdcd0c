package loop

import (
	"errors"
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/model"
)

// A RoleConfig says which model plays a role, and how. A zero field means the run's own setting.
type RoleConfig struct {
	Model       model.Model   // nil: the loop's model
	Fallbacks   []model.Model // tried in order if the one before is unavailable; nil: the loop's, if Model is nil
	Temperature *float64      // nil: Config.Temperature
	ReplyTokens int           // ceiling of one reply; 0: Config.Limits.ReplyTokens
}

// A guarded model, and what it says of itself if no grammar binds it.
type guarded struct {
	model.Model
	free model.Unconstrained // nil: it is held to grammars
}

func guard(m model.Model) guarded {
	free, _ := capabilityOf[model.Unconstrained](m)
	return guarded{model.Guard(m), free}
}

// A roleBinding is a role with the models that can play it, all of them guarded.
type roleBinding struct {
	role        model.Role
	models      []guarded // the first, then the fallbacks
	temperature float64
	replyTokens int
	context     int // tokens; 0: not known, and prompts are not shortened
}

// bindRoles works out which models play each of roles, and refuses models that were not made for theirs.
func bindRoles(strategy string, roles []model.RoleForm, m model.Model, c Config) ([]roleBinding, error) {
	var bindings []roleBinding
	first := []guarded{guard(m)}
	var fallbacks []guarded
	for _, f := range c.Fallbacks {
		if f == nil {
			return nil, errors.New("a fallback is nil")
		}
		fallbacks = append(fallbacks, guard(f))
	}
	for _, wanted := range roles {
		b := roleBinding{role: wanted.Role, models: append(first, fallbacks...), temperature: c.Temperature, replyTokens: c.Limits.ReplyTokens}
		if err := b.configure(first, c.Roles[wanted.Role]); err != nil {
			return nil, err
		}
		for _, m := range b.models {
			if err := checkModel(strategy, wanted, m.Model); err != nil {
				return nil, err
			}
			if n := contextOf(m.Model); b.context == 0 || n > 0 && n < b.context {
				b.context = n // the smallest of those that may be asked
			}
		}
		if c.Limits.ContextTokens > 0 {
			b.context = c.Limits.ContextTokens
		}
		if bindingIndex(bindings, wanted.Role) < 0 {
			bindings = append(bindings, b)
		}
	}
	for role := range c.Roles {
		if bindingIndex(bindings, role) < 0 {
			return nil, fmt.Errorf("planner %s has no role %q", strategy, role)
		}
	}
	return bindings, nil
}

// configure sets what c says. first is the loop's model.
func (b *roleBinding) configure(first []guarded, c RoleConfig) error {
	if c.Model != nil {
		first = []guarded{guard(c.Model)}
	}
	if c.Model != nil || c.Fallbacks != nil {
		b.models = slices.Clone(first)
	}
	for _, f := range c.Fallbacks {
		if f == nil {
			return errors.New("a fallback is nil")
		}
		b.models = append(b.models, guard(f))
	}
	if c.Temperature != nil {
		b.temperature = *c.Temperature
	}
	if c.ReplyTokens < 0 {
		return errors.New("ReplyTokens of a role is negative")
	}
	if c.ReplyTokens > 0 {
		b.replyTokens = c.ReplyTokens
	}
	return nil
}

// info says what is set of the role that c does not say of the run, and whether there is anything.
func (b *roleBinding) info(c Config) (own RoleInfo, differs bool) {
	if b.temperature != c.Temperature {
		own.Temperature, differs = &b.temperature, true
	}
	if b.replyTokens != c.Limits.ReplyTokens {
		own.ReplyTokens, differs = b.replyTokens, true
	}
	var settings []string
	some := false
	for _, m := range b.models {
		text := ""
		if set, ok := capabilityOf[model.Configured](m.Model); ok {
			text = set.Settings()
		}
		settings, some = append(settings, text), some || text != ""
	}
	if some {
		own.Settings, differs = settings, true
	}
	return own, differs
}

// RecordedRoles returns the Config.Roles to repeat a logged run: the roles that do not use the
// executor's first model with the run's settings. open returns the model with a name and with the
// settings that the log has for it. RecordedRoles returns an error of open unchanged.
func RecordedRoles(info RunInfo, open func(name, settings string) (model.Model, error)) (map[model.Role]RoleConfig, error) {
	var roles map[model.Role]RoleConfig
	first := info.Models[model.Executor]
	for _, role := range model.Roles {
		names, own := info.Models[role], info.Roles[role]
		usual := own.Temperature == nil && own.ReplyTokens == 0 && own.Settings == nil
		if len(names) == 0 || len(first) == 0 || usual && len(names) == 1 && names[0] == first[0] {
			continue
		}
		c := RoleConfig{Temperature: own.Temperature, ReplyTokens: own.ReplyTokens}
		for i, name := range names {
			settings := ""
			if i < len(own.Settings) {
				settings = own.Settings[i]
			}
			m, err := open(name, settings)
			if err != nil {
				return nil, err
			}
			if i == 0 {
				c.Model = m
			} else {
				c.Fallbacks = append(c.Fallbacks, m)
			}
		}
		if roles == nil {
			roles = map[model.Role]RoleConfig{}
		}
		roles[role] = c
	}
	return roles, nil
}

// contextOf returns the tokens of context that a guarded model says it has, or 0.
func contextOf(m model.Model) int {
	if bounded, ok := capabilityOf[model.Bounded](m); ok {
		return bounded.ContextTokens()
	}
	return 0
}

// capabilityOf returns what m, or a model within it, can do beyond a Model.
func capabilityOf[T any](m model.Model) (able T, ok bool) {
	for m != nil {
		if able, ok = m.(T); ok {
			return able, true
		}
		inner, wraps := m.(interface{ Unwrap() model.Model })
		if !wraps {
			break
		}
		m = inner.Unwrap()
	}
	return able, false
}

// checkModel refuses a model that was not made for the role and its prompt form.
func checkModel(strategy string, wanted model.RoleForm, m model.Model) error {
	specialist, ok := m.(model.Specialist)
	if !ok {
		if wanted.Form != "" {
			return fmt.Errorf("the prompts are of the form %q, which %s was not made for", wanted.Form, m.Name())
		}
		return nil
	}
	for _, s := range specialist.Roles() {
		if s == wanted {
			return nil
		}
	}
	return fmt.Errorf("%s cannot play %s with prompts of the form %q; planner %s needs that", m.Name(), wanted.Role, wanted.Form, strategy)
}

// binding returns the models of role. A planner that asks for a role it did not name gets the loop's
// model all the same.
func (l *Loop) binding(role model.Role) *roleBinding {
	return &l.bindings[max(0, bindingIndex(l.bindings, role))]
}

// bindingIndex returns where among bindings that of a role is, or -1.
func bindingIndex(bindings []roleBinding, role model.Role) int {
	for i := range bindings {
		if bindings[i].role == role {
			return i
		}
	}
	return -1
}

// currentModel returns the model that plays role at present: the first, or the fallback that answered last.
func (r *run) currentModel(role model.Role) guarded {
	return r.binding(role).models[r.fallbacks[role]]
}

// hasFallback reports whether there is another model for role.
func (r *run) hasFallback(role model.Role) bool {
	return r.fallbacks[role]+1 < len(r.binding(role).models)
}
