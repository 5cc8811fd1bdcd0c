package automaton

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// update rewrites the dumps in testdata/programs: say in the commit why each line changed.
var update = flag.Bool("update", false, "rewrite the dumps in testdata/programs")

// The dumps show what a schema comes to. A file holds the schema, a line of dashes and the dump.
func TestProgramsAreWhatTheirDumpsSay(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "programs", "*.txt"))
	require.NoError(t, err)
	require.Len(t, files, 10)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		source, want, _ := strings.Cut(string(text), "\n---\n")
		o := options{}
		if strings.HasPrefix(filepath.Base(file), "lenient") {
			o = options{Whitespace: jsontext.Foreign(), Order: anyOrder, Numbers: anyForm}
		}
		g, err := compile([]byte(source), o)
		require.NoError(t, err, file)
		got := g.program.String()
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(source+"\n---\n"+got), 0o644))
			continue
		}
		assert.Equal(t, want, got, file)
	}
}

func TestADumpDoesNotChangeAsWalksGoOn(t *testing.T) {
	g, err := compile([]byte(`{"anyOf":[{"type":"object"},{"type":"array"}]}`), options{})
	require.NoError(t, err)
	before := g.program.String()
	_, err = g.Matcher().Feed(t.Context(), []byte(`{"a":1,"b":[`))
	require.NoError(t, err)
	assert.Equal(t, before, g.program.String())
}
