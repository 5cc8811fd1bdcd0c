package tiny_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/modeltest"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/model/tiny/tinytest"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/weights"
)

var xs = tinytest.Bytes(tinytest.Random(tiny.Sizes()[0], weights.Tokenizer(), 1))

func open(t testing.TB, c tiny.Config) *tiny.Model {
	t.Helper()
	m, err := tiny.Open(xs, c)
	require.NoError(t, err)
	return m
}

func reply(t testing.TB, m model.Model, req model.Request) model.Reply {
	t.Helper()
	r, err := model.Collect(m.Generate(t.Context(), req))
	require.NoError(t, err)
	return r
}

func TestConformance(t *testing.T) {
	m := open(t, tiny.Config{})
	modeltest.Run(t, func(*testing.T) model.Model { return m })
	modeltest.RunRequest(t, exchanges(t, "He goed to school.")[0].request, func(*testing.T) model.Model { return m })
}

// A network that knows nothing still plays a whole run by the rules: the grammar carries the form.
func TestAnyWeightsPlayTheTutor(t *testing.T) {
	m := open(t, tiny.Config{})
	config := loop.Config{}
	config.Repeats = loop.Redirect
	config.Temperature = 1 // where text is free, greedy random weights say one thing for ever
	tutor, err := tutor.New(tutor.Options{Model: func() model.Model { return m }, Loop: config})
	require.NoError(t, err)
	for _, s := range sentences[:4] {
		report, err := tutor.Correct(t.Context(), s, nil, nil)
		require.NoError(t, err)
		assert.Contains(t, []loop.Outcome{loop.Final, loop.DuplicateAction, loop.Cycle}, report.Outcome, "%s: %v", s, report.Problem)
	}
}

// A file brings its own pieces, and as many of them as it likes.
func TestAFileOfAnotherTask(t *testing.T) {
	g, err := grammar.Compile(t.Context(), json.RawMessage(`{"enum":["piece-1","piece-42","piece-99","other"]}`), grammar.Options{})
	require.NoError(t, err)
	for _, n := range []int{0, 100, 200} {
		var pieces []string
		for i := range n {
			pieces = append(pieces, fmt.Sprintf("piece-%d", i))
		}
		tokens, err := tiny.NewTokenizer(pieces)
		require.NoError(t, err)
		m, err := tiny.Open(tinytest.Bytes(tinytest.Random(tiny.Sizes()[0], tokens, 1)), tiny.Config{})
		require.NoError(t, err)
		assert.Equal(t, tokens.Pieces(), m.Tokenizer().Pieces())
		for seed := range int64(10) {
			r := reply(t, m, model.Request{Messages: []model.Message{{Author: model.User, Content: "which piece-7?"}}, Grammar: g,
				Temperature: 2, Seed: seed})
			assert.NoError(t, g.Check(t.Context(), []byte(r.Text)), r.Text)
			assert.Len(t, m.Tokenizer().EncodeText(r.Text), r.Usage.OutputTokens)
		}
	}
}

func TestWhatTheModelSaysOfItself(t *testing.T) {
	m := open(t, tiny.Config{})
	assert.Equal(t, "tiny", m.Name())
	assert.Equal(t, "other", open(t, tiny.Config{Name: "other"}).Name())
	assert.Equal(t, []model.RoleForm{{Role: model.Executor, Form: "terse"}}, m.Roles())
	assert.Equal(t, tutor.TerseForm, tiny.TerseForm)
	assert.Equal(t, 2048, m.ContextTokens())
	assert.Equal(t, tiny.Sizes()[0], m.Shape())
	assert.Zero(t, m.Threshold())
	file := tinytest.Random(tiny.Sizes()[0], weights.Tokenizer(), 1)
	file.Metadata = append(file.Metadata, gguf.Entry{Key: tiny.ThresholdKey, Value: float32(0.5)},
		gguf.Entry{Key: tiny.SlopeKey, Value: float32(0.5)}, gguf.Entry{Key: tiny.OffsetKey, Value: float32(-1)})
	m, err := tiny.Open(tinytest.Bytes(file), tiny.Config{})
	require.NoError(t, err)
	assert.Equal(t, 0.5, m.Threshold())
	c := tiny.Calibration{Slope: 0.5, Offset: -1}
	plain := open(t, tiny.Config{})
	calibrated := 0
	for _, e := range exchanges(t, sentences...) {
		p, got := reply(t, plain, e.request).Usage.Walk, reply(t, m, e.request).Usage.Walk
		if p.Choices > 0 {
			calibrated++
			assert.Equal(t, c.Confidence(p.Confidence), got.Confidence)
			assert.NotEqual(t, p.Confidence, got.Confidence)
		}
	}
	assert.Positive(t, calibrated)
}

