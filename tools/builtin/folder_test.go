package builtin

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tools"
)

// A run calls the tools of a folder, and remembers the calls.
type run struct {
	t        *testing.T
	dir      string
	folder   *Folder
	registry *tools.Registry
	done     []tools.Done
}

// in makes a folder with these files, and a run over it that may write.
func in(t *testing.T, files map[string]string) *run {
	dir := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	folder, err := OpenFolder(dir, FolderOptions{Write: true})
	require.NoError(t, err)
	t.Cleanup(func() { folder.Close() })
	registry, err := tools.NewRegistry(folder.Tools()...)
	require.NoError(t, err)
	return &run{t: t, dir: dir, folder: folder, registry: registry}
}

func (r *run) call(tool, args string) tools.Observation {
	r.t.Helper()
	c := tools.Call{ID: fmt.Sprintf("c%d", len(r.done)+1), Tool: tool, Args: json.RawMessage(args)}
	o := r.registry.Call(context.Background(), c)
	r.done = append(r.done, tools.Done{Call: c, Observation: o})
	return o
}

// gives makes a call that must succeed, and reads what it returned.
func gives[T any](r *run, tool, args string) (out T) {
	r.t.Helper()
	o := r.call(tool, args)
	require.True(r.t, o.OK, "%s %s: %v", tool, args, o.Error)
	require.NoError(r.t, json.Unmarshal(o.Output, &out))
	return out
}

func (r *run) refuses(tool, args, why string) {
	r.t.Helper()
	o := r.call(tool, args)
	require.False(r.t, o.OK, "%s", o.Output)
	assert.Contains(r.t, o.Error.Message, why)
}

func (r *run) holds(file, text string) {
	r.t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, file))
	require.NoError(r.t, err)
	assert.Equal(r.t, text, string(data))
}

func TestAFolderThatCannotBeOpened(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.txt")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	for dir, why := range map[string]string{file: "is a file", file + "x": "there is no folder"} {
		_, err := OpenFolder(dir, FolderOptions{})
		assert.ErrorContains(t, err, why)
	}
}

func TestListFiles(t *testing.T) {
	r := in(t, map[string]string{
		"a.txt": "1", "b.md": "2", "notes/c.txt": "3", "notes/old/d.txt": "4", ".hidden": "5", "out/e.txt": "6", "out/keep.txt": "7",
		".gitignore": "# made\nout/*\n!keep.txt\n*.log\n", "x.log": "8", "line\nbreak": "9",
	})
	require.NoError(t, os.Symlink("/etc", filepath.Join(r.dir, "etc")))
	require.NoError(t, os.Symlink("a.txt", filepath.Join(r.dir, "link.txt")))
	require.NoError(t, syscall.Mkfifo(filepath.Join(r.dir, "pipe"), 0o644))
	paths := func(pattern string) string {
		var names []string
		for _, f := range gives[listResult](r, "list_files", fmt.Sprintf(`{"pattern":%q}`, pattern)).Files {
			name, _, _ := strings.Cut(f, ", ")
			names = append(names, name)
		}
		return strings.Join(names, " ")
	}
	assert.Equal(t, "a.txt b.md notes/c.txt notes/old/d.txt out/keep.txt", paths("**"))
	assert.Equal(t, "a.txt", paths("*.txt"))
	assert.Equal(t, "notes/c.txt notes/old/d.txt", paths("notes/**"))
	assert.Equal(t, "no file matches; the pattern ** lists all 5", gives[listResult](r, "list_files", `{"pattern":"*.csv"}`).Note)
	r.refuses("list_files", `{"pattern":"[a"}`, "no pattern")
}

func TestALargeListingIsShownInPart(t *testing.T) {
	files := map[string]string{}
	for i := range 70 {
		files[fmt.Sprintf("d%d/%03d.txt", i%3, i)] = ""
	}
	r := in(t, files)
	listed := gives[listResult](r, "list_files", `{"pattern":"**"}`)
	assert.Len(t, listed.Files, shownFiles)
	assert.Equal(t, 70, listed.Count)
	assert.Equal(t, map[string]int{"d0": 24, "d1": 23, "d2": 23}, listed.Folders)
	assert.Len(t, look(r.done).order, 70, "the log keeps all names")
}

