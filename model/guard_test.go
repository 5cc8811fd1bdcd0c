package model_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/modeltest"
)

// A speaker is a model that is one function.
type speaker func(ctx context.Context, yield func(model.Chunk, error) bool)

func (speaker) Name() string { return "speaker" }

func (s speaker) Generate(ctx context.Context, _ model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) { s(ctx, yield) }
}

// say makes a speaker of chunks: each string is one, and "." after it is Done.
func say(end model.Finish, texts ...string) speaker {
	return func(_ context.Context, yield func(model.Chunk, error) bool) {
		for _, t := range texts {
			if !yield(model.Chunk{Text: t}, nil) {
				return
			}
		}
		if end != "" {
			yield(model.Chunk{Done: true, Finish: end, Usage: model.Usage{OutputTokens: 7}}, nil)
		}
	}
}

func compile(t testing.TB, s grammar.Schema) *grammar.Grammar {
	t.Helper()
	g, err := grammar.Compile(t.Context(), s.JSON(), grammar.Options{})
	require.NoError(t, err)
	return g
}

// free accepts {"a": text}; text may be long.
func free(t testing.TB) *grammar.Grammar {
	return compile(t, grammar.Object(grammar.Property{Name: "a", Schema: grammar.String(0, 1999)}))
}

// anyObject accepts every object, so that only the Guard's own bounds refuse.
func anyObject(t testing.TB) *grammar.Grammar { return compile(t, grammar.OpenObject()) }

func ask(ctx context.Context, m model.Model, g *grammar.Grammar) (model.Reply, error) {
	req := model.Request{Grammar: g, Messages: []model.Message{{Author: model.User, Content: "123456"}}}
	return model.Collect(model.Guard(m).Generate(ctx, req))
}

