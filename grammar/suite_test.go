package grammar

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// judging is how documents are read when the standard's own reading is asked for.
var judging = Options{Whitespace: Foreign(), Order: AnyOrder, Numbers: AnyForm}

type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

func accepts(g *Grammar, text []byte) bool {
	m := g.Matcher()
	if _, err := m.Feed(context.Background(), text); err != nil {
		return false
	}
	return m.CanEnd()
}

// update rewrites the files under testdata that record results: a commit may only improve them.
var update = flag.Bool("update", false, "rewrite the ratchets in testdata")

// ratchet compares a record with the one committed.
func ratchet(t *testing.T, file, record string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(record), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), record)
}

// TestOfficialSuite agrees with every test of the official suite, or its schema is refused at compile time.
// There are two departures: format.json wants formats ignored that we enforce, and cross-draft.json a keyword
// that is newer than the schema's draft. The record names their tests.
func TestOfficialSuite(t *testing.T) {
	root := grammartest.Shared(t, "json-schema-test-suite", "tests", "draft2020-12")
	o := judging
	o.Resources = suiteRemotes(t)
	var record strings.Builder
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".json") {
			return err
		}
		file, err := filepath.Rel(root, path)
		require.NoError(t, err)
		suiteFile(t, &record, path, filepath.ToSlash(file), o)
		return nil
	})
	require.NoError(t, err)
	ratchet(t, "suite.txt", record.String())
}

// suiteRemotes returns the schemas that the suite's references expect at an address.
func suiteRemotes(t *testing.T) map[string]json.RawMessage {
	remotes := map[string]json.RawMessage{}
	root := grammartest.Shared(t, "json-schema-test-suite", "remotes")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		file, err := filepath.Rel(root, path)
		require.NoError(t, err)
		remotes["http://localhost:1234/"+filepath.ToSlash(file)] = text
		return nil
	})
	require.NoError(t, err)
	return remotes
}

func suiteFile(t *testing.T, record *strings.Builder, path, file string, o Options) {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var groups []suiteGroup
	require.NoError(t, json.Unmarshal(text, &groups))
	agree, departs, refused := 0, 0, 0
	var reasons []string
	for _, group := range groups {
		g, err := Compile(t.Context(), group.Schema, o)
		if err != nil && !errors.Is(err, ErrEmpty) {
			e, ok := errors.AsType[*CompileError](err)
			require.True(t, ok)
			refused += len(group.Tests)
			reasons = append(reasons, fmt.Sprintf("\t%d %s: %s\n", len(group.Tests), e.Keyword, group.Description))
			continue
		}
		for _, x := range group.Tests {
			got := err == nil && accepts(g, grammartest.Compacted(t, x.Data))
			switch {
			case got == x.Valid:
				agree++
			case !got && (file == "format.json" || file == "optional/cross-draft.json"):
				departs++
				reasons = append(reasons, fmt.Sprintf("\tdepart: %s: %s\n", group.Description, x.Description))
			default:
				assert.Fail(t, map[bool]string{true: "false accept", false: "false reject"}[got],
					"%s: %s: %s: %s", file, group.Description, x.Description, x.Data)
			}
		}
	}
	fmt.Fprintf(record, "%s: agree %d, depart %d, refused %d\n", file, agree, departs, refused)
	for _, reason := range reasons {
		record.WriteString(reason)
	}
}
