package verb

import "testing"

func BenchmarkReadings(b *testing.B) {
	words := []string{"went", "stopping", "goed", "stoping", "school", "tables", "the"}
	for _, word := range words {
		b.Run(word, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Readings(word)
			}
		})
	}
}

func BenchmarkConjugate(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Conjugate("travel", PresentPerfect, ThirdSingular, British)
	}
}

// BenchmarkLoad measures what the first question of a process costs.
func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		load()
	}
}
