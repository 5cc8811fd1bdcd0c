//go:build ignore

// Command retired refuses words that the code has given up. Run it in the repository's root:
//
//	go run .ci/retired.go .ci/retired.txt
//
// Each line of the table is a place, a kind, a word and what to write instead. The place is a folder
// with all below it, or "*". The kind is "name" for a declared identifier or a part of one (tape in
// goTape, not in tapestry), "file" for the name of a Go file, and "prose" for comments and Markdown
// other than the changelog and decision records.
// Lines that begin with "#" are comments.
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A rule is one line of the table.
type rule struct {
	place, kind, word, instead string
	prose                      *regexp.Regexp // of kind prose
}

func main() {
	rules := read(os.Args[1])
	list, err := exec.Command("git", "ls-files", "*.go", "*.md").Output()
	if err != nil {
		log.Fatal(err)
	}
	found := 0
	for _, file := range strings.Fields(string(list)) {
		if _, err := os.Stat(file); err != nil { // removed, and not yet committed
			continue
		}
		var here []rule
		for _, r := range rules {
			if r.place == "*" || strings.HasPrefix(file, r.place+"/") {
				here = append(here, r)
			}
		}
		found += check(file, here)
	}
	if found > 0 {
		fmt.Fprintln(os.Stderr, "FAIL: retired words")
		os.Exit(1)
	}
}

func read(file string) []rule {
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	var rules []rule
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if len(fields) < 4 || !slices.Contains([]string{"name", "file", "prose"}, fields[1]) {
			log.Fatalf("%s: not a rule: %s", file, line)
		}
		r := rule{place: fields[0], kind: fields[1], word: fields[2], instead: strings.Join(fields[3:], " ")}
		if r.kind == "prose" {
			r.prose = regexp.MustCompile(`(?i)\b` + strings.ReplaceAll(regexp.QuoteMeta(r.word), "_", " ") + `\b`)
		}
		rules = append(rules, r)
	}
	return rules
}

// check prints what a file breaks, and returns how much that is.
func check(file string, rules []rule) (found int) {
	report := func(line int, r rule, what string) {
		fmt.Printf("%s:%d: %s: write %s\n", file, line, what, r.instead)
		found++
	}
	if file == "CHANGELOG.md" || strings.HasPrefix(file, "docs/decisions/") { // these tell of earlier words
		return 0
	}
	if path.Ext(file) == ".md" {
		text, err := os.ReadFile(file)
		if err != nil {
			log.Fatal(err)
		}
		prose(string(text), 1, rules, report)
		return found
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		log.Fatal(err)
	}
	base := strings.TrimSuffix(strings.TrimSuffix(path.Base(file), ".go"), "_test")
	for _, r := range rules {
		if r.kind == "file" && r.word == base {
			report(1, r, "file "+base)
		}
	}
	for _, id := range declared(tree) {
		for _, r := range rules {
			if r.kind == "name" && contains(id.Name, r.word) {
				report(set.Position(id.Pos()).Line, r, id.Name)
			}
		}
	}
	for _, group := range tree.Comments {
		for _, c := range group.List {
			prose(c.Text, set.Position(c.Pos()).Line, rules, report)
		}
	}
	return found
}

func prose(text string, first int, rules []rule, report func(int, rule, string)) {
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := first; lines.Scan(); n++ {
		for _, r := range rules {
			if r.kind == "prose" && r.prose.MatchString(lines.Text()) {
				report(n, r, strings.TrimSpace(lines.Text()))
			}
		}
	}
}

// declared returns the identifiers that a file declares: packages of imports, functions, types, values,
// fields, parameters and local variables.
func declared(tree *ast.File) []*ast.Ident {
	var list []*ast.Ident
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			list = append(list, n.Name)
		case *ast.TypeSpec:
			list = append(list, n.Name)
		case *ast.ValueSpec:
			list = append(list, n.Names...)
		case *ast.Field:
			list = append(list, n.Names...)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, e := range n.Lhs {
					if id, ok := e.(*ast.Ident); ok {
						list = append(list, id)
					}
				}
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
					list = append(list, id)
				}
			}
		}
		return true
	})
	return list
}

// contains reports whether the parts of a camel-case word stand in a name, one after the other.
func contains(name, word string) bool {
	parts, want := parts(name), parts(word)
	for i := 0; i+len(want) <= len(parts); i++ {
		if slices.Equal(parts[i:i+len(want)], want) {
			return true
		}
	}
	return false
}

// parts splits a camel-case name into its words, in lower case.
func parts(name string) []string {
	var list []string
	start := 0
	runes := []rune(name)
	for i := 1; i <= len(runes); i++ {
		if i == len(runes) || unicode.IsUpper(runes[i]) && !unicode.IsUpper(runes[i-1]) {
			list = append(list, strings.ToLower(string(runes[start:i])))
			start = i
		}
	}
	return list
}
