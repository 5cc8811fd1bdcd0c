package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/planner"
)

func TestMain(m *testing.M) { os.Exit(ollamatest.Run(m)) }

// A pupil knows the right call of every task. It never declines by itself, but says rightly which tool fits.
type pupil struct{ items []item }

func (pupil) Name() string { return "pupil" }

func (p pupil) Generate(_ context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	last, all, called := req.Messages[len(req.Messages)-1].Content, "", false
	for _, m := range req.Messages {
		all += m.Content + "\n"
		called = called || m.Author == model.User && strings.HasPrefix(m.Content, "Result: ")
	}
	var i item
	for _, one := range p.items {
		if strings.Contains(all, "Task: "+one.Task+"\n") {
			i = one
		}
	}
	var reply any
	args := func(name string, args any) any {
		return map[string]any{"thought": "", "tool": name, "tool_args": args}
	}
	switch schema := string(req.Grammar.Schema()); {
	case strings.HasPrefix(last, "Tools:\n") && i.Call == nil:
		reply = map[string]any{"asks_for": "a", "closest_tool": i.set.Tools[0].Name, "gives": "b", "match": false}
	case strings.HasPrefix(last, "Tools:\n"):
		reply = map[string]any{"asks_for": "a", "closest_tool": i.Call.Tool, "gives": "a", "match": true}
	case called || !strings.Contains(schema, i.set.Tools[0].Name):
		reply = args("final_answer", map[string]string{"rests_on": "cannot", "text": "that is it"})
	case i.Call == nil:
		return fake.Random(1).Generate(context.Background(), req) // anything
	default:
		reply = args(i.Call.Tool, p.closed(i))
	}
	text, err := json.Marshal(reply)
	if err != nil {
		panic(err)
	}
	return fake.Script(string(text)).Generate(context.Background(), req)
}

// closed returns the arguments of a call in closed form: of several right values the first, and null for what is left out.
func (pupil) closed(i item) map[string]any {
	args := map[string]any{}
	for _, about := range i.set.Tools {
		if about.Name == i.Call.Tool {
			var schema struct{ Properties map[string]any }
			if err := json.Unmarshal(about.Parameters, &schema); err != nil {
				panic(err)
			}
			for name := range schema.Properties {
				args[name] = nil
			}
		}
	}
	for name, value := range i.Call.Args {
		if several, ok := value.([]any); ok {
			value = several[0]
		}
		args[name] = value
	}
	return args
}

func quietBar() *show.Bar {
	return show.NewBar(cli.NewConsole("shortleash", strings.NewReader(""), new(bytes.Buffer), new(bytes.Buffer), nil, nil), true, 20)
}

func TestTheFormThatHelpsIsFound(t *testing.T) {
	list, err := items()
	require.NoError(t, err)
	due := 0
	for n, i := range list {
		assert.NotEqual(t, i.Call == nil, i.None == "", "a call is wanted, or there is a reason: %s", i.Task)
		if i.Call != nil {
			due++
		}
		assert.InDelta(t, 0.6*float64(n+1), due, 1, "those that want a call are three in five wherever the time ends: %s", i.Task)
	}
	r, err := options{within: cli.Span(time.Minute)}.measure(t.Context(), pupil{list}, quietBar())
	require.NoError(t, err)
	for _, row := range r.Forms {
		assert.Equal(t, eval.Share{Hits: due, Of: due}, row.Right, "%s", row.Form)
		assert.Equal(t, row.Finished.Of, row.Finished.Hits, "%s", row.Form)
		assert.Positive(t, row.Finished.Of)
		assert.Equal(t, len(list)-due, row.Declined.Of)
		if row.Form == planner.FitForm {
			assert.Equal(t, row.Declined.Of, row.Declined.Hits)
		} else {
			assert.Less(t, row.Declined.Hits, row.Declined.Of/2)
		}
	}
	r.choose()
	assert.Equal(t, planner.FitForm, r.Use)
	assert.Contains(t, r.Why, "30 of 30 tasks as they should be (89 to 100 %)")
	var out bytes.Buffer
	require.NoError(t, r.print(&out, false))
	assert.Contains(t, out.String(), "12 of 12")
	assert.Contains(t, out.String(), "--form fit")
}

