package number

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.5e3,"\u00e9",null,true]}`, `[[[`, `{"a":1,"a":2}`, "\"\xff\"", `"\ud800\udc00"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		tree, _, err := jsontext.Read(text, 1<<16, nil)
		if err != nil {
			return
		}
		require.NotEmpty(t, Canonical(tree))
	})
}
