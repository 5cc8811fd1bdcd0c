package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/filelock"
)

// update changes a journal.
func update(t *testing.T, j *Journal, change func(*Book)) {
	t.Helper()
	require.NoError(t, j.Update(t.Context(), func(b *Book) error {
		change(b)
		return nil
	}))
}

func read(t *testing.T, path string) *Book {
	t.Helper()
	b, err := At(path).Read()
	require.NoError(t, err)
	return b
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a folder?with #signs%20", "learner.jsonl")
	j := At(path)
	assert.Empty(t, read(t, path).Entries())
	assert.False(t, j.Exists(), "reading makes no file")
	wrong := Entry{At: monday, Source: Written, Rule: "INFL-OVERREG", Verb: "go", Tense: "past_simple", Person: "3sg", Sentence: "He <goed>\n\u2028.", Corrected: "He went."}
	right := Entry{At: monday.Add(day), Source: Reviewed, Verb: "go", Tense: "past_simple", Person: "3sg", Right: true}
	var cards []Card
	update(t, j, func(b *Book) {
		b.Add(wrong, right)
		b.Missed("rule:a", "A", monday)
		b.Missed("verb:go", "B", monday)
		b.Rate("verb:go", true, monday)
		cards = b.Cards()
	})
	b := read(t, path)
	assert.Equal(t, []Entry{wrong, right}, b.Entries())
	assert.Equal(t, cards, b.Cards())
	update(t, j, func(b *Book) { b.Rate("verb:go", true, monday.Add(9*day)) })
	assert.Equal(t, 2, read(t, path).Cards()[1].Reviews, "the scheduler goes on where it was")

	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "what learners got wrong is theirs")
	folder, err := os.Stat(filepath.Dir(path))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), folder.Mode().Perm())
}

func TestForget(t *testing.T) {
	path := filepath.Join(t.TempDir(), "learner.jsonl")
	j := At(path)
	update(t, j, func(b *Book) {
		for i, rule := range []string{"A", "B", "A", ""} {
			b.Add(Entry{At: monday.Add(time.Duration(i) * day), Source: Written, Rule: rule, Sentence: "Something very private."})
		}
		b.Missed("a", "A", monday)
		b.Missed("b", "B", monday)
	})
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
			update(t, j, func(b *Book) { assert.Equal(t, row.forgotten, b.Forget(row.what)) })
			b := read(t, path)
			assert.Len(t, b.Entries(), row.entries)
			assert.Len(t, b.Cards(), row.cards)
		})
	}
	assert.Equal(t, []string{"learner.jsonl", "learner.jsonl.lock"}, names(t, filepath.Dir(path)))
	for _, name := range names(t, filepath.Dir(path)) {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(path), name))
		require.NoError(t, err)
		assert.NotContains(t, string(data), "private", "what is forgotten is in no file any more")
	}
}

// names returns the names of the files in a folder.
func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

const good = `{"tutor_journal":1,"entries":2,"cards":1}
{"entry":{"at":"2026-03-02T09:00:00Z","source":"written","rule":"A","verb":"go","right":false}}
{"entry":{"at":"2026-03-03T09:00:00Z","source":"reviewed","verb":"go","right":true}}
{"card":{"key":"verb:go","rule":"A","fsrs":{"Due":"2026-03-05T09:00:00Z","Stability":3,"Difficulty":5,"ElapsedDays":0,"ScheduledDays":3,"Reps":1,"Lapses":0,"State":2,"LastReview":"2026-03-02T09:00:00Z"}}}
`