// verdict is an error as a short text, so that a table can hold it.
func verdict(err error) string {
	if v, ok := errors.AsType[*grammar.Violation](err); ok {
		return fmt.Sprintf("violation at %d, want %s", v.Offset, strings.Join(v.Expected, "|"))
	}
	if f, ok := errors.AsType[*model.Fault](err); ok {
		return fmt.Sprintf("%s, retry %v", f.Kind, f.Retry)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// Cases 22, 33.
func TestTheGuardJudgesHowAReplyEnds(t *testing.T) {
	object, text := free(t), compile(t, grammar.String(0, 9))
	number := compile(t, grammar.Integer(0, 99))
	mixed := compile(t, grammar.AnyOf(grammar.Null(), grammar.Object()))
	boom := errors.New("boom")
	for _, row := range []struct {
		claim string
		g     *grammar.Grammar
		m     speaker
		text  string // that came through
		want  string // the verdict
	}{
		{"a legal document passes", object, say(model.Stop, `{"a"`, `:"x"}`), `{"a":"x"}`, ""},
		{"white space around it passes", object, say(model.Stop, " \n{", `"a": "x" }`, "\n"), " \n{\"a\": \"x\" }", ""},
		{"what comes after the document is not part of it", object, say(model.Stop, `{"a":"x"} {"a":"y"}`, "ok?"), `{"a":"x"}`, ""},
		{"out of tokens after the document does no harm", object, say(model.Length, `{"a":"x"}`, " "), `{"a":"x"}`, ""},
		{"prose", object, say(model.Stop, "Sure", "!"), "", "violation at 0, want an object"},
		{"prose after white space", object, say(model.Stop, " ", "\nSure!"), " \n", "violation at 2, want an object"},
		{"a string where an object is due", object, say(model.Stop, `"a"`), "", "violation at 0, want an object"},
		{"a number where an object is due", object, say(model.Stop, `1`), "", "violation at 0, want an object"},
		{"a byte-order mark", object, say(model.Stop, "\ufeff{}"), "", "violation at 0, want an object"},
		{"the legal part of the refused chunk comes through", object, say(model.Stop, `{"a":Sure`), `{"a":`, "violation at 5, want a string"},
		{"a bracket that closes something else", object, say(model.Stop, `{"a":[}`), `{"a":`, "violation at 5, want a string"},
		{"a brace that closes something else", object, say(model.Stop, `{]`), `{`, "violation at 1, want \"a\""},
		{"a raw line break in a string", object, say(model.Stop, "{\"a\":\"x\ny\"}"), `{"a":"x`, "violation at 7, want a string"},
		{"an object, then an array at the same depth", anyObject(t), say(model.Stop, `{"a":[{},[1],{}]}`), `{"a":[{},[1],{}]}`, ""},
		{"an unknown escape", object, say(model.Stop, `{"a":"\`, `x"}`), `{"a":"\`, "violation at 7, want a string"},
		{"escapes split between chunks", object, say(model.Stop, `{"a":"\`, `"}\u00`, `e9"}`), `{"a":"\"}\u00e9"}`, ""},
		{"a document that is not in the grammar", object, say(model.Stop, `{"b":1}`), `{"`, "violation at 2, want \"a\""},
		{"a document that stops too early", object, say(model.Stop, `{"a":"x"`), `{"a":"x"`, "violation at 8, want \"}\""},
		{"an empty reply", object, say(model.Stop), "", "violation at 0, want an object"},
		{"white space alone", object, say(model.Stop, "  "), "  ", "violation at 2, want an object"},
		{"out of tokens", object, say(model.Length, `{"a":"x`), `{"a":"x`,
			"model: after 7 tokens, 7 bytes: cut off before the document was complete"},
		{"out of tokens at once", object, say(model.Length), "", "model: after 7 tokens, 0 bytes: cut off before the document was complete"},
		{"no end mark", object, say("", `{"a":"x`), `{"a":"x`, "broken_stream, retry true"},
		{"no end mark after the document", object, say("", `{"a":"x"}`), `{"a":"x"}`, "broken_stream, retry true"},
		{"the model's own error", object, func(_ context.Context, yield func(model.Chunk, error) bool) {
			_ = yield(model.Chunk{Text: "{"}, nil) && yield(model.Chunk{}, boom)
		}, "{", "boom"},
		{"the model's own error after the document", object, func(_ context.Context, yield func(model.Chunk, error) bool) {
			_ = yield(model.Chunk{Text: `{"a":""}`}, nil) && yield(model.Chunk{}, boom)
		}, `{"a":""}`, "boom"},
		{"a panic", object, func(_ context.Context, yield func(model.Chunk, error) bool) {
			yield(model.Chunk{Text: "{"}, nil)
			panic("ouch")
		}, "{", "server_error, retry false"},
		{"text and Done in one chunk", object, func(_ context.Context, yield func(model.Chunk, error) bool) {
			yield(model.Chunk{Text: `{"a":""}`, Done: true, Finish: model.Stop}, nil)
		}, `{"a":""}`, ""},
		{"what comes after Done is never asked for", object, func(_ context.Context, yield func(model.Chunk, error) bool) {
			yield(model.Chunk{Text: `{"a":""}`, Done: true, Finish: model.Stop}, nil)
			yield(model.Chunk{}, boom)
		}, `{"a":""}`, ""},
		{"a root that is a string", text, say(model.Stop, `"x`, `y"z`), `"xy"`, ""},
		{"a root that may be two things", mixed, say(model.Stop, `nul`, `l`), `null`, ""},
		{"a number ends with the stream", number, say(model.Stop, `1`, `2`), `12`, ""},
		{"a number ends with white space", number, say(model.Stop, `1`, ` 2`), `1`, ""},
		{"a number that may go on is cut", number, say(model.Length, `1`), `1`,
			"model: after 7 tokens, 1 bytes: cut off before the document was complete"},
		{"a word that no value begins with", number, say(model.Stop, `e`), ``, "violation at 0, want an integer from 0 to 99"},
		{"a bracket that no value begins with", number, say(model.Stop, `]`), ``, "violation at 0, want an integer from 0 to 99"},
		{"white space and prose after a number are after the document", number, say(model.Stop, "1\nis it"), `1`, ""},
		{"a quote after a number is not an end of it", number, say(model.Stop, `1"`), `1`, "violation at 1, want an integer from 0 to 99"},
		{"a number that is too large is not a shorter one", number, say(model.Stop, `100`), `10`, "violation at 2, want an integer from 0 to 99"},
		{"nor is one in two chunks", number, say(model.Stop, `10`, `0`), `10`, "violation at 2, want an integer from 0 to 99"},
		{"nor is the word null the beginning of another", mixed, say(model.Stop, `nullable`), `null`, "violation at 4, want the end"},
		{"in two chunks", mixed, say(model.Stop, `null`, `able`), `null`, "violation at 4, want the end"},
		{"or with a digit", mixed, say(model.Stop, `null`, `1`), `null`, "violation at 4, want the end"},
		{"white space and prose after a word are after the document", mixed, say(model.Stop, "null", "\nis it"), `null`, ""},
		{"out of tokens after a word does no harm", mixed, say(model.Length, "null"), `null`, ""},
		{"a fraction is not an integer", number, say(model.Stop, `3.75`), `3`, "violation at 1, want an integer from 0 to 99"},
		{"without a grammar prose passes", nil, say(model.Stop, "Sure", "!"), "Sure!", ""},
		{"without a grammar out of tokens passes", nil, say(model.Length, "Sure"), "Sure", ""},
		{"without a grammar repetition is cut", nil, say(model.Stop, slices.Repeat([]string{"a"}, 65)...), strings.Repeat("a", 64),
			"violation at 64, want other text than the same 64 times"},
		{"without a grammar 64 KiB are enough", nil, say(model.Stop, varied(65535), "bc"),
			varied(65535) + "b", "violation at 65536, want at most 65536 bytes"},
		{"without a grammar silence passes", nil, say(model.Stop), "", ""},
		{"without a grammar the end mark is still due", nil, say("", "Sure"), "Sure", "broken_stream, retry true"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			reply, err := ask(t.Context(), row.m, row.g)
			assert.Equal(t, row.want, verdict(err))
			assert.Equal(t, row.text, reply.Text)
		})
	}
}

// repeat says text n times, in chunks that differ.
func repeat(text string, n int) []string {
	var chunks []string
	for size := 1; n > 0; size = size%3 + 1 {
		size := min(size, n)
		chunks = append(chunks, strings.Repeat(text, size))
		n -= size
	}
	return chunks
}

func around(before string, middle []string, after string) speaker {
	return say(model.Stop, append(append([]string{before}, middle...), after)...)
}

// Case 8.
func TestTheGuardBoundsWhatNeverEnds(t *testing.T) {
	equal := func(n int) []string { return strings.Split(strings.Repeat("ab|", n-1)+"ab", "|") }
	long := func(n int) speaker { return around(`{"a":"`, []string{varied(n - len(`{"a":""}`))}, `"}`) }
	thinking := func(n int) speaker {
		return func(_ context.Context, yield func(model.Chunk, error) bool) {
			_ = yield(model.Chunk{Thinking: varied(n)}, nil) && yield(model.Chunk{Text: `{}`}, nil) &&
				yield(model.Chunk{Done: true, Finish: model.Stop}, nil)
		}
	}
	for _, row := range []struct {
		claim string
		bound int
		m     func(n int) speaker
		want  string // at bound+1
	}{
		{"white space in front", 24, func(n int) speaker { return around("", repeat("\n", n), "{}") }, "violation at 24, want an object"},
		{"white space inside", 24, func(n int) speaker { return around("{", repeat("\t", n), "}") },
			"violation at 25, want \"}\"|another member"},
		{"nesting", 128, func(n int) speaker {
			return say(model.Stop, `{"a":`+strings.Repeat("[", n-1), strings.Repeat("]", n-1)+"}")
		}, "violation at 132, want \"]\"|a number|a string|false|null|true"},
		{"a number", 128, func(n int) speaker { return around(`{"a":`, repeat("1", n), "}") }, "violation at 133, want \",\"|\"}\"|a number"},
		{"size", 65536, long, "violation at 65536, want at most 65536 bytes"},
		{"equal chunks", 64, func(n int) speaker { return around(`{"a":"`, equal(n), `"}`) },
			"violation at 134, want other text than the same 64 times"},
		{"chunks without text", 1024, func(n int) speaker { return around(`{`, make([]string, n), "}") }, "broken_stream, retry true"},
		{"thinking", 256 << 10, thinking, "violation at 0, want at most 262144 bytes of thinking"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			for _, n := range []int{row.bound - 1, row.bound} {
				_, err := ask(t.Context(), row.m(n), anyObject(t))
				assert.NoError(t, err, "%d of %d", n, row.bound)
			}
			_, err := ask(t.Context(), row.m(row.bound+1), anyObject(t))
			assert.Equal(t, row.want, verdict(err))
		})
	}
}

func TestTheBoundsAreOnWhatComesInARow(t *testing.T) {
	for _, row := range []struct {
		claim string
		parts []string
	}{
		{"white space", []string{`{`, strings.Repeat(" ", 20), `"a":`, strings.Repeat("\n", 20), `1}`}},
		{"numbers", []string{`{"a":[`, strings.Repeat("1", 50), `,`, strings.Repeat("2", 50), `]}`}},
		{"brackets", []string{`{"a":[`, strings.Repeat("[],", 99), `[]]}`}},
		{"equal chunks", append(append(strings.Split(`{"a":"`+strings.Repeat("|x", 60), "|"), "y"),
			strings.Split(strings.Repeat("x|", 60)+`"}`, "|")...)},
		{"chunks without text", append(append(append([]string{"{"}, make([]string, 800)...), " "), append(make([]string, 800), "}")...)},
	} {
		t.Run(row.claim, func(t *testing.T) {
			_, err := ask(t.Context(), say(model.Stop, row.parts...), anyObject(t))
			assert.NoError(t, err)
		})
	}
}

func TestAModelThatRepeatsItsWordsIsStopped(t *testing.T) {
	const sentence = "The capital of Peru is Lima. "
	words := func(text string) speaker { return around(`{"a":"`, strings.SplitAfter(text, " "), `"}`) }
	for n, m := range map[string]speaker{
		"a sentence": words(strings.Repeat(sentence, 60)),
		"thinking": func(_ context.Context, yield func(model.Chunk, error) bool) {
			for range 60 {
				if !yield(model.Chunk{Thinking: sentence}, nil) {
					return
				}
			}
		},
		"members": around(`{"a":[`, strings.SplitAfter(strings.Repeat(`{"b":1},`, 200), `"`), `1]}`),
	} {
		t.Run(n, func(t *testing.T) {
			reply, err := ask(t.Context(), m, anyObject(t))
			cut, ok := errors.AsType[*model.Truncated](err)
			assert.True(t, ok && cut.Echo, "%v", err)
			assert.Less(t, len(reply.Text+reply.Thinking), 780)
		})
	}
	for n, text := range map[string]string{
		"a sentence twenty times": strings.Repeat(sentence, 20),
		"eight long ones":         strings.Repeat(strings.Repeat("a", 50)+strings.Repeat("b", 40), 8),
		"rows of a table":         varied(2000),
	} {
		_, err := ask(t.Context(), words(text), anyObject(t))
		assert.NoError(t, err, n)
	}
}

// varied returns n bytes of which no words come again soon.
func varied(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		fmt.Fprint(&b, i, " ")
	}
	return b.String()[:n]
}

