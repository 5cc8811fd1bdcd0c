package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/eval"
)

// A score of two models on one suite, as eval --json prints them.
const scores = `{"model":"one","planner":"react","leash":"full","suite":"pairs","items":4,"fixed":{"hits":1,"of":2},` +
	`"harm":{"hits":0,"of":2},"final":{"hits":4,"of":4},"missed":["p2"],"misses":[{"id":"p2","input":"He goed home.",` +
	`"wanted":["He went home."],"got":"He goes home.  [AGR]","corrected":"He goes home.","trace":"tutor --trace"}],` +
	`"bars_missed":["fixed 50.0 %, the bar is 97 %"]}
{"model":"far","planner":"react","leash":"mixed","suite":"pairs","items":4,"fixed":{"hits":2,"of":2},"harm":{"hits":0,` +
	`"of":2},"final":{"hits":4,"of":4},"missed":[],"misses":[],"bars_missed":[]}
`

// measuredSite serves a folder with files.
func measuredSite(t *testing.T, files map[string]string) (*site, *Program) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	p := program(t, "", five)
	p.Results = folder
	return newSite(t, p), p
}

func TestFiguresOfAFile(t *testing.T) {
	s, _ := measuredSite(t, map[string]string{"a.jsonl": scores, "notes.txt": "no results"})
	_, _, text := s.do(http.MethodGet, "/evaluation", "")
	assert.Contains(t, text, "one · react · full")
	assert.Contains(t, text, "far · react · mixed")
	assert.Contains(t, text, "75.0 % (30.1–95.4)", "the share of what is right, with its interval")
	assert.Contains(t, text, `width="750.0"`)
	assert.Contains(t, text, `d="M300.6 12H954.4`, "the interval is drawn")
	assert.Contains(t, text, `href="/evaluation/misses?file=a.jsonl&amp;n=0"`)
	assert.Contains(t, text, "† fixed 50.0 %, the bar is 97 %")
	assert.NotContains(t, text, "notes.txt")
	_, _, text = s.do(http.MethodGet, "/evaluation?file=a.jsonl&measure=fixed", "")
	assert.Contains(t, text, "50.0 % (9.5–90.5)")
	_, _, text = s.do(http.MethodGet, "/evaluation?measure=unknown", "")
	assert.Contains(t, text, "75.0 %", "what was not counted is not drawn")
	_, _, text = s.do(http.MethodGet, "/", "")
	assert.Contains(t, text, `href="/evaluation"`)
	without := newSite(t, program(t, "", five))
	_, _, text = without.do(http.MethodGet, "/", "")
	assert.NotContains(t, text, `href="/evaluation"`)
	code, _, _ := without.do(http.MethodGet, "/evaluation", "")
	assert.Equal(t, http.StatusNotFound, code)
}

func TestTheNewestFileIsShownFirst(t *testing.T) {
	s, p := measuredSite(t, map[string]string{"old.jsonl": scores, "new.jsonl": strings.ReplaceAll(scores, "pairs", "others")})
	require.NoError(t, os.Chtimes(filepath.Join(p.Results, "old.jsonl"), time.Time{}, time.Now().Add(-time.Hour)))
	_, _, text := s.do(http.MethodGet, "/evaluation", "")
	assert.Contains(t, text, "<h2>others</h2>")
	_, _, text = s.do(http.MethodGet, "/evaluation?file=old.jsonl", "")
	assert.Contains(t, text, "<h2>pairs</h2>")
	require.NoError(t, os.WriteFile(filepath.Join(p.Results, "old.jsonl"), []byte(strings.ReplaceAll(scores, "pairs", "again")), 0o600))
	_, _, text = s.do(http.MethodGet, "/evaluation?file=old.jsonl", "")
	assert.Contains(t, text, "<h2>again</h2>", "a file that was written anew is read anew")
}

