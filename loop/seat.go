package loop

import (
	"errors"
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/model"
)

// A RoleConfig says who plays a role, and how. Zero fields take what the run has.
type RoleConfig struct {
	Model       model.Model   // nil: the loop's model
	Fallbacks   []model.Model // asked in turn when the one before cannot be had; nil: the loop's, if Model is nil
	Temperature *float64      // nil: Config.Temperature
	ReplyTokens int           // ceiling of one reply; 0: Config.ReplyTokens
}

// A seat is a role with those who can take it, all of them guarded.
type seat struct {
	role        model.Role
	models      []*circuit // the first, then the fallbacks
	temperature float64
	replyTokens int
	context     int // tokens; 0: not known, and prompts are not shortened
}

// seats works out who plays each role of p, and refuses models that were not made for theirs.
func seats(strategy string, roles []model.RoleForm, m model.Model, c Config) ([]seat, error) {
	var seats []seat
	first := []*circuit{newCircuit(m)} // one for all roles: a dead server is dead for each
	var fallbacks []*circuit
	for _, f := range c.Fallbacks {
		if f == nil {
			return nil, errors.New("a fallback is nil")
		}
		fallbacks = append(fallbacks, newCircuit(f))
	}
	for _, wanted := range roles {
		s := seat{role: wanted.Role, models: append(first, fallbacks...), temperature: c.Temperature, replyTokens: c.ReplyTokens}
		if err := s.configure(first, c.Roles[wanted.Role]); err != nil {
			return nil, err
		}
		for _, m := range s.models {
			if err := fits(strategy, wanted, m.Model); err != nil {
				return nil, err
			}
			if n := contextOf(m.Model); s.context == 0 || n > 0 && n < s.context {
				s.context = n // the smallest of those that may be asked
			}
		}
		if c.ContextTokens > 0 {
			s.context = c.ContextTokens
		}
		if placeOf(seats, wanted.Role) < 0 {
			seats = append(seats, s)
		}
	}
	for role := range c.Roles {
		if placeOf(seats, role) < 0 {
			return nil, fmt.Errorf("planner %s has no role %q", strategy, role)
		}
	}
	return seats, nil
}

// configure sets what c says. first is the loop's model.
func (s *seat) configure(first []*circuit, c RoleConfig) error {
	if c.Model != nil {
		first = []*circuit{newCircuit(c.Model)}
	}
	if c.Model != nil || c.Fallbacks != nil {
		s.models = slices.Clone(first)
	}
	for _, f := range c.Fallbacks {
		if f == nil {
			return errors.New("a fallback is nil")
		}
		s.models = append(s.models, newCircuit(f))
	}
	if c.Temperature != nil {
		s.temperature = *c.Temperature
	}
	if c.ReplyTokens < 0 {
		return errors.New("ReplyTokens of a role is negative")
	}
	if c.ReplyTokens > 0 {
		s.replyTokens = c.ReplyTokens
	}
	return nil
}

// contextOf returns the tokens of context that a guarded model says it has, or 0.
func contextOf(m model.Model) int {
	if b, ok := within[model.Bounded](m); ok {
		return b.ContextTokens()
	}
	return 0
}

// within returns what m, or a model within it, can do beyond a Model.
func within[T any](m model.Model) (able T, ok bool) {
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

// fits reports whether m was made for the seat that p wants taken.
func fits(strategy string, wanted model.RoleForm, m model.Model) error {
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

// seat returns who can play role. A planner that asks for a role it did not name gets the loop's
// model all the same.
func (l *Loop) seat(role model.Role) *seat { return &l.seats[max(0, placeOf(l.seats, role))] }

// placeOf returns where among seats that of a role is, or -1.
func placeOf(seats []seat, role model.Role) int {
	for i := range seats {
		if seats[i].role == role {
			return i
		}
	}
	return -1
}

// now returns the model that plays role at present: the first, or the fallback that answered last.
func (r *run) now(role model.Role) *circuit {
	return r.seat(role).models[r.fallbacks[role]]
}

// hasFallback reports whether there is another model for role.
func (r *run) hasFallback(role model.Role) bool {
	return r.fallbacks[role]+1 < len(r.seat(role).models)
}