func TestChoose(t *testing.T) {
	form := func(f planner.Form, right, declined int, seconds float64) row {
		return row{Form: f, Valid: eval.Share{Of: 30}, Right: eval.Share{Hits: right, Of: 18}, Declined: eval.Share{Hits: declined, Of: 12},
			MS: int64(seconds * 30_000)}
	}
	for claim, c := range map[string]struct {
		others []row
		want   planner.Form
	}{
		"a little better is chance":        {[]row{form("fit", 12, 2, 5)}, "thought"},
		"a tenth better is not":            {[]row{form("fit", 12, 3, 9)}, "fit"},
		"restraint does not pay for calls": {[]row{form("fit", 8, 8, 5), form("bare", 11, 12, 1)}, "thought"},
		"calls that are lost count":        {[]row{form("fit", 4, 8, 5)}, "thought"},
		"as good, and much quicker":        {[]row{form("bare", 12, 0, 3)}, "bare"},
		"as good, and a little quicker":    {[]row{form("bare", 12, 0, 4.5)}, "thought"},
		"worse, and quicker":               {[]row{form("bare", 11, 0, 1)}, "thought"},
		"the best of several":              {[]row{form("fit", 12, 6, 7), form("bare", 12, 3, 3)}, "fit"},
		"nothing was done in all the time": {nil, ""},
		"too few tasks choose nothing":     {[]row{{Form: "fit", Valid: eval.Share{Of: 4}, Right: eval.Share{Hits: 4, Of: 4}}}, "thought"},
	} {
		r := report{Forms: append([]row{form("thought", 12, 0, 5)}, c.others...)}
		if c.others == nil {
			r.Forms[0] = row{Form: "thought"}
		} else if c.others[0].Valid.Of == 4 {
			r.Forms[0] = row{Form: "thought", Valid: eval.Share{Of: 4}, Right: eval.Share{Hits: 1, Of: 4}}
		}
		r.choose()
		assert.Equal(t, c.want, r.Use, claim)
	}
}

func TestAModelThatDoesNothingIsNotRecommended(t *testing.T) {
	r := report{Model: "m", Forms: []row{{Form: "thought", Valid: eval.Share{Of: 30}, Right: eval.Share{Of: 18}, Declined: eval.Share{Of: 12}},
		{Form: "bare", Valid: eval.Share{Of: 30}, Right: eval.Share{Of: 18}, Declined: eval.Share{Hits: 12, Of: 12}}}}
	r.choose()
	assert.Empty(t, r.Use)
	var out bytes.Buffer
	require.NoError(t, r.print(&out, false))
	assert.Contains(t, out.String(), "\nUse another model: this model did none of the 18 tasks that want a call; it is too small for tools")
}

// A machine is a pupil on a slow machine in fake time: it takes so long to load, to read other tools than before, and for a reply.
type machine struct {
	pupil
	load, read, thought, bare, question time.Duration

	last *string
}

func (m machine) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	takes, first := m.thought, req.Messages[0].Content
	switch schema := string(req.Grammar.Schema()); {
	case strings.HasPrefix(req.Messages[len(req.Messages)-1].Content, "Tools:\n"):
		takes = m.question
	case strings.Contains(schema, `"thought":{"type":"string","enum":[""]}`):
		takes = m.bare
	}
	if *m.last == "" {
		takes += m.load
	}
	if first != *m.last {
		takes += m.read
	}
	*m.last = first
	select {
	case <-ctx.Done():
		return func(yield func(model.Chunk, error) bool) { yield(model.Chunk{}, ctx.Err()) }
	case <-time.After(takes):
		return m.pupil.Generate(ctx, req)
	}
}

func TestThreeMinutesAreEnoughOnASlowMachine(t *testing.T) {
	list, err := items()
	require.NoError(t, err)
	const second = time.Second
	for claim, c := range map[string]struct {
		on         machine
		unmeasured planner.Form
		least      int
		use        planner.Form
	}{
		"two cores": {machine{load: 20 * second, read: 5 * second, thought: 7 * second, bare: 4 * second, question: 3 * second},
			"fit", 12, "thought"},
		"a good GPU": {machine{load: 5 * second, thought: second, bare: second / 2, question: second}, "", 30, "fit"},
		"hopeless":   {machine{load: 5 * second, thought: 30 * second, bare: 20 * second, question: 9 * second}, "fit", 2, "thought"},
	} {
		synctest.Test(t, func(t *testing.T) {
			c.on.pupil, c.on.last = pupil{list}, new(string)
			r, err := options{within: cli.Span(3 * time.Minute)}.measure(t.Context(), c.on, quietBar())
			require.NoError(t, err)
			r.choose()
			assert.Equal(t, c.unmeasured, r.Unmeasured, claim)
			assert.GreaterOrEqual(t, r.Forms[0].Valid.Of, c.least, claim)
			assert.Equal(t, c.use, r.Use, "%s: %s", claim, r.Why)
			var out bytes.Buffer
			require.NoError(t, r.print(&out, false))
			assert.Equal(t, c.unmeasured != "", strings.Contains(out.String(), "The form fit was not measured"), out.String())
			t.Logf("%s", out.String())
		})
	}
}