func TestACalibrationKeepsTheOrder(t *testing.T) {
	c := tiny.Calibration{Slope: 0.7, Offset: -0.3}
	last := 0.0
	for _, p := range []float64{0, 1e-9, 1e-3, 0.2, 0.5, 0.9, 0.999, 1 - 1e-12, 1} {
		got := c.Confidence(p)
		assert.GreaterOrEqual(t, got, last)
		assert.True(t, got > 0 && got < 1, "%v of %v", got, p)
		assert.Equal(t, p, tiny.Calibration{}.Confidence(p))
		last = got
	}
}

func TestTheReplyIsTheSameWhateverTheCacheHolds(t *testing.T) {
	list := exchanges(t, sentences...)
	warm := open(t, tiny.Config{})
	for _, temperature := range []float64{0, 1} {
		for _, e := range list {
			e.request.Temperature, e.request.Seed = temperature, 7
			cold := reply(t, open(t, tiny.Config{}), e.request)
			for range 2 {
				got := reply(t, warm, e.request)
				assert.Equal(t, cold.Text, got.Text)
				assert.Equal(t, cold.Usage.Walk.Confidence, got.Usage.Walk.Confidence)
				assert.Equal(t, cold.Usage.OutputTokens, got.Usage.OutputTokens)
				assert.LessOrEqual(t, got.Usage.Walk.Fed, cold.Usage.Walk.Fed)
			}
			assert.NoError(t, e.request.Grammar.Check(t.Context(), []byte(cold.Text)))
		}
	}
}

func TestSeedsMatterOnlyWithATemperature(t *testing.T) {
	m, e := open(t, tiny.Config{}), exchanges(t, "He go home and she cook dinner.")[0]
	texts := map[string]bool{}
	for seed := range int64(8) {
		e.request.Seed, e.request.Temperature = seed, 2
		texts[reply(t, m, e.request).Text] = true
		e.request.Temperature = 0
		assert.Equal(t, reply(t, open(t, tiny.Config{}), e.request).Text, reply(t, m, e.request).Text)
	}
	assert.Greater(t, len(texts), 1)
}

// Each decision feeds what is new: its own last choice's rest, the observation.
func TestADecisionGoesOnWhereTheOneBeforeItStopped(t *testing.T) {
	list := exchanges(t, "He goed to school.")
	require.Len(t, list, 2)
	m := open(t, tiny.Config{})
	first := reply(t, m, list[0].request)
	walk := first.Usage.Walk
	assert.Equal(t, first.Usage.OutputTokens, walk.Choices+walk.Forced)
	assert.Greater(t, walk.Fed, first.Usage.PromptTokens)
	assert.Less(t, walk.Fed, first.Usage.PromptTokens+first.Usage.OutputTokens, "the forced end is not fed")

	// The same run goes on: a prompt that repeats what was fed, and adds to it.
	next := list[0].request
	next.Messages = append(next.Messages[:len(next.Messages):len(next.Messages)],
		model.Message{Author: model.Assistant, Content: first.Text},
		model.Message{Author: model.Tool, Content: `{"agrees":true,"expected":"is","head":"it","person":"3sg"}`})
	cold := reply(t, open(t, tiny.Config{}), next)
	warm := reply(t, m, next)
	assert.Equal(t, cold.Text, warm.Text)
	assert.Equal(t, cold.Usage.Walk.Fed-walk.Fed, warm.Usage.Walk.Fed)
}

func TestTheGuardPassesTheWalkOn(t *testing.T) {
	e := exchanges(t, "He goed to school.")[0]
	bare, guarded := reply(t, open(t, tiny.Config{}), e.request), reply(t, model.Guard(open(t, tiny.Config{})), e.request)
	assert.Equal(t, bare.Text, guarded.Text)
	assert.Equal(t, bare.Usage.Walk, guarded.Usage.Walk)
}

func TestRunsThatTakeTurnsKeepTheirStates(t *testing.T) {
	m := open(t, tiny.Config{States: 3})
	var fed [3]int
	for round := range 2 {
		for i, s := range []string{"He goed to school.", "She don't like tea.", "They was here."} {
			e := exchanges(t, s)[0]
			fed[i] = reply(t, m, e.request).Usage.Walk.Fed - fed[i]
			if round == 1 {
				assert.Negative(t, fed[i], "the second time less is fed")
			}
		}
	}
}

func TestRequestsAtOnceDoNotDisturbEachOther(t *testing.T) {
	list := exchanges(t, sentences...)
	m := open(t, tiny.Config{States: 2})
	want := make([]string, len(list))
	for i, e := range list {
		want[i] = reply(t, open(t, tiny.Config{}), e.request).Text
	}
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := range list {
				i = (i*(worker+1) + worker) % len(list)
				got, err := model.Collect(m.Generate(t.Context(), list[i].request))
				assert.NoError(t, err)
				assert.Equal(t, want[i], got.Text)
			}
		})
	}
	group.Wait()
}

