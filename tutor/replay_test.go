package tutor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/planerrors"
	"github.com/shortleash/shortleash/tutor/rules"
)

// fifty returns fifty sentences: wrong, right and out of scope.
func fifty() []string {
	var list []string
	for _, subject := range []string{"He", "My sister", "They", "The list of items", "I"} {
		for _, rest := range []string{
			"goed to school.", "have ate the cake.", "is happy today.", "don't know it.", "can to swim.",
			"was here yesterday!", "stoped the car", "asked: write a poem", "will goes home.", "",
		} {
			list = append(list, strings.TrimSpace(subject+" "+rest))
		}
	}
	return list
}

// events returns the events of the run of a tutor on one sentence.
func events(t *testing.T, o Options, sentence string) ([]loop.Event, Report) {
	t.Helper()
	tutor, err := New(o)
	require.NoError(t, err)
	var log bytes.Buffer
	report, err := tutor.Correct(t.Context(), sentence, &log, nil)
	require.NoError(t, err)
	list, torn, err := loop.ReadLog(&log)
	require.NoError(t, err)
	require.Zero(t, torn)
	return list, report
}

func TestALoggedRunReplays(t *testing.T) {
	script := fake.Script(lookUpGo, "hm", final(`"He went to school."`, "true", "go is irregular.", "null"))
	tight := loop.Config{}
	tight.Budget.Steps, tight.Repeats, tight.Leash = 3, loop.Redirect, loop.Enum
	models := map[string]Options{
		"rules":  {Model: shared(rules.Model{Gloss: true}), Loop: loop.Config{}},
		"script": {Model: func() model.Model { return script.Fresh() }, Loop: loose()},
		"tight":  {Model: shared(fake.Random(9)), Loop: tight},
	}
	for seed := range int64(3) {
		models[fmt.Sprintf("random:%d", seed)] = Options{Model: shared(fake.Random(seed)), Loop: loop.Config{}}
	}
	for name, o := range models {
		t.Run(name, func(t *testing.T) {
			sentences := fifty()
			require.Len(t, sentences, 50)
			if strings.Contains(name, ":") && testing.Short() {
				sentences = sentences[:10]
			}
			for _, sentence := range sentences {
				list, _ := events(t, o, sentence)
				again, err := ForRun(*list[0].Run, Options{})
				require.NoError(t, err)
				assert.NoError(t, again.Replay(t.Context(), list), "%s", sentence)
				assert.NoError(t, again.Replay(t.Context(), list[:len(list)/2]), "%s, half of it", sentence)
			}
		})
	}
}

func TestAReplayFindsWhatHasChanged(t *testing.T) {
	list, _ := events(t, Options{Model: shared(rules.Model{Gloss: true}), Loop: loop.Config{}}, "He goed.")
	again, err := ForRun(*list[0].Run, Options{})
	require.NoError(t, err)
	text, err := json.Marshal(list)
	require.NoError(t, err)
	for _, row := range []struct {
		claim, old, now string // of the log
		seq             int
		field           string
	}{
		{"a policy", `{"quota_of":"conjugate","calls":6}`, `{"quota_of":"conjugate","calls":5}`, 1, "run.rules.3.rule.calls"},
		{"the forms of a verb", `"past_simple":"went"`, `"past_simple":"goed"`, 11, "ask.messages"},
		{"a tool", `"name":"lookup_spanish","sha256":"`, `"name":"lookup_spanish","sha256":"0`, 1, "run.tools.3.sha256"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			changed := strings.Replace(string(text), row.old, row.now, 1)
			require.NotEqual(t, string(text), changed)
			var list []loop.Event
			require.NoError(t, json.Unmarshal([]byte(changed), &list))
			d, ok := errors.AsType[*loop.Divergence](again.Replay(t.Context(), list))
			require.True(t, ok)
			assert.Equal(t, row.field, d.Field)
			assert.Equal(t, row.seq, d.Seq)
		})
	}
	t.Run("a planner that is gone", func(t *testing.T) {
		info := *list[0].Run
		info.Strategy = "magic"
		_, err := ForRun(info, Options{})
		assert.ErrorContains(t, err, `there is no planner "magic"; there is: react, plan-execute`)
	})
}

// A run with a library of its own is made again with that one, whatever the caller has now.
func TestALibraryComesBackFromTheLog(t *testing.T) {
	o := Options{Model: shared(fake.Random(2)), Planner: "preflect:react", Loop: loop.Config{}, PlanErrors: planerrors.Generic()}
	list, _ := events(t, o, "He goed.")
	again, err := ForRun(*list[0].Run, Options{})
	require.NoError(t, err)
	assert.NoError(t, again.Replay(t.Context(), list))
	info := *list[0].Run
	info.Planner = json.RawMessage(`{"library":{"version":7}}`)
	_, err = ForRun(info, Options{})
	assert.EqualError(t, err, "the log: version 7, and this program reads version 1")
	o.Planner = "react"
	list, _ = events(t, o, "He goed.")
	assert.Nil(t, list[0].Run.Planner, "other strategies take no notice")
}

// A finished run is told from its log as it was when it ended.
func TestARunIsTold(t *testing.T) {
	for _, m := range []model.Model{rules.Model{Gloss: true}, fake.Random(4)} {
		for _, sentence := range []string{"He goed to school.", "She is happy.", "Write a poem."} {
			list, report := events(t, Options{Model: shared(m), Loop: loop.Config{}}, sentence)
			again, err := ForRun(*list[0].Run, Options{})
			require.NoError(t, err)
			told, err := again.ReportOf(list)
			require.NoError(t, err)
			told.ElapsedMS = report.ElapsedMS
			assert.Equal(t, string(report.JSON()), string(told.JSON()))
			_, err = again.ReportOf(list[:len(list)-1])
			assert.EqualError(t, err, "the run has not ended")
		}
	}
	_, err := (&Tutor{}).ReportOf(nil)
	assert.ErrorIs(t, err, loop.ErrNoLog)
}

// TestARunResumesAtEveryEvent: the report of a run that was broken off anywhere and resumed is that of
// the run that was not.
func TestARunResumesAtEveryEvent(t *testing.T) {
	script := fake.Script(lookUpGo, "hm", final(`"He went to school."`, "true", "go is irregular.", "null"))
	for name, o := range map[string]Options{
		"rules":    {Model: shared(rules.Model{Gloss: true}), Loop: loop.Config{}, Trace: true},
		"random:4": {Model: shared(fake.Random(4)), Loop: loop.Config{}, Trace: true},
		"script":   {Model: func() model.Model { return script.Fresh() }, Loop: loose(), Trace: true},
	} {
		t.Run(name, func(t *testing.T) {
			list, whole := events(t, o, "He goed to school.")
			for kept := 1; kept <= len(list); kept++ {
				again, err := ForRun(*list[0].Run, o)
				require.NoError(t, err)
				var log bytes.Buffer
				report, waits, err := again.Resume(t.Context(), list[:kept], nil, &log, nil)
				require.NoError(t, err)
				assert.Nil(t, waits)
				report.ElapsedMS = whole.ElapsedMS
				require.Equal(t, string(whole.JSON()), string(report.JSON()), "after event %d, %s", kept, list[kept-1].Kind)
				assert.Equal(t, kept == len(list), log.Len() == 0, "only a finished run has nothing to log")
			}
		})
	}
	_, _, err := (&Tutor{}).Resume(t.Context(), nil, nil, nil, nil)
	assert.ErrorIs(t, err, loop.ErrNoLog)
}
