package model

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFeedingAllocatesNothing(t *testing.T) {
	text := `{"thought":"a \"b\"","n":[1,2.5,null]}`
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		s := scanner{mustObject: true}
		if n, v := s.feed(text); n != len(text) || v != nil || !s.closed() {
			t.Error(n, v)
		}
	}))
}

func BenchmarkScan(b *testing.B) {
	text := `{"a":[` + strings.Repeat(`{"thought":"the form is \"went\"","n": 12},`, 1000) + `0]}`
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		s := scanner{mustObject: true}
		if n, v := s.feed(text); n != len(text) || v != nil {
			b.Fatal(n, v)
		}
	}
}
