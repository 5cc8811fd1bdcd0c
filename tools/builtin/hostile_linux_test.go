package builtin

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tools"
)

var (
	hostileNames = flag.Int("hostile-names", 11_000, "how many names the large folder of TestAHostileFolder has")
	hostileKills = flag.Int("hostile-kills", 50, "how many writes TestAHostileFolder kills")
)

// A siege is a folder that somebody has prepared, with another folder outside of it.
type siege struct {
	*run
	outside string
}

func (s siege) path(name string) string { return filepath.Join(s.dir, name) }

func (s siege) put(name, text string) {
	s.t.Helper()
	require.NoError(s.t, os.WriteFile(s.path(name), []byte(text), 0o644))
}

func (s siege) link(to, name string) {
	s.t.Helper()
	require.NoError(s.t, os.Symlink(to, s.path(name)))
}

// lists says which files a listing shows, and what it says beside them.
func (s siege) lists(note string, names ...string) {
	s.t.Helper()
	r := gives[listResult](s.run, "list_files", `{"pattern":"**"}`)
	for i, f := range r.Files {
		r.Files[i] = f[:strings.LastIndex(f, ", ")]
	}
	assert.ElementsMatch(s.t, names, r.Files)
	assert.Equal(s.t, note, r.Note)
}

// nothing tries every tool on a name of which none may do anything.
func (s siege) nothing(name, why string) {
	s.t.Helper()
	s.put("mine.txt", "mine\n")
	before := snapshot(s.t, s.dir)
	for _, c := range [][2]string{
		{"read_file", `{"file":%q,"from_line":1}`}, {"edit_file", `{"file":%q,"find":"secret","replace_with":"x"}`},
		{"add_lines", `{"file":%q,"text":"x"}`}, {"delete_file", `{"file":%q}`}, {"rename_file", `{"file":%q,"new_name":"b.txt"}`},
	} {
		s.refuses(c[0], fmt.Sprintf(c[1], name), why)
	}
	for _, c := range [][2]string{{"write_file", `{"file":%q,"text":"x"}`}, {"rename_file", `{"file":"mine.txt","new_name":%q}`}} {
		s.refuses(c[0], fmt.Sprintf(c[1], name), "")
	}
	assert.Equal(s.t, before, snapshot(s.t, s.dir))
	require.NoError(s.t, os.Remove(s.path("mine.txt")))
}

// undone takes everything back and compares.
func (s siege) undone(before map[string]string) {
	s.t.Helper()
	var seen []tools.Observation
	for _, d := range s.done {
		seen = append(seen, d.Observation)
	}
	_, err := s.folder.Undo(seen)
	require.NoError(s.t, err)
	assert.Equal(s.t, before, snapshot(s.t, s.dir))
}

// asNobody makes calls without the rights of root.
func (s siege) asNobody(do func()) {
	if os.Geteuid() == 0 {
		require.NoError(s.t, os.Chmod(filepath.Dir(s.dir), 0o755))
		require.NoError(s.t, syscall.Seteuid(65534))
		defer func() { require.NoError(s.t, syscall.Seteuid(0)) }()
	}
	do()
}