// Case 27.
func TestTheTailIsReadForItsMetricsWithinABound(t *testing.T) {
	estimate := model.Usage{PromptTokens: 2} // of "123456"
	for _, row := range []struct {
		claim  string
		tail   []string
		tokens int
	}{
		{"no tail", nil, 7},
		{"256 bytes", []string{strings.Repeat("x", 255), "x"}, 7},
		{"257 bytes", []string{strings.Repeat("x", 255), "xx"}, (8 + 257 + 2) / 3},
		{"64 chunks", make([]string, 64), 7},
		{"65 chunks", make([]string, 65), (8 + 2) / 3},
	} {
		t.Run(row.claim, func(t *testing.T) {
			m := say(model.Stop, append([]string{`{"a":""}`}, row.tail...)...)
			reply, err := ask(t.Context(), m, free(t))
			require.NoError(t, err)
			assert.Equal(t, `{"a":""}`, reply.Text)
			assert.Equal(t, model.Stop, reply.Finish)
			assert.Equal(t, row.tokens, reply.Usage.OutputTokens)
			if row.tokens != 7 {
				assert.Equal(t, estimate.PromptTokens, reply.Usage.PromptTokens)
			}
		})
	}
	t.Run("thinking is output too", func(t *testing.T) {
		m := speaker(func(_ context.Context, yield func(model.Chunk, error) bool) {
			_ = yield(model.Chunk{Thinking: "hmmm"}, nil) && yield(model.Chunk{Text: `{"a":""}` + strings.Repeat("x", 300)}, nil)
		})
		reply, err := ask(t.Context(), m, free(t))
		require.NoError(t, err)
		assert.Equal(t, (4+8+300+2)/3, reply.Usage.OutputTokens)
	})
	t.Run("a bound in one chunk with the document", func(t *testing.T) {
		reply, err := ask(t.Context(), say(model.Stop, `{"a":""}`+strings.Repeat(" ", 257)), free(t))
		require.NoError(t, err)
		assert.Equal(t, (8+257+2)/3, reply.Usage.OutputTokens)
	})
}

