package tutor

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
)

func TestMain(m *testing.M) { os.Exit(ollamatest.Run(m)) }

// trainedSentences is how many sentences a trained model corrects on each leash, and trainedTime
// when no further one is begun: each takes seconds, and on a busy machine minutes.
const (
	trainedSentences = 5
	trainedTime      = 30 * time.Second
)

// TestRealTrainedCorrectsOnEachLeash: whatever a small trained model makes of sentences, every reply is a legal
// decision, every run ends with a typed outcome within its budget, and the correction is what the edits make.
// What it gets right is printed, not asserted.
func TestRealTrainedCorrectsOnEachLeash(t *testing.T) {
	const untested = "the tutor with a trained model"
	server := ollamatest.Start(t, untested)
	m, err := ollama.New(ollamatest.Trained(t, server, untested),
		ollama.Config{Host: server.Host, Threads: 1, Context: 8192, Size: ollamatest.TrainedSize})
	require.NoError(t, err)
	suites, err := eval.ReadFiles("../testdata/beyond.jsonl")
	require.NoError(t, err)
	sentences := suites[0].Sample(trainedSentences).Items
	for _, leash := range Leashes {
		t.Run(string(leash), func(t *testing.T) {
			c := loop.Config{}
			c.Leash = leash
			c.Budget = loop.Budget{Steps: 6, ModelCalls: 14, ToolCalls: 14, Wall: time.Minute}
			tutor, err := New(Options{Model: func() model.Model { return m }, Loop: c, Gloss: GlossOff})
			require.NoError(t, err)
			outcomes, changed, refused, requests, tokens := map[loop.Outcome]int{}, 0, 0, 0, 0
			start := time.Now()
			done := 0
			for _, sentence := range sentences {
				if time.Since(start) > trainedTime {
					break
				}
				done++
				r, err := tutor.Correct(t.Context(), sentence.Input, nil, func(e loop.Event) {
					if e.Kind == loop.Failed && e.Failure.Fault == "" {
						refused++
					}
					if e.Result == nil {
						return
					}
					n := e.Result.Counters
					assert.NotEmpty(t, e.Result.Outcome)
					assert.LessOrEqual(t, n.Steps, c.Budget.Steps)
					assert.LessOrEqual(t, n.ModelCalls, c.Budget.ModelCalls)
					assert.LessOrEqual(t, n.ToolCalls, c.Budget.ToolCalls)
					outcomes[e.Result.Outcome]++
					requests += n.ModelCalls
					tokens += n.Tokens
				})
				require.NoError(t, err)
				if r.Corrected != nil {
					changed++
					assert.Equal(t, *r.Corrected, Apply(sentence.Input, r.Edits), "the edits make the correction")
				}
			}
			t.Logf("%s: %d of %d sentences, %d changed, %v, %d replies refused, %d requests, %d tokens, %.1f s", leash, done,
				len(sentences), changed,
				outcomes, refused, requests, tokens, time.Since(start).Seconds())
		})
	}
}
