// Package contract holds the tests that keep testdata/contract.jsonl, the tutor's own suite, well
// formed: every item obeys the schema of testdata/contract.md, and together they cover what that
// page promises. They judge the suite alone and never run the tutor. They stand here because the go
// command does not look for packages in a folder called testdata.
package contract

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// An item is one line of the suite; testdata/contract.md describes its members.
type item struct {
	ID         string           `json:"id"`
	Input      string           `json:"input"`
	Corrected  *string          `json:"corrected"`
	InScope    bool             `json:"in_scope"`
	Rules      []sentence.Code  `json:"rules"`
	Reason     *sentence.Reason `json:"reason"`
	NotChecked []string         `json:"not_checked"`
	Gloss      *string          `json:"gloss"`
	Note       string           `json:"note"`
}

func (i item) wrong() bool { return i.Corrected != nil }
func (i item) clean() bool { return i.InScope && i.Corrected == nil }

// changes returns what the correction changes; none where there is no correction.
func (i item) changes() []change {
	if !i.wrong() {
		return nil
	}
	return changesOf(strings.Fields(i.Input), strings.Fields(*i.Corrected))
}

// members are the names of an item's members, in the order in which they stand in a line.
var members = []string{"id", "input", "corrected", "in_scope", "rules", "reason", "not_checked", "gloss", "note"}

// reasons are those that an item may expect. Undecided is none of them: it says that an answer lacks the
// evidence of a tool, and an item says what is true of a sentence.
var reasons = []sentence.Reason{
	sentence.NotASentence, sentence.NotEnglish, sentence.OtherStructure, sentence.OtherTense,
	sentence.Request, sentence.TooLong,
}

// readItems reads the suite strictly.
func readItems(t *testing.T) []item {
	t.Helper()
	file, err := os.Open(filepath.Join(root(t), "testdata", "contract.jsonl"))
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	var items []item
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		assert.Equal(t, members, keys(t, lines.Text()), "line %d", len(items)+1)
		var i item
		d := json.NewDecoder(strings.NewReader(lines.Text()))
		d.DisallowUnknownFields()
		require.NoError(t, d.Decode(&i), "line %d", len(items)+1)
		items = append(items, i)
	}
	require.NoError(t, lines.Err())
	return items
}

// keys returns the names of the members of a flat JSON object, in order.
func keys(t *testing.T, line string) []string {
	t.Helper()
	var names []string
	d := json.NewDecoder(strings.NewReader(line))
	depth, name := 0, true
	for {
		token, err := d.Token()
		if err != nil {
			return names
		}
		switch delim, _ := token.(json.Delim); {
		case delim == '{' || delim == '[':
			depth++
		case delim == '}' || delim == ']':
			depth--
			name = true
		case depth == 1 && name:
			names = append(names, fmt.Sprint(token))
			name = false
		case depth == 1:
			name = true
		}
	}
}

// root returns the folder of the module.
func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		dir = filepath.Dir(dir)
	}
	require.Fail(t, "no go.mod above the package")
	return ""
}

func TestItemsAreWellFormed(t *testing.T) {
	seen := map[string]string{}
	for n, i := range readItems(t) {
		assert.Equal(t, fmt.Sprintf("c%04d", n+1), i.ID, "ids count from c0001")
		assert.Empty(t, seen[strings.ToLower(i.Input)], "%s repeats an input", i.ID)
		seen[strings.ToLower(i.Input)] = i.ID
		assert.NotEmpty(t, i.Note, "%s says what it tests", i.ID)
		for _, text := range []string{i.Input, text(i.Corrected), text(i.Gloss)} {
			assert.Equal(t, strings.Join(strings.Fields(text), " "), text, "%s has single spaces only", i.ID)
		}
		assert.Equal(t, i.InScope, i.Reason == nil, "%s gives a reason exactly when it is out of scope", i.ID)
		if i.Reason != nil {
			assert.Contains(t, reasons, *i.Reason, i.ID)
		}
		assert.True(t, i.InScope || !i.wrong() && i.Gloss == nil && len(i.NotChecked) == 0,
			"%s: out of scope there is no correction, no gloss and no note", i.ID)
		assert.Equal(t, i.wrong(), len(i.Rules) > 0, "%s has rules exactly when it is corrected", i.ID)
		assert.True(t, ascending(i.Rules) && ascending(i.NotChecked), "%s: rules and notes are sorted sets", i.ID)
		assert.Subset(t, sentence.Codes, i.Rules, i.ID)
	}
}

func text[S ~string](s *S) S {
	if s == nil {
		return ""
	}
	return *s
}

func ascending[S ~string](list []S) bool {
	return slices.IsSorted(list) && len(slices.Compact(slices.Clone(list))) == len(list)
}

// A correction may touch the words of verbs only, and each rule needs a change of its own.
func TestCorrectionsChangeVerbsOnly(t *testing.T) {
	for _, i := range readItems(t) {
		if !i.wrong() {
			continue
		}
		all := i.changes()
		assert.GreaterOrEqual(t, len(all), len(i.Rules), "%s: a change for each rule", i.ID)
		for _, c := range all {
			for _, word := range slices.Concat(c.old, c.new) {
				assert.True(t, isVerbWord(word), "%s changes %q, which is no word of a verb", i.ID, word)
			}
		}
	}
}

// verbWords are what a verb group may gain or lose beside the forms of verbs: negations, to,
// modals, contracted and misspelled auxiliaries, pronouns contracted with them, and the "that" of "want that".
var verbWords = strings.Fields(`to no not of will you can't don't doesn't didn't isn't aren't wasn't weren't hasn't haven't
	shouldn't cant dint dont doesnt didnt isnt arent wasnt hasnt havent shouldnt youve you've he've he's they's they're
	she're she's there there's can cannot cans could may might must mustn't shall should would wouldn't that`)

