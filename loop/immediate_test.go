package loop_test

import (
	"bytes"
	"context"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// A quickWitted model never waits, and says so.
type quickWitted struct{ *ready }

func (quickWitted) Immediate() bool { return true }

// runIn makes one run of a script and returns its log without times.
func runIn(t *testing.T, immediate bool, replies ...string) (loop.Result, string) {
	t.Helper()
	type word struct {
		Word string `json:"word" jsonschema:"maxLength=40"`
	}
	o := tools.Options{Immediate: immediate}
	registry, err := tools.NewRegistry(
		tools.Must(tools.New("spell", "", func(_ context.Context, in word) (string, error) { return in.Word + "!", nil }, o)),
		tools.Must(tools.New("fall", "", func(context.Context, word) (string, error) { panic("fell") }, o)),
		tools.Must(tools.New("miss", "", func(_ context.Context, in word) (string, error) { return "", tools.NotFound("no %s", in.Word) }, o)))
	require.NoError(t, err)
	var m model.Model = &ready{replies: replies}
	if immediate {
		m = quickWitted{m.(*ready)}
	}
	l, err := loop.New(planner.NewReAct(), m, registry, loop.Usual())
	require.NoError(t, err)
	var log bytes.Buffer
	r, err := l.Run(t.Context(), "task", &log)
	require.NoError(t, err)
	without := regexp.MustCompile(`"time":"[^"]*"|"(wall_)?ms":\d+`)
	return r, without.ReplaceAllString(log.String(), "")
}

// TestImmediateModelsAndToolsMakeTheSameRun holds a run on one goroutine against the same run with
// goroutines that can be left.
func TestImmediateModelsAndToolsMakeTheSameRun(t *testing.T) {
	call := func(tool, word string) string {
		return `{"thought":"","tool":"` + tool + `","tool_args":{"word":"` + word + `"}}`
	}
	for name, replies := range map[string][]string{
		"calls and an answer":      {call("spell", "a"), call("miss", "b"), call("fall", "c"), answer("x")},
		"an invalid reply":         {call("spell", "a"), "nonsense", answer("x")},
		"an empty one":             {"", answer("x")},
		"the same call twice":      {call("spell", "a"), call("spell", "a")},
		"never an answer":          {call("spell", "a"), call("spell", "b"), call("spell", "c")},
		"a reply that is too long": {call("spell", "a") + "{"},
	} {
		slow, slowLog := runIn(t, false, replies...)
		quick, quickLog := runIn(t, true, replies...)
		assert.Equal(t, slow.Outcome, quick.Outcome, name)
		assert.Equal(t, slowLog, quickLog, name)
	}
}

func TestAnImmediateModelIsLeftBetweenTwoChunks(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m := quickWitted{&ready{replies: []string{`{"thought":"`}}}
	l, err := loop.New(planner.NewReAct(), m, nil, loop.Usual())
	require.NoError(t, err)
	for e := range l.Watch(ctx, "task", nil) {
		if e.Kind == loop.Delta {
			cancel()
		}
		if e.Kind == loop.Finished {
			assert.Equal(t, loop.Cancelled, e.Result.Outcome)
		}
	}
}

// TestARunThatNobodyReadsIsTheSame holds the result of a run that reuses what it makes for events
// against that of a logged one.
func TestARunThatNobodyReadsIsTheSame(t *testing.T) {
	l := takes(t, 8)
	unread, err := l.Run(t.Context(), "task", nil)
	require.NoError(t, err)
	var log bytes.Buffer
	read, err := l.Run(t.Context(), "task", &log)
	require.NoError(t, err)
	unread.Counters.WallMS, read.Counters.WallMS = 0, 0
	for role, u := range unread.Usage {
		u.MS = read.Usage[role].MS
		unread.Usage[role] = u
	}
	assert.Equal(t, read, unread)
}
