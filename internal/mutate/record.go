package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// A mutation is a place that is broken, and the test that must notice.
type mutation struct {
	line    int    // of its record
	number  string // of the case
	file    string // from the root of the module
	pkg     string // of the test, as ./loop
	test    string // a function, or "scenario: claim"
	changes []change
}

// A change replaces text that stands once in the file.
type change struct{ from, to string }

// id names the mutation in the environment.
func (m *mutation) id() string { return fmt.Sprint(m.line) }

// scenarioPrefix begins the name of a test that is a row of loop/testdata/scenarios.txt.
const scenarioPrefix = "scenario: "

// pattern is the -test.run of the mutation's test.
func (m *mutation) pattern() string {
	if claim, ok := strings.CutPrefix(m.test, scenarioPrefix); ok {
		return "^TestScenarios$/^" + regexp.QuoteMeta(strings.ReplaceAll(claim, " ", "_")) + "$"
	}
	return "^" + m.test + "$"
}

// readMutations reads records that are separated by empty lines:
//
//	case 2
//	test ./loop scenario: eight steps are eight, and the last one can only answer
//	file loop/budget.go
//	- n.Steps == b.Steps-1
//	+ n.Steps == b.Steps
//
// Several lines of the same sign stand for text of several lines. A record may have several pairs, and "+" alone
// removes the text. A line that begins with # is left out.
func readMutations(path string) ([]*mutation, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []*mutation
	var m *mutation
	sign := byte(0)
	for i, line := range strings.Split(string(text), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case strings.HasPrefix(line, "#"):
		case line == "":
			m = nil
		case word == "case":
			m = &mutation{line: i + 1, number: rest}
			list = append(list, m)
		case m == nil:
			return nil, fmt.Errorf("%s: line %d: a record begins with its case", path, i+1)
		case word == "test":
			m.pkg, m.test, _ = strings.Cut(rest, " ")
		case word == "file":
			m.file = rest
		case word == "-" || word == "+":
			if err := m.add(word[0], sign, rest); err != nil {
				return nil, fmt.Errorf("%s: line %d: %w", path, i+1, err)
			}
		default:
			return nil, fmt.Errorf("%s: line %d: %q, want case, test, file, - or +", path, i+1, word)
		}
		sign = 0
		if word == "-" || word == "+" {
			sign = word[0]
		}
	}
	for _, m := range list {
		if m.test == "" || m.file == "" || len(m.changes) == 0 {
			return nil, fmt.Errorf("%s: line %d: a record wants test, file and a change", path, m.line)
		}
	}
	return list, nil
}

// add takes one line of a change; before is the sign of the line before it, or 0.
func (m *mutation) add(sign, before byte, text string) error {
	last := len(m.changes) - 1
	switch {
	case sign == '-' && before == '-':
		m.changes[last].from += "\n" + text
	case sign == '-':
		m.changes = append(m.changes, change{from: text})
	case before == '-':
		m.changes[last].to = text
	case before == '+':
		m.changes[last].to += "\n" + text
	default:
		return fmt.Errorf("+ stands after -")
	}
	return nil
}

// cases are the rows of the acceptance table: the tests of each.
type cases struct {
	order []string
	tests map[string][]string
}

func readCases(path string) (cases, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return cases{}, err
	}
	c := cases{tests: map[string][]string{}}
	for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		parts := strings.Split(line, " | ")
		if strings.HasPrefix(line, "#") || len(parts) != 3 || strings.HasPrefix(parts[2], "not yet: ") {
			continue
		}
		c.order = append(c.order, parts[0])
		for entry := range strings.SplitSeq(parts[2], "; ") {
			if strings.HasPrefix(entry, scenarioPrefix) {
				c.tests[parts[0]] = append(c.tests[parts[0]], entry)
				continue
			}
			c.tests[parts[0]] = append(c.tests[parts[0]], strings.Fields(entry)...)
		}
	}
	return c, nil
}

// check complains about tests of cases without a mutation, and mutations whose test the table does not name.
func (c cases) check(all []*mutation) (complaints []string) {
	has := map[[2]string]bool{}
	for _, m := range all {
		has[[2]string{m.number, m.test}] = true
		if !slices.Contains(c.tests[m.number], m.test) {
			complaints = append(complaints, fmt.Sprintf("case %s: %s does not name the test %s of line %d of %s", m.number, casesFile,
				m.test, m.line, mutationsFile))
		}
	}
	for _, number := range c.order {
		for _, test := range c.tests[number] {
			if !has[[2]string{number, test}] {
				complaints = append(complaints, fmt.Sprintf("case %s: %s has no mutation", number, test))
			}
		}
	}
	return complaints
}
