package grammar

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNumbersCanAlwaysBeFinished walks at random, with as many bytes as numbers have by default.
func TestNumbersCanAlwaysBeFinished(t *testing.T) {
	schemas := []string{
		`{"type":"integer"}`, `{"type":"integer","minimum":1000,"maximum":1099}`, `{"type":"integer","multipleOf":7,"exclusiveMinimum":0}`,
		`{"type":"number","minimum":0.5,"maximum":1.25}`, `{"type":"number","exclusiveMaximum":-1e-20}`, `{"type":"number","multipleOf":0.3}`,
		`{"type":"number","minimum":1e15,"multipleOf":1e14}`, `{"enum":[1,-0.25,1e6,1.5e-9]}`, `{"type":"number","not":{"multipleOf":0.5}}`,
		`{"type":"integer","minimum":3,"maximum":3}`, `{"type":"number","not":{"enum":[0,1,2,10]},"maximum":20}`,
	}
	for i, schema := range schemas {
		for k, o := range []Options{{}, {Numbers: AnyForm}, {Whitespace: Foreign()}, judging} {
			for _, s := range []string{schema, `{"type":"array","items":` + schema + `}`} {
				g, err := Compile(t.Context(), []byte(s), o)
				require.NoError(t, err, s)
				r := rand.New(rand.NewPCG(uint64(i), uint64(k)))
				ramble(t, s, g, r, 40)
			}
		}
	}
}

// TestNumbersAsFarOutAsASchemaMaySay holds to what would take minutes if it were looked for one by one.
func TestNumbersAsFarOutAsASchemaMaySay(t *testing.T) {
	digits := strings.Repeat("7", 300)
	for schema, want := range map[string]error{
		`{"type":"integer","minimum":1e400}`:                          ErrEmpty, // no number is so long, and costs know no exponents
		`{"type":"number","exclusiveMinimum":0,"maximum":1e-300}`:     ErrEmpty,
		`{"type":"number","not":{"multipleOf":1e-300}}`:               ErrEmpty,
		`{"type":"number","multipleOf":1e400}`:                        nil,
		`{"type":"number","multipleOf":1e-400}`:                       nil,
		`{"type":"number","multipleOf":0.` + digits + `}`:             nil, // which leaves 0
		`{"type":"number","multipleOf":` + digits + `e-200}`:          nil,
		`{"type":"number","multipleOf":3e-300,"minimum":1e-20}`:       nil,
		`{"type":"integer","not":{"multipleOf":3},"minimum":-1e400}`:  nil,
		`{"type":"number","multipleOf":1e-300,"not":{"const":1e-20}}`: nil,
	} {
		for _, o := range []Options{{}, {Numbers: AnyForm}, judging} {
			g, err := Compile(t.Context(), []byte(schema), o)
			require.ErrorIs(t, err, want, schema)
			if err != nil {
				continue
			}
			r := rand.New(rand.NewPCG(1, 1))
			doc := g.SampleWith(r, SampleOptions{Hostile: true})
			require.NoError(t, g.Check(t.Context(), doc), "%s\n%s", schema, doc)
			ramble(t, schema, g, r, 12)
		}
	}
}
