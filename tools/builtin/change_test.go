package builtin

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

func TestEditFile(t *testing.T) {
	for name, c := range map[string]struct{ before, find, with, after string }{
		"a line":                         {"a\nb\nc\n", "b", "x", "a\nx\nc\n"},
		"a run of lines":                 {"a\nb\nc\n", "a\nb", "x", "x\nc\n"},
		"deleted":                        {"a\nb\nc\n", "b", "", "a\nc\n"},
		"added at the end":               {"a\n", "", "b", "a\nb\n"},
		"added after a line without end": {"a", "", "b", "a\nb\n"},
		"added to an empty file":         {"", "", "b", "b\n"},
		"the last line without end":      {"a\nb", "b", "x\ny", "a\nx\ny"},
		"ends of the other kind":         {"a\r\nb\r\n", "b", "x\ny", "a\r\nx\r\ny\r\n"},
		"ends of both kinds":             {"a\nb\r\nc\n", "c", "x", "a\nb\r\nx\n"},
		"windows-1252":                   {"caf\xe9\nb\n", "b", "d\u00e9", "caf\xe9\nd\xe9\n"},
		"a byte order mark":              {"\ufeffa\nb\n", "a", "x", "\ufeffx\nb\n"},
		"wide characters":                {"\xff\xfea\x00\n\x00", "a", "b", "\xff\xfeb\x00\n\x00"},
	} {
		t.Run(name, func(t *testing.T) {
			r := in(t, map[string]string{"f.txt": c.before})
			args, err := json.Marshal(editArgs{"f.txt", c.find, c.with})
			require.NoError(t, err)
			gives[changeResult](r, "edit_file", string(args))
			r.holds("f.txt", c.after)
			undone, err := r.folder.Undo([]tools.Observation{r.done[0].Observation})
			require.NoError(t, err)
			assert.Equal(t, []string{"f.txt is as it was"}, undone)
			r.holds("f.txt", c.before)
		})
	}
}

func TestChangesThatAreRefused(t *testing.T) {
	r := in(t, map[string]string{"a.txt": "x\ny\nx\n", "b.txt": "b\n", "c.bin": "\x00", "old.txt": "caf\xe9\n", "locked.txt": "l\n"})
	require.NoError(t, os.Chmod(filepath.Join(r.dir, "locked.txt"), 0o444))
	r.refuses("edit_file", `{"file":"a.txt","find":"x","replace_with":"z"}`, "2 times")
	r.refuses("edit_file", `{"file":"a.txt","find":"gone","replace_with":"z"}`, "any more")
	r.refuses("edit_file", `{"file":"c.bin","find":"","replace_with":"z"}`, "no text file")
	r.refuses("edit_file", `{"file":"old.txt","find":"","replace_with":"→"}`, "lacks a character")
	r.refuses("edit_file", `{"file":"locked.txt","find":"","replace_with":"z"}`, "read-only")
	r.refuses("write_file", `{"file":"a.txt","text":"z"}`, "already")
	r.refuses("write_file", `{"file":"none/new.txt","text":"z"}`, "no file none/new.txt")
	r.refuses("rename_file", `{"file":"a.txt","new_name":"b.txt"}`, "already")
	r.refuses("delete_file", `{"file":"none.txt"}`, "no file")
	r.holds("a.txt", "x\ny\nx\n")
	r.holds("b.txt", "b\n")
	r.holds("old.txt", "caf\xe9\n")
}

// A new name has letters and digits of any script.
func TestNamesOfNewFiles(t *testing.T) {
	r := in(t, map[string]string{"заметки/a.txt": "1\n"})
	gives[listResult](r, "list_files", `{"pattern":"**"}`)
	schema, some := knownNewFiles("", r.done)
	require.True(t, some)
	g, err := grammar.Compile(t.Context(), schema.JSON(), grammar.Options{})
	require.NoError(t, err)
	assert.Contains(t, g.GBNF().Text, `[0-9A-Z_a-z\u00C0-`, "a server of llama.cpp's grammars holds it")
	for name, legal := range map[string]bool{"año.txt": true, "an\u0303o.txt": true, "заметки/план 2.md": true, "日本語.txt": true,
		"हिन्दी.txt": true, "١٢.txt": true, "𐐷𐐲.txt": true,
		".env": false, "../a.txt": false, "план/a.txt": false, "a\u202eb.txt": false, "a\u0000b": false, "a ": false} {
		args, err := json.Marshal(writeArgs{name, "x"})
		require.NoError(t, err)
		assert.Equal(t, legal, g.Check(t.Context(), args) == nil, name)
		if legal {
			gives[changeResult](r, "write_file", string(args))
			r.holds(name, "x\n")
		}
	}
}