func TestSearchText(t *testing.T) {
	r := in(t, map[string]string{
		"a.txt": "The bolts are here.\nAnd more BOLTS.\n", "b.txt": "a thunderbolt\n", "c.txt": "nuts\n", "d.bin": "bolts\x00",
		"e.txt": "Caf\xe9 with bolts of steel\n",
	})
	found := gives[searchResult](r, "search_text", `{"text":"bolts"}`)
	assert.Equal(t, []fileHits{
		{"a.txt", []hit{{1, "The bolts are here."}, {2, "And more BOLTS."}}, 0, false},
		{"e.txt", []hit{{1, "Café with bolts of steel"}}, 0, false},
	}, found.Files)
	assert.Equal(t, 4, found.Searched)
	assert.Equal(t, "1 files are no text", found.Note)
	assert.Equal(t, 2, gives[searchResult](r, "search_text", `{"text":"/bolt(s of|s are)/"}`).Count)
	assert.Equal(t, "it stands inside longer words only; 1 files are no text",
		gives[searchResult](r, "search_text", `{"text":"thunder"}`).Note)
	assert.Equal(t, 2, gives[searchResult](r, "search_text", `{"text":"bolts of|bolts are"}`).Count, "a model forgets the slashes")
	most := gives[searchResult](r, "search_text", `{"text":"which bolt is of steels"}`)
	assert.Equal(t, []fileHits{{"e.txt", []hit{{1, "Café with bolts of steel"}}, 0, true}}, most.Files)
	assert.Contains(t, most.Note, "these lines have 2 of 3 of them, or similar ones")
	none := gives[searchResult](r, "search_text", `{"text":"zebra"}`)
	assert.Empty(t, none.Files)
	assert.Contains(t, none.Note, "no file has it")
	assert.Equal(t, []string{"a.txt: The bolts are here.", "b.txt: a thunderbolt", "c.txt: nuts", "d.bin",
		"e.txt: Café with bolts of steel"}, none.Begin)
	assert.Equal(t, "a.txt, 36 bytes", none.Largest, "and what a listing says, as models search for the word \"largest\"")
	named := in(t, map[string]string{"orders.txt": "12 hinges\n3 handles\n", "list.txt": "nothing to border\n"})
	assert.Equal(t, []fileHits{{"orders.txt", []hit{{1, "12 hinges"}, {2, "3 handles"}}, 0, true}},
		gives[searchResult](named, "search_text", `{"text":"order"}`).Named, "a file whose name has the word")
	assert.Empty(t, gives[searchResult](named, "search_text", `{"text":"orders"}`).Files, "says more than a line with a similar one")
	beside := in(t, map[string]string{"orders.txt": "12\n", "x.bin": "\x00"})
	both := gives[searchResult](beside, "search_text", `{"text":"my orders"}`)
	assert.Len(t, both.Named, 1)
	assert.Equal(t, "1 files are no text", both.Note)
	several := in(t, map[string]string{"hives.csv": "hive,site\nElm,Mill\n", "prices.csv": "item,eur\nHive tool,11.90\nSmoker,34.50\n"})
	prices := gives[searchResult](several, "search_text", `{"text":"smoker hive tool cost"}`)
	assert.Empty(t, prices.Named, "a name with one of the words says less than a line with two")
	assert.Equal(t, "prices.csv", prices.Files[0].File)
	r.refuses("search_text", `{"text":"/a(/"}`, "no regular expression")
}

// What a line means often stands around it: of the only file that has a text all lines are shown, if it is short.
func TestASearchShowsTheOnlyFileWhole(t *testing.T) {
	r := in(t, map[string]string{"soup.md": "Leek soup, for four\n600 g potatoes\n", "list.txt": "bread\n",
		"long.txt": strings.Repeat("bread\n", shownWhole) + "\nsalt\n"})
	assert.Equal(t, []fileHits{{"soup.md", []hit{{1, "Leek soup, for four"}, {2, "600 g potatoes"}}, 0, true}},
		gives[searchResult](r, "search_text", `{"text":"potatoes"}`).Files)
	assert.Equal(t, []fileHits{{"long.txt", []hit{{shownWhole + 2, "salt"}}, 0, false}},
		gives[searchResult](r, "search_text", `{"text":"salt"}`).Files)
	assert.Len(t, gives[searchResult](r, "search_text", `{"text":"bread"}`).Files, 2)
	args, _ := r.registry.All()[2].Options().Known("", r.done)
	assert.NotContains(t, string(args.JSON()), "soup.md", "it need not be read again")
	assert.Contains(t, string(args.JSON()), "long.txt")
}

