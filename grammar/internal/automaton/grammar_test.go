package automaton

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/sample"
	"github.com/shortleash/shortleash/grammar/internal/schema"
	"github.com/shortleash/shortleash/grammar/internal/vocab"
)

// Short names, because tests call their schemas schema.
type (
	options = schema.Options
	limits  = schema.Limits
)

const (
	anyOrder = schema.AnyOrder
	anyForm  = schema.AnyForm
)

// A compiled schema is what package grammar makes of one: a program, and what samples are drawn from.
type compiled struct {
	schema  *schema.Compiled
	asked   *schema.Compiled
	program *Program
}

func compile(text []byte, o schema.Options) (*compiled, error) {
	c, err := schema.Compile(nil, text, o)
	if err != nil {
		return nil, err
	}
	p, err := New(nil, c)
	return &compiled{c, c.WithOwnLanguages(), p}, err
}

func (g *compiled) Matcher() *Matcher { return NewMatcher(g.program) }

func (g *compiled) SampleWith(r *rand.Rand, o sample.Options) []byte {
	document, _ := sample.Document(g.asked, r, o)
	return document
}

func byteVocabulary(t testing.TB) *vocab.Vocabulary {
	v, err := vocab.New(grammartest.ByteTokens())
	require.NoError(t, err)
	return v
}

func mergedVocabulary(t testing.TB, size, longest int) *vocab.Vocabulary {
	v, err := vocab.New(grammartest.MergedTokens(size, longest))
	require.NoError(t, err)
	return v
}

// spaced is the white space of a document written with ", " and ": ".
func spaced() jsontext.Whitespace {
	var blank jsontext.ByteSet
	blank.Add(' ')
	r := jsontext.Run{Max: 1, Bytes: blank}
	return jsontext.Whitespace{AfterColon: r, AfterComma: r}
}
