// Package tutorial_test holds docs/tutorial.md to the programs in this folder.
package tutorial_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/agent/agenttest"
)

// The page quotes the files of this folder. -update makes it do so again.
func TestThePageQuotesTheCode(t *testing.T) {
	for _, name := range []string{"first/main.go", "rules/main.go", "web/main.go", "web/main_test.go", "strategy/main.go"} {
		quoted(t, name, read(t, name))
	}
	readme := read(t, "../../README.md")
	before, rest, _ := strings.Cut(readme, "```go\n")
	block, after, _ := strings.Cut(rest, "```\n")
	if *update {
		require.NoError(t, os.WriteFile("../../README.md", []byte(before+"```go\n"+read(t, "first/main.go")+"```\n"+after), 0o644))
	} else {
		assert.Equal(t, read(t, "first/main.go"), block, "README.md; go test ./docs/tutorial -update rewrites it")
	}
	_, tests, _ := strings.Cut(read(t, "rules/main_test.go"), "// The rules let")
	script, rest, _ := strings.Cut(tests, "// Where no script")
	search, _, _ := strings.Cut(rest, "// A model that writes")
	quoted(t, "rules/main_test.go", "// The rules let"+script)
	quoted(t, "reachable", "// Where no script"+search)
}

// How small agents are, the page says, and these are the ceilings: lines, packages of this module, and their names.
func TestTheProgramsAreSmall(t *testing.T) {
	var table strings.Builder
	table.WriteString("| program | lines | packages of this module | names used from them |\n| --- | --: | --: | --: |\n")
	for _, row := range []struct {
		title                  string
		files                  []string
		lines, packages, names int
	}{
		{"the smallest agent, with a tool and a typed answer", []string{"first/main.go"}, 25, 3, 14},
		{"three tools, rules, progress on a page, cancellation, a budget", []string{"web/main.go"}, 70, 3, 14},
		{"its test without a model", []string{"web/main_test.go"}, 15, 3, 14},
		{"both", []string{"web/main.go", "web/main_test.go"}, 85, 3, 14},
	} {
		lines, names := 0, map[string]bool{}
		packages := map[string]bool{}
		for _, name := range row.files {
			text := read(t, name)
			lines += strings.Count(text, "\n")
			ours(t, name, text, packages, names)
		}
		assert.LessOrEqual(t, lines, row.lines, row.title)
		assert.LessOrEqual(t, len(packages), row.packages, row.title)
		assert.LessOrEqual(t, len(names), row.names, "%s: %v", row.title, slices.Sorted(maps.Keys(names)))
		fmt.Fprintf(&table, "| %s | %d | %d | %d |\n", row.title, lines, len(packages), len(names))
	}
	quoted(t, "size", table.String())
}

// ours adds the packages of this module that a file imports, and the names of them that it uses.
func ours(t *testing.T, name, text string, packages, names map[string]bool) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	require.NoError(t, err)
	local := map[string]bool{}
	for _, i := range file.Imports {
		if path := strings.Trim(i.Path.Value, `"`); strings.HasPrefix(path, "github.com/shortleash/") {
			packages[path] = true
			local[path[strings.LastIndex(path, "/")+1:]] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && local[id.Name] {
				names[id.Name+"."+s.Sel.Name] = true
			}
		}
		return true
	})
}

// The page shows an error, and it is the one that people read.
func TestThePageQuotesAMistake(t *testing.T) {
	type query struct {
		Size string `json:"size" jsonschema:"enum=small,medium,large"`
	}
	_, err := agent.New[query](agenttest.Script(), agent.Config{})
	require.Error(t, err)
	quoted(t, "mistake", err.Error())
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

var update = flag.Bool("update", false, "rewrite what docs/tutorial.md quotes")

// quoted compares a text with the block of docs/tutorial.md below the comment that names it. A table is not a block.
func quoted(t *testing.T, name, text string) {
	t.Helper()
	const path = "../tutorial.md"
	page := read(t, path)
	fence := "\n```"
	if strings.HasPrefix(text, "|") {
		fence = "\n\n"
	}
	before, rest, found := strings.Cut(page, "<!-- "+name+" -->\n")
	require.True(t, found, "a block for %s", name)
	language := ""
	if fence == "\n```" {
		language, rest, _ = strings.Cut(rest, "\n")
		language += "\n"
	}
	block, after, _ := strings.Cut(rest, fence)
	text = strings.TrimSpace(text)
	if *update {
		whole := before + "<!-- " + name + " -->\n" + language + text + fence + after
		require.NoError(t, os.WriteFile(path, []byte(whole), 0o644))
		return
	}
	assert.Equal(t, block, text, "go test ./docs/tutorial -update rewrites the page")
}
