package planner_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A listener answers questions with the replies of a script, as a loop does that has one model, and keeps what was asked.
type listener struct {
	replies []string
	asked   []planner.Question
	prompts []string
}

func (l *listener) ask(ctx context.Context, q planner.Question) (json.RawMessage, error) {
	l.asked = append(l.asked, q)
	messages, err := q.Messages(planner.Folding{})
	if err != nil {
		return nil, err
	}
	var text []string
	for _, m := range messages {
		text = append(text, string(m.Author)+": "+m.Content)
	}
	l.prompts = append(l.prompts, strings.Join(text, "\n"))
	reply := json.RawMessage(l.replies[len(l.asked)-1])
	g, err := grammar.Compile(ctx, q.Schema.JSON(), grammar.Options{})
	if err == nil {
		err = g.Check(ctx, reply)
	}
	if err == nil && q.Accept != nil {
		err = q.Accept(reply)
	}
	return reply, err
}

// decide asks for a decision of lookUp in a form, and returns the reply that Accept saw last.
func decide(t *testing.T, f planner.Form, s planner.Situation, thought int, l *listener) (reply, accepted string, err error) {
	t.Helper()
	got, err := f.Ask(s, l.ask)(t.Context(), planner.Question{
		Role: model.Executor, Schema: planner.DecisionSchema(lookUp(), thought, 1),
		Messages: func(planner.Folding) ([]model.Message, error) {
			return []model.Message{{Author: model.User, Content: "Task: look up lamp"}}, nil
		},
		Accept: func(reply json.RawMessage) error {
			accepted = string(reply)
			_, err := lookUp().Read(reply)
			return err
		},
	})
	return string(got), accepted, err
}

// atFirst is the situation of a task that was just given.
func atFirst(requests int) planner.Situation {
	return planner.Situation{Requests: requests, Task: "look up lamp", Tools: []planner.Offer{
		{Name: "look_up", Description: "looks a\nword up"}, {Name: "gone", Description: "is not open now"}}}
}

func TestFormsAskForDecisionsOfOneShape(t *testing.T) {
	const (
		bare   = `{"thought":"","tool":"look_up","tool_args":{"word":"lamp"}}`
		call   = `{"thought":"lamp it is","tool":"look_up","tool_args":{"word":"lamp"}}`
		answer = `{"thought":"","tool":"final_answer","tool_args":{"text":"no"}}`
	)
	first, later := atFirst(9), planner.Situation{Requests: 9, Tools: atFirst(9).Tools}
	judges := first
	judges.Judges = true
	for _, row := range []struct {
		claim   string
		form    planner.Form
		at      planner.Situation
		thought int
		replies []string
		want    string
		schemas []string // a part of each
		lacks   string   // of the last schema
	}{
		{"a thought", planner.ThoughtForm, first, 200, []string{call}, call, []string{`"maxLength":200`}, "-"},
		{"no form is that", "", first, 200, []string{call}, call, []string{`"maxLength":200`}, "-"},
		{"no thought", planner.BareForm, first, 200, []string{bare}, bare, []string{`"thought":{"type":"string","enum":[""]}`}, "200"},
		{"a draft, which is the thought", planner.DraftForm, later, 200, []string{`{"draft":"lamp it is"}`, bare}, call,
			[]string{`"draft"`, `"look_up"`}, "200"},
		{"a long draft is cut to the ceiling of a thought", planner.DraftForm, first, 4, []string{`{"draft":"lämp it is"}`, bare},
			`{"thought":"lämp","tool":"look_up","tool_args":{"word":"lamp"}}`, []string{`"draft"`, `"look_up"`}, `maxLength":4`},
		{"decisions without thoughts stay so", planner.DraftForm, first, 0,
			[]string{`{"draft":"lamp"}`, bare[:1] + bare[len(`{"thought":"",`):]},
			bare[:1] + bare[len(`{"thought":"",`):], []string{`"draft"`, `"word"`}, "thought"},
		{"a tool fits", planner.FitForm, first, 200, []string{fits, call}, call,
			[]string{`["look_up"]`, "final_answer"}, "-"},
		{"no tool fits", planner.FitForm, first, 200,
			[]string{declines, answer}, answer, []string{`["look_up"]`, `"text"`}, "look_up"},
		{"the model judges that a tool fits", planner.FitForm, judges, 200, []string{`"yes"`, call}, call,
			[]string{`["yes","no"]`, "final_answer"}, "-"},
		{"that none does", planner.FitForm, judges, 200, []string{`"no"`, `"yes"`, answer}, answer,
			[]string{`["yes","no"]`, `["yes","no"]`, `"text"`}, "look_up"},
		{"that none ever does", planner.FitForm, judges, 200, []string{`"no"`, `"no"`, call}, call,
			[]string{`["yes","no"]`, `["yes","no"]`, "final_answer"}, "-"},
		{"a name is compared all the same", planner.NameForm, judges, 200, []string{fits, call}, call,
			[]string{`["look_up"]`, `"word"`}, "final_answer"},
		{"its name is all that is left", planner.NameForm, first, 200, []string{fits, call}, call,
			[]string{`["look_up"]`, `"word"`}, "final_answer"},
		{"or the answer", planner.NameForm, first, 200,
			[]string{declines, answer}, answer, []string{`["look_up"]`, `"text"`}, "look_up"},
		{"that is asked once a task", planner.NameForm, later, 200, []string{call}, call, []string{"final_answer"}, "-"},
		{"where few requests are left, there is one", planner.FitForm, atFirst(1), 200, []string{call}, call, []string{"final_answer"}, "-"},
		{"also of a draft", planner.DraftForm, atFirst(1), 200, []string{bare}, bare, []string{"final_answer"}, "200"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			l := &listener{replies: row.replies}
			reply, accepted, err := decide(t, row.form, row.at, row.thought, l)
			require.NoError(t, err)
			assert.Equal(t, row.want, reply)
			assert.Equal(t, row.want, accepted, "what is returned was accepted")
			require.Len(t, l.asked, len(row.schemas))
			for i, part := range row.schemas {
				assert.Contains(t, l.asked[i].Schema.String(), part)
				assert.Equal(t, i < len(row.schemas)-1, l.asked[i].Opening)
			}
			assert.NotContains(t, l.asked[len(l.asked)-1].Schema.String(), row.lacks)
		})
	}
}