// What a line means stands around it: the day above it, or the number below a name.
func TestASearchShowsParagraphs(t *testing.T) {
	r := in(t, map[string]string{
		"diary.txt":    "Mon 12 October\nThe boiler is cold.\n\n\nThu 15 October\nDesmond came, and fixed\nthe boiler.\n",
		"contacts.txt": "CONTACTS\n\nTom Harlow, farmer\n  phone 0880\n\nTim Harrow, caretaker\n  phone 0317\n \nAna\n  phone 0111",
		"log.csv":      "name,phone\n" + strings.Repeat("x,1\n", maxPassage) + "Tim,2\n",
	})
	files := func(text string) []fileHits {
		return gives[searchResult](r, "search_text", `{"text":"`+text+`"}`).Files
	}
	whole := func(h []fileHits) []fileHits { // one file only would be shown whole
		for i := range h {
			h[i].Whole = false
		}
		return h
	}
	assert.Equal(t, []fileHits{
		{"contacts.txt", []hit{{6, "Tim Harrow, caretaker"}, {7, "  phone 0317"}}, 0, false},
		{"log.csv", []hit{{maxPassage + 2, "Tim,2"}}, 0, false},
	}, files("tim"), "a line of a long paragraph stands alone")
	assert.Equal(t, 3, len(files("phone")[0].Lines)/2, "the paragraphs with it, up to the end of the file")
	assert.Equal(t, []hit{{5, "Thu 15 October"}, {6, "Desmond came, and fixed"}, {7, "the boiler."}},
		whole(files("fixed the boiler"))[0].Lines[4:], "also where a line breaks")
	d, _, err := r.folder.read("contacts.txt")
	require.NoError(t, err)
	attempts, err := attemptsFor("tim harrow phone number")
	require.NoError(t, err)
	found, best := hitsIn(d, attempts[1], 1)
	assert.Equal(t, 3, best)
	assert.Equal(t, []hit{{6, "Tim Harrow, caretaker"}, {7, "  phone 0317"}}, found.Lines, "the words of a paragraph count together")
	assert.Equal(t, 1, gives[searchResult](r, "search_text", `{"text":"/^desmond/"}`).Count, "a line begins inside of a paragraph")
}

func TestReadFile(t *testing.T) {
	var long strings.Builder
	for i := range 300 {
		fmt.Fprintf(&long, "line %d\r\n", i+1)
	}
	r := in(t, map[string]string{"long.txt": long.String(), "empty.txt": "", "x.bin": "\x00", "wide.txt": "\xff\xfeh\x00i\x00"})
	first := gives[readResult](r, "read_file", `{"file":"long.txt","from_line":1}`)
	assert.Equal(t, []any{readLines, "line 1", readLines + 1, 300}, []any{len(first.Lines), first.Lines[0], first.Next, first.Of})
	last := gives[readResult](r, "read_file", `{"file":"long.txt","from_line":299}`)
	assert.Equal(t, []any{[]string{"line 299", "line 300"}, 0}, []any{last.Lines, last.Next})
	assert.Equal(t, "the file is empty", gives[readResult](r, "read_file", `{"file":"empty.txt","from_line":1}`).Note)
	assert.Equal(t, []string{"hi"}, gives[readResult](r, "read_file", `{"file":"wide.txt","from_line":1}`).Lines)
	r.refuses("read_file", `{"file":"x.bin","from_line":1}`, "no text file")
	r.refuses("read_file", `{"file":"long.txt","from_line":301}`, "has 300 lines")
	r.refuses("read_file", `{"file":"none.txt","from_line":1}`, "there is no file")
}