func TestUndoGoesBackThroughARun(t *testing.T) {
	r := in(t, map[string]string{"a.txt": "1\n", "b.txt": "2\n"})
	gives[changeResult](r, "edit_file", `{"file":"a.txt","find":"","replace_with":"more"}`)
	gives[changeResult](r, "rename_file", `{"file":"a.txt","new_name":"c.txt"}`)
	gives[changeResult](r, "delete_file", `{"file":"b.txt"}`)
	gives[changeResult](r, "write_file", `{"file":"d.txt","text":"new"}`)
	r.holds("c.txt", "1\nmore\n")
	r.holds("d.txt", "new\n")
	var seen []tools.Observation
	for _, d := range r.done {
		text, err := json.Marshal(d.Observation) // as a log has it
		require.NoError(t, err)
		var o tools.Observation
		require.NoError(t, json.Unmarshal(text, &o))
		seen = append(seen, o)
	}
	undone, err := r.folder.Undo(seen)
	require.NoError(t, err)
	assert.Equal(t, []string{"d.txt is deleted", "b.txt is as it was", "c.txt is called a.txt again", "a.txt is as it was"}, undone)
	r.holds("a.txt", "1\n")
	r.holds("b.txt", "2\n")

	gives[changeResult](r, "edit_file", `{"file":"a.txt","find":"1","replace_with":"2"}`)
	require.NoError(t, os.WriteFile(filepath.Join(r.dir, "a.txt"), []byte("somebody's\n"), 0o644))
	_, err = r.folder.Undo([]tools.Observation{r.done[len(r.done)-1].Observation})
	assert.ErrorContains(t, err, "a.txt was changed since")
	r.holds("a.txt", "somebody's\n")
}

// Undo touches nothing that is not as the change left it, and no other folder, even one with the same files.
func TestUndoRefusesWhatTheChangeDidNotLeave(t *testing.T) {
	for _, c := range []struct{ tool, args, says string }{
		{"edit_file", `{"file":"a.txt","find":"1","replace_with":"2"}`, "a.txt was changed since"},
		{"write_file", `{"file":"new.txt","text":"2"}`, "new.txt was changed since"},
		{"rename_file", `{"file":"a.txt","new_name":"new.txt"}`, "new.txt was changed since"},
		{"delete_file", `{"file":"a.txt"}`, "there is a file a.txt already"},
	} {
		r, other := in(t, map[string]string{"a.txt": "1\n"}), in(t, map[string]string{"a.txt": "1\n"})
		gives[changeResult](r, c.tool, c.args)
		gives[changeResult](other, c.tool, c.args)
		done, same := []tools.Observation{r.done[0].Observation}, snapshot(t, other.dir)
		_, err := other.folder.Undo(done)
		assert.ErrorContains(t, err, "the change was made in the folder "+r.folder.Path(), c.tool)
		assert.Equal(t, same, snapshot(t, other.dir), c.tool)

		var change struct{ File string }
		require.NoError(t, json.Unmarshal(r.done[0].Observation.Output, &change))
		for _, text := range []string{"somebody's\n", "1\n"} { // of a deleted file the same text, too
			if text == "1\n" && c.tool != "delete_file" {
				continue
			}
			require.NoError(t, os.WriteFile(filepath.Join(r.dir, change.File), []byte(text), 0o600))
			before := snapshot(t, r.dir)
			_, err = r.folder.Undo(done)
			assert.ErrorContains(t, err, c.says, c.tool)
			assert.Equal(t, before, snapshot(t, r.dir), c.tool)
		}
		require.NoError(t, os.Remove(filepath.Join(r.dir, change.File)))
		if _, err = r.folder.Undo(done); c.tool != "delete_file" {
			assert.ErrorContains(t, err, "there is no file "+change.File, c.tool)
		}
	}
	r := in(t, map[string]string{"a.txt": "1\n"})
	gives[changeResult](r, "rename_file", `{"file":"a.txt","new_name":"new.txt"}`)
	require.NoError(t, os.WriteFile(filepath.Join(r.dir, "a.txt"), []byte("somebody's\n"), 0o600))
	_, err := r.folder.Undo([]tools.Observation{r.done[0].Observation})
	assert.ErrorContains(t, err, "there is a file a.txt already")
	r.holds("a.txt", "somebody's\n")
	require.NoError(t, os.Mkdir(filepath.Join(r.dir, "link"), 0o755))
	require.NoError(t, os.Symlink(r.dir, filepath.Join(r.dir, "link", "back")))
	again, err := OpenFolder(filepath.Join(r.dir, "link", "back"), FolderOptions{})
	require.NoError(t, err)
	defer again.Close()
	assert.Equal(t, r.folder.Path(), again.Path(), "the same folder by another name")
}

