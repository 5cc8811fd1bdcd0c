package grammar_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// A typedGroup is a schema with documents, in the format of the official JSON Schema suite. Ours lie in
// testdata/suite (a file for each group of keywords) and testdata/realistic (tools and APIs). They are in
// every clone, where the official suite and MaskBench are not.
type typedGroup struct {
	file        string
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"`
	Tests       []struct {
		Description string          `json:"description"`
		Data        json.RawMessage `json:"data"`
		Valid       bool            `json:"valid"`
	} `json:"tests"`
}

func typedGroups(t *testing.T, folder string) []typedGroup {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var all []typedGroup
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var groups []typedGroup
		require.NoError(t, json.Unmarshal(text, &groups), file)
		for i := range groups {
			groups[i].file = filepath.Base(file)
		}
		all = append(all, groups...)
	}
	return all
}

func (g typedGroup) String() string { return g.file + ": " + g.Description }

// asTheStandardReads is how documents are read when members may come in any order and a whole number
// may be spelled as a fraction.
var asTheStandardReads = grammar.Options{Whitespace: grammar.Foreign(), Order: grammar.AnyOrder, Numbers: grammar.AnyForm}

// matches reports whether g accepts text to its end.
func matches(g *grammar.Grammar, text []byte) bool {
	m := g.Matcher()
	_, err := m.Feed(context.Background(), text)
	return err == nil && m.CanEnd()
}

func compact(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, json.Compact(&b, text))
	return b.Bytes()
}

// TestTypedSuite: every schema compiles, and every document is judged as its row says, by the grammar and
// by a validator that others wrote.
func TestTypedSuite(t *testing.T) {
	schemas, documents := 0, 0
	for _, group := range append(typedGroups(t, "suite"), typedGroups(t, "realistic")...) {
		schemas++
		g, err := grammar.Compile(t.Context(), group.Schema, asTheStandardReads)
		none := errors.Is(err, grammar.ErrEmpty) // the schema accepts no document
		if !none {
			require.NoError(t, err, group)
		}
		validator := validatorOf(t, group.Schema)
		for _, x := range group.Tests {
			documents++
			assert.Equal(t, x.Valid, !none && matches(g, compact(t, x.Data)), "%v: %s: %s", group, x.Description, x.Data)
			assert.Equal(t, x.Valid, valid(validator, x.Data), "the validator, %v: %s: %s", group, x.Description, x.Data)
		}
	}
	assert.GreaterOrEqual(t, schemas, 185)
	assert.GreaterOrEqual(t, documents, 830)
}

// TestTypedSchemas generates as a program would: members in the order of the schema, compact and with a
// blank after each colon and comma.
func TestTypedSchemas(t *testing.T) {
	blank := grammar.Run{Max: 1}
	blank.Bytes.Add(' ')
	spaced := grammar.Options{Numbers: grammar.AnyForm, Whitespace: grammar.Whitespace{AfterColon: blank, AfterComma: blank}}
	for _, group := range typedGroups(t, "realistic") {
		g, err := grammar.Compile(t.Context(), group.Schema, spaced)
		require.NoError(t, err, group)
		for _, x := range group.Tests {
			// The files are written with these blanks.
			assert.Equal(t, x.Valid, matches(g, x.Data), "%v: %s: %s", group, x.Description, x.Data)
			assert.Equal(t, x.Valid, matches(g, compact(t, x.Data)), "%v: %s, compact", group, x.Description)
		}
	}
}

// Where the validator reads otherwise: formats in their finer points; \s, \W and "." of ECMA-262, which
// Go's regexp takes for other sets; and keywords of older drafts.
var readsOtherwise = regexp.MustCompile(`"format"|\\\\[sSW]|\^a\.c|draft-07`)

// TestTypedSamples draws documents from each grammar and changes them a little: the grammar and the
// validator agree on all.
func TestTypedSamples(t *testing.T) {
	anything, err := grammar.Compile(t.Context(), json.RawMessage(`{}`), asTheStandardReads)
	require.NoError(t, err)
	samples, mutants, accepted := 0, 0, 0
	for i, group := range append(typedGroups(t, "suite"), typedGroups(t, "realistic")...) {
		g, err := grammar.Compile(t.Context(), group.Schema, asTheStandardReads)
		if err != nil || readsOtherwise.Match(group.Schema) {
			continue
		}
		validator := validatorOf(t, group.Schema)
		r := rand.New(rand.NewPCG(uint64(i), 11))
		for k := range 4 {
			doc := g.SampleWith(r, grammar.SampleOptions{Hostile: k%2 == 1, Budget: 200})
			assert.True(t, matches(g, doc), "%v: %s", group, doc)
			assert.NoError(t, g.Check(t.Context(), doc), "%v: %s", group, doc)
			assert.True(t, valid(validator, doc), "the validator, %v: %s", group, doc)
			samples++
			for range 10 {
				mutant := grammartest.Mutate(r, doc)
				if !plainJSON(anything, mutant) {
					continue
				}
				want := valid(validator, mutant)
				assert.Equal(t, want, matches(g, mutant), "%v: %s", group, mutant)
				mutants++
				if want {
					accepted++
					doc = mutant
				}
			}
		}
	}
	t.Logf("%d samples, %d mutants, %d of them valid", samples, mutants, accepted)
	assert.Greater(t, samples, 500)
	assert.Greater(t, mutants, 1500)
}

var veryLongNumber = regexp.MustCompile(`[0-9]{100}|[eE][+-]?[0-9]{3}`)

// plainJSON reports whether all readers read text alike: each member once, no half of a surrogate pair,
// no number beyond what they hold.
func plainJSON(anything *grammar.Grammar, text []byte) bool {
	return json.Valid(text) && utf8.Valid(text) && !bytes.Contains(bytes.ToLower(text), []byte(`\ud`)) &&
		!veryLongNumber.Match(text) && matches(anything, text)
}

// validatorOf compiles a schema with the validator that others wrote.
func validatorOf(t *testing.T, schema []byte) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseRegexpEngine(func(pattern string) (jsonschema.Regexp, error) {
		return regexp.Compile(strings.ReplaceAll(pattern, `\/`, `/`))
	})
	require.NoError(t, c.AddResource("https://example.org/typed", document))
	compiled, err := c.Compile("https://example.org/typed")
	require.NoError(t, err, "%s", schema)
	return compiled
}

func valid(s *jsonschema.Schema, text []byte) bool {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	return err == nil && s.Validate(document) == nil
}