// TestNothingOutsideIsReached names what lies outside in every way that a path has.
func TestNothingOutsideIsReached(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret.txt")
	require.NoError(t, os.WriteFile(outside, []byte("secret"), 0o644))
	r := in(t, map[string]string{"a.txt": "a\n"})
	require.NoError(t, os.Symlink(filepath.Dir(outside), filepath.Join(r.dir, "out")))
	require.NoError(t, os.Symlink(outside, filepath.Join(r.dir, "link.txt")))
	require.NoError(t, syscall.Mkfifo(filepath.Join(r.dir, "pipe"), 0o644))
	for _, name := range []string{outside, "../" + filepath.Base(filepath.Dir(outside)) + "/secret.txt", "out/secret.txt",
		"link.txt", "pipe", "."} {
		for _, c := range []struct{ tool, args string }{
			{"read_file", `{"file":%q,"from_line":1}`}, {"edit_file", `{"file":%q,"find":"","replace_with":"x"}`},
			{"write_file", `{"file":%q,"text":"x"}`},
			{"delete_file", `{"file":%q}`}, {"rename_file", `{"file":%q,"new_name":"b.txt"}`}, {"rename_file", `{"file":"a.txt","new_name":%q}`},
		} {
			o := r.call(c.tool, fmt.Sprintf(c.args, name))
			assert.False(t, o.OK, "%s %s", c.tool, name)
		}
	}
	data, err := os.ReadFile(outside)
	require.NoError(t, err)
	assert.Equal(t, "secret", string(data))
	r.holds("a.txt", "a\n")
}

// TestWhatIsLeftOutIsNotReached names hidden and ignored files, as a model can that no grammar holds.
func TestWhatIsLeftOutIsNotReached(t *testing.T) {
	files := map[string]string{".env": "key", "notes/.env": "key", ".git/config": "c", "out/e.txt": "6", "x.log": "8", "a.txt": "a\n",
		".gitignore": "out/\n*.log\n"}
	r := in(t, files)
	before := snapshot(t, r.dir)
	for _, name := range []string{".env", "notes/.env", "./notes/../.env", ".git/config", "out/e.txt", "x.log", "notes/new.log", ".new",
		".gitignore"} {
		for _, c := range []struct{ tool, args string }{
			{"read_file", `{"file":%q,"from_line":1}`}, {"edit_file", `{"file":%q,"find":"","replace_with":"x"}`},
			{"add_lines", `{"file":%q,"text":"x"}`}, {"write_file", `{"file":%q,"text":"x"}`}, {"delete_file", `{"file":%q}`},
			{"rename_file", `{"file":%q,"new_name":"b.txt"}`}, {"rename_file", `{"file":"a.txt","new_name":%q}`},
		} {
			r.refuses(c.tool, fmt.Sprintf(c.args, name), "is hidden, or a .gitignore leaves it out")
		}
	}
	edit := r.folder.previewEdit(editArgs{File: ".env", ReplaceWith: "x"})
	assert.Contains(t, edit, "is hidden", "the preview shows nothing of it either")
	assert.Equal(t, before, snapshot(t, r.dir))
	gives[changeResult](r, "delete_file", `{"file":"a.txt"}`)
	require.NoError(t, os.WriteFile(filepath.Join(r.dir, ".gitignore"), []byte("a.txt\n"), 0o644))
	_, err := r.folder.Undo([]tools.Observation{r.done[len(r.done)-1].Observation})
	require.NoError(t, err, "a person takes back what was done before")
	r.holds("a.txt", "a\n")
	all, err := OpenFolder(r.dir, FolderOptions{All: true})
	require.NoError(t, err)
	defer all.Close()
	_, err = all.readFile(t.Context(), readArgs{".env", 1})
	assert.NoError(t, err)
}

