package answer_test

import (
	"testing"

	"github.com/shortleash/shortleash/tutor/answer"
)

// What one step of a run costs: from the observations so far to the bytes of the schema.
func BenchmarkAnswers(b *testing.B) {
	rows := []struct {
		name, sentence string
		calls          []string
	}{
		{"typical", "Yesterday he goed to school.", []string{"l go", "c go 3sg past_simple", "s go 3sg past_simple"}},
		{"three groups", "He go home, she cook dinner and they eats it.",
			[]string{"c go 3sg present_simple", "c cook 3sg present_simple", "c eat 3pl present_simple", "c go 3sg past_simple"}},
	}
	r := registry(b)
	for _, row := range rows {
		b.Run(row.name, func(b *testing.B) {
			s := answer.New(row.sentence)
			observations := play(b, r, row.calls...)
			b.ReportAllocs()
			for b.Loop() {
				s.Answers(observations).Schema()
			}
		})
	}
	b.Run("a gloss for the first time", func(b *testing.B) {
		observations := play(b, r, rows[0].calls...)
		b.ReportAllocs()
		for b.Loop() {
			b.StopTimer()
			s := answer.New(rows[0].sentence)
			b.StartTimer()
			s.Answers(observations).Schema()
		}
	})
	b.Run("study", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			answer.New(rows[0].sentence).RemainingCalls(nil)
		}
	})
}