func TestCancellingStopsTheReply(t *testing.T) {
	m, e := open(t, tiny.Config{}), exchanges(t, "He goed to school.")[0]
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	chunks := 0
	_, err := model.Collect(func(yield func(model.Chunk, error) bool) {
		for c, err := range m.Generate(ctx, e.request) {
			chunks++
			cancel()
			if !yield(c, err) {
				return
			}
		}
	})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 2, chunks, "the forced start, and the error")
	assert.NotEmpty(t, reply(t, m, e.request).Text, "the state that was left is whole")
}

func TestTokensAreBounded(t *testing.T) {
	m, e := open(t, tiny.Config{}), exchanges(t, "He goed to school.")[0]
	all := reply(t, m, e.request).Usage.OutputTokens
	for _, n := range []int{1, 2, all - 1, all, all + 1} {
		e.request.MaxTokens = n
		r := reply(t, m, e.request)
		assert.Equal(t, min(n, all), r.Usage.OutputTokens)
		assert.Equal(t, n < all, r.Finish == model.Length)
	}
	prompt := func(tokens int) model.Request {
		content := strings.Repeat("z", tokens-3) // with author, end, and the author of the reply
		return model.Request{Messages: []model.Message{{Author: model.User, Content: content}}}
	}
	r := reply(t, m, prompt(tiny.Context-1))
	assert.Equal(t, tiny.Context-1, r.Usage.PromptTokens)
	assert.LessOrEqual(t, r.Usage.OutputTokens, 1)
	_, err := model.Collect(m.Generate(t.Context(), prompt(tiny.Context)))
	var fault *model.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, model.Overflow, fault.Kind)
	assert.EqualError(t, err, "the prompt is 2048 tokens, and tiny reads 2048 together with its reply; shorten the conversation")
	_, err = model.Collect(m.Generate(t.Context(), model.Request{Messages: []model.Message{{Author: "nobody"}}}))
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, model.Rejected, fault.Kind)
}

// Without masks random weights write no decision: what the grammar alone achieves.
func TestUnmasked(t *testing.T) {
	m, e := open(t, tiny.Config{Unmasked: true}), exchanges(t, "He goed to school.")[0]
	e.request.MaxTokens = 40
	r := reply(t, m, e.request)
	assert.Error(t, e.request.Grammar.Check(t.Context(), []byte(r.Text)))
	assert.Zero(t, r.Usage.Walk.Forced)
	e.request.Grammar = nil
	bound := open(t, tiny.Config{})
	for range 2 { // the second time all of the prompt is in the cache
		assert.Equal(t, r.Text, reply(t, bound, e.request).Text)
	}
}

func TestWeightsThatOverflowWriteLegalDocuments(t *testing.T) {
	file := tinytest.Random(tiny.Sizes()[0], weights.Tokenizer(), 1)
	for i, x := range file.Tensors {
		values := x.Floats()
		for j := range values {
			values[j] *= 1e18
		}
		file.Tensors[i] = gguf.Float32(x.Name, x.Shape, values)
	}
	m, err := tiny.Open(tinytest.Bytes(file), tiny.Config{})
	require.NoError(t, err)
	for _, e := range exchanges(t, "He goed to school.") {
		r := reply(t, m, e.request)
		assert.NoError(t, e.request.Grammar.Check(t.Context(), []byte(r.Text)))
		assert.Zero(t, r.Usage.Walk.Confidence)
	}
}

func TestChunksAreWholeCharacters(t *testing.T) {
	g, err := grammar.Compile(t.Context(), json.RawMessage(`{"enum":["añejo","años","æon","日本","日曜"]}`), grammar.Options{})
	require.NoError(t, err)
	m := open(t, tiny.Config{})
	for seed := range int64(20) {
		req := model.Request{Messages: []model.Message{{Author: model.User, Content: "?"}}, Grammar: g, Temperature: 3, Seed: seed}
		var text strings.Builder
		for c, err := range m.Generate(t.Context(), req) {
			require.NoError(t, err)
			assert.Equal(t, strings.ToValidUTF8(c.Text, "!"), c.Text)
			text.WriteString(c.Text)
		}
		assert.NoError(t, g.Check(t.Context(), []byte(text.String())), text.String())
	}
}

