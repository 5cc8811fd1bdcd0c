package tutor

import (
	"context"
	"encoding/json"
	"flag"
	"iter"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/toolset"
)

var (
	gambles    = flag.Int("gambles", 10_000, "how many runs of random decisions are judged")
	randomRuns = flag.Int("random-runs", 1_000, "how many runs of a random model in the whole loop are judged")
)

// wild are sentences of all kinds for random models: wrong, right, out of scope.
func wild(t *testing.T) []string {
	text, err := os.ReadFile("testdata/wild.txt")
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// A verdict counts what came of runs.
type verdict struct {
	runs, final, corrected, clean, outside, glossed int
	breaches                                        []string
}

func (v *verdict) add(o verdict) {
	v.runs, v.final, v.corrected, v.clean = v.runs+o.runs, v.final+o.final, v.corrected+o.corrected, v.clean+o.clean
	v.outside, v.glossed = v.outside+o.outside, v.glossed+o.glossed
	v.breaches = append(v.breaches, o.breaches...)
}

// judge checks a report and its run against the promise of the policy, by what the log says and
// nothing else.
func (v *verdict) judge(r Report) {
	v.runs++
	if r.Outcome != loop.Final {
		return
	}
	v.final++
	var observed []answer.Observation
	called := map[string]bool{}
	for _, s := range r.Trace {
		if s.Observation != nil && !strings.HasPrefix(string(s.Observation), `{"error"`) {
			observed = append(observed, answer.Observation{Tool: s.Tool, Args: s.Args, Output: s.Observation})
			called["["+s.Tool+"]"] = true
		}
	}
	breach := func(what string) { v.breaches = append(v.breaches, what+": "+string(r.JSON())) }
	evidence := 0
	for _, line := range r.Rationale {
		at := strings.LastIndex(line, "[")
		switch {
		case at >= 0 && called[line[at:]]:
			evidence++
		case at >= 0:
			breach("a tool is cited that returned nothing")
		case reasonOf(line) == "":
			breach("a line in words of the model's own")
		}
	}
	if r.SpanishGloss != nil {
		v.glossed++
		if !called["[lookup_spanish]"] || !r.InScope {
			breach("a gloss that rests on nothing")
		}
	}
	switch {
	case r.Corrected != nil:
		v.corrected++
		if err := Check(r.Input, *r.Corrected, observed); err != nil {
			breach(err.Error())
		}
		if !r.InScope || evidence == 0 {
			breach("a correction without evidence")
		}
	case r.InScope:
		v.clean++
		if evidence == 0 {
			breach("nothing confirmed that the verbs are right")
		}
	default:
		v.outside++
		if evidence > 0 || r.Reason == nil {
			breach("nothing is judged without a reason")
		}
	}
}

// known returns what prompts describe: the tools of a tutor.
func known(t *testing.T) (*tools.Registry, planner.Allowed) {
	four, err := toolset.Tools(toolset.Options{})
	require.NoError(t, err)
	registry, err := tools.NewRegistry(four...)
	require.NoError(t, err)
	schema := answer.Schema()
	a := planner.Allowed{Answer: &schema}
	for _, tool := range four {
		a.Tools = append(a.Tools, planner.Offer{Name: tool.Name(), Args: tool.Schema()})
	}
	return registry, a
}

// draw writes a random document of a schema. It is the tutor's few kinds of schemas and nothing
// else, and needs no compiled grammar.
func draw(dice *rand.Rand, s grammar.Schema) string {
	switch {
	case s.AnyOf != nil:
		return draw(dice, s.AnyOf[dice.IntN(len(s.AnyOf))])
	case len(s.Enum) > 0:
		return string(s.Enum[dice.IntN(len(s.Enum))])
	case s.Type == "object":
		var members []string
		for _, p := range s.Properties {
			members = append(members, `"`+p.Name+`":`+draw(dice, p.Schema))
		}
		return "{" + strings.Join(members, ",") + "}"
	case s.Type == "array":
		var items []string
		for range s.MinItems + dice.IntN(s.MaxItems-s.MinItems+1) {
			items = append(items, draw(dice, *s.Items))
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	return "null"
}

// gamble is a run of a random model without a loop: the rules, dice, the tools. It answers at the
// latest after seven calls.
func gamble(t *testing.T, l *policy, registry *tools.Registry, all planner.Allowed, sentence string, dice *rand.Rand) Report {
	s := planner.State{Task: sentence}
	for {
		a := all
		for _, rule := range l.rules() {
			a = rule.Narrow(s, a)
		}
		last := len(s.Steps) == 7 || len(a.Tools) == 0
		if schema := l.answers(s).Schema(); last && a.Answer == nil { // as a loop does, where nothing else remains
			a.Answer = &schema
		}
		if last || a.Answer != nil && dice.IntN(5) == 0 {
			r := newReport(sentence)
			p := part{sentence: sentence}
			var err error
			p.answer, err = answer.ReadObject(sentence, []byte(draw(dice, *a.Answer)))
			assert.NoError(t, err)
			p.answer.Rationale = l.answers(s).CompleteRationale(p.answer.Corrected, p.answer.InScope, p.answer.Rationale)
			r.join([]part{p})
			r.Trace = trace(s.Steps)
			return r
		}
		offer := a.Tools[dice.IntN(len(a.Tools))]
		c := tools.Call{Tool: offer.Name, Args: json.RawMessage(draw(dice, offer.Args))}
		s.Steps = append(s.Steps, planner.Step{Calls: []tools.Call{c}, Observations: []tools.Observation{registry.Call(t.Context(), c)}})
	}
}

// No model, however bad, rewrites style, invents a form or cites what was not looked up: whatever
// dice say within the rules, every answer obeys.
func TestEveryAnswerOfRandomDecisionsIsGrounded(t *testing.T) {
	registry, all := known(t)
	l := newPolicy(loop.Full, Language{})
	inParallel(t, fewer(*gambles), func(sentence string, seed int) Report {
		return gamble(t, l, registry, all, sentence, rand.New(rand.NewPCG(uint64(seed), 7)))
	})
}

// fewer is a tenth of n where time is short, as under the race detector.
func fewer(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// A roulette is a random model that never says the same twice.
type roulette struct{ spins *int64 }

func (roulette) Name() string { return "roulette" }

func (r roulette) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return fake.Random(atomic.AddInt64(r.spins, 1)).Generate(ctx, req)
}

// The same through the whole loop: prompts, grammars, Guard, repairs, duplicates.
func TestEveryAnswerOfARandomModelIsGrounded(t *testing.T) {
	spins := new(int64)
	config := loop.Config{}
	config.Repeats, config.Allowances.Redirects, config.Leash = loop.Redirect, 4, loop.Full
	tutor, err := New(Options{Model: func() model.Model { return roulette{spins} }, Loop: config, Trace: true})
	require.NoError(t, err)
	inParallel(t, fewer(*randomRuns), func(sentence string, _ int) Report {
		r, err := tutor.Correct(t.Context(), sentence, nil, nil)
		assert.NoError(t, err)
		assert.Equal(t, loop.Final, r.Outcome, "a document of the grammar is never refused")
		return r
	})
}

// observedIn returns what the tools returned in a run.
func observedIn(r Report) []answer.Observation {
	var list []answer.Observation
	for _, s := range r.Trace {
		if s.Observation != nil && !strings.HasPrefix(string(s.Observation), `{"error"`) {
			list = append(list, answer.Observation{Tool: s.Tool, Args: s.Args, Output: s.Observation})
		}
	}
	return list
}

func stringOr(s *string, otherwise string) string {
	if s == nil {
		return otherwise
	}
	return *s
}

// inParallel makes runs, a sentence after the other, and judges them all.
func inParallel(t *testing.T, runs int, run func(sentence string, seed int) Report) {
	t.Helper()
	sentences := wild(t)
	require.GreaterOrEqual(t, len(sentences), 50)
	workers := runtime.GOMAXPROCS(0)
	verdicts := make([]verdict, workers)
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for n := w; n < runs; n += workers {
				verdicts[w].judge(run(sentences[n%len(sentences)], n))
			}
		})
	}
	all.Wait()
	var total verdict
	for _, v := range verdicts {
		total.add(v)
	}
	t.Logf("%d runs on %d sentences: %d final (%d corrected, %d clean, %d outside; %d with a gloss), %d breaches",
		total.runs, len(sentences), total.final, total.corrected, total.clean, total.outside, total.glossed, len(total.breaches))
	assert.Empty(t, total.breaches[:min(3, len(total.breaches))])
	assert.Greater(t, total.corrected, total.runs/20, "enough is corrected to mean something")
	assert.Greater(t, total.clean, total.runs/50)
}
