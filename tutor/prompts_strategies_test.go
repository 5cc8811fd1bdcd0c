package tutor

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/tutor/rules"
)

// An everybody is a scripted model in all roles, in one prompt form.
type everybody struct {
	*fake.Scripted
	form string
}

func (e everybody) Roles() []model.RoleForm {
	var roles []model.RoleForm
	for _, role := range model.Roles {
		roles = append(roles, model.RoleForm{Role: role, Form: e.form})
	}
	return roles
}

// TestPromptsOfEachStrategy shows what each role of each strategy reads in the tutor's words, when the
// replies are those of the rules; in both prompt forms, and under the whole policy.
func TestPromptsOfEachStrategy(t *testing.T) {
	for _, name := range []string{"plan-execute", "plan-act", "plan-act-reflect", "preflect:plan-act", "reflexion:react",
		"self-refine:react"} {
		t.Run(name, func(t *testing.T) {
			script := fake.Script(repliesOfRules(t, name)...)
			var page strings.Builder
			for _, form := range []string{"", CompactForm} {
				m := script.Fresh()
				o := Options{Model: shared(everybody{m, form}), Planner: name, Loop: loop.Config{}}
				if form == "" {
					o.Model = shared(m)
				}
				tutor, err := New(o)
				require.NoError(t, err)
				r := correct(t, tutor, "He goed to school.")
				require.Equal(t, loop.Final, r.Outcome, r.Problem)
				require.Zero(t, m.Left())
				fmt.Fprintf(&page, "################ form %q\n\n%s", form, requests(t, m.Requests()))
			}
			golden(t, "prompts_"+strings.ReplaceAll(name, ":", "_")+".golden", page.String())
		})
	}
}

// repliesOfRules returns what the rules say in a run of a strategy.
func repliesOfRules(t *testing.T, strategy string) []string {
	t.Helper()
	tutor, err := New(Options{Model: shared(rules.Model{}), Planner: strategy, Loop: loop.Config{}})
	require.NoError(t, err)
	var log bytes.Buffer
	_, err = tutor.Correct(t.Context(), "He goed to school.", &log, nil)
	require.NoError(t, err)
	events, _, err := loop.ReadLog(&log)
	require.NoError(t, err)
	var replies []string
	for _, e := range events {
		if e.Reply != nil {
			replies = append(replies, e.Reply.Text)
		}
	}
	assert.Greater(t, len(replies), 2)
	return replies
}

// requests prints requests, each without the messages with which the one before it of its role begins.
func requests(t *testing.T, list []model.Request) string {
	t.Helper()
	var page strings.Builder
	before := map[model.Role][]model.Message{}
	for n, q := range list {
		same := 0
		for same < min(len(q.Messages), len(before[q.Role])) && q.Messages[same] == before[q.Role][same] {
			same++
		}
		fmt.Fprintf(&page, "======== request %d, %s: %d messages as before, and\n%s", n+1, q.Role, same, transcript(t, q.Messages[same:]))
		before[q.Role] = slices.Clone(q.Messages)
	}
	return page.String()
}
