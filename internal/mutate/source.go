package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// switchName is the function that a package with broken bodies gets.
const switchName = "mutantIsOn"

// switchFile declares it for a package.
func switchFile(pkg string) string {
	return "package " + pkg + "\n\nimport \"os\"\n\nvar mutant = os.Getenv(\"" + environment + "\")\n\nfunc " + switchName +
		"(id string) bool { return mutant == id }\n"
}

// environment names the mutation that is on.
const environment = "SHORTLEASH_MUTANT"

// place returns where the text of a change stands in a file, or why it is stale.
func place(text string, c change) (int, error) {
	switch strings.Count(text, c.from) {
	case 0:
		return 0, fmt.Errorf("the text is not there: %s", c.from)
	case 1:
		return strings.Index(text, c.from), nil
	}
	return 0, fmt.Errorf("the text stands there several times: %s", c.from)
}

// A body is the body of a function, as offsets in its file, its braces included.
type body struct {
	from, to int
	returns  bool // the function has results
}

// bodies lists the bodies of the functions of a Go file.
func bodies(path, text string) (pkg string, list []body, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, 0)
	if err != nil {
		return "", nil, err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			list = append(list, body{set.Position(f.Body.Lbrace).Offset, set.Position(f.Body.Rbrace).Offset + 1, f.Type.Results != nil})
		}
	}
	return file.Name.Name, list, nil
}

// within returns the index of the body that holds the text at from to to, or -1.
func within(list []body, from, to int) int {
	for i, b := range list {
		if b.from < from && to < b.to {
			return i
		}
	}
	return -1
}

// switched returns a file in which each function that a mutation breaks holds its broken bodies behind a switch.
// together are the mutations that this could be done for; the others stand outside of functions.
func switched(path, text string, mutations []*mutation) (_, pkg string, together []*mutation, err error) {
	pkg, list, err := bodies(path, text)
	if err != nil {
		return "", "", nil, err
	}
	added := make([]string, len(list))
	for _, m := range mutations {
		blocks, ok := m.blocks(text, list)
		if !ok {
			continue
		}
		together = append(together, m)
		for i, block := range blocks {
			added[i] += block
		}
	}
	var whole strings.Builder
	at := 0
	for i, b := range list {
		whole.WriteString(text[at : b.from+1])
		whole.WriteString(added[i])
		at = b.from + 1
	}
	whole.WriteString(text[at:])
	return whole.String(), pkg, together, nil
}

// blocks returns, by the index of the function, what stands at its beginning so that the mutation can be turned
// on. It reports whether all changes are within functions.
func (m *mutation) blocks(text string, list []body) (map[int]string, bool) {
	broken := map[int]string{}
	for _, c := range m.changes {
		at, err := place(text, c)
		if err != nil {
			return nil, false
		}
		i := within(list, at, at+len(c.from))
		if i < 0 {
			return nil, false
		}
		if broken[i] == "" {
			broken[i] = text[list[i].from:list[i].to]
		}
		broken[i] = strings.Replace(broken[i], c.from, c.to, 1)
	}
	for i, b := range broken {
		leave := "\n"
		if !list[i].returns {
			leave = "\nreturn\n"
		}
		broken[i] = "if " + switchName + "(\"" + m.id() + "\") " + strings.TrimSuffix(b, "}") + leave + "}\n"
	}
	return broken, true
}

// applied returns a file with all changes of a mutation.
func (m *mutation) applied(text string) (string, error) {
	for _, c := range m.changes {
		if _, err := place(text, c); err != nil {
			return "", err
		}
		text = strings.Replace(text, c.from, c.to, 1)
	}
	return text, nil
}
