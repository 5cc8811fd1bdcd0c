package web

import (
	"bytes"
	"cmp"
	"context"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

func TestAPersonApprovesInThePage(t *testing.T) {
	for _, row := range []struct{ do, want string }{
		{"approve", `<code>5</code>`}, {"always", `<code>5</code>`}, {"deny", "a person did not allow this call: not now"},
	} {
		t.Run(row.do, func(t *testing.T) {
			s := newSite(t, program(t, "", five))
			page := s.begin("ask me", "one")
			s.until(page, `name="interrupt" value="i1"`)
			form := url.Values{"lane": {"0"}, "interrupt": {"i1"}, "do": {row.do}, "text": {"not now"}}
			code, _, _ := s.do(http.MethodPost, page+"/reply", form.Encode())
			assert.Equal(t, http.StatusSeeOther, code)
			code, _, _ = s.do(http.MethodPost, page+"/reply", form.Encode())
			assert.Equal(t, http.StatusConflict, code, "a question is answered once")
			_, _, text := s.do(http.MethodGet, page+"/stream", "")
			assert.Contains(t, text, row.want)
		})
	}
}

// until loads a page until it holds text, and returns it.
func (s *site) until(page, holds string) string {
	s.t.Helper()
	var text string
	require.Eventually(s.t, func() bool {
		_, _, text = s.do(http.MethodGet, page, "")
		return strings.Contains(text, holds)
	}, 2e10, 1e6, holds)
	return text
}

// packed is text without white space and escapes.
func packed(text string) string { return strings.Join(strings.Fields(html.UnescapeString(text)), "") }

// say answers a question in the page.
func (s *site) say(page, interrupt string, form url.Values) {
	s.t.Helper()
	form.Set("lane", "0")
	form.Set("interrupt", interrupt)
	code, _, text := s.do(http.MethodPost, page+"/reply", form.Encode())
	require.Equal(s.t, http.StatusSeeOther, code, text)
}

// Edited arguments that do not fit are asked for again: a slip denies nothing.
func TestArgumentsThatDoNotFitAreAskedForAgain(t *testing.T) {
	s := newSite(t, program(t, "", five))
	page := s.begin("ask me", "one")
	s.until(page, `value="i1"`)
	for _, args := range []string{`{"letters":1}`, `{"word":`} {
		s.say(page, "i1", url.Values{"do": {"edit"}, "args": {args}})
		text := s.until(page, `role="alert"`)
		assert.Contains(t, packed(text), ">"+packed(args)+"</textarea>", "what was written stays")
	}
	s.say(page, "i1", url.Values{"do": {"edit"}, "args": {`{"word":"dog"}`}})
	_, _, text := s.do(http.MethodGet, page+"/stream", "")
	assert.Contains(t, text, `<code>5</code>`)
}

const (
	firstPlan = `{"facts":"","steps":[{"depends_on":[],"description":"count the letters of leash","expected":"a number",` +
		`"tool":"count_letters"},{"depends_on":["s1"],"description":"say the number in a word","expected":"","tool":null}]}`
	secondPlan = `{"facts":"","steps":[{"depends_on":[],"description":"only count the letters","expected":"","tool":"count_letters"}]}`
	stepDone   = `{"thought":"","tool":"step_done","tool_args":{"evidence":["c1"],"output":"there are five letters"}}`
	saidDone   = `{"thought":"","tool":"step_done","tool_args":{"evidence":[],"output":"the number in a word is five"}}`
)

// planned is the Do of a program whose plans a person approves; log takes the events, said what the model was asked.
func planned(t *testing.T, log *bytes.Buffer, said *fake.Scripted) func(context.Context, Task) Answer {
	return func(ctx context.Context, task Task) Answer {
		c, l := loop.Config{}, new(loop.Loop)
		c.Approval.Plans = true
		c.Approval.Ask = task.Ask.Approver(func(r loop.Reply, i loop.Interrupt) error { return l.CheckReply(r, i) })
		registry, err := tools.NewRegistry(tools.Must(tools.New("count_letters", "how many letters a word has",
			func(ctx context.Context, _ struct {
				Word string `json:"word"`
			}) (int, error) {
				return 5, nil
			}, tools.Options{})))
		if err == nil {
			l, err = loop.New(strategy.PlanAct{}, said, registry, c)
		}
		a := Answer{Text: []Piece{{Text: task.Text}}}
		if err != nil {
			return Answer{Verdict: err.Error()}
		}
		for e, err := range l.Watch(ctx, task.Text, log) {
			if err != nil {
				return Answer{Verdict: err.Error()}
			}
			task.Watch(e)
			if e.Result != nil {
				a.Final, a.Verdict = e.Result.Outcome == loop.Final, string(e.Result.Outcome)
			}
		}
		return a
	}
}

// adopted returns the descriptions of the plans that a log adopted.
func adopted(t *testing.T, log *bytes.Buffer) (list []string) {
	t.Helper()
	events, _, err := loop.ReadLog(log)
	require.NoError(t, err)
	for _, e := range events {
		if e.Kind == loop.Planned {
			var steps []string
			for _, s := range e.Plan.Plan.OpenSteps() {
				steps = append(steps, s.ID+" "+s.Description)
			}
			list = append(list, strings.Join(steps, "; "))
		}
	}
	return list
}

func TestAPlanIsApprovedInThePage(t *testing.T) {
	for _, row := range []struct {
		claim   string
		replies []string
		say     func(s *site, page string)
		want    []string
	}{
		{"approved", []string{firstPlan, counts, stepDone, saidDone, answers}, func(s *site, page string) {
			s.say(page, "i1", url.Values{"do": {"approve"}})
		}, []string{"s1 count the letters of leash; s2 say the number in a word"}},
		{"sent back", []string{firstPlan, secondPlan, counts, stepDone, answers}, func(s *site, page string) {
			s.say(page, "i1", url.Values{"do": {"reject"}, "text": {"one step is enough"}})
			text := s.until(page, `value="i2"`)
			assert.Contains(s.t, text, "only count the letters")
			s.say(page, "i2", url.Values{"do": {"approve"}})
		}, []string{"s1 only count the letters"}},
		{"edited", []string{firstPlan, counts, stepDone, answers}, func(s *site, page string) {
			s.say(page, "i1", url.Values{"do": {"edit"},
				"plan": {`{"facts":"","steps":[{"description":"count them by hand","tool":"count_letters"}]}`}})
		}, []string{"s3 count them by hand"}},
		{"edited with slips", []string{firstPlan, counts, stepDone, answers}, func(s *site, page string) {
			for _, slip := range []struct{ plan, why string }{
				{`{"facts":"","steps":[`, "it is not"},
				{``, "it is not"},
				{`{"facts":"","steps":[{"description":"count <b>them</b> with the abacus","tool":"<b>abacus"}]}`, "abacus"},
				{`{"facts":"","steps":[{"description":"count","tol":"count_letters"}]}`, "tol"},
			} {
				s.say(page, "i1", url.Values{"do": {"edit"}, "plan": {slip.plan}})
				text := s.until(page, `role="alert"`)
				assert.NotContains(s.t, text, "<b>abacus")
				assert.NotContains(s.t, text, "<b>them")
				assert.Regexp(s.t, `role="alert">[^<]*`+regexp.QuoteMeta(slip.why), text)
				stays := cmp.Or(slip.plan, `"id": "s2", "description": "say the number in a word"`)
				assert.Contains(s.t, packed(text), packed(stays), "what was written stays; nothing is the plan as it was")
				assert.Contains(s.t, text, "<details open>")
			}
			s.say(page, "i1", url.Values{"do": {"edit"},
				"plan": {`{"facts":"","steps":[{"id":"s1","description":"count them by hand","tool":"count_letters"}]}`}})
		}, []string{"s1 count them by hand"}},
	} {
		t.Run(row.claim, func(t *testing.T) {
			var log bytes.Buffer
			said := fake.Script(row.replies...)
			p := program(t, "", five)
			p.Do = planned(t, &log, said)
			s := newSite(t, p)
			page := s.begin("Count <b>them</b>.", "one")
			text := html.UnescapeString(s.until(page, `name="interrupt" value="i1"`))
			assert.Contains(t, text,
				`<li><b>s1</b> count the letters of leash · <code>count_letters</code> · expected: a number</li><li><b>s2</b> say `+
					`the number in a word · after s1</li>`)
			assert.Contains(t, text, `"description": "say the number in a word"`, "to change")
			assert.NotContains(t, text, `role="alert"`)
			row.say(s, page)
			_, _, text = s.do(http.MethodGet, page+"/stream", "")
			assert.Contains(t, text, "event: end")
			assert.Zero(t, said.Left(), "the run went on to its end")
			assert.Equal(t, row.want, adopted(t, &log))
			if row.claim == "sent back" {
				asked := said.Requests()[1].Messages
				assert.Contains(t, asked[len(asked)-1].Content, "one step is enough")
			}
		})
	}
}
