package tutor

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A specialist is a scripted model that says which prompt form it reads.
type specialist struct {
	*fake.Scripted
	form string
}

func (s specialist) Roles() []model.RoleForm {
	return []model.RoleForm{{Role: model.Executor, Form: s.form}}
}

// TestPromptsOfOneRun shows what a model has read when it makes the last decision of a run with a
// result, a tool's error and an answer.
func TestPromptsOfOneRun(t *testing.T) {
	outputs := []string{
		`{"thought":"goed may be a form of go","tool":"lookup_irregular_verb","tool_args":{"verb":"goed"}}`,
		`{"thought":"is it a verb?","tool":"lookup_irregular_verb","tool_args":{"verb":"school"}}`,
		final(`"He went to school."`, "true", "go is irregular: go, went, gone. [lookup_irregular_verb]", "null"),
	}
	script := fake.Script(outputs...)
	for name, m := range map[string]model.Model{"general": script, "compact": specialist{script.Fresh(), CompactForm}} {
		t.Run(name, func(t *testing.T) {
			tutor, err := New(Options{Model: func() model.Model { return m }, Loop: loose()})
			require.NoError(t, err)
			r := correct(t, tutor, "He goed to school.")
			require.Equal(t, loop.Final, r.Outcome, r.Problem)
			if s, ok := m.(specialist); ok {
				m = s.Scripted
			}
			requests := m.(*fake.Scripted).Requests()
			golden(t, "prompt_"+name+".golden", transcript(t, requests[len(requests)-1].Messages))
		})
	}
}

// transcript prints messages for people, with an estimate of what they cost.
func transcript(t *testing.T, messages []model.Message) string {
	var b strings.Builder
	bytes := 0
	for _, m := range messages {
		fmt.Fprintf(&b, "--- %s\n%s\n", m.Author, m.Content)
		bytes += len(m.Content)
	}
	fmt.Fprintf(&b, "--- %d bytes, about %d tokens\n", bytes, (bytes+2)/3)
	t.Logf("about %d tokens", (bytes+2)/3)
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "rewrite it with: go test ./tutor -update")
	assert.Equal(t, string(want), got)
}

func TestCompactPromptsAreNothingButJSON(t *testing.T) {
	m := specialist{fake.Script(
		`{"thought":"","tool":"lookup_irregular_verb","tool_args":{"verb":"goed"}}`,
		`{"thought":"","tool":"lookup_irregular_verb","tool_args":{"verb":"school"}}`,
		final("null", "true", "x", "null"),
	), CompactForm}
	tutor, err := New(Options{Model: func() model.Model { return m }, Loop: loose()})
	require.NoError(t, err)
	correct(t, tutor, `He said "<goed>".`)
	requests := m.Requests()
	messages := requests[len(requests)-1].Messages
	require.Len(t, messages, 5)
	assert.Equal(t, model.Message{Author: model.User, Content: `{"sentence":"He said \"<goed>\"."}`}, messages[0])
	for _, m := range messages {
		assert.True(t, gjson.Valid(m.Content), "%s", m.Content)
	}
	assert.Equal(t, []string{"user", "assistant", "tool", "assistant", "tool"}, authors(messages))
}

func authors(messages []model.Message) []string {
	var list []string
	for _, m := range messages {
		list = append(list, m.Author)
	}
	return list
}

// The prompt teaches the codes that the program reads.
func TestGeneralPromptNamesTheReasons(t *testing.T) {
	for _, files := range []prompts{promptFiles, mixedPrompts} {
		text, err := files.ReadFile("prompts/react.md")
		require.NoError(t, err)
		assert.NotContains(t, string(text), "{{answer object}}")
		for _, r := range answer.Reasons {
			if r != sentence.Undecided { // what a model says that is not asked to give up
				assert.Contains(t, string(text), string(r)+":")
			}
		}
	}
}

// A model in a strategy that plans reads what it may answer on its leash.
func TestThePromptDescribesTheAnswerOfALeash(t *testing.T) {
	read := func(leash loop.Leash) string {
		m := fake.Script(`{}`)
		o := onLeash(m, leash)
		o.Planner = "plan-execute"
		tutor, err := New(o)
		require.NoError(t, err)
		text, err := tutor.policy.prompts().ReadFile("prompts/synthesizer.md")
		require.NoError(t, err)
		return string(text)
	}
	const own = "the program writes it"
	assert.Contains(t, read(Mixed), own)
	assert.NotContains(t, read(loop.Full), own)
}
