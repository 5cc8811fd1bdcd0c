package sentence

import "testing"

func BenchmarkAnalyze(b *testing.B) {
	list := rows(b)
	size := 0
	for _, r := range list {
		size += len(r.text)
	}
	b.SetBytes(int64(size / len(list)))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		Analyze(list[i%len(list)].text)
		i++
	}
}
