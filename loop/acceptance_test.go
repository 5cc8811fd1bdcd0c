package loop_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the generated page")

// TestAcceptanceTable holds the table of acceptance cases to the tests that are there, and the page made
// of it to the table.
func TestAcceptanceTable(t *testing.T) {
	text, err := os.ReadFile("testdata/acceptance.txt")
	require.NoError(t, err)
	there := testNames(t)
	var page strings.Builder
	page.WriteString("# Acceptance cases\n\nGenerated from `loop/testdata/acceptance.txt` by `go test ./loop -run AcceptanceTable -update`. Each case has a number,\nthe expected behavior, and the test that checks it. A case without a test says why.\n\n| case | expected behavior | test | status |\n| --- | --- | --- | --- |\n")
	numbers := map[string]bool{}
	for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, " | ")
		require.Len(t, parts, 3, line)
		numbers[parts[0]] = true
		tests, status := parts[2], "done"
		switch {
		case strings.HasPrefix(tests, "not yet: "):
			tests, status = "", tests
		case strings.HasPrefix(tests, "scenario: "):
			assert.True(t, there["-- "+strings.TrimPrefix(tests, "scenario: ")+" --"], "a scenario of that name: %s", line)
			tests = "`TestScenarios`, " + strings.TrimPrefix(tests, "scenario: ")
		default:
			var list []string
			for _, name := range strings.Fields(tests) {
				assert.True(t, there[name], "a test of that name: %s", line)
				list = append(list, "`"+name+"`")
			}
			tests = strings.Join(list, ", ")
		}
		fmt.Fprintf(&page, "| %s | %s | %s | %s |\n", parts[0], parts[1], tests, status)
	}
	for n := 1; n <= 139; n++ {
		assert.True(t, numbers[fmt.Sprint(n)], "case %d has a line", n)
	}
	const path = "../docs/acceptance.md"
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(page.String()), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), page.String())
}

// testNames returns the names of all test functions of the module, and the titles of scenarios.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	require.NoError(t, filepath.WalkDir("..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") && filepath.Base(path) != "scenarios.txt" {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range strings.SplitSeq(string(text), "\n") {
			if name, ok := strings.CutPrefix(line, "func Test"); ok {
				name, _, _ = strings.Cut(name, "(")
				names["Test"+name] = true
			}
			if strings.HasPrefix(line, "-- ") {
				names[line] = true
			}
		}
		return err
	}))
	return names
}