func TestSilenceBehindTheDocumentIsNotWaitedForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		m := speaker(func(ctx context.Context, yield func(model.Chunk, error) bool) {
			if yield(model.Chunk{Text: `{"a":""}`}, nil) {
				<-ctx.Done()
				yield(model.Chunk{}, ctx.Err())
			}
		})
		reply, err := ask(t.Context(), m, free(t))
		require.NoError(t, err)
		assert.Equal(t, `{"a":""}`, reply.Text)
		assert.Equal(t, 5*time.Second, time.Since(start))
	})
}

func TestAVerdictCancelsTheModel(t *testing.T) {
	for _, row := range []struct {
		claim string
		text  string
		g     *grammar.Grammar
		leave bool
	}{
		{"a violation", "Sure", free(t), false},
		{"a refused document", "{}", free(t), false},
		{"a long tail", `{"a":""}` + strings.Repeat("x", 300), free(t), false},
		{"the caller leaves", `{`, free(t), true},
		{"the caller leaves free text", `Sure`, nil, true},
	} {
		t.Run(row.claim, func(t *testing.T) {
			var seen error
			stays := true
			m := speaker(func(ctx context.Context, yield func(model.Chunk, error) bool) {
				stays = yield(model.Chunk{Text: row.text}, nil)
				seen = ctx.Err()
			})
			for range model.Guard(m).Generate(t.Context(), model.Request{Grammar: row.g}) {
				if row.leave {
					break
				}
			}
			assert.False(t, stays, "yield told the model to stop")
			assert.ErrorIs(t, seen, context.Canceled)
		})
	}
}

