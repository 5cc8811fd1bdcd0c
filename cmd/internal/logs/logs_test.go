package logs

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
)

func TestABatchHasOneLog(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	a, err := ForBatch("logs", "essays.jsonl")
	require.NoError(t, err)
	assert.Regexp(t, `^logs.essays-[0-9a-f]{8}\.ndjson$`, a)
	here, err := os.Getwd()
	require.NoError(t, err)
	b, err := ForBatch("logs", filepath.Join(here, "essays.jsonl"))
	require.NoError(t, err)
	assert.Equal(t, a, b, "however its output is named")
	other, err := ForBatch("logs", filepath.Join("sub", "essays.jsonl"))
	require.NoError(t, err)
	assert.NotEqual(t, a, other)
}

// started is the first line of a run.
func started(task, time string) string {
	return fmt.Sprintf(
		`{"seq":1,"time":%q,"kind":"run_started","run":{"version":2,"id":"r1","task":%q,"strategy":"react","models":{},`+
			`"config":{},"tools":[]}}`+"\n", time, task)
}

const (
	ended = `{"seq":2,"time":"2026-01-02T03:04:06Z","kind":"finished","result":{"outcome":"final"}}` + "\n"
	waits = `{"seq":2,"time":"2026-01-02T03:04:06Z","kind":"interrupted","interrupt":{"id":"i1","kind":"tool",` +
		`"call":{"id":"c1","tool":"t","args":{}}}}` + "\n"
)

func TestRunsAreFound(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one.ndjson"), filepath.Join(dir, "two.ndjson")
	first := started("same", "2026-01-02T03:04:05Z")
	require.NoError(t, os.WriteFile(one, []byte(first+ended+started("same", "2026-01-02T03:04:05.000000001Z")+waits), 0o600))
	require.NoError(t, os.WriteFile(two, []byte(started("other", "2026-01-02T03:04:05Z")+first+ended), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o600))
	files, err := Files(dir)
	require.NoError(t, err)
	assert.Equal(t, []string{one, two}, files)

	all, err := find(files, func(Run) bool { return true })
	require.NoError(t, err)
	require.Len(t, all, 4)
	var outcomes []loop.Outcome
	for _, r := range all {
		outcomes = append(outcomes, r.Outcome())
		assert.Regexp(t, `^[0-9a-f]{8}$`, r.ID)
		text, err := r.Text()
		require.NoError(t, err)
		events, _, err := loop.ReadLog(bytes.NewReader(text))
		require.NoError(t, err)
		assert.Equal(t, r.Events, events)
	}
	assert.Equal(t, []loop.Outcome{loop.Final, loop.Paused, Unfinished, loop.Final}, outcomes)
	assert.NotEqual(t, all[0].ID, all[1].ID, "the same task at another time")
	assert.Equal(t, all[0].ID, all[3].ID, "a copy")
	assert.Equal(t, []bool{false, true, false, true}, []bool{all[0].Last, all[1].Last, all[2].Last, all[3].Last})

	rows := []struct {
		claim, name string
		want        []string
	}{
		{"an ID", all[1].ID, []string{"one:2"}},
		{"its beginning", all[2].ID[:6], []string{"two:1"}},
		{"the ID of copies", all[0].ID, []string{"one:1", "two:2"}},
		{"a name tells copies apart", "two:2", []string{"two:2"}},
		{"a place in a file", two + ":1", []string{"two:1"}},
		{"a place behind its end", two + ":3", nil},
		{"a file", one, []string{"one:1", "one:2"}},
		{"nothing", "", nil},
		{"no run", "zebra", nil},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			found, err := Find(files, row.name)
			assert.NoError(t, err)
			var names []string
			for _, r := range found {
				names = append(names, r.Name())
			}
			assert.Equal(t, row.want, names)
		})
	}
	t.Run("damage in one log does not hide the others", func(t *testing.T) {
		require.NoError(t, os.WriteFile(one, []byte(first+ended+"ruined\n"), 0o600))
		found, err := Find(files, all[2].ID)
		assert.Len(t, found, 1)
		assert.ErrorContains(t, err, one+": loop: log: line 3: invalid character")
		found, err = Find([]string{filepath.Join(dir, "gone")}, "x")
		assert.Empty(t, found)
		assert.ErrorIs(t, err, os.ErrNotExist)
	})
	none, err := Files(filepath.Join(dir, "no such folder"))
	assert.NoError(t, err)
	assert.Empty(t, none)
}

// Case 55.
func TestAWriterGoesOnBehindTheLastWholeLine(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	rows := []struct{ claim, before, after string }{
		{"a new log", "", "new\n"},
		{"a whole one", ended, ended + "new\n"},
		{"a torn line", ended + ended[:20], ended + "new\n"},
		{"one byte of a line", ended + "{", ended + "new\n"},
		{"nothing but a torn line", ended[:20], "new\n"},
		{"a torn line longer than a page", ended + `{"seq":3,` + long, ended + "new\n"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "sub", "log")
			if row.before != "" {
				require.NoError(t, os.Mkdir(filepath.Dir(path), 0o700))
				require.NoError(t, os.WriteFile(path, []byte(row.before), 0o600))
			}
			w, err := OpenIn(path)
			require.NoError(t, err)
			_, err = w.Write([]byte("new\n"))
			require.NoError(t, err)
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, row.after, string(data))
			require.NoError(t, w.Clear())
			_, err = w.Write([]byte("newer\n"))
			require.NoError(t, err)
			require.NoError(t, w.Close())
			data, err = os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, "newer\n", string(data))
			info, err := os.Stat(path)
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
		})
	}
	t.Run("what is not a log is left alone", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "essay.txt")
		require.NoError(t, os.WriteFile(path, []byte("My essay\nends here"), 0o600))
		_, err := Open(path)
		assert.ErrorIs(t, err, ErrForeign)
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, "My essay\nends here", string(data))
	})
	t.Run("a device takes what it gets", func(t *testing.T) {
		w, err := Open(os.DevNull)
		require.NoError(t, err)
		assert.NoError(t, w.Close())
	})
}