// hostile are the rows of docs/security.md.
var hostile = map[string]func(s siege){
	"links to a file, a folder, nothing or themselves, inside and outside": func(s siege) {
		s.put("real.txt", "secret\n")
		require.NoError(s.t, os.Mkdir(s.path("dir"), 0o755))
		s.put("dir/in.txt", "secret\n")
		s.link(filepath.Join(s.outside, "secret.txt"), "file")
		s.link(s.outside, "folder")
		s.link("nowhere", "dangling")
		s.link("loop", "loop")
		s.link("real.txt", "inner")
		s.link("dir", "inner-folder")
		s.lists("", "real.txt", "dir/in.txt")
		for _, name := range []string{"file", "dangling", "loop", "inner", "folder", "inner-folder"} {
			s.nothing(name, name+" is a link, and links are not followed")
		}
		s.nothing("folder/secret.txt", "folder is a link, and links are not followed")
		s.nothing("folder/new.txt", "folder is a link, and links are not followed")
		s.nothing("inner-folder/in.txt", "inner-folder is a link, and links are not followed")
	},
	"a hard link to a file outside": func(s siege) {
		require.NoError(s.t, os.Link(filepath.Join(s.outside, "secret.txt"), s.path("a.txt")))
		gives[changeResult](s.run, "edit_file", `{"file":"a.txt","find":"secret","replace_with":"x"}`)
		s.holds("a.txt", "x\n")
	},
	"pipes, sockets, devices": func(s siege) {
		require.NoError(s.t, syscall.Mkfifo(s.path("pipe"), 0o644))
		require.NoError(s.t, syscall.Mkfifo(s.path(".gitignore"), 0o644))
		names := []string{"pipe"}
		short, err := os.MkdirTemp("", "s") // the path of a socket is short
		require.NoError(s.t, err)
		defer os.RemoveAll(short)
		l, err := net.Listen("unix", filepath.Join(short, "s"))
		require.NoError(s.t, err)
		defer l.Close()
		if os.Rename(filepath.Join(short, "s"), s.path("socket")) == nil {
			names = append(names, "socket")
		}
		if syscall.Mknod(s.path("device"), syscall.S_IFCHR|0o666, 1<<8|3) == nil {
			names = append(names, "device")
		}
		s.lists("the folder has only 1 files that are hidden or ignored")
		for _, name := range names {
			s.nothing(name, name+" is no file")
		}
	},
	"names with line breaks, terminal or direction control characters, or invalid UTF-8": func(s siege) {
		for _, name := range []string{"a\nb", "a\x1b[31m", "a\u009b", "a\u2028b", "a\u202etxt.exe", "a\u2067b", "a\xff", "a\\b"} {
			s.put(name, "x")
		}
		s.lists("8 names are left out: they are too long, or cannot be shown in a line")
		s.refuses("write_file", `{"file":"a\u202etxt.exe","text":"x"}`, "is no name for a file")
	},
	"names of 255 bytes, or with leading dashes": func(s siege) {
		long := strings.Repeat("n", 255)
		for _, name := range []string{long, "-rf", "--help"} {
			s.put(name, "one\n")
		}
		before := snapshot(s.t, s.dir)
		s.lists("", long, "-rf", "--help")
		for i, name := range []string{long, "-rf", "--help"} {
			gives[changeResult](s.run, "edit_file", fmt.Sprintf(`{"file":%q,"find":"one","replace_with":"two"}`, name))
			s.holds(name, "two\n")
			gives[changeResult](s.run, "rename_file", fmt.Sprintf(`{"file":%q,"new_name":"n%d"}`, name, i))
			gives[changeResult](s.run, "delete_file", fmt.Sprintf(`{"file":"n%d"}`, i))
		}
		s.undone(before)
	},
	"more names than can be listed": func(s siege) {
		if *hostileNames < maxNames { // else they take too much memory
			if in, umount, err := s.small("16m"); err == nil {
				defer umount()
				s = in
			}
		}
		for i := range *hostileNames {
			f, err := os.Create(s.path(fmt.Sprintf("%07d", i)))
			require.NoError(s.t, err)
			f.Close()
		}
		s.put("0000000", "needle\n")
		start := time.Now()
		r := gives[listResult](s.run, "list_files", `{"pattern":"**"}`)
		assert.Equal(s.t, []any{maxEntries, "the folder has more than 10000 files; those beyond are left out"}, []any{r.Count, r.Note})
		assert.Contains(s.t, gives[searchResult](s.run, "search_text", `{"text":"zebra"}`).Note, "only the first 10000 files were searched")
		assert.Less(s.t, time.Since(start), 30*time.Second)
		s.t.Logf("%d names: listed and searched in %v", *hostileNames, time.Since(start))
	},
	"deeply nested folders, paths that are too long": func(s siege) {
		at := s.folder.root
		for range 300 {
			require.NoError(s.t, at.Mkdir("folder-with-a-name", 0o755))
			next, err := at.OpenRoot("folder-with-a-name")
			require.NoError(s.t, err)
			defer next.Close()
			at = next
		}
		wide := strings.Repeat("w", 200)
		require.NoError(s.t, os.MkdirAll(s.path(wide+"/"+wide), 0o755))
		s.put("a.txt", "a\n")
		s.lists("2 names are left out: they are too long, or cannot be shown in a line", "a.txt")
		deep := in(s.t, map[string]string{strings.Repeat("d/", maxDepth+1) + "a.txt": "", strings.Repeat("e/", maxDepth) + "a.txt": ""})
		siege{deep, s.outside}.lists("1 folders are left out: they lie too deep", strings.Repeat("e/", maxDepth)+"a.txt")
	},
	"a huge file": func(s siege) {
		s.put("a.txt", "secret\n")
		require.NoError(s.t, os.Truncate(s.path("a.txt"), 1<<40))
		s.refuses("read_file", `{"file":"a.txt","from_line":1}`, "a.txt is too large to be read: 1099511627776 bytes")
		s.refuses("add_lines", `{"file":"a.txt","text":"x"}`, "a change could not be undone")
		s.refuses("delete_file", `{"file":"a.txt"}`, "a change could not be undone")
		assert.Contains(s.t, gives[searchResult](s.run, "search_text", `{"text":"secret"}`).Note, "1 files are too large to search")
	},
	"long lines, including lines of non-ASCII letters": func(s siege) {
		line := strings.Repeat("я", cutAfter)
		s.put("a.txt", line+"\nshort\n")
		s.put("b.txt", strings.Repeat("x", cutAfter-1)+"яя\n")
		r := gives[readResult](s.run, "read_file", `{"file":"a.txt","from_line":1}`)
		assert.True(s.t, slices.Equal([]string{line[:cutAfter] + wasCut, "short"}, r.Lines))
		assert.Equal(s.t, "1 lines are longer than 3000 bytes and were cut", r.Note)
		r = gives[readResult](s.run, "read_file", `{"file":"b.txt","from_line":1}`)
		assert.True(s.t, slices.Equal([]string{strings.Repeat("x", cutAfter-1) + wasCut}, r.Lines), "it is cut between two letters")
		assert.Equal(s.t, map[int]string{2: "short"}, look(s.done).lines["a.txt"], "a line that was cut is not known")
		assert.Empty(s.t, look(s.done).lines["b.txt"])
	},
	"files that do not end with a newline, or that end with empty lines": func(s siege) {
		s.put("a.txt", "one\ntwo")
		s.put("b.txt", "one\n\nthree\none\n")
		before := snapshot(s.t, s.dir)
		gives[changeResult](s.run, "edit_file", `{"file":"a.txt","find":"two","replace_with":"2"}`)
		s.holds("a.txt", "one\n2")
		gives[changeResult](s.run, "edit_file", `{"file":"b.txt","find":"one\n","replace_with":"1"}`)
		s.holds("b.txt", "1\nthree\none\n")
		s.undone(before)
	},
	"binary files, and text files that would lose a byte": func(s siege) {
		s.put("a.bin", "\x00\x01")
		s.put("wide.txt", "\xff\xfea\x00\n\x00\x00\xd8\n\x00")
		before := snapshot(s.t, s.dir)
		s.refuses("read_file", `{"file":"a.bin","from_line":1}`, "a.bin is no text file")
		s.refuses("edit_file", `{"file":"a.bin","find":"","replace_with":"x"}`, "a.bin is no text file")
		s.refuses("edit_file", `{"file":"wide.txt","find":"a","replace_with":"b"}`, "would be lost; it is not changed")
		gives[changeResult](s.run, "delete_file", `{"file":"a.bin"}`)
		s.undone(before)
	},
	"new text that would make the file binary": func(s siege) {
		s.put("a.txt", "one\n")
		for _, text := range []string{`a\u0000b`, `a\r\r`, `a\r\r\nb`} {
			s.refuses("add_lines", `{"file":"a.txt","text":"`+text+`"}`, "a character that a text file cannot hold there")
		}
		s.refuses("edit_file", `{"file":"a.txt","find":"one","replace_with":"\ufeffx"}`, "a character that a text file cannot hold there")
		s.refuses("write_file", `{"file":"b.txt","text":"a\u0000b"}`, "a character that a text file cannot hold there")
		s.lists("", "a.txt")
	},
	"files and folders without read or write permission": func(s siege) {
		s.put("a.txt", "secret\n")
		require.NoError(s.t, os.Mkdir(s.path("dir"), 0o000))
		require.NoError(s.t, os.Chmod(s.path("a.txt"), 0o000))
		s.asNobody(func() {
			s.lists("some folders could not be read, dir for one", "a.txt")
			s.refuses("read_file", `{"file":"a.txt","from_line":1}`, "the rights of a.txt, or of its folder, do not allow this")
			assert.Contains(s.t, gives[searchResult](s.run, "search_text", `{"text":"secret"}`).Note, "1 files cannot be read")
		})
	},
	"a folder without write permission": func(s siege) {
		s.put("a.txt", "one\n")
		require.NoError(s.t, os.Chmod(s.dir, 0o555))
		defer os.Chmod(s.dir, 0o755)
		s.asNobody(func() {
			const why = "or of its folder, do not allow this"
			s.refuses("edit_file", `{"file":"a.txt","find":"one","replace_with":"x"}`, why)
			s.refuses("write_file", `{"file":"b.txt","text":"x"}`, why)
			s.refuses("rename_file", `{"file":"a.txt","new_name":"b.txt"}`, why)
			s.refuses("delete_file", `{"file":"a.txt"}`, why)
		})
		s.holds("a.txt", "one\n")
		s.lists("", "a.txt")
	},
	"a file that is changed, deleted, or replaced by a link or a folder after the model read it": func(s siege) {
		edit := `{"file":"a.txt","find":"one","replace_with":"x"}`
		s.put("a.txt", "one\n")
		gives[readResult](s.run, "read_file", `{"file":"a.txt","from_line":1}`)
		s.put("a.txt", "theirs\n")
		s.refuses("edit_file", edit, "these lines do not stand in a.txt any more; read it again")
		s.holds("a.txt", "theirs\n")
		require.NoError(s.t, os.Remove(s.path("a.txt")))
		s.refuses("edit_file", edit, "there is no file a.txt")
		s.link(filepath.Join(s.outside, "secret.txt"), "a.txt")
		s.refuses("edit_file", edit, "a.txt is a link")
		require.NoError(s.t, os.Remove(s.path("a.txt")))
		require.NoError(s.t, os.Mkdir(s.path("a.txt"), 0o755))
		s.refuses("edit_file", edit, "a.txt is no file")
	},
	"a file that another program changes during a write": func(s siege) {
		const why = "another program is changing a.txt, so it was left alone; read it again"
		s.put("a.txt", "one\n")
		_, was, err := s.folder.content("a.txt")
		require.NoError(s.t, err)
		s.put("a.txt", "theirs\n")
		assert.EqualError(s.t, s.folder.replace("a.txt", []byte("x\n"), 0o644, was), why)
		s.holds("a.txt", "theirs\n")
		require.NoError(s.t, os.Remove(s.path("a.txt")))
		s.link(filepath.Join(s.outside, "secret.txt"), "a.txt")
		assert.EqualError(s.t, s.folder.replace("a.txt", []byte("x\n"), 0o644, was), why)
		s.put("b.txt", "theirs\n")
		assert.EqualError(s.t, s.folder.replace("b.txt", []byte("x\n"), 0o644, nil), "there is a file b.txt already")
		s.holds("b.txt", "theirs\n")
		s.lists("", "b.txt")
	},
	"a link or a folder in place of the temporary file": func(s siege) {
		s.put("a.txt", "one\n")
		s.link(filepath.Join(s.outside, "secret.txt"), beside("a.txt"))
		gives[changeResult](s.run, "edit_file", `{"file":"a.txt","find":"one","replace_with":"two"}`)
		s.holds("a.txt", "two\n")
		require.NoError(s.t, os.MkdirAll(s.path(beside("a.txt")+"/x"), 0o755))
		s.refuses("edit_file", `{"file":"a.txt","find":"two","replace_with":"3"}`, "already")
		s.holds("a.txt", "two\n")
	},
	"a full disk": func(s siege) {
		in, umount, err := s.small("64k")
		if err != nil {
			s.t.Logf("not tried: no small file system can be mounted here: %v", err)
			return
		}
		defer umount()
		in.outOfRoom()
	},
	"a limit on file size": func(s siege) {
		if os.Getenv("SHORTLEASH_BOUNDED") == "" { // in a process of its own: go test writes long files too
			cmd := exec.Command(os.Args[0], "-test.run=^TestAHostileFolder$/^a_limit_on_file_size$")
			cmd.Env = append(os.Environ(), "SHORTLEASH_BOUNDED=1")
			out, err := cmd.CombinedOutput()
			require.NoError(s.t, err, "%s", out)
			require.Contains(s.t, string(out), "PASS")
			return
		}
		signal.Ignore(syscall.SIGXFSZ)
		defer signal.Reset(syscall.SIGXFSZ)
		var was syscall.Rlimit
		require.NoError(s.t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was))
		s.put("a.txt", strings.Repeat("a long line\n", 150_000))
		require.NoError(s.t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1 << 20, Max: was.Max}))
		defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was)
		s.outOfRoom()
	},
	"a process that is killed during a write": func(s siege) {
		filler := strings.Repeat("a line that stays as it is\n", 4000)
		s.put("a.txt", "v0\n"+filler)
		whole, kills := regexp.MustCompile(`^v\d+\n$`), *hostileKills
		if testing.Short() {
			kills = 5
		}
		rng, versions := rand.New(rand.NewPCG(1, 2)), map[string]bool{}
		for range kills {
			cmd := exec.Command(os.Args[0], "-test.run=^TestAWriterThatIsKilled$")
			cmd.Env = append(os.Environ(), "SHORTLEASH_WRITER="+s.dir)
			out, err := cmd.StdoutPipe()
			require.NoError(s.t, err)
			require.NoError(s.t, cmd.Start())
			_, err = out.Read(make([]byte, 1)) // it has made its first change
			require.NoError(s.t, err)
			time.Sleep(time.Duration(rng.IntN(20_000)) * time.Microsecond)
			require.NoError(s.t, cmd.Process.Kill())
			cmd.Wait()
			data, err := os.ReadFile(s.path("a.txt"))
			if err != nil { // between two names
				data, err = os.ReadFile(s.path("b.txt"))
			}
			require.NoError(s.t, err)
			version, ok := strings.CutSuffix(string(data), filler)
			require.True(s.t, ok && whole.MatchString(version), "%.100q", data)
			versions[version] = true
			if _, err := os.Stat(s.path("a.txt")); err != nil {
				require.NoError(s.t, os.Rename(s.path("b.txt"), s.path("a.txt")))
			}
			os.Remove(s.path("b.txt")) // in a rename a file has both names
			all, err := OpenFolder(s.dir, FolderOptions{All: true})
			require.NoError(s.t, err)
			require.Len(s.t, all.walk().files, 1)
			all.Close()
		}
		assert.Len(s.t, versions, kills, "each has made a change before it was killed")
		gives[changeResult](s.run, "add_lines", `{"file":"a.txt","text":"end"}`)
		left, err := filepath.Glob(s.path(".*"))
		require.NoError(s.t, err)
		assert.Empty(s.t, left, "the next change takes away what was left")
	},
}

