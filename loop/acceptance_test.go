package loop_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the generated page")

// A row of the table: a case, what it says, and the tests that hold it.
type acceptanceRow struct{ number, claim, status string }

// tests lists the tests of a row. A scenario stands as "scenario: claim".
func (r acceptanceRow) tests() (list []string) {
	if strings.HasPrefix(r.status, "not yet: ") {
		return nil
	}
	for entry := range strings.SplitSeq(r.status, "; ") {
		if strings.HasPrefix(entry, "scenario: ") {
			list = append(list, entry)
			continue
		}
		list = append(list, strings.Fields(entry)...)
	}
	return list
}

func acceptanceRows(t *testing.T) (rows []acceptanceRow) {
	t.Helper()
	text, err := os.ReadFile("testdata/acceptance.txt")
	require.NoError(t, err)
	for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, " | ")
		require.Len(t, parts, 3, line)
		rows = append(rows, acceptanceRow{parts[0], parts[1], parts[2]})
	}
	return rows
}

// TestAcceptanceTable holds the table of acceptance cases to the tests that are there, and the page made
// of it to the table.
func TestAcceptanceTable(t *testing.T) {
	var page strings.Builder
	page.WriteString(
		"# Acceptance cases\n\nGenerated from `loop/testdata/acceptance.txt` by `go test ./loop -run AcceptanceTable " +
			"-update`. Each case has a number,\nthe expected behavior, and the test that checks it; the test names the case. A " +
			"case without a test says why. What\nbreaks a case, so that its test must fail, stands in " +
			"`loop/testdata/mutations.txt`; `go run ./internal/mutate` tries it.\n\n| case | expected behavior | test | status " +
			"|\n| --- | --- | --- | --- |\n")
	numbers := map[string]bool{}
	for _, r := range acceptanceRows(t) {
		numbers[r.number] = true
		var names []string
		status := "done"
		for _, name := range r.tests() {
			if claim, ok := strings.CutPrefix(name, "scenario: "); ok {
				name = "TestScenarios`, " + claim
				names = append(names, "`"+name)
				continue
			}
			names = append(names, "`"+name+"`")
		}
		if names == nil {
			status = r.status
		}
		fmt.Fprintf(&page, "| %s | %s | %s | %s |\n", r.number, r.claim, strings.Join(names, ", "), status)
	}
	gone := []int{140, 141, 149} // with what they were about
	for n := 1; n <= 154; n++ {
		if slices.Contains(gone, n) {
			continue
		}
		assert.True(t, numbers[fmt.Sprint(n)], "case %d has a line", n)
	}
	const path = "../docs/evidence/acceptance.md"
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(page.String()), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), page.String())
}

// TestTableAndTestsNameEachOther: the table names the test, and the test names the case.
func TestTableAndTestsNameEachOther(t *testing.T) {
	named := casesOfTests(t)
	listed := map[string]map[string]bool{}
	for _, r := range acceptanceRows(t) {
		for _, name := range r.tests() {
			assert.True(t, named[name][r.number], "%s is there, and names case %s", name, r.number)
			if listed[name] == nil {
				listed[name] = map[string]bool{}
			}
			listed[name][r.number] = true
		}
	}
	for name, cases := range named {
		for number := range cases {
			assert.True(t, listed[name][number], "the table has %s in the row of case %s, which it names", name, number)
		}
	}
}

var (
	testFunc     = regexp.MustCompile(`(?m)^((?://.*\n)*)func (Test\w*)\(`)
	caseComment  = regexp.MustCompile(`(?m)^// Cases? ([0-9A-Z, -]+)\.$`)
	caseName     = regexp.MustCompile(`^TestCase(\d{3})`)
	scenarioCase = regexp.MustCompile(`(?m)^-- (.*) --\n(?:case (.*)\n)?`)
)

// casesOfTests returns the cases that each test of the module names: in its name, in the last line of the comment
// before it, or in the scenario.
func casesOfTests(t *testing.T) map[string]map[string]bool {
	t.Helper()
	named := map[string]map[string]bool{}
	add := func(test string, cases ...string) {
		for _, c := range cases {
			if named[test] == nil {
				named[test] = map[string]bool{}
			}
			named[test][c] = true
		}
	}
	require.NoError(t, filepath.WalkDir("..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, f := range testFunc.FindAllStringSubmatch(string(text), -1) {
			if n := caseName.FindStringSubmatch(f[2]); n != nil {
				add(f[2], strings.TrimLeft(n[1], "0"))
			}
			if c := caseComment.FindStringSubmatch(f[1]); c != nil {
				add(f[2], strings.Split(c[1], ", ")...)
			}
		}
		return err
	}))
	text, err := os.ReadFile("testdata/scenarios.txt")
	require.NoError(t, err)
	for _, s := range scenarioCase.FindAllStringSubmatch(string(text), -1) {
		if s[2] != "" {
			add("scenario: "+s[1], strings.Split(s[2], ", ")...)
		}
	}
	return named
}
