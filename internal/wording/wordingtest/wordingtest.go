// Package wordingtest checks that the sentences that models read stand in the phrases.md of their room.
package wordingtest

import (
	"bufio"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/internal/wording"
)

// listed is the file with the sentences of a room that stand in Go, since no model reads them: a line for each.
const listed = "testdata/not_for_models.txt"

// prose matches what is not a name, format or wire text: two words in a row.
var prose = regexp.MustCompile(`[A-Za-z]{2,}[,:;]? [a-z]{2,}`)

// Check checks the Go files in the folder of the running test, where the variable phrases holds the sentences: each
// sentence is said somewhere, with exactly what it speaks of, and renders; and a string of Go that reads like prose is
// listed in testdata/not_for_models.txt, if it is not plainly for programmers: an error that begins with the name of its
// package, or the text of a panic.
func Check(t *testing.T, phrases *wording.Phrases) {
	t.Helper()
	all := phrases.Fields()
	said, inGo := map[string]bool{}, map[string]bool{}
	names := map[ast.Expr]bool{} // of sentences, and of what they speak of
	list := readList(t)
	for _, file := range parseFiles(t) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec, *ast.Field: // paths, and tags of structs
				return false
			case *ast.CallExpr:
				if isPanic(n) {
					return false
				}
				name, keys, ok := saying(n)
				if !ok {
					return true
				}
				for i, arg := range n.Args {
					if i == 0 || i%2 == 1 {
						names[arg] = true
					}
				}
				said[name] = true
				want, known := all[name]
				if assert.True(t, known, "phrases.md has no sentence %q", name) {
					assert.ElementsMatch(t, want, keys, "what the sentence %q speaks of", name)
				}
			case *ast.BasicLit:
				if text, ok := sentence(n, file.Name.Name); ok && !names[n] {
					inGo[text] = true
				}
			}
			return true
		})
	}
	for name, fields := range all {
		assert.True(t, said[name], "nothing says the sentence %q", name)
		var pairs []any
		for _, f := range fields {
			pairs = append(pairs, f, "X")
		}
		text := phrases.Say(name, pairs...)
		assert.NotEmpty(t, text, name)
		assert.NotContains(t, text, "%!", name)
	}
	gone := slices.DeleteFunc(slices.Clone(list), func(text string) bool { return inGo[text] })
	assert.Empty(t, gone, "%s lists what stands nowhere", listed)
	unlisted := slices.DeleteFunc(slices.Sorted(maps.Keys(inGo)), func(text string) bool { return slices.Contains(list, text) })
	assert.Empty(t, strings.Join(unlisted, "\n"),
		"sentences stand in Go: put those that a model may read into phrases.md, the others into %s", listed)
}

// saying returns the name of the sentence that a call says, and what it is given.
func saying(call *ast.CallExpr) (name string, keys []string, ok bool) {
	method, is := call.Fun.(*ast.SelectorExpr)
	if !is || method.Sel.Name != "Say" && method.Sel.Name != "Error" || len(call.Args) == 0 {
		return "", nil, false
	}
	if x, is := method.X.(*ast.Ident); !is || x.Name != "phrases" {
		return "", nil, false
	}
	keys = []string{}
	for i, arg := range call.Args {
		lit, is := arg.(*ast.BasicLit)
		if i != 0 && i%2 == 0 || !is {
			continue
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			continue
		}
		if i == 0 {
			name = text
		} else {
			keys = append(keys, text)
		}
	}
	return name, keys, true
}

func isPanic(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.Ident)
	return ok && f.Name == "panic"
}

// sentence returns the text of a string that reads like prose, unless it says itself that it is for programmers.
func sentence(lit *ast.BasicLit, pkg string) (string, bool) {
	if lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	if err != nil || !prose.MatchString(text) || strings.HasPrefix(text, pkg+": ") {
		return "", false
	}
	return strings.TrimSpace(strings.ReplaceAll(text, "\n", " ")), true
}

func parseFiles(t *testing.T) (files []*ast.File) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		files = append(files, file)
	}
	return files
}

func readList(t *testing.T) (list []string) {
	t.Helper()
	file, err := os.Open(listed)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	require.NoError(t, err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "#") {
			list = append(list, line)
		}
	}
	require.NoError(t, lines.Err())
	assert.True(t, slices.IsSorted(list), "%s is sorted", listed)
	return list
}