// small has the folder on a file system of its own, in memory.
func (s siege) small(size string) (siege, func(), error) {
	if err := syscall.Mount("none", s.dir, "tmpfs", 0, "size="+size); err != nil {
		return s, nil, err
	}
	folder, err := OpenFolder(s.dir, FolderOptions{Write: true})
	require.NoError(s.t, err)
	registry, err := tools.NewRegistry(folder.Tools()...)
	require.NoError(s.t, err)
	return siege{&run{t: s.t, dir: s.dir, folder: folder, registry: registry}, s.outside}, func() {
		folder.Close()
		syscall.Unmount(s.dir, syscall.MNT_DETACH)
	}, nil
}

// outOfRoom makes changes for which there is no room.
func (s siege) outOfRoom() {
	if _, err := os.Stat(s.path("a.txt")); err != nil {
		s.put("a.txt", strings.Repeat("a long line\n", 3500))
	}
	before := snapshot(s.t, s.dir)
	s.refuses("add_lines", `{"file":"a.txt","text":"x"}`, "the disk has no room for it; a.txt is as it was")
	assert.Equal(s.t, before, snapshot(s.t, s.dir), "and nothing is left over")
	gives[changeResult](s.run, "rename_file", `{"file":"a.txt","new_name":"b.txt"}`)
}

