package main

import (
	"bytes"
	"go/format"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryRecordFits holds the recorded mutations to the code that they break, and to the table of cases, without
// building anything.
func TestEveryRecordFits(t *testing.T) {
	t.Chdir("../..")
	all, err := readMutations(mutationsFile)
	require.NoError(t, err)
	table, err := readCases(casesFile)
	require.NoError(t, err)
	assert.Empty(t, table.check(all))
	for _, m := range all {
		text, err := os.ReadFile(m.file)
		require.NoError(t, err)
		_, err = m.applied(string(text))
		assert.NoError(t, err, "line %d of %s", m.line, mutationsFile)
	}
}

const halved = `package p

const most = 4

func half(n int) int {
	return n / 2
}

func say() { println("x") }
`

func TestBrokenBodiesStandBehindASwitch(t *testing.T) {
	a := &mutation{line: 7, changes: []change{{"n / 2", "n / 3"}}}
	b := &mutation{line: 9, changes: []change{{`"x"`, `"y"`}, {"n / 2", "n / 4"}}}
	alone := &mutation{line: 11, changes: []change{{"most = 4", "most = 5"}}}
	stale := &mutation{line: 13, changes: []change{{"n / 5", "n"}}}
	text, pkg, together, err := switched("p.go", halved, []*mutation{a, b, alone, stale})
	require.NoError(t, err)
	assert.Equal(t, "p", pkg)
	assert.Equal(t, []*mutation{a, b}, together)
	got, err := format.Source([]byte(text))
	require.NoError(t, err)
	assert.Equal(t, `package p

const most = 4

func half(n int) int {
	if mutantIsOn("7") {
		return n / 3

	}
	if mutantIsOn("9") {
		return n / 4

	}

	return n / 2
}

func say() {
	if mutantIsOn("9") {
		println("y")
		return
	}
	println("x")
}
`, string(got))
	_, err = stale.applied(halved)
	assert.ErrorContains(t, err, "the text is not there: n / 5")
	_, err = (&mutation{changes: []change{{"n", "m"}}}).applied(halved)
	assert.ErrorContains(t, err, "several times")
}

// A module of its own, with a test that notices one of three mutations.
var module = map[string]string{
	"go.mod": "module example.org/p\n\ngo 1.26\n",
	"p.go":   halved,
	"p_test.go": `package p

import "testing"

func TestHalf(t *testing.T) {
	if half(8) != most {
		t.Error(half(8))
	}
}

func TestSay(t *testing.T) { say() }
`,
	casesFile: "1 | halves | TestHalf\n2 | says | TestSay\n3 | is four | TestHalf\n4 | is forgotten | TestSay\n",
	mutationsFile: `case 1
test . TestHalf
file p.go
- n / 2
+ n / 3

case 2
test . TestSay
file p.go
- "x"
+ "y"

case 3
test . TestHalf
file p.go
- most = 4
+ most = 5

case 3
test . TestHalf
file p.go
- most = 6
+ most = 7
`,
}

func TestSurvivorsStaleOnesAndForgottenCasesAreListed(t *testing.T) {
	folder := t.TempDir()
	for name, text := range module {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	t.Chdir(folder)
	var out bytes.Buffer
	failed, err := run(&out, "", 0, 1)
	require.NoError(t, err)
	assert.True(t, failed)
	assert.Equal(t, `survived case 2, p.go, line 7 of loop/testdata/mutations.txt: TestSay passes
stale    case 3, p.go, line 19 of loop/testdata/mutations.txt: the text is not there: most = 6
case 4: TestSay has no mutation
4 mutations: 2 killed, 1 survive, 1 stale, 0 broken
`, out.String())
	out.Reset()
	failed, err = run(&out, "1", 0, 1)
	require.NoError(t, err)
	assert.True(t, failed, "a case is still without")
	_, err = run(&out, "9", 0, 1)
	assert.ErrorContains(t, err, "no mutation of the cases")
	text, err := os.ReadFile("p.go")
	require.NoError(t, err)
	assert.Equal(t, halved, string(text), "the tree is as it was")
}

func TestASampleIsTheSameForTheSameSeed(t *testing.T) {
	var all []*mutation
	for i := range 30 {
		all = append(all, &mutation{line: i})
	}
	assert.Equal(t, choose(all, "", 5, 3), choose(all, "", 5, 3))
	assert.NotEqual(t, choose(all, "", 5, 3), choose(all, "", 5, 4))
	assert.Len(t, choose(all, "", 0, 3), 30)
}