// The replies to the question which tool fits.
const (
	fits     = `{"asks_for":"a","closest_tool":"look_up","gives":"a","match":true}`
	declines = `{"asks_for":"a","closest_tool":"look_up","gives":"b","match":false}`
)

func TestADraftStandsAtTheEndOfThePrompt(t *testing.T) {
	l := &listener{replies: []string{`{"draft":"lamp"}`, `{"thought":"","tool":"look_up","tool_args":{"word":"lamp"}}`}}
	_, _, err := decide(t, planner.DraftForm, atFirst(9), 200, l)
	require.NoError(t, err)
	assert.Contains(t, l.prompts[1], l.prompts[0]+"\nassistant: "+l.replies[0]+"\nuser: ", "so that a server reads the rest once")
}

func TestWhichToolFitsIsAskedInFewWords(t *testing.T) {
	l := &listener{replies: []string{declines, `{"thought":"","tool":"final_answer","tool_args":{"text":"no"}}`}}
	_, _, err := decide(t, planner.FitForm, atFirst(9), 200, l)
	require.NoError(t, err)
	assert.Contains(t, l.prompts[0], "\nuser: Tools:\n- look_up: looks a word up\nTask: look up lamp")
	assert.Contains(t, l.prompts[0], `"match":false}`+"\nuser: Tools:\n- capital_of:", "with examples of declining")
	assert.NotContains(t, l.prompts[0], "gone")
	assert.True(t, strings.HasPrefix(l.prompts[1], "user: Task: look up lamp\nuser: No tool here does that"), l.prompts[1])
	l = &listener{replies: []string{`"no"`, `"yes"`, `{"thought":"","tool":"final_answer","tool_args":{"text":"no"}}`}}
	s := atFirst(9)
	s.Judges, s.Tools[0].Args = true, lookUp().Tools[0].Args
	_, _, err = decide(t, planner.FitForm, s, 200, l)
	require.NoError(t, err)
	assert.Contains(t, l.prompts[0], "\nuser: Tools:\n- look_up(word): looks a word up\nTask: look up lamp")
	assert.True(t, strings.HasSuffix(l.prompts[1], "write_on_board(text): Writes a text on the board\nTask: Write good morning on the board."))

	for claim, change := range map[string]func(*planner.Situation){
		"there is no tool":        func(s *planner.Situation) { s.Tools = nil },
		"a tool is called none":   func(s *planner.Situation) { s.Tools[0].Name = "none" },
		"no tool of them is open": func(s *planner.Situation) { s.Tools = s.Tools[1:] },
	} {
		s := atFirst(9)
		change(&s)
		l := &listener{replies: []string{`{"thought":"","tool":"final_answer","tool_args":{"text":"no"}}`}}
		_, _, err := decide(t, planner.NameForm, s, 200, l)
		assert.NoError(t, err, claim)
		assert.Len(t, l.asked, 1, claim)
	}
}