// A folder within a repository is under the .gitignore files of the folders above it too, up to the root of the repository.
func TestTheIgnoreFilesAboveCount(t *testing.T) {
	r := in(t, map[string]string{".gitignore": "*.txt\n", "repo/.git/HEAD": "", "repo/.gitignore": "*.log\n/a*/notes/secret.md\n/top.md\n",
		"repo/a[b]/.gitignore": "notes/draft.md\n!keep.log\n", "repo/a[b]/notes/x.log": "1", "repo/a[b]/notes/keep.log": "2",
		"repo/a*/notes/secret.md": "3", "repo/a[b]/notes/draft.md": "4", "repo/a[b]/notes/top.md": "5", "repo/a[b]/notes/b.txt": "6"})
	dir := filepath.Join(r.dir, "repo/a[b]/notes")
	link := filepath.Join(r.dir, "link")
	require.NoError(t, os.Symlink(dir, link))
	for _, dir := range []string{dir, link, dir + "/../notes/"} {
		folder, err := OpenFolder(dir, FolderOptions{})
		require.NoError(t, err)
		defer folder.Close()
		listed, err := folder.list(t.Context(), listArgs{"**"})
		require.NoError(t, err)
		assert.Equal(t, []string{"b.txt", "keep.log", "top.md"}, listed.kept.Paths)
		_, err = folder.readFile(t.Context(), readArgs{"secret.md", 1})
		assert.ErrorContains(t, err, "a .gitignore leaves it out")
	}
	whole, err := OpenFolder(filepath.Join(r.dir, "repo"), FolderOptions{})
	require.NoError(t, err)
	defer whole.Close()
	listed, err := whole.list(t.Context(), listArgs{"**"})
	require.NoError(t, err)
	assert.Equal(t, []string{"a[b]/notes/b.txt", "a[b]/notes/keep.log", "a[b]/notes/top.md"}, listed.kept.Paths)
}

// A run begins with the listing, and with the files that its task names.
func TestWhatARunBeginsWith(t *testing.T) {
	r := in(t, map[string]string{"books.txt": "lent\n", "notes/plan.txt": "beans\n", "c.txt": "c\n", "d.txt": "d\n", "e.txt": "e\n"})
	gives[listResult](r, "list_files", `{"pattern":"**"}`)
	for task, want := range map[string][]string{
		`Add "to read: Solaris" to books.txt.`:      {`{"file":"books.txt","from_line":1}`},
		"What is in plan.txt (or “notes/plan.txt”)": {`{"file":"notes/plan.txt","from_line":1}`},
		"Which file is the oldest?":                 nil,
		"Compare e.txt, d.txt, c.txt, books.txt, plan.txt": {`{"file":"books.txt","from_line":1}`, `{"file":"c.txt","from_line":1}`,
			`{"file":"d.txt","from_line":1}`, `{"file":"e.txt","from_line":1}`},
	} {
		var got []string
		for _, args := range readsNamed(task, r.done) {
			got = append(got, string(args))
		}
		assert.Equal(t, want, got, task)
	}
}

// What an earlier turn of a conversation has shown is known, but not for sure: the folder is listed and its files are read
// again, and lines of a file that was changed then are known only when they were read since.
func TestWhatAnEarlierTurnHasShown(t *testing.T) {
	r := in(t, map[string]string{"a.txt": "one\ntwo\n"})
	gives[listResult](r, "list_files", `{"pattern":"**"}`)
	gives[readResult](r, "read_file", `{"file":"a.txt","from_line":1}`)
	_, some := knownLists("", r.done)
	assert.False(t, some, "all is listed")
	_, some = knownReads("", r.done)
	assert.False(t, some, "all is read")
	for i := range r.done {
		r.done[i].Earlier = true
		if r.done[i].Call.Tool != "list_files" { // a turn begins with a listing of its own
			r.done[i].Observation.Kept = nil
		}
	}
	_, some = knownLists("", r.done)
	assert.True(t, some)
	_, some = knownReads("", r.done)
	assert.True(t, some)
	edits, some := knownEdits("", r.done)
	require.True(t, some)
	assert.Contains(t, edits.String(), `"one"`)
	listing := r.done[0]
	listing.Earlier = false
	r.done = append(r.done, tools.Done{Call: tools.Call{Tool: "edit_file", Args: []byte(`{"file":"a.txt","find":"one","replace_with":"1"}`)},
		Observation: tools.Observation{OK: true}, Earlier: true}, listing)
	_, some = knownEdits("", r.done)
	assert.False(t, some, "its lines may be others now")
}