func TestFilesThatAreNoJournal(t *testing.T) {
	change := func(old, with string) string {
		require.Contains(t, good, old)
		return strings.Replace(good, old, with, 1)
	}
	rows := []struct {
		claim, data string
		want        error
		line        int    // 0: no *DamageError
		reason      string // a part of it
	}{
		{"a text", "He goed to school, and this is a long text about it.\n", ErrForeign, 0, ""},
		{"other JSON", `{"entries":[],"cards":[]}`, ErrForeign, 0, ""},
		{"a database of an earlier version", "SQLite format 3\x00\x10\x00", ErrForeign, 0, ""},
		{"version 0", change(`l":1`, `l":0`), ErrForeign, 0, ""},
		{"one of a later version, with members of its own", change(`l":1`, `l":2,"more":true`), ErrLater, 0, ""},
		{"an empty file", "", ErrDamaged, 1, "empty"},
		{"a member that is not known in the first line", change(`l":1`, `l":1,"more":true`), ErrDamaged, 1, "more"},
		{"a first line without its end", strings.TrimSuffix(change("\n", "")[:41], "\n"), ErrDamaged, 1, "ends in the middle"},
		{"half a last line", good[:len(good)-40], ErrDamaged, 4, "ends in the middle"},
		{"a last line without its newline", good[:len(good)-1], ErrDamaged, 4, "ends in the middle"},
		{"the last line is missing", good[:strings.LastIndex(good[:len(good)-1], "\n")+1], ErrDamaged, 1, "promises 2 entries and 1 cards, and 2 and 0 follow"},
		{"a line that is no JSON", change(`{"entry":{"at":"2026-03-03`, `"entry":{"at":"2026-03-03`), ErrDamaged, 3, "unmarshal"},
		{"a line of zeros", change(`{"entry":{"at":"2026-03-03`, strings.Repeat("\x00", 20)), ErrDamaged, 3, "invalid character"},
		{"bytes that are no text", change("reviewed", "re\xffiewed"), ErrDamaged, 3, "UTF-8"},
		{"a line with two objects", change("}}\n", "}} {}\n"), ErrDamaged, 2, "something follows"},
		{"a blank line", change("}}\n", "}}\n\n"), ErrDamaged, 3, "EOF"},
		{"a member that is not known", change(`"verb"`, `"verbs"`), ErrDamaged, 2, `unknown field "verbs"`},
		{"an object without members", change(`{"entry":{"at":"2026-03-03T09:00:00Z","source":"reviewed","verb":"go","right":true}}`, "{}"), ErrDamaged, 3, "neither an entry nor a card"},
		{"a source that is not known", change(`"source":"written"`, `"source":"heard"`), ErrDamaged, 2, "heard"},
		{"an entry without a time", change(`"at":"2026-03-02T09:00:00Z",`, ""), ErrDamaged, 2, "without a time"},
		{"a card without a key", change(`"verb:go"`, `""`), ErrDamaged, 4, "key"},
		{"a state that is not known", change(`"State":2`, `"State":9`), ErrDamaged, 4, "state"},
		{"a stability that is none", change(`"Stability":3`, `"Stability":-3`), ErrDamaged, 4, "state"},
		{"a card that was learned without stability", change(`"Stability":3`, `"Stability":0`), ErrDamaged, 4, "state"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "learner.jsonl")
			require.NoError(t, os.WriteFile(path, []byte(row.data), 0o600))
			_, err := At(path).Read()
			require.ErrorIs(t, err, row.want)
			assert.ErrorContains(t, err, path)
			damage, is := errors.AsType[*DamageError](err)
			if assert.Equal(t, row.line > 0, is) && is {
				assert.Equal(t, row.line, damage.Line)
				assert.Contains(t, damage.Reason, row.reason)
			}
			err = At(path).Update(t.Context(), func(*Book) error {
				t.Error("what cannot be read is not changed")
				return nil
			})
			assert.ErrorIs(t, err, row.want)
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, row.data, string(after), "the file is left as it is")
		})
	}
	t.Run("the key of two cards", func(t *testing.T) {
		lines := strings.SplitAfter(change(`"cards":1`, `"cards":2`), "\n")
		_, err := parse([]byte(strings.Join(lines, "") + lines[3]))
		assert.ErrorContains(t, err, "line 5: the key \"verb:go\" is empty or stands twice")
	})
	_, err := parse([]byte(good))
	assert.NoError(t, err, "the rows above change a file that is whole")
	folder := t.TempDir()
	_, err = At(folder).Read()
	assert.ErrorContains(t, err, "no regular file")
	assert.Error(t, At(filepath.Join(folder, "learner.jsonl\x00")).Update(t.Context(), func(*Book) error { return nil }))
}

