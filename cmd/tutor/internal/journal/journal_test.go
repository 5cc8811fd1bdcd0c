package journal

import (
	"bytes"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var monday = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

func open(t *testing.T, path string) *Journal {
	t.Helper()
	j, err := Open(t.Context(), path)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, j.Close()) })
	return j
}

func TestEntriesAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a folder?with #signs%20", "learner.db")
	j := open(t, path)
	list, err := j.Entries(t.Context())
	require.NoError(t, err)
	assert.Empty(t, list)
	wrong := Entry{At: monday, Source: Written, Rule: "INFL-OVERREG", Verb: "go", Tense: "past_simple", Person: "3sg", Sentence: "He goed.", Corrected: "He went."}
	right := Entry{At: monday.Add(day), Source: Reviewed, Verb: "go", Tense: "past_simple", Person: "3sg", Right: true}
	require.NoError(t, j.Add(t.Context(), wrong, right))

	again := open(t, path)
	list, err = again.Entries(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []Entry{wrong, right}, list)
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "what learners got wrong is theirs")
	folder, err := os.Stat(filepath.Dir(path))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), folder.Mode().Perm())
}

func TestLastWrong(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "learner.db"))
	form := Entry{At: monday, Source: Written, Verb: "go", Tense: "past_simple", Person: "3sg"}
	last := func() bool {
		wrong, err := j.LastWrong(t.Context(), "go", "past_simple", "3sg")
		require.NoError(t, err)
		return wrong
	}
	assert.False(t, last(), "nothing is known")
	require.NoError(t, j.Add(t.Context(), form))
	assert.True(t, last())
	other := form
	other.Person, other.Right = "1sg", true
	require.NoError(t, j.Add(t.Context(), other))
	assert.True(t, last(), "another person is another form")
	form.Right = true
	require.NoError(t, j.Add(t.Context(), form))
	assert.False(t, last())
}

func TestLastText(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "learner.db"))
	last := func(rule, verb string) string {
		wrong, right, ok, err := j.LastText(t.Context(), rule, verb)
		require.NoError(t, err)
		assert.Equal(t, ok, wrong != "" && right != "")
		return wrong
	}
	assert.Empty(t, last("A", ""))
	require.NoError(t, j.Add(t.Context(),
		Entry{At: monday, Source: Written, Rule: "A", Verb: "go", Sentence: "He goed.", Corrected: "He went."},
		Entry{At: monday, Source: Written, Rule: "A", Verb: "eat", Sentence: "He eated.", Corrected: "He ate."},
		Entry{At: monday, Source: Written, Rule: "A", Verb: "go"},
		Entry{At: monday, Source: Written, Rule: "B", Verb: "go", Right: true, Sentence: "He went.", Corrected: "He went."},
	))
	assert.Equal(t, "He eated.", last("A", ""))
	assert.Equal(t, "He goed.", last("A", "go"))
	assert.Empty(t, last("B", ""), "what was right is nothing to mend")
}

func TestCardsComeBackLater(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "learner.db"))
	due := func(now time.Time) []string {
		cards, err := j.Due(t.Context(), now, 10)
		require.NoError(t, err)
		keys := []string{}
		for _, c := range cards {
			keys = append(keys, c.Key)
		}
		return keys
	}
	require.NoError(t, j.Missed(t.Context(), "rule:a", "A", monday))
	require.NoError(t, j.Missed(t.Context(), "verb:go", "B", monday.Add(time.Hour)))
	assert.Equal(t, []string{"rule:a"}, due(monday))
	assert.Equal(t, []string{"rule:a", "verb:go"}, due(monday.Add(day)))

	now, last := monday, time.Duration(0)
	for range 4 {
		next, err := j.Rate(t.Context(), "rule:a", true, now)
		require.NoError(t, err)
		assert.Greater(t, next.Sub(now), last, "who knows it is asked at growing distances")
		now, last = next, next.Sub(now)
	}
	assert.Greater(t, last, 30*day)
	next, err := j.Rate(t.Context(), "rule:a", false, now)
	require.NoError(t, err)
	assert.Less(t, next.Sub(now), last, "who does not, sooner")
	assert.GreaterOrEqual(t, next.Sub(now), day, "but not on the same day")

	t.Run("a mistake brings a learned card back", func(t *testing.T) {
		learned, err := j.Rate(t.Context(), "rule:a", true, next)
		require.NoError(t, err)
		require.NoError(t, j.Missed(t.Context(), "rule:a", "A", next.Add(time.Hour)))
		cards, err := j.Cards(t.Context())
		require.NoError(t, err)
		for _, c := range cards {
			if c.Key == "rule:a" {
				assert.True(t, c.Due.Before(learned))
				assert.Positive(t, c.Lapses)
			}
		}
	})
	t.Run("a card that waits does not wait longer for it", func(t *testing.T) {
		require.NoError(t, j.Missed(t.Context(), "verb:go", "B", monday.Add(9*day)))
		assert.Contains(t, due(monday.Add(2*time.Hour)), "verb:go")
	})
	_, err = j.Rate(t.Context(), "none", true, monday)
	assert.ErrorContains(t, err, `there is no card "none"`)
	some, err := j.Due(t.Context(), monday.Add(1000*day), 1)
	require.NoError(t, err)
	assert.Len(t, some, 1)
}

