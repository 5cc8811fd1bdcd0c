package regex

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func BenchmarkStepWarm(b *testing.B) {
	rows := []struct{ name, pattern, text string }{
		{"ascii", `^[a-z][a-z0-9_-]*$`, strings.Repeat("abc_def-0123", 40)},
		{"wide", `^\p{L}*$`, strings.Repeat("éàüπж字", 80)},
	}
	for _, row := range rows {
		b.Run(row.name, func(b *testing.B) {
			_, d := newDFA(b, row.pattern)
			text := []rune(row.text)
			for b.Loop() {
				state := d.Start()
				for _, r := range text {
					state, _ = d.Step(state, r)
				}
				if state == Dead {
					b.Fatal("dead")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(text)), "ns/rune")
		})
	}
}

func BenchmarkNewSpace(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		New()
	}
}

func BenchmarkPattern(b *testing.B) {
	for _, pattern := range []string{
		`^[a-z]{2}(-[A-Z]{2})?$`, `^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, `^\p{L}+$`, `^(?!.*foo)bar`,
	} {
		b.Run(pattern, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s := New()
				if _, err := s.Pattern(pattern); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A typical schema: ten enums, five patterns, two formats, each with its automaton.
func BenchmarkTypicalSchema(b *testing.B) {
	enum := []string{"conjugate", "final_answer", "lookup_verb", "analyse", "translate", "spell"}
	patterns := []string{`^[a-z]{2}(-[A-Z]{2})?$`, `^[a-zA-Z0-9_-]{1,64}$`, `^\d{4}-\d{2}$`, `^https?://`, `^\+?[0-9 ]+$`}
	b.ReportAllocs()
	for b.Loop() {
		s := New()
		var list []Expr
		for i := range 10 {
			list = append(list, s.Literals(enum[:2+i%5]))
		}
		for _, p := range patterns {
			e, err := s.Pattern(p)
			require.NoError(b, err)
			list = append(list, e)
		}
		for _, f := range []string{"date-time", "uri"} {
			e, err := s.Format(f)
			require.NoError(b, err)
			list = append(list, e)
		}
		list = append(list, s.Complement(s.Literals(enum)))
		for _, e := range list {
			if _, err := s.NewDFA(e, 0); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// The first walk through an automaton: what a compiled grammar pays when it is used once.
func BenchmarkFirstWalk(b *testing.B) {
	rows := []struct{ name, pattern, text string }{
		{"slug", `^[a-z][a-z0-9_-]*$`, "an-identifier_01"},
		{"uuid", `^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, "01234567-89ab-4def-8123-456789abcdef"},
		{"unanchored", `foo.*bar`, "a foo and a bar and some more"},
	}
	for _, row := range rows {
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, d := newDFA(b, row.pattern)
				if ok, err := d.Matches(row.text); !ok || err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLiterals(b *testing.B) {
	sorted := vocabulary(10_000)
	slices.Sort(sorted)
	shuffled := slices.Clone(sorted)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for name, list := range map[string][]string{"sorted": sorted, "shuffled": shuffled, "ten": sorted[:10], "one": sorted[:1]} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				New().Literals(list)
			}
		})
	}
	b.Run("walk", func(b *testing.B) {
		s := New()
		e := s.Literals(sorted)
		for b.Loop() {
			d, _ := s.NewDFA(e, 0)
			for i := range 10 {
				if ok, _ := d.Matches(sorted[i*997]); !ok {
					b.Fatal("lost a word")
				}
			}
		}
	})
}

func BenchmarkFormatFirstUse(b *testing.B) {
	for _, name := range []string{"date-time", "ipv6", "uri", "email"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s := New()
				if _, err := s.NewDFA(formats[name].build(s), 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