// Whatever bytes change, there is an error or a book that can be written and read again.
func FuzzParse(f *testing.F) {
	f.Add([]byte(good))
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		data := []byte(good)
		for range 1 + r.IntN(4) {
			data[r.IntN(len(data))] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := parse(data)
		if err != nil {
			return
		}
		for _, c := range b.Cards() {
			b.Rate(c.Key, true, monday)
			b.Missed(c.Key, "A", monday.Add(day))
		}
		text, err := b.format()
		require.NoError(t, err)
		again, err := parse(text)
		require.NoError(t, err)
		assert.Equal(t, b.Cards(), again.Cards())
		assert.Equal(t, len(b.entries), len(again.entries))
	})
}

func TestAChangeThatFailsChangesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "learner.jsonl")
	j := At(path)
	update(t, j, func(b *Book) { b.Missed("a", "A", monday) })
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	info, err := os.Stat(path)
	require.NoError(t, err)
	failed := errors.New("it did not work")
	assert.ErrorIs(t, j.Update(t.Context(), func(b *Book) error {
		b.Forget(What{})
		return failed
	}), failed)
	update(t, j, func(*Book) {})
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(before, after))
	same, err := os.Stat(path)
	require.NoError(t, err)
	assert.True(t, os.SameFile(info, same), "what changes nothing writes nothing")
}

func TestTheRestOfACrashIsRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "learner.jsonl")
	require.NoError(t, os.WriteFile(path+".new", []byte("half of a fi"), 0o644))
	update(t, At(path), func(b *Book) { b.Missed("a", "A", monday) })
	assert.NoFileExists(t, path+".new")
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	assert.Len(t, read(t, path).Cards(), 1)
}

func TestALinkStaysOne(t *testing.T) {
	folder := t.TempDir()
	target, link := filepath.Join(folder, "elsewhere"), filepath.Join(folder, "learner.jsonl")
	require.NoError(t, os.WriteFile(target, []byte(good), 0o600))
	if err := os.Symlink(target, link); err != nil {
		t.Skip("no links here: ", err)
	}
	update(t, At(link), func(b *Book) { b.Forget(What{}) })
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
	assert.Empty(t, read(t, target).Entries())
}

func TestALockThatIsHeldIsNotWaitedForAfterTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "learner.jsonl")
	f, err := os.Create(path + ".lock")
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, filelock.Take(f))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = At(path).Update(ctx, func(*Book) error { return nil })
	assert.ErrorIs(t, err, context.Canceled)
	assert.NoFileExists(t, path)
}

// many returns a book of someone who answered so many reviews.
func many(reviews int) *Book {
	b := newBook()
	for i := range reviews {
		at := monday.Add(time.Duration(i) * time.Hour)
		key := fmt.Sprint("verb:", i%200)
		b.Add(Entry{At: at, Source: Reviewed, Rule: "INFL-OVERREG", Verb: key, Right: i%3 > 0})
		b.Missed(key, "INFL-OVERREG", at)
		b.Rate(key, i%3 > 0, at)
	}
	return b
}

func TestTenThousandReviews(t *testing.T) {
	text, err := many(10_000).format()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "learner.jsonl")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	update(t, At(path), func(b *Book) { b.Rate("verb:7", true, monday.Add(10_001*time.Hour)) })
	b := read(t, path)
	assert.Len(t, b.Entries(), 10_000)
	assert.Len(t, b.Cards(), 200)
	assert.Less(t, len(text), 2_000_000, "bytes")
}

// BenchmarkReview is one answer in a review: reading and writing the whole file.
func BenchmarkReview(b *testing.B) {
	text, err := many(10_000).format()
	require.NoError(b, err)
	path := filepath.Join(b.TempDir(), "learner.jsonl")
	require.NoError(b, os.WriteFile(path, text, 0o600))
	j := At(path)
	b.SetBytes(int64(len(text)))
	for i := 0; b.Loop(); i++ {
		require.NoError(b, j.Update(b.Context(), func(book *Book) error {
			book.Rate("verb:7", true, monday.Add(time.Duration(10_000+i)*time.Hour))
			return nil
		}))
	}
}
