package grammar_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
)

// next chooses the best token that the grammar allows, and goes on with it.
func next(m *grammar.Matcher, v *grammar.Vocabulary, logits []float32, mask []uint64) (int, error) {
	if err := m.Mask(v, mask); err != nil {
		return 0, err
	}
	best := -1
	for id, logit := range logits {
		if mask[id>>6]>>(id&63)&1 == 1 && (best < 0 || logit > logits[best]) {
			best = id
		}
	}
	return best, m.Commit(v, best)
}

// A sampler: the model would like to say that it is sure, and may say only one of two words.
func Example_sampler() {
	tokens, v, err := words(`Sure! `, `"`, `went"`, `go`, `es"`)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := grammar.Compile(context.Background(), []byte(`{"enum":["went","goes"]}`), grammar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	logits := []float32{9, 3, 2, 4, 1, 0} // of a model that says the same at each place
	for m, mask := g.Matcher(), make([]uint64, v.Words()); !m.Closed(); {
		token, err := next(m, v, logits, mask)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s", tokens[token])
	}
	// Output: "goes"
}

// The guide shows this sampler.
func TestTheGuideShowsTheSampler(t *testing.T) {
	guide, err := os.ReadFile("../docs/grammar.md")
	require.NoError(t, err)
	source, err := os.ReadFile("example_sampler_test.go")
	require.NoError(t, err)
	_, function, _ := strings.Cut(string(source), "// next chooses")
	function, _, _ = strings.Cut(function, "\n}\n")
	require.Contains(t, string(guide), "// next chooses"+function+"\n}\n")
}