// TestAFailedWriteLeavesTheFile takes the permission to write to the folder.
func TestAFailedWriteLeavesTheFile(t *testing.T) {
	if os.Geteuid() == 0 {
		r := in(t, map[string]string{"a.txt": "1\n"})
		require.NoError(t, os.MkdirAll(filepath.Join(r.dir, beside("a.txt"), "x"), 0o755)) // nothing can be written there
		r.refuses("edit_file", `{"file":"a.txt","find":"","replace_with":"more"}`, "already")
		r.holds("a.txt", "1\n")
		return
	}
	r := in(t, map[string]string{"a.txt": "1\n"})
	require.NoError(t, os.Chmod(r.dir, 0o555))
	defer os.Chmod(r.dir, 0o755)
	r.refuses("edit_file", `{"file":"a.txt","find":"","replace_with":"more"}`, "do not allow this")
	r.holds("a.txt", "1\n")
}

// A file is renamed or deleted only for a task that asks for it, in whatever language.
func TestRenamingIsAskedFor(t *testing.T) {
	r := in(t, map[string]string{"todo.txt": "dentist\n"})
	gives[listResult](r, "list_files", `{"pattern":"**"}`)
	for task, want := range map[string]string{
		"Change the dentist to 11:15": "", "Rename todo.txt to done.txt": "rename_file", "Borra todo.txt": "delete_file",
		"Throw todo.txt away": "delete_file", "Lösche die alte Liste": "delete_file", "Move it to old/": "rename_file",
		"Verschieb die Liste": "rename_file", "Tidy up here": "rename_file delete_file",
		"Удали todo.txt": "rename_file delete_file",
	} {
		var open []string
		for _, tool := range []string{"rename_file", "delete_file"} {
			found, _ := r.registry.Lookup(tool)
			if _, ok := found.Options().Known(task, r.done); ok {
				open = append(open, tool)
			}
		}
		assert.Equal(t, want, strings.Join(open, " "), task)
	}
}

// TestWhatIsKnownCanBeDone makes random runs in which every call is drawn from what the grammar leaves: no edit misses
// its text, none touches another file than it names, and all of it can be undone.
func TestWhatIsKnownCanBeDone(t *testing.T) {
	runs := 200
	if testing.Short() {
		runs = 20
	}
	for seed := range runs {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		files := map[string]string{}
		for i := range 4 {
			var b strings.Builder
			for range rng.IntN(30) {
				fmt.Fprintf(&b, "%s\n", []string{"milk", "eggs", "", "a long line of words", "tea\tgreen", "x"}[rng.IntN(6)]+
					strings.Repeat("!", rng.IntN(9)))
			}
			files[fmt.Sprintf("d%d/f%d.txt", i%2, i)] = b.String()
		}
		r := in(t, files)
		gives[listResult](r, "list_files", `{"pattern":"**"}`)
		for step := 0; step < 12; step++ {
			tool := r.registry.All()[1+rng.IntN(len(r.registry.All())-1)]
			known := tool.Options().Known
			if known == nil {
				gives[searchResult](r, "search_text", `{"text":"milk"}`)
				continue
			}
			schema, some := known("rename or delete some", r.done)
			if !some {
				continue
			}
			both, some := grammar.Intersect(tool.Schema(), schema)
			require.True(t, some, "%s: what is known lies within the schema", tool.Name())
			g, err := grammar.Compile(t.Context(), both.JSON(), grammar.Options{})
			require.NoError(t, err)
			args := g.Sample(rng)
			before := snapshot(t, r.dir)
			o := r.call(tool.Name(), string(args))
			if !o.OK {
				assert.NotContains(t, o.Error.Message, "any more", "an edit missed its text: %s", args)
				assert.Equal(t, before, snapshot(t, r.dir), "a refused call changes nothing")
				continue
			}
			var in struct{ File, NewName string }
			require.NoError(t, json.Unmarshal(args, &in))
			var renamed struct {
				NewName string `json:"new_name"`
			}
			require.NoError(t, json.Unmarshal(args, &renamed))
			for name, text := range snapshot(t, r.dir) {
				if name != in.File && name != renamed.NewName {
					assert.Equal(t, before[name], text, "%s %s touched %s", tool.Name(), args, name)
				}
			}
		}
		var seen []tools.Observation
		for _, d := range r.done {
			seen = append(seen, d.Observation)
		}
		_, err := r.folder.Undo(seen)
		require.NoError(t, err)
		assert.Equal(t, files, snapshot(t, r.dir))
	}
}

func snapshot(t *testing.T, dir string) map[string]string {
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			name, _ := filepath.Rel(dir, path)
			files[filepath.ToSlash(name)] = string(data)
		}
		return err
	}))
	return files
}

func TestRunsOfKnownLines(t *testing.T) {
	room := 1000
	assert.Equal(t, []string{"b", "a\nb", "b\na", "a\nb\na"}, runsOf(map[int]string{1: "a", 2: "b", 3: "a", 9: " "}, &room))
	room = 3
	assert.Equal(t, []string{"b"}, runsOf(map[int]string{1: "a", 2: "b", 3: "a"}, &room))
}