// TestAHostileFolder tries what a folder can hold, and what can happen to it. In each row nothing outside is touched, nothing is
// lost, and what is refused is refused in a sentence.
func TestAHostileFolder(t *testing.T) {
	page, err := os.ReadFile("../../docs/security.md")
	require.NoError(t, err)
	for name, try := range hostile {
		assert.Contains(t, string(page), "| "+name+" |")
		t.Run(name, func(t *testing.T) {
			outside := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(outside, "secret.txt"), []byte("secret\n"), 0o644))
			s := siege{in(t, nil), outside}
			try(s)
			assert.Equal(t, map[string]string{"secret.txt": "secret\n"}, snapshot(t, outside))
			for _, d := range s.done {
				if e := d.Observation.Error; e != nil {
					assert.NotContains(t, []string{tools.ClassPanic, tools.ClassTimeout}, e.Class)
					assert.False(t, len(e.Message) > 250 || strings.Contains(e.Message, outside) || strings.ContainsAny(e.Message, "\n\x1b") ||
						slices.ContainsFunc([]string{"openat", "lstat", "errno", "escapes"}, func(w string) bool { return strings.Contains(e.Message, w) }),
						"no plain sentence: %s", e.Message)
				}
			}
		})
	}
}

// TestAWriterThatIsKilled is the process that [TestAHostileFolder] kills.
func TestAWriterThatIsKilled(t *testing.T) {
	dir := os.Getenv("SHORTLEASH_WRITER")
	if dir == "" {
		return // it is the process that TestAHostileFolder kills
	}
	folder, err := OpenFolder(dir, FolderOptions{Write: true})
	require.NoError(t, err)
	registry, err := tools.NewRegistry(folder.Tools()...)
	require.NoError(t, err)
	r := &run{t: t, dir: dir, folder: folder, registry: registry}
	for {
		text, err := os.ReadFile(filepath.Join(dir, "a.txt"))
		require.NoError(t, err)
		var version int
		_, err = fmt.Sscanf(string(text[:10]), "v%d", &version)
		require.NoError(t, err)
		gives[changeResult](r, "edit_file", fmt.Sprintf(`{"file":"a.txt","find":"v%d","replace_with":"v%d"}`, version, version+1))
		fmt.Print(".")
		gives[changeResult](r, "rename_file", `{"file":"a.txt","new_name":"b.txt"}`)
		gives[changeResult](r, "rename_file", `{"file":"b.txt","new_name":"a.txt"}`)
		r.done = nil
	}
}