func TestTheGuardPassesChunksOnAsTheyCome(t *testing.T) {
	m := speaker(func(_ context.Context, yield func(model.Chunk, error) bool) {
		for _, c := range []model.Chunk{{Thinking: "hm"}, {}, {Text: `{"a"`}, {Text: `:""} and`, Thinking: "!"}, {Text: "so on"},
			{Done: true, Finish: model.Stop, Usage: model.Usage{PromptTokens: 3, OutputTokens: 4}, Text: "."}} {
			if !yield(c, nil) {
				return
			}
		}
	})
	var got []model.Chunk
	for c, err := range model.Guard(m).Generate(t.Context(), model.Request{Grammar: free(t)}) {
		require.NoError(t, err)
		got = append(got, c)
	}
	assert.Equal(t, []model.Chunk{{Thinking: "hm"}, {}, {Text: `{"a"`}, {Text: `:""}`, Thinking: "!"},
		{Done: true, Finish: model.Stop, Usage: model.Usage{PromptTokens: 3, OutputTokens: 4}}}, got)
}

func TestAContextThatHasEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	t.Run("in the middle", func(t *testing.T) {
		m := speaker(func(_ context.Context, yield func(model.Chunk, error) bool) {
			cancel()
			yield(model.Chunk{Text: "{"}, nil)
		})
		_, err := ask(ctx, m, free(t))
		assert.Equal(t, context.Canceled, err, "not the missing end mark")
	})
	t.Run("before a long chunk", func(t *testing.T) {
		g, err := grammar.Compile(t.Context(), []byte(`{"type":"array","uniqueItems":true}`), grammar.Options{Whitespace: grammar.Foreign()})
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		numbers := make([]string, 10_000)
		for i := range numbers {
			numbers[i] = strconv.Itoa(i)
		}
		m := speaker(func(_ context.Context, yield func(model.Chunk, error) bool) {
			if yield(model.Chunk{Text: "["}, nil) {
				cancel()
				yield(model.Chunk{Text: strings.Join(numbers, ",") + "]", Done: true}, nil)
			}
		})
		reply, err := ask(ctx, m, g)
		assert.Equal(t, context.Canceled, err)
		assert.Equal(t, "[", reply.Text, "the rest of the chunk was not read")
	})
	t.Run("before the start", func(t *testing.T) {
		asked := false
		_, err := ask(ctx, speaker(func(context.Context, func(model.Chunk, error) bool) { asked = true }), free(t))
		assert.Equal(t, context.Canceled, err)
		assert.False(t, asked, "the model was not even asked")
	})
}

