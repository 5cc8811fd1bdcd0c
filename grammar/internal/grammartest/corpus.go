// Package grammartest holds what the tests of several packages of the grammar share: samples of schemas
// and documents, vocabularies, and an independent validator. Only tests import it.
package grammartest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Shared returns the path of a folder that is shared between checkouts, or skips the test.
func Shared(t testing.TB, elem ...string) string {
	t.Helper()
	path := Beside(t, elem...)
	if path == "" {
		t.Skip("not compared, the shared folder is missing: " + strings.Join(elem, "/"))
	}
	return path
}

// Beside returns the path of a folder that is shared between checkouts, or "" where it is missing.
func Beside(t testing.TB, elem ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{root(t), "..", "shared"}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("shared folder missing: " + path)
		}
		return ""
	}
	return path
}

// root returns the root of the module.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		require.NotEqual(t, dir, filepath.Dir(dir), "no go.mod above")
		dir = filepath.Dir(dir)
	}
	return dir
}

// A Case is one schema of the sample of MaskBench, with documents that are valid or not.
type Case struct {
	Name   string
	Schema json.RawMessage
	Tests  []struct {
		Valid bool
		Data  json.RawMessage
	}
}

// MaskBench returns the sample of MaskBench, or skips the test.
func MaskBench(t testing.TB) []Case {
	f, err := os.Open(Shared(t, "maskbench", "maskbench_sample.jsonl.gz"))
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	s := bufio.NewScanner(z)
	s.Buffer(nil, 1<<24)
	var cases []Case
	for s.Scan() {
		var c Case
		require.NoError(t, json.Unmarshal(s.Bytes(), &c))
		cases = append(cases, c)
	}
	require.NoError(t, s.Err())
	return cases
}

// Respaced writes compact JSON with a blank after each comma and colon.
func Respaced(text []byte) []byte {
	var b bytes.Buffer
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		b.WriteByte(c)
		switch {
		case quoted && c == '\\':
			i++
			b.WriteByte(text[i])
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == ':'):
			b.WriteByte(' ')
		}
	}
	return b.Bytes()
}

// Samples returns the cases of MaskBench, where they lie beside the clone, and those in the grammar's
// testdata, which every clone has.
func Samples(t testing.TB) []Case {
	t.Helper()
	var cases []Case
	if Beside(t, "maskbench") != "" {
		cases = MaskBench(t)
	}
	for _, folder := range []string{"suite", "realistic"} {
		files, err := filepath.Glob(filepath.Join(root(t), "grammar", "testdata", folder, "*.json"))
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			var typed []Case
			require.NoError(t, json.Unmarshal(text, &typed))
			for i, c := range typed {
				c.Name = fmt.Sprintf("%s %d", filepath.Base(file), i+1)
				for k, x := range c.Tests {
					c.Tests[k].Data = Compacted(t, x.Data)
				}
				cases = append(cases, c)
			}
		}
	}
	return cases
}

// Thorough has slow tests try every case; else they try some.
var Thorough = flag.Bool("thorough", false, "try slow properties in every case")

// LeftOut reports whether a slow test leaves the case with this number out: two of three, unless it is to be thorough.
func LeftOut(i int) bool { return !*Thorough && i%3 != 0 }

// Enough returns how many checks a test must have made: in a clone alone, or with MaskBench beside it. One that leaves cases out
// makes a quarter of that.
func Enough(t testing.TB, alone, beyond int) int {
	t.Helper()
	if Beside(t, "maskbench") != "" {
		alone = beyond
	}
	if !*Thorough {
		return alone / 4
	}
	return alone
}

// Compacted returns text without white space.
func Compacted(t testing.TB, text []byte) []byte {
	var b bytes.Buffer
	require.NoError(t, json.Compact(&b, text))
	return b.Bytes()
}