func isVerbWord(word string) bool {
	word = strings.ToLower(strings.Trim(word, ".,?!"))
	return slices.Contains(verbWords, word) || len(verb.Readings(word)) > 0
}

// Each floor is a promise of testdata/contract.md.
func TestTheSuiteCoversWhatItPromises(t *testing.T) {
	items := readItems(t)
	floors := []struct {
		what  string
		floor int
		has   func(item) bool
	}{
		{"sentences", 700, func(item) bool { return true }},
		{"several errors", 40, func(i item) bool { return len(i.changes()) > 1 }},
		{"out of scope", 100, func(i item) bool { return !i.InScope }},
		{"no English", 20, func(i item) bool { return reason(i) == "not_english" }},
		{"no sentence", 20, func(i item) bool { return reason(i) == "not_a_sentence" }},
		{"a request", 20, func(i item) bool { return reason(i) == "request" }},
		{"other tenses", 30, func(i item) bool { return reason(i) == "other_tense" }},
		{"other structures", 15, func(i item) bool { return reason(i) == "other_structure" }},
		{"a certain gloss", 100, func(i item) bool { return text(i.Gloss) != "" }},
	}
	for _, f := range floors {
		assert.GreaterOrEqual(t, count(items, f.has), f.floor, f.what)
	}
	for _, code := range sentence.Codes {
		floor := 15
		if code.Level() == "A1" {
			floor = 25
		}
		has := count(items, func(i item) bool { return slices.Contains(i.Rules, code) })
		assert.GreaterOrEqual(t, has, floor, "items with %s", code)
	}
}

func count(items []item, has func(item) bool) int {
	n := 0
	for _, i := range items {
		if has(i) {
			n++
		}
	}
	return n
}

func reason(i item) sentence.Reason { return text(i.Reason) }

var cell = regexp.MustCompile(`^([123](?:sg|pl) [a-z_]+ (?:affirmative|negative|question)): `)

func TestEveryPersonTenseAndSentenceTypeHasAnError(t *testing.T) {
	have := map[string]bool{}
	for _, i := range readItems(t) {
		if m := cell.FindStringSubmatch(i.Note); m != nil && i.wrong() {
			have[m[1]] = true
		}
	}
	for _, person := range verb.Persons {
		for _, tense := range verb.Tenses {
			for _, kind := range []string{"affirmative", "negative", "question"} {
				assert.True(t, have[fmt.Sprintf("%s %s %s", person, tense, kind)], "%s %s %s", person, tense, kind)
			}
		}
	}
}

// A tutor that only ever adds -s, or only ever takes it away, must gain nothing.
func TestOmissionAndOveruseOfSWeighTheSame(t *testing.T) {
	omitted, overused := 0, 0
	for _, i := range readItems(t) {
		if !agrees(i) {
			continue
		}
		for _, c := range i.changes() {
			if len(c.old) != 1 || len(c.new) != 1 {
				continue
			}
			switch old, new := bare(c.old[0]), bare(c.new[0]); {
			case isAuxiliary(old):
			case new == thirdPerson(old):
				omitted++
			case old == thirdPerson(new):
				overused++
			}
		}
	}
	assert.Equal(t, omitted, overused, "as many -s left out as -s too much")
	assert.Greater(t, omitted, 50)
}

// agrees reports whether all rules of an item are about agreement: an -s too much after do, to or a
// modal is another matter.
func agrees(i item) bool {
	return !slices.ContainsFunc(i.Rules, func(c sentence.Code) bool { return !strings.HasPrefix(string(c), "SVA-") })
}

func bare(word string) string { return strings.ToLower(strings.Trim(word, ".,?!")) }

func isAuxiliary(word string) bool {
	return slices.Contains([]string{"do", "does", "have", "has", "don't", "doesn't"}, word)
}

func thirdPerson(base string) string {
	if !verb.IsKnown(base) {
		return ""
	}
	return verb.Finite(base, false, verb.ThirdSingular)[0]
}

// What is right must look like what is wrong, or a tutor could tell them apart by their words.
func TestCleanSentencesUseTheWordsOfErrors(t *testing.T) {
	items := readItems(t)
	risky := map[string]bool{}
	for _, i := range items {
		for _, c := range i.changes() {
			for _, word := range c.old {
				risky[bare(word)] = true
			}
		}
	}
	clean := count(items, item.clean)
	tempting := count(items, func(i item) bool {
		return i.clean() && slices.ContainsFunc(strings.Fields(i.Input), func(w string) bool { return risky[bare(w)] })
	})
	assert.GreaterOrEqual(t, 100*clean, 30*len(items), "30 %% of the suite is clean; %d of %d are", clean, len(items))
	assert.GreaterOrEqual(t, 2*tempting, clean, "half of the clean sentences use a word that is wrong elsewhere")
}

func TestNoSentenceIsFromAnotherSuite(t *testing.T) {
	folder := filepath.Join(root(t), "..", "shared", "eval")
	if _, err := os.Stat(folder); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("shared folder missing")
		}
		t.Skip("shared folder missing: no sentence was compared with the other suites")
	}
	own := map[string]string{}
	for _, i := range readItems(t) {
		own[strings.ToLower(i.Input)] = i.ID
	}
	compared := 0
	require.NoError(t, filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".jsonl" {
			return err
		}
		data, err := os.ReadFile(path)
		for line := range strings.Lines(string(data)) {
			var other struct{ Input string }
			require.NoError(t, json.Unmarshal([]byte(line), &other))
			assert.Empty(t, own[strings.ToLower(other.Input)], "%q is in %s", other.Input, filepath.Base(path))
			compared++
		}
		return err
	}))
	assert.NotZero(t, compared)
}
