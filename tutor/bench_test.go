package tutor_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/rules"
)

// BenchmarkCorrect is what one sentence of the contract suite takes from text to report, with the
// built-in rules: the time of a sentence, in a batch on one core.
//
//	go test ./tutor -run '^$' -bench Correct -cpu 1
func BenchmarkCorrect(b *testing.B) {
	file, err := os.Open("../testdata/contract.jsonl")
	require.NoError(b, err)
	defer func() { _ = file.Close() }() // it was only read
	suite, err := eval.ReadSuite("contract", file)
	require.NoError(b, err)
	for _, gloss := range []tutor.Gloss{tutor.GlossOff, tutor.GlossAuto} {
		b.Run("gloss "+string(gloss), func(b *testing.B) {
			memory := &answer.Cache{}
			tutor, err := tutor.New(tutor.Options{
				Model: func() model.Model { return rules.Model{Gloss: gloss != tutor.GlossOff, Cache: memory} },
				Loop:  loop.Config{},
				Gloss: gloss,
			})
			require.NoError(b, err)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := tutor.Correct(context.Background(), suite.Items[i%len(suite.Items)].Input, nil, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "sentences/s")
		})
	}
}