func TestAPanicOfTheCallerIsTheCallers(t *testing.T) {
	assert.PanicsWithValue(t, "mine", func() {
		for range model.Guard(say(model.Stop, "{")).Generate(t.Context(), model.Request{Grammar: free(t)}) {
			panic("mine")
		}
	})
}

type specialist struct{ speaker }

func (specialist) Roles() []model.RoleForm { return []model.RoleForm{{Role: model.Critic}} }

func TestAGuardKeepsWhatElseAModelCanDo(t *testing.T) {
	plain, special := say(model.Stop), specialist{say(model.Stop)}
	_, is := model.Guard(plain).(model.Specialist)
	assert.False(t, is)
	s, is := model.Guard(special).(model.Specialist)
	require.True(t, is)
	assert.Equal(t, special.Roles(), s.Roles())
	assert.Equal(t, "speaker", model.Guard(special).Name())
	for _, m := range []model.Model{fake.Random(1), specialist{}} {
		g := model.Guard(m)
		assert.IsType(t, g, model.Guard(g))
		assert.IsType(t, m, model.Guard(g).(interface{ Unwrap() model.Model }).Unwrap(), "guarded once")
	}
}

func TestATruncatedIsReachable(t *testing.T) {
	_, err := ask(t.Context(), say(model.Length, `{"a`), free(t))
	cut, ok := errors.AsType[*model.Truncated](err)
	require.True(t, ok)
	assert.Equal(t, model.Truncated{Bytes: 3, Tokens: 7}, *cut)
	assert.ErrorIs(t, err, model.ErrTruncated)
	assert.EqualError(t, &model.Truncated{Bytes: 3}, "model: after 3 bytes: cut off before the document was complete")
}

func TestAGuardedModelKeepsTheContract(t *testing.T) {
	modeltest.Run(t, func(*testing.T) model.Model { return model.Guard(fake.Random(3)) })
}

// cut cuts text into random pieces.
func cut(r *rand.Rand, text string) []string {
	var pieces []string
	for text != "" {
		n := 1 + r.IntN(min(len(text), 9))
		pieces = append(pieces, text[:n])
		text = text[n:]
	}
	return pieces
}

// agrees checks what must hold for any text: chunk borders change nothing, and what comes through
// well is what Check accepts.
func agrees(t *testing.T, g *grammar.Grammar, text string, r *rand.Rand) {
	t.Helper()
	whole, wholeErr := ask(t.Context(), say(model.Stop, text), g)
	parts, partsErr := ask(t.Context(), say(model.Stop, cut(r, text)...), g)
	if v, ok := errors.AsType[*grammar.Violation](partsErr); ok && strings.HasPrefix(v.Expected[0], "other text") {
		return // the one bound that is about chunks
	}
	assert.Equal(t, wholeErr, partsErr, "%q", text)
	assert.Equal(t, whole.Text, parts.Text, "%q", text)
	assert.True(t, strings.HasPrefix(text, whole.Text), "%q is the beginning of %q", whole.Text, text)
	if wholeErr == nil {
		assert.NoError(t, g.Check(t.Context(), []byte(whole.Text)), "%q", text)
	}
	if len(text) <= 52 && g.Check(t.Context(), []byte(text)) == nil { // too short for any bound
		assert.NoError(t, wholeErr, "%q", text)
	}
}

func TestChunkBordersChangeNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	grammars := []*grammar.Grammar{free(t), anyObject(t),
		compile(t, grammar.AnyOf(grammar.Null(), grammar.Boolean(), grammar.Integer(-5, 500))),
		compile(t, grammar.Array(grammar.Nullable(grammar.String(0, 5)), 0, 4))}
	const noise = "{}[]\":,\\ \n\tx1n\x00\xffé"
	for range 3000 {
		g := grammars[r.IntN(len(grammars))]
		text := []byte(g.Sample(r))
		for range r.IntN(3) { // sometimes legal, sometimes almost
			i := r.IntN(len(text))
			text[i] = noise[r.IntN(len(noise))]
		}
		agrees(t, g, string(text), r)
	}
}