func TestFailuresAreClickedThrough(t *testing.T) {
	many := strings.Replace(scores, `"misses":[{`,
		`"misses":[`+strings.Repeat(`{"id":"x","input":"She go.","wanted":[],"got":"nothing was changed"},`, 149)+`{`, 1)
	s, _ := measuredSite(t, map[string]string{"a.jsonl": many})
	_, _, text := s.do(http.MethodGet, "/evaluation/misses?file=a.jsonl&n=0", "")
	assert.Equal(t, missesOnPage, strings.Count(text, "She go."))
	assert.Contains(t, text, "that nothing is changed")
	assert.Contains(t, text, `rel="next" href="/evaluation/misses?file=a.jsonl&amp;from=100&amp;n=0"`)
	_, _, text = s.do(http.MethodGet, "/evaluation/misses?file=a.jsonl&from=100&n=0", "")
	assert.Equal(t, 49, strings.Count(text, "She go."))
	assert.Contains(t, text, `href="/evaluation/miss?at=149&amp;file=a.jsonl&amp;n=0"`)
	_, _, text = s.do(http.MethodGet, "/evaluation/miss?at=149&file=a.jsonl&n=0", "")
	assert.Contains(t, text, "150 of 150")
	assert.Contains(t, text, "He <del>goed</del><ins>went</ins> home.", "what was wanted")
	assert.Contains(t, text, "He <del>goed</del><ins>goes</ins> home.", "what came")
	assert.Contains(t, text, "tutor --trace")
	assert.Contains(t, text, `<button name="task" value="He goed home." class="main">`, "a model that is here does it again")
	assert.NotContains(t, text, `rel="next"`)
	_, _, text = s.do(http.MethodGet, "/evaluation/miss?at=0&file=a.jsonl&n=0", "")
	assert.NotContains(t, text, "Do it now", "nothing says how it was run")
	for path, code := range map[string]int{
		"misses?file=a.jsonl&n=2": 404, "misses?file=a.jsonl&n=-1": 404, "misses?file=a.jsonl": 404, "misses?file=b.jsonl&n=0": 404,
		"miss?file=a.jsonl&n=0&at=150": 404, "miss?file=a.jsonl&n=0&at=x": 404, "miss?file=a.jsonl&n=1&at=0": 404,
	} {
		got, _, _ := s.do(http.MethodGet, "/evaluation/"+path, "")
		assert.Equal(t, code, got, path)
	}
}

func TestAFileOfAnEarlierVersion(t *testing.T) {
	s, _ := measuredSite(t,
		map[string]string{"a.jsonl": `{"model":"one","planner":"react","suite":"pairs","items":4,"fixed":{"hits":1,"of":2},"missed":["p2"]}`})
	_, _, text := s.do(http.MethodGet, "/evaluation", "")
	assert.Contains(t, text, "one · react</span>")
	_, _, text = s.do(http.MethodGet, "/evaluation/misses?file=a.jsonl&n=0", "")
	assert.Contains(t, text, ">p2</a>")
	assert.Contains(t, text, "An earlier version made this file")
}

func TestOnlyFilesOfTheFolderAreRead(t *testing.T) {
	s, p := measuredSite(t, map[string]string{"a.jsonl": scores, "broken.jsonl": "{}", "empty.jsonl": ""})
	outside := filepath.Join(t.TempDir(), "secret.jsonl")
	require.NoError(t, os.WriteFile(outside, []byte(scores), 0o600))
	require.NoError(t, os.Symlink(outside, filepath.Join(p.Results, "link.jsonl")))
	require.NoError(t, os.Mkdir(filepath.Join(p.Results, "folder.jsonl"), 0o700))
	for _, name := range []string{outside, "../" + filepath.Base(filepath.Dir(outside)) + "/secret.jsonl", "link.jsonl",
		"folder.jsonl", "nothing.jsonl", "broken.jsonl", "\x00"} {
		code, _, text := s.do(http.MethodGet, "/evaluation?"+url.Values{"file": {name}}.Encode(), "")
		assert.Equal(t, http.StatusUnprocessableEntity, code, name)
		assert.NotContains(t, text, "one · react", name)
	}
	_, _, text := s.do(http.MethodGet, "/evaluation?file=a.jsonl", "")
	assert.NotContains(t, text, "link.jsonl", "nor are others offered")
	large := filepath.Join(p.Results, "large.jsonl")
	require.NoError(t, os.WriteFile(large, nil, 0o600))
	require.NoError(t, os.Truncate(large, maxResultBytes+1))
	_, _, text = s.do(http.MethodGet, "/evaluation?file=large.jsonl", "")
	assert.Contains(t, text, "large.jsonl is too large to be shown")
	require.NoError(t, os.RemoveAll(p.Results))
	_, _, text = s.do(http.MethodGet, "/evaluation", "")
	assert.Contains(t, text, "cannot read "+p.Results)
}