func TestFormsLeaveOtherQuestionsAlone(t *testing.T) {
	for _, schema := range []grammar.Schema{
		grammar.OpenObject(),
		grammar.Object(grammar.Property{Name: "tool", Schema: grammar.Enum("a", "b")},
			grammar.Property{Name: "tool_args", Schema: grammar.OpenObject()}),
		grammar.Object(grammar.Property{Name: "done", Schema: grammar.Enum("yes")}),
	} {
		for _, f := range planner.Forms {
			asked := 0
			_, err := f.Ask(atFirst(9), func(_ context.Context, q planner.Question) (json.RawMessage, error) {
				asked++
				assert.True(t, q.Schema.Equal(schema))
				return nil, nil
			})(t.Context(), planner.Question{Schema: schema})
			require.NoError(t, err)
			assert.Equal(t, 1, asked)
		}
	}
}

func TestAFormKeepsAGivenThought(t *testing.T) {
	given := planner.DecisionSchema(lookUp(), 200, 1)
	for i := range given.AnyOf {
		given.AnyOf[i].Properties[0].Schema = grammar.Enum("I have this")
	}
	l := &listener{replies: []string{`{"draft":"again"}`, `{"thought":"I have this","tool":"look_up","tool_args":{"word":"lamp"}}`}}
	reply, err := planner.DraftForm.Ask(atFirst(9), l.ask)(t.Context(), planner.Question{Schema: given,
		Messages: func(planner.Folding) ([]model.Message, error) { return nil, nil }})
	require.NoError(t, err)
	assert.Equal(t, l.replies[1], string(reply))
}

func TestAFormReturnsTheErrorsOfItsQuestions(t *testing.T) {
	broken := errors.New("broken")
	for n := range 2 {
		asked := 0
		_, err := planner.NameForm.Ask(atFirst(9), func(context.Context, planner.Question) (json.RawMessage, error) {
			if asked++; asked > n {
				return nil, broken
			}
			return json.RawMessage(fits), nil
		})(t.Context(), planner.Question{Schema: planner.DecisionSchema(lookUp(), 200, 1)})
		assert.Equal(t, broken, err)
		assert.Equal(t, n+1, asked)
	}
}

// TestFormsNarrowAListOfCalls: where the calls of a decision are a list, a name leaves that tool alone in it.
func TestFormsNarrowAListOfCalls(t *testing.T) {
	args := grammar.Object(grammar.Property{Name: "word", Schema: grammar.String(1, 9)})
	offers := []planner.Offer{{Name: "look_up", Args: args}, {Name: "spell", Args: args}}
	schema := grammar.AnyOf(planner.CallsBranch(offers, 3, 200), planner.DecisionBranch(planner.FinalAnswer, args, 200))
	for form, last := range map[planner.Form]string{planner.NameForm: "spell", planner.FitForm: "look_up", planner.BareForm: "look_up"} {
		call := `{"thought":"","tool_calls":[{"tool":"` + last + `","tool_args":{"word":"a"}},{"tool":"` + last + `","tool_args":{"word":"b"}}]}`
		l := &listener{replies: []string{`{"asks_for":"a","closest_tool":"spell","gives":"a","match":true}`, call}}
		if form == planner.BareForm {
			l.replies = l.replies[1:]
		}
		got, err := form.Ask(planner.Situation{Requests: 9, Task: "spell a and b", Tools: offers}, l.ask)(t.Context(),
			planner.Question{Schema: schema, Messages: func(planner.Folding) ([]model.Message, error) { return nil, nil }})
		require.NoError(t, err, form)
		assert.Equal(t, call, string(got))
		asked := l.asked[len(l.asked)-1].Schema.String()
		assert.Equal(t, form != planner.NameForm, strings.Contains(asked, "look_up"), "%s: %s", form, asked)
		assert.Equal(t, form != planner.BareForm, strings.Contains(asked, `"maxLength":200`), "%s: %s", form, asked)
		d, err := planner.ReadDecision(got)
		require.NoError(t, err)
		assert.Len(t, d.Calls, 2)
	}
	for _, bad := range []string{`{"tool_calls":[]}`, `{"tool_calls":[1]}`, `{"tool_calls":[{"tool":"a"}]}`} {
		_, err := planner.ReadDecision(json.RawMessage(bad))
		assert.Error(t, err, bad)
	}
}