// TestFormsAreTimedAlike: what the server has to load and to read is no form's fault.
func TestFormsAreTimedAlike(t *testing.T) {
	list, err := items()
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		on := machine{pupil: pupil{list}, last: new(string), load: time.Minute, read: 5 * time.Second, thought: time.Second, bare: time.Second}
		r, err := options{within: cli.Span(time.Hour)}.measure(t.Context(), on, quietBar())
		require.NoError(t, err)
		require.Equal(t, 30, r.Forms[0].Valid.Of)
		assert.InEpsilon(t, r.Forms[0].seconds(), r.Forms[1].seconds(), 1-quicker)
	})
}

func TestModelsAreCompared(t *testing.T) {
	of := func(name string, right ...bool) report {
		r := report{Model: name, Forms: []row{{Form: "thought"}}, tries: make([][]try, 1)}
		for n, hit := range right {
			r.tries[0] = append(r.tries[0], try{Task: strconv.Itoa(n), Right: hit})
		}
		return r
	}
	assert.Equal(t, "\nOf the 3 tasks that all did, b did 2 as they should be, and a 1; that can be chance (+1 −0, p = 1.000).\n",
		compared([]report{of("a", true, false, false, true), of("b", true, true, false), of("c", false, false, false)}))
	none, all := make([]bool, 12), slices.Repeat([]bool{true}, 12)
	assert.Contains(t, compared([]report{of("a", none...), of("b", all...)}), "that is hardly chance (+12 −0")
	assert.Contains(t, compared([]report{of("a"), of("b")}), "Of the 0 tasks")
}

func TestWhatCountsAsTheRightCall(t *testing.T) {
	w := &wanted{Tool: "order", Args: map[string]any{"article": []any{"lamp", "lamps"}, "quantity": float64(12)}}
	for args, right := range map[string]bool{
		`{"article":"Lamps","quantity":12}`:                  true,
		`{"article":"chair","quantity":12}`:                  false,
		`{"article":"lamp","quantity":"12"}`:                 false,
		`{"article":"lamp"}`:                                 false,
		`{"article":"lamp","quantity":12,"gift_wrap":false}`: false,
		`{"article":["lamp","lamps"],"quantity":12}`:         false,
		`no JSON`: false,
		`{"article":"lamp","quantity":12,"quantity_of":null}`: false,
	} {
		assert.Equal(t, right, w.right("order", json.RawMessage(args)), args)
		assert.False(t, w.right("look_up", json.RawMessage(args)), "another tool")
	}
}

func TestHostileModelsAreMeasuredInTime(t *testing.T) {
	list, err := items()
	require.NoError(t, err)
	for _, kind := range fake.HostileKinds {
		m := fake.Hostile(kind, 1)
		r, err := options{within: cli.Span(100 * time.Millisecond)}.measure(t.Context(), m, quietBar())
		m.Release()
		r.choose()
		for _, row := range r.Forms {
			assert.LessOrEqual(t, row.Valid.Of, len(list), "%s: %v", kind, err)
		}
	}
}

func TestWhatStopsTheCommandIsTold(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := options{within: cli.Span(time.Minute)}.measure(ctx, fake.Random(1), quietBar())
	assert.ErrorIs(t, err, context.Canceled)
	away := fake.Play(fake.Reply{Fault: &model.Fault{Kind: model.NoModel, Message: "there is no such model"}})
	_, err = options{within: cli.Span(time.Minute)}.measure(t.Context(), away, quietBar())
	assert.ErrorContains(t, err, "there is no such model")
}

// TestRealTrainedModelIsMeasured has a small model do the first tasks.
func TestRealTrainedModelIsMeasured(t *testing.T) {
	const untested = "the measuring of forms"
	server := ollamatest.Start(t, untested)
	m, err := ollama.New(ollamatest.Trained(t, server, untested), ollama.Config{Host: server.Host, Threads: 1})
	require.NoError(t, err)
	list, err := items()
	require.NoError(t, err)
	one := slices.IndexFunc(list, func(i item) bool { return i.Call != nil && i.Result == nil }) // done with one decision
	for _, f := range forms {
		got, err := list[one].once(t.Context(), m, f)
		require.NoError(t, err)
		assert.Positive(t, got.Tokens)
		t.Logf("%+v", got)
	}
}