// TestAGuardForgetsEachStream holds a Guard after another stream, read to its end or left, against a new
// one.
func TestAGuardForgetsEachStream(t *testing.T) {
	streams := map[string]speaker{
		"a document":         say(model.Stop, `{"a":`, `"x"}`),
		"one without an end": say("", `{"a":"x"}`),
		"one with a tail":    say("", `{"a":"x"}`, "and so on", "", "for long"),
		"an illegal byte":    say(model.Stop, `{"a"`, `x`),
		"no end mark":        say("", `{"a":"x`),
		"out of tokens":      say(model.Length, `{"a":"x`),
		"equal chunks":       say(model.Stop, append([]string{`{"a":"`}, slices.Repeat([]string{"x"}, 70)...)...),
		"empty chunks":       say(model.Stop, slices.Repeat([]string{""}, 2000)...),
		"an error": func(_ context.Context, yield func(model.Chunk, error) bool) {
			yield(model.Chunk{}, errors.New("broken"))
		},
		"a panic": func(_ context.Context, yield func(model.Chunk, error) bool) {
			yield(model.Chunk{Thinking: "hm"}, nil)
			panic("fell")
		},
	}
	req := model.Request{Grammar: free(t), MaxTokens: 100}
	for first, before := range streams {
		for second, after := range streams {
			now := before
			guard := model.Guard(speaker(func(ctx context.Context, yield func(model.Chunk, error) bool) { now(ctx, yield) }))
			for _, leave := range []bool{false, true} {
				now = before
				for range guard.Generate(t.Context(), req) {
					if leave {
						break
					}
				}
				now = after
				want, wantErr := model.Collect(model.Guard(after).Generate(t.Context(), req))
				got, gotErr := model.Collect(guard.Generate(t.Context(), req))
				assert.Equal(t, want, got, "%s after %s", second, first)
				assert.Equal(t, wantErr, gotErr, "%s after %s", second, first)
			}
		}
	}
}

func FuzzGuard(f *testing.F) {
	for _, text := range []string{`{"a":"x"}`, ` {"a":"\u00e9\n"} and so on`, `{"a":[[1,2],{"b":null}]}`, "Sure!",
		"{\"a\":\"\xff", `-1.5e9 `, `{]`} {
		f.Add(text, uint64(1))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		agrees(t, anyObject(t), text, r)
		agrees(t, compile(t, grammar.Nullable(grammar.Integer(-9, 99))), text, r)
	})
}

func BenchmarkGuard(b *testing.B) {
	g := anyObject(b)
	text := `{"thought":"` + strings.Repeat(`the form of the verb is "went". `, 60) +
		`","tool":"final_answer","tool_args":{"corrected":"He went."}}`
	text = strings.ReplaceAll(text, `"went"`, `\"went\"`)
	chunks := cut(rand.New(rand.NewPCG(1, 2)), text)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ask(b.Context(), say(model.Stop, chunks...), g); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAModelThatDoesNotCountIsCutBeyondItsTokens(t *testing.T) {
	for _, row := range []struct {
		claim string
		m     speaker
		cut   bool
	}{
		{"as many chunks as tokens", say(model.Stop, `{"a"`, `:"`, `x`, `"}`), false},
		{"a chunk more that completes it", say(model.Stop, `{"a"`, `:"`, `x`, `y`, `"}`), false},
		{"a chunk more that does not", say(model.Stop, `{"a"`, `:"`, `x`, `y`, `z`, `"}`), true},
		{"bytes of so many tokens", say(model.Stop, `{"a":"`+strings.Repeat("x", 4*16-8), `"}`), false},
		{"many more bytes", say(model.Stop, `{"a":"`+strings.Repeat("x", 99), `"}`), true},
	} {
		req := model.Request{Grammar: free(t), MaxTokens: 4}
		_, err := model.Collect(model.Guard(row.m).Generate(t.Context(), req))
		_, cut := errors.AsType[*model.Truncated](err)
		assert.Equal(t, row.cut, cut, "%s: %v", row.claim, err)
	}
}
