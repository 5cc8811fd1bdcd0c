package grammar_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
)

// branch draws an alternative as decisions have them, named by n.
func branch(r *rand.Rand, n int) grammar.Schema {
	return grammar.Object(
		grammar.Property{Name: "thought", Schema: grammar.String(0, 9)},
		grammar.Property{Name: "tool", Schema: grammar.Enum(fmt.Sprint("t", n))},
		grammar.Property{Name: "tool_args", Schema: closedShape(r, 2)})
}

func TestSomeAlternativesAreWhatTheyWouldBeAlone(t *testing.T) {
	quick := 0
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 3))
		all := make([]grammar.Schema, 2+r.IntN(4))
		for i := range all {
			all[i] = branch(r, i)
		}
		g := compiled(t, grammar.AnyOf(all...))
		for range 3 {
			places := r.Perm(len(all))[:1+r.IntN(len(all))]
			var some []grammar.Schema
			for _, p := range places {
				some = append(some, all[p])
			}
			want := compiled(t, grammar.AnyOf(some...))
			got, ok := g.Only(places...)
			if !ok {
				continue
			}
			quick++
			assert.Equal(t, string(want.Schema()), string(got.Schema()))
			for _, from := range []*grammar.Grammar{g, want, got} {
				for range 4 {
					same(t, want, got, from.Sample(r))
				}
			}
			assert.Equal(t, want.Matcher().MinimalCompletion(), got.Matcher().MinimalCompletion())
		}
	}
	assert.Greater(t, quick, 130, "hardly any has to be compiled again")
}

// same walks a document through two grammars, with their own matchers and those for foreign text.
func same(t *testing.T, want, got *grammar.Grammar, document []byte) {
	t.Helper()
	pairs := [][2]*grammar.Matcher{{want.Matcher(), got.Matcher()}, {want.LenientMatcher(), got.LenientMatcher()}}
	for _, pair := range pairs {
		for i := range document {
			require.Equal(t, pair[0].Next(), pair[1].Next(), "%s after %s", got.Schema(), document[:i])
			_, errWant := pair[0].Feed(document[i : i+1])
			_, errGot := pair[1].Feed(document[i : i+1])
			require.Equal(t, errWant, errGot)
			if errWant != nil {
				break
			}
		}
		require.Equal(t, pair[0].CanEnd(), pair[1].CanEnd())
	}
}

func TestOnlyDeclinesWhatIsNoChoiceOfObjects(t *testing.T) {
	object := grammar.Object(grammar.Property{Name: "a", Schema: grammar.Null()})
	described := grammar.AnyOf(object, grammar.Object())
	described.Description = "x"
	for _, s := range []grammar.Schema{object, grammar.AnyOf(object, grammar.Null()), described} {
		_, ok := compiled(t, s).Only(0)
		assert.False(t, ok, s.String())
	}
	_, ok := compiled(t, grammar.AnyOf(object, grammar.Object())).Only()
	assert.False(t, ok, "none of them is no grammar")
}

func BenchmarkOnly(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var all []grammar.Schema
	for i := range 9 {
		all = append(all, branch(r, i))
	}
	text := grammar.AnyOf(all...).JSON()
	b.Run("compiling eight of nine", func(b *testing.B) {
		eight := grammar.AnyOf(all[:8]...).JSON()
		for b.Loop() {
			g, err := grammar.Compile(eight, grammar.Options{})
			if err != nil {
				b.Fatal(err)
			}
			g.LenientMatcher().Release()
		}
	})
	b.Run("eight of nine that are compiled", func(b *testing.B) {
		g, err := grammar.Compile(text, grammar.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			some, ok := g.Only(0, 1, 2, 3, 4, 5, 6, 7)
			if !ok {
				b.Fatal("declined")
			}
			some.LenientMatcher().Release()
		}
	})
}
