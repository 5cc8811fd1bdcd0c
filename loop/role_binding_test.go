package loop_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/prompt"
	"github.com/shortleash/shortleash/planner/strategy"
)

// named is a model under another name.
type named struct {
	model.Model
	name string
}

func (n named) Name() string { return n.name }

// failing is a script of n faults that may pass.
func failing(n int, f model.Fault) []fake.Reply {
	list := make([]fake.Reply, n)
	for i := range list {
		list[i].Fault = &f
	}
	return list
}

var busy = model.Fault{Kind: model.Busy, Message: "busy (500 of 500)", Retry: true}

// Case 31.
func TestFallbacks(t *testing.T) {
	refused := model.Fault{Kind: model.Rejected, Message: "status 400: see error 500"}
	for _, row := range []struct {
		claim            string
		primary, second  []fake.Reply
		c                loop.Config
		outcome          string
		retries, perhaps int // retries; requests to the second model
	}{
		{"its own retries, then the next model for the rest of the run", failing(4, busy), replies("A F", 0),
			strict(loop.Config{Allowances: loop.Allowances{Retries: 3}}), "final/answered", 3, 2},
		{"a fault that does not pass turns to the next at once", failing(1, refused), replies("A F", 0),
			strict(loop.Config{Allowances: loop.Allowances{Retries: 3}}), "final/answered", 0, 2},
		{"when all fail, the run ends", failing(2, busy), failing(2, busy), strict(loop.Config{Allowances: loop.Allowances{Retries: 1}}),
			"model_failure/transport", 2, 2},
	} {
		t.Run(row.claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				second := fake.Play(row.second...)
				row.c.Fallbacks = []model.Model{named{second, "second"}}
				l, err := loop.New(strategy.ReAct{}, named{fake.Play(row.primary...), "first"}, lettered(t), row.c)
				require.NoError(t, err)
				r, _, events := logged(t, l)
				assert.EqualValues(t, row.outcome, string(r.Outcome)+"/"+string(r.Reason), r.Error)
				assert.Equal(t, row.retries, r.Counters.Retries)
				assert.Len(t, second.Requests(), row.perhaps)
				assert.Equal(t, map[string]int{"first": len(row.primary), "second": row.perhaps}, r.Usage[model.Executor].Models)
				assert.NoError(t, l.Replay(t.Context(), events))
			})
		})
	}
}

func TestARoleMayHaveItsOwnModelAndSettings(t *testing.T) {
	executor := fake.Play(replies("F", 0)...)
	warm := 0.7
	l, err := loop.New(strategy.ReAct{}, fake.Script(), lettered(t), strict(loop.Config{
		Roles: map[model.Role]loop.RoleConfig{model.Executor: {Model: executor, Temperature: &warm, ReplyTokens: 99}}}))
	require.NoError(t, err)
	r, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	assert.Equal(t, loop.Final, r.Outcome, r.Error)
	require.Len(t, executor.Requests(), 1)
	assert.Equal(t, 0.7, executor.Requests()[0].Temperature)
	assert.Equal(t, 99, executor.Requests()[0].MaxTokens)

	_, err = loop.New(strategy.ReAct{}, executor, nil, strict(loop.Config{Roles: map[model.Role]loop.RoleConfig{model.Critic: {}}}))
	assert.ErrorContains(t, err, `planner react has no role "critic"`)
	_, err = loop.New(strategy.ReAct{}, executor, nil, strict(loop.Config{Fallbacks: []model.Model{nil}}))
	assert.ErrorIs(t, err, loop.ErrMisuse)
	_, err = loop.New(strategy.ReAct{}, executor, nil,
		strict(loop.Config{Fallbacks: []model.Model{specialist{executor, model.RoleForm{Role: model.Critic}}}}))
	assert.ErrorIs(t, err, loop.ErrMisuse, "a fallback must fit, too")
}

// Case R1.
func TestHowRolesArePlayedIsLoggedAndPlayedAgain(t *testing.T) {
	set := func(name, settings string, script string) model.Model {
		m := fake.Play(replies(script, 0)...)
		if strings.HasPrefix(script, "{") {
			m = fake.Script(script)
		}
		return withSettings{named{m, name}, settings}
	}
	cool := 0.2
	config := func(planner, fallback string) loop.Config {
		return strict(loop.Config{Roles: map[model.Role]loop.RoleConfig{model.Planner: {
			Model: set("thinker", planner, ""), Fallbacks: []model.Model{set("other", fallback,
				`{"facts":"","steps":[{"depends_on":[],"description":"do it at once","expected":"","tool":null}]}`)},
			Temperature: &cool, ReplyTokens: 300}}, Allowances: loop.Allowances{Repairs: 1}})
	}
	p := strategy.ReAct{}
	p.GuidePlan = prompt.General().Planner
	l, err := loop.New(p, set("main", "", "F"), lettered(t), config("think=low", ""))
	require.NoError(t, err)
	result, _, events := logged(t, l)
	assert.Equal(t, loop.Final, result.Outcome, result.Error)
	run := *events[0].Run
	assert.Equal(t, map[model.Role][]string{model.Executor: {"main"}, model.Planner: {"thinker", "other"}}, run.Models)
	assert.Equal(t, map[model.Role]loop.RoleInfo{model.Planner: {Temperature: &cool, ReplyTokens: 300,
		Settings: []string{"think=low", ""}}}, run.Roles)
	assert.Equal(t, map[string]int{"thinker": 1, "other": 1}, result.Usage[model.Planner].Models,
		"the fallback answers where the model cannot be had")

	roles, err := loop.RecordedRoles(run, func(name, settings string) (model.Model, error) { return set(name, settings, ""), nil })
	require.NoError(t, err)
	again, err := loop.New(p, set("main", "", ""), lettered(t), strict(loop.Config{Roles: roles, Allowances: loop.Allowances{Repairs: 1}}))
	require.NoError(t, err)
	assert.NoError(t, again.Replay(t.Context(), events), "the log says all that is needed to make the run again")

	other, err := loop.New(p, set("main", "", ""), lettered(t), config("think=on", ""))
	require.NoError(t, err)
	assert.ErrorContains(t, other.Replay(t.Context(), events), "the models are others")
}

// withSettings gives a model settings.
type withSettings struct {
	named
	settings string
}

func (c withSettings) Settings() string { return c.settings }