func TestForget(t *testing.T) {
	path := filepath.Join(t.TempDir(), "learner.db")
	j := open(t, path)
	fill := func() {
		for i, rule := range []string{"A", "B", "A", ""} {
			require.NoError(t, j.Add(t.Context(), Entry{At: monday.Add(time.Duration(i) * day), Source: Written, Rule: rule, Sentence: "Something very private."}))
		}
		require.NoError(t, j.Missed(t.Context(), "a", "A", monday))
		require.NoError(t, j.Missed(t.Context(), "b", "B", monday))
	}
	fill()
	rows := []struct {
		claim          string
		what           What
		forgotten      int
		entries, cards int // that are left
	}{
		{"by date", What{Before: monday.Add(day)}, 1, 3, 2},
		{"by rule", What{Rule: "B"}, 1, 2, 1},
		{"by both", What{Rule: "A", Before: monday}, 0, 2, 1},
		{"all", What{}, 2, 0, 0},
		{"all of nothing", What{}, 0, 0, 0},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			n, err := j.Forget(t.Context(), row.what)
			require.NoError(t, err)
			assert.Equal(t, row.forgotten, n)
			entries, err := j.Entries(t.Context())
			require.NoError(t, err)
			assert.Len(t, entries, row.entries)
			cards, err := j.Cards(t.Context())
			require.NoError(t, err)
			assert.Len(t, cards, row.cards)
		})
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.False(t, bytes.Contains(data, []byte("private")), "what is forgotten is not in the file any more")
}

func TestFilesThatAreNoJournal(t *testing.T) {
	folder := t.TempDir()
	good := filepath.Join(folder, "good.db")
	j, err := Open(t.Context(), good)
	require.NoError(t, err)
	var many []Entry
	for i := range 200 {
		many = append(many, Entry{At: monday, Source: Written, Rule: "A", Verb: fmt.Sprint("verb", i)})
	}
	require.NoError(t, j.Add(t.Context(), many...))
	require.NoError(t, j.Close())
	whole, err := os.ReadFile(good)
	require.NoError(t, err)
	torn := bytes.Clone(whole)
	copy(torn[4096:8192], bytes.Repeat([]byte{0xff}, 4096))

	change := func(query string) []byte {
		path := filepath.Join(folder, "changed.db")
		require.NoError(t, os.WriteFile(path, whole, 0o600))
		db, err := sql.Open("sqlite", path)
		require.NoError(t, err)
		_, err = db.ExecContext(t.Context(), query)
		require.NoError(t, err)
		require.NoError(t, db.Close())
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		return data
	}
	rows := []struct {
		claim string
		data  []byte
		want  error
	}{
		{"a text", []byte("He goed to school, and this is a long text about it.\n"), ErrForeign},
		{"a database of something else", change("PRAGMA application_id = 7"), ErrForeign},
		{"one of a later version", change("PRAGMA user_version = 2"), ErrLater},
		{"a page that was overwritten", torn, ErrDamaged},
		{"half a file", whole[:len(whole)/2], ErrDamaged},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "learner.db")
			require.NoError(t, os.WriteFile(path, row.data, 0o600))
			_, err := Open(t.Context(), path)
			require.ErrorIs(t, err, row.want)
			assert.ErrorContains(t, err, path)
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.True(t, bytes.Equal(row.data, after), "the file is left as it is")
		})
	}
	t.Run("a card that is no card", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "learner.db")
		require.NoError(t, os.WriteFile(path, change("INSERT INTO cards VALUES ('k', 'A', 0, 'no')"), 0o600))
		j := open(t, path)
		_, err := j.Due(t.Context(), monday, 5)
		assert.ErrorIs(t, err, ErrDamaged)
		_, err = j.Rate(t.Context(), "k", true, monday)
		assert.ErrorIs(t, err, ErrDamaged)
	})
	t.Run("any bytes", func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		for range 30 {
			data := bytes.Clone(whole)
			for range 1 + r.IntN(40) {
				data[r.IntN(len(data))] = byte(r.Uint32())
			}
			path := filepath.Join(t.TempDir(), "learner.db")
			require.NoError(t, os.WriteFile(path, data, 0o600))
			if j, err := Open(t.Context(), path); err == nil {
				_, _ = j.Entries(t.Context()) // an error or not, never a panic
				require.NoError(t, j.Close())
			}
		}
	})
	_, err = Open(t.Context(), filepath.Join(good, "below", "a file"))
	assert.Error(t, err)
}

func TestSeveralWritersAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "learner.db")
	var all sync.WaitGroup
	for range 4 {
		j := open(t, path)
		all.Go(func() {
			for range 5 {
				assert.NoError(t, j.Add(t.Context(), Entry{At: monday, Source: Written}))
			}
		})
	}
	all.Wait()
	list, err := open(t, path).Entries(t.Context())
	require.NoError(t, err)
	assert.Len(t, list, 20)
}