func TestFilesThatDoNotFit(t *testing.T) {
	change := func(f func(*gguf.File)) []byte {
		file := tinytest.Random(tiny.Sizes()[0], weights.Tokenizer(), 1)
		f(file)
		return tinytest.Bytes(file)
	}
	set := func(key string, value any) []byte {
		return change(func(f *gguf.File) {
			for i := range f.Metadata {
				if f.Metadata[i].Key == key {
					f.Metadata[i].Value = value
				}
			}
		})
	}
	for want, file := range map[string][]byte{
		`gguf: not a file that can be read: byte 0: does not begin with "GGUF"`: []byte("hello"),
		"tiny: tensor blk.3.ffn_down.weight is missing": change(
			func(f *gguf.File) { f.Tensors = f.Tensors[:len(f.Tensors)-1] }),
		"tiny: tensor output_norm.weight has the shape [64 2], want [128]": change(
			func(f *gguf.File) { f.Tensors[1].Shape = []uint64{64, 2} }),
		"tiny: tensor token_embd.weight has the shape [320 128], want [128 320]": change(
			func(f *gguf.File) { f.Tensors[0].Shape = []uint64{320, 128} }),
		"tiny: tensor token_embd.weight holds +Inf": change(
			func(f *gguf.File) { f.Tensors[0].Data[1] = 0x7c; f.Tensors[0].Data[0] = 0 }),
		"tiny: metadata llama.block_count is missing":                change(func(f *gguf.File) { f.Metadata[6].Key = "x" }),
		"tiny: metadata llama.block_count is a int64, want a uint32": set("llama.block_count", int64(4)),
		"tiny: metadata general.architecture is gemma, want llama":   set("general.architecture", "gemma"),
		"tiny: block_count is 65, want 1 to 64":                      set("llama.block_count", uint32(65)),
		"tiny: 2 heads of a width of 192, want heads of 64":          set("llama.embedding_length", uint32(192)),
		"tiny: 2 heads cannot share 3 of keys and values":            set("llama.attention.head_count_kv", uint32(3)),
		"tiny: feed_forward_length is 353, want a multiple of 16":    set("llama.feed_forward_length", uint32(353)),
		"tiny: metadata shortleash.format is 2, want 1":              set("shortleash.format", uint32(2)),
		"tiny: metadata llama.rope.freq_base is 500000, want 10000":  set("llama.rope.freq_base", float32(500000)),
		"tiny: metadata llama.vocab_size is 384, want 320":           set("llama.vocab_size", uint32(384)),
	} {
		_, err := tiny.Open(file, tiny.Config{})
		assert.EqualError(t, err, want)
	}
	_, err := tiny.Open(xs, tiny.Config{States: -1})
	assert.EqualError(t, err, "tiny: States is -1, want 0 or more")
}

func BenchmarkOpen(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, _ = tiny.Open(xs, tiny.Config{})
	}
}

func BenchmarkSpell(b *testing.B) {
	list := exchanges(b, "He goed to school yesterday.")
	b.ReportAllocs()
	for b.Loop() {
		for _, e := range list {
			_, _ = weights.Tokenizer().MatchTokens(e.request.Grammar, e.reply)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	for _, shape := range tiny.Sizes() {
		b.Run(shape.Name, func(b *testing.B) {
			m, err := tiny.Open(tinytest.Bytes(tinytest.Random(shape, weights.Tokenizer(), 1)), tiny.Config{States: 1})
			require.NoError(b, err)
			runs := [][]exchange{exchanges(b, "He goed to school yesterday."), exchanges(b, "She don't like tea at all.")}
			b.ReportAllocs()
			fed, n := 0, 0
			for b.Loop() {
				n++
				for _, e := range runs[n%2] { // in turns, so that no run finds itself in the cache
					fed += reply(b, m, e.request).Usage.Walk.Fed // the observations of rules, whatever is said
				}
			}
			b.ReportMetric(float64(fed)/float64(b.N), "tokens/op")
		})
	}
}

func TestWhatIsToldOfTokens(t *testing.T) {
	silent, telling := open(t, tiny.Config{}), open(t, tiny.Config{Tokens: true})
	refused := 0
	for _, e := range exchanges(t, sentences...) {
		r := reply(t, telling, e.request)
		assert.Nil(t, reply(t, silent, e.request).Usage.Walk.Tokens)
		text, tokens := "", 0
		for _, token := range r.Usage.Walk.Tokens {
			text += token.Text
			tokens += max(1, token.Forced)
			if token.Forced > 0 {
				assert.Empty(t, token.Others)
				continue
			}
			sum, last := token.P, 1.0
			for _, other := range token.Others {
				assert.LessOrEqual(t, other.P, last, "the most probable come first")
				assert.NotEqual(t, token.Text, other.Text)
				sum, last = sum+other.P, other.P
			}
			assert.NotEmpty(t, token.Others)
			assert.LessOrEqual(t, sum, 1.0001)
			if token.Unmasked != nil {
				refused++
				assert.NotEqual(t, token.Text, *token.Unmasked)
			}
		}
		assert.Equal(t, r.Text, text)
		assert.Equal(t, r.Usage.OutputTokens, tokens)
	}
	assert.Positive(t, refused, "random weights would write what the grammar does not allow")
}