func TestHostileResults(t *testing.T) {
	for _, evil := range hostile {
		quoted, err := json.Marshal(evil)
		require.NoError(t, err)
		inside := strings.Trim(string(quoted), `"`)
		text := scores
		for _, member := range []string{`"model":"`, `"planner":"`, `"leash":"`, `"suite":"`, `"id":"`, `"input":"`,
			`"wanted":["`, `"got":"`, `"corrected":"`, `"trace":"`, `"bars_missed":["`} {
			require.Contains(t, text, member)
			text = strings.ReplaceAll(text, member, member+inside)
		}
		name := "<script>alert(1)<" + "\u202eb.jsonl" // as a name of a file
		s, _ := measuredSite(t, map[string]string{name: text})
		file := url.QueryEscape(name)
		for _, path := range []string{"/evaluation", "/evaluation?file=" + file, "/evaluation/misses?n=0&file=" + file,
			"/evaluation/miss?n=0&at=0&file=" + file, "/evaluation?file=" + url.QueryEscape(evil)} {
			_, _, text := s.do(http.MethodGet, path, "")
			harmless(t, text, path)
			assert.NotContains(t, text, "ZgotmplZ", path)
		}
	}
}

func TestTooManyScores(t *testing.T) {
	line := strings.SplitAfter(scores, "\n")[1]
	s, _ := measuredSite(t, map[string]string{"a.jsonl": strings.Repeat(line, maxScores+7)})
	_, _, text := s.do(http.MethodGet, "/evaluation", "")
	assert.Equal(t, maxScores, strings.Count(text, `<svg class="strip"`))
	assert.Contains(t, text, "7 more are not drawn.")
}

func TestDifferences(t *testing.T) {
	shown := func(list []Piece) string {
		var b strings.Builder
		for _, p := range list {
			if p.Changed {
				b.WriteString("[" + p.Was + "|" + p.Text + "]")
			} else {
				b.WriteString(p.Text)
			}
		}
		return strings.TrimSpace(b.String())
	}
	rows := []struct{ claim, before, now, want string }{
		{"nothing", "He went.", "He went.", "He went."},
		{"one word", "He goed home.", "He went home.", "He [goed|went] home."},
		{"a word more", "He home.", "He went home.", "He [|went] home."},
		{"a word less", "He can to swim.", "He can swim.", "He can [to|] swim."},
		{"at both ends", "a b c", "x b y", "[a|x] b [c|y]"},
		{"all", "a b", "c", "[a b|c]"},
		{"from nothing", "", "a b", "[|a b]"},
		{"to nothing", "a", "", "[a|]"},
		{"a long text", strings.Repeat("a ", 5000) + "b", "b", "[" + strings.TrimSpace(strings.Repeat("a ", 5000)) + "|] b"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) { assert.Equal(t, row.want, shown(differences(row.before, row.now))) })
	}
}

func TestLinesOfTwoRuns(t *testing.T) {
	rows := []struct{ claim, a, b, want string }{
		{"the same", "a b", "a b", "a=a b=b"},
		{"one more", "a b", "a x b", "a=a /x b=b"},
		{"one less", "a x b", "a b", "a=a x/ b=b"},
		{"others at the same place", "a x y b", "a z b", "a=a x/z y/ b=b"},
		{"others at the end", "a", "b c", "a/b /c"},
		{"nothing", "", "a", "/a"},
		{"many", "x " + strings.Repeat("a ", 5000), "", "x/ " + strings.Repeat("a/ ", 5000)},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			var got []string
			for _, l := range besides(strings.Fields(row.a), strings.Fields(row.b)) {
				got = append(got, l.A+map[bool]string{true: "=", false: "/"}[l.Same]+l.B)
			}
			assert.Equal(t, strings.Fields(row.want), got)
		})
	}
}

func TestEachCountIsExplained(t *testing.T) {
	list, err := eval.ReadMeasured([]byte(scores))
	require.NoError(t, err)
	for _, c := range list[0].Shares {
		assert.Contains(t, explained, c.Name)
	}
	for name, about := range explained {
		assert.Contains(t, spanish, name)
		assert.Contains(t, spanish, about)
	}
	for _, want := range []eval.Miss{{}, {Task: true}, {AnyChange: true}} {
		assert.Contains(t, spanish, want.Want())
	}
}
