package verb

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// These tests compare our tables with what others published about English verbs. The sources lie
// in a folder beside the repository and are read at run time only; each has known errors, so a
// disagreement is settled by a person with a line in testdata/exceptions.tsv.

// A witness says which forms a source accepts: base, then one of four kinds, then the forms.
type witness map[string]map[Form][]string

func (w witness) add(base string, f Form, words ...string) {
	if w[base] == nil {
		w[base] = map[Form][]string{}
	}
	w[base][f] = append(w[base][f], words...)
}

// shared returns the path of a file in the shared folder, and skips the test where there is none.
func shared(t *testing.T, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		up := filepath.Dir(dir)
		require.NotEqual(t, up, dir, "no go.mod above the test")
		dir = up
	}
	path := filepath.Join(dir, "..", "shared", name)
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("shared folder missing: %v", err)
		}
		t.Skipf("not compared with %s: %v", name, err)
	}
	return path
}

// lines calls use with each line of a gzip file of the shared folder.
func lines(t *testing.T, name string, use func(string)) {
	t.Helper()
	f, err := os.Open(shared(t, name))
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	scanner := bufio.NewScanner(z)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		use(scanner.Text())
	}
	require.NoError(t, scanner.Err())
}

// agid reads infl.txt: "travel V: traveled, travelled 1 | traveling, travelling 1 | travels". It
// keeps forms of a variant level below limit, without doubtful ones; other counts every word that is
// a form of a noun or an adjective, or an entry of its own.
func agid(t *testing.T, limit float64) (verbs witness, others map[string]bool) {
	t.Helper()
	verbs, others = witness{}, map[string]bool{}
	lines(t, "oracle/infl.txt.gz", func(line string) {
		head, rest, ok := strings.Cut(line, ": ")
		if !ok {
			return
		}
		base, pos, _ := strings.Cut(head, " ")
		if !strings.HasPrefix(pos, "V") {
			others[base] = true
			for _, field := range strings.Split(rest, " | ") {
				for _, form := range agidForms(field, limit) {
					others[form] = true
				}
			}
			return
		}
		fields := strings.Split(rest, " | ")
		kinds := []Form{Past, Gerund, ThirdPerson}
		if len(fields) == 4 {
			kinds = []Form{Past, Participle, Gerund, ThirdPerson}
		}
		if len(fields) != len(kinds) {
			return // be and wit
		}
		for i, field := range fields {
			forms := agidForms(field, limit)
			verbs.add(base, kinds[i], forms...)
			if kinds[i] == Past && len(fields) == 3 {
				verbs.add(base, Participle, forms...)
			}
		}
	})
	return verbs, others
}

// agidForms reads one field: "learned, learnt 0.1 {sense}".
func agidForms(field string, limit float64) []string {
	var out []string
	for item := range strings.SplitSeq(field, ",") {
		words := strings.Fields(item)
		if len(words) == 0 || strings.ContainsAny(words[0], "~<!?") {
			continue
		}
		level := 0.0
		if len(words) > 1 && words[1][0] >= '0' && words[1][0] <= '9' {
			level = agidLevel(words[1])
		}
		if level < limit {
			out = append(out, words[0])
		}
	}
	return out
}

// agidLevel reads "0.1", "1" or "2"; the file has no others that matter here.
func agidLevel(s string) float64 {
	level := float64(s[0] - '0')
	if len(s) > 2 {
		level += float64(s[2]-'0') / 10
	}
	return level
}

// lemminflect reads "go,verb,went,gone,going,goes"; "/" separates variants, and an empty or partial
// participle is completed by the past forms.
func lemminflect(t *testing.T) witness {
	t.Helper()
	w := witness{}
	lines(t, "oracle/infl_lu.csv.gz", func(line string) {
		r := strings.Split(line, ",")
		if len(r) < 6 || r[1] != "verb" {
			return
		}
		split := func(s string) []string {
			return slices.DeleteFunc(strings.Split(s, "/"), func(s string) bool { return s == "" })
		}
		w.add(r[0], Past, split(r[2])...)
		w.add(r[0], Participle, slices.Concat(split(r[2]), split(r[3]))...)
		w.add(r[0], Gerund, split(r[4])...)
		w.add(r[0], ThirdPerson, split(r[5])...)
	})
	return w
}

// commonVerbs returns the headwords of the CEFR-J verb list, modals and inflected forms left out.
func commonVerbs(t *testing.T) []string {
	t.Helper()
	f, err := os.Open(shared(t, "oracle/cefrj-vocabulary-profile-1.5-verbs.csv"))
	require.NoError(t, err)
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	var out []string
	for _, r := range records[1:] {
		whole := r[0] == "be" || r[0] == "do" || r[0] == "have"
		if r[1] != "verb" && !whole {
			continue
		}
		for base := range strings.SplitSeq(r[0], "/") {
			out = append(out, base)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// An exception is a reviewed disagreement: "base form" in testdata/exceptions.tsv.
type exceptions map[string]bool

func readExceptions(t *testing.T, path string) exceptions {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	out := exceptions{}
	for line := range strings.SplitSeq(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		r := strings.Split(line, "\t")
		require.Len(t, r, 4, path+": %s: want lemma, form, reason, reviewed", line)
		require.NotEmpty(t, r[2], path+": %s: no reason", line)
		out[r[0]+" "+r[1]] = false
	}
	return out
}

// allows reports whether the pair is excepted, and remembers that the line was needed.
func (e exceptions) allows(base, form string) bool {
	key := base + " " + form
	if _, ok := e[key]; !ok {
		return false
	}
	e[key] = true
	return true
}

func (e exceptions) idle() []string {
	var out []string
	for key, used := range e {
		if !used {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return out
}
