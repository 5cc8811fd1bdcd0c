package fake_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/modeltest"
)

// kindOf says in a word what became of a guarded reply.
func kindOf(err error) string {
	if _, ok := errors.AsType[*grammar.Violation](err); ok {
		return "violation"
	}
	if _, ok := errors.AsType[*model.Truncated](err); ok {
		return "truncated"
	}
	if f, ok := errors.AsType[*model.Fault](err); ok {
		return string(f.Kind)
	}
	if err != nil {
		return err.Error()
	}
	return "valid"
}

func TestTheGuardHoldsEveryHostileKind(t *testing.T) {
	want := map[fake.HostileKind]string{
		fake.Garbage: "violation", fake.Prose: "violation", fake.HalfJSON: "violation", fake.OutOfTokens: "truncated",
		fake.Empty: "violation", fake.NUL: "violation", fake.Blob: "violation",
		fake.UnknownTool: "violation", fake.WrongArgs: "violation",
		fake.EndlessSpace: "violation", fake.EndlessString: "violation", fake.EndlessNumber: "violation",
		fake.EndlessRepeat: "violation", fake.EndlessTail: "valid", fake.EndlessThinking: "violation", fake.EndlessNothing: "broken_stream",
		fake.SameDecision: "valid", fake.TwoDecisions: "valid", fake.NeverAnswers: "valid",
		fake.BreaksOff: "broken_stream", fake.Slow: "valid", fake.Silent: "context deadline exceeded",
		fake.NoDone: "broken_stream", fake.Panics: "server_error", fake.Stubborn: "valid",
	}
	g := decision(t, "a", "b", "final_answer")
	for _, kind := range fake.HostileKinds {
		if kind == fake.Deaf {
			continue // a Guard does not abandon its model
		}
		t.Run(string(kind), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				for seed := range int64(20) {
					ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
					m := fake.Hostile(kind, seed)
					r, err := model.Collect(model.Guard(m).Generate(ctx, asking("x", g)))
					assert.Equal(t, want[kind], kindOf(err), "seed %d: %v", seed, err)
					if err == nil {
						assert.NoError(t, g.Check(ctx, []byte(r.Text)))
					}
					cancel()
				}
			})
		})
	}
}

func TestAGuardedHostileModelKeepsTheContract(t *testing.T) {
	for _, kind := range fake.HostileKinds {
		if kind == fake.Deaf {
			continue
		}
		t.Run(string(kind), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				assert.NoError(t, modeltest.Check(t, func() model.Model { return model.Guard(fake.Hostile(kind, 1)) }))
			})
		})
	}
}

func TestOnlyFourHostileKindsBreakTheContract(t *testing.T) {
	var broken []fake.HostileKind
	for _, kind := range fake.HostileKinds {
		synctest.Test(t, func(t *testing.T) {
			var made []*fake.Adversary
			err := modeltest.Check(t, func() model.Model {
				m := fake.Hostile(kind, 1)
				made = append(made, m)
				return m
			})
			if err != nil {
				broken = append(broken, kind)
			}
			for _, m := range made {
				m.Release()
			}
		})
	}
	assert.Equal(t, []fake.HostileKind{fake.Deaf, fake.NoDone, fake.Panics, fake.Stubborn}, broken)
}

func TestTheSlowOneTakesASecondForEachByte(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		r, err := hear(t, fake.Hostile(fake.Slow, 1), asking("x", decision(t, "a")))
		require.NoError(t, err)
		assert.Equal(t, time.Duration(len(r.Text))*time.Second, time.Since(start))
	})
}

func TestADeafOneHearsRelease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		m := fake.Hostile(fake.Deaf, 1)
		start := time.Now()
		time.AfterFunc(time.Hour, m.Release)
		_, err := model.Collect(model.Guard(m).Generate(ctx, asking("x", decision(t, "a"))))
		assert.Equal(t, context.DeadlineExceeded, err)
		assert.Equal(t, time.Hour, time.Since(start), "not after a minute")
		m.Release() // twice does no harm
	})
}

// heard asks m once with each grammar and returns the tools and whole decisions it chose.
func heard(t *testing.T, m model.Model, grammars ...*grammar.Grammar) (tools, texts []string) {
	for i, g := range grammars {
		r, err := hear(t, model.Guard(m), asking(string(rune('a'+i)), g))
		require.NoError(t, err)
		tools = append(tools, gjson.Get(r.Text, "tool").Str)
		texts = append(texts, r.Text)
	}
	return tools, texts
}

func TestHostileDecisionsAreRepeatedWhileTheyAreValid(t *testing.T) {
	open, last, answer := decision(t, "a", "b", "final_answer"), decision(t, "c", "final_answer"), decision(t, "final_answer")
	for seed := range int64(20) {
		t.Run("the same", func(t *testing.T) {
			tools, texts := heard(t, fake.Hostile(fake.SameDecision, seed), open, open, open, last, last, answer, last)
			assert.Equal(t, []string{texts[0], texts[0], texts[0]}, texts[:3])
			assert.Equal(t, []string{"c", "c", "final_answer", "c"}, tools[3:])
			assert.Equal(t, texts[3], texts[6], "the forced answer is not kept")
		})
		t.Run("two by turns", func(t *testing.T) {
			tools, texts := heard(t, fake.Hostile(fake.TwoDecisions, seed), open, open, open, open, answer)
			assert.Equal(t, texts[:2], texts[2:4])
			assert.NotEqual(t, texts[0], texts[1])
			assert.Equal(t, "final_answer", tools[4])
		})
		t.Run("never an answer", func(t *testing.T) {
			tools, texts := heard(t, fake.Hostile(fake.NeverAnswers, seed), open, open, open, open, answer)
			assert.NotContains(t, tools[:4], "final_answer")
			assert.Equal(t, "final_answer", tools[4])
			assert.Len(t, slices.Compact(slices.Sorted(slices.Values(texts))), 5)
		})
	}
}

func TestTheLogicOfWrongDecisions(t *testing.T) {
	g := decision(t, "a")
	for kind, want := range map[fake.HostileKind]string{fake.UnknownTool: "/tool", fake.WrongArgs: "/tool_args/n"} {
		_, err := hear(t, model.Guard(fake.Hostile(kind, 3)), asking("x", g))
		v, ok := errors.AsType[*grammar.Violation](err)
		require.True(t, ok)
		assert.Equal(t, want, v.Pointer, "only that is wrong")
	}
}

func TestHostileRefusesAnUnknownKind(t *testing.T) {
	assert.PanicsWithValue(t, `fake: unknown hostile kind "polite"`, func() { fake.Hostile("polite", 1) })
	assert.Equal(t, "hostile:blob:4", fake.Hostile(fake.Blob, 4).Name())
}

func TestHostileModelsNeedNoGrammar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, kind := range fake.HostileKinds {
			if kind == fake.Deaf {
				continue
			}
			ctx, cancel := context.WithCancel(t.Context())
			if kind == fake.Silent {
				time.AfterFunc(time.Minute, cancel)
			}
			n := 0
			for range model.Guard(fake.Hostile(kind, 2)).Generate(ctx, saying("free text")) {
				n++
				if n == 100 {
					cancel()
				}
			}
			cancel()
			assert.Positive(t, n, kind)
			assert.LessOrEqual(t, n, 101, "%s ends with its context", kind)
		}
	})
}
