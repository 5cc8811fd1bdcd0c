package builtin

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tools"
)

// Bounds of a folder. What lies beyond them is left out, and the result says so.
const (
	maxEntries = 10_000    // files of one folder
	maxNames   = 100_000   // names that one walk reads, also of what is left out
	maxDepth   = 32        // folders inside one another
	maxPath    = 400       // characters
	maxFile    = 8 << 20   // bytes of a file that is read or searched
	maxSearch  = 256 << 20 // bytes that one search reads
)

// FolderOptions specify what the tools of a folder may do.
type FolderOptions struct {
	Write bool // adds add_lines, edit_file, write_file, rename_file and delete_file; each call needs an approval
	All   bool // includes hidden files and those that a .gitignore excludes
}

// A Folder is a folder whose files tools may read, and may write if its options allow it. It is
// safe for concurrent use.
type Folder struct {
	root    *os.Root
	path    string // absolute, without links
	options FolderOptions
	within  string       // the path from the root of its repository, with a slash at its end; "" where there is none above
	above   []ignoreRule // of the folders up to there
}

// OpenFolder opens the folder at dir. The error says in plain words what is wrong with dir. The caller
// closes the folder.
func OpenFolder(dir string, o FolderOptions) (*Folder, error) {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("builtin: there is no folder %s", dir)
	case err != nil:
		return nil, fmt.Errorf("builtin: the folder %s cannot be opened: %w", dir, reason(err))
	case !info.IsDir():
		return nil, fmt.Errorf("builtin: %s is a file; name the folder that it lies in", dir)
	}
	where, err := filepath.Abs(dir)
	if err == nil {
		where, err = filepath.EvalSymlinks(where)
	}
	if err != nil {
		return nil, fmt.Errorf("builtin: the folder %s cannot be opened: %w", dir, reason(err))
	}
	root, err := os.OpenRoot(where)
	if err != nil {
		return nil, fmt.Errorf("builtin: the folder %s cannot be opened: %w", dir, reason(err))
	}
	if _, err := fs.ReadDir(root.FS(), "."); err != nil {
		root.Close()
		return nil, fmt.Errorf("builtin: the folder %s cannot be read: %w", dir, reason(err))
	}
	f := &Folder{root: root, path: where, options: o}
	f.above, f.within, _ = repository(where)
	return f, nil
}

// Close releases the folder.
func (f *Folder) Close() error { return f.root.Close() }

// Path returns the absolute path of the folder, without links.
func (f *Folder) Path() string { return f.path }

// Text returns the text of a file in the folder. It fails, with an error in plain words, if the
// file does not exist, is not text, or has more than most bytes.
func (f *Folder) Text(name string, most int) (string, error) {
	d, info, err := f.read(name)
	if err != nil {
		return "", err
	}
	if info.Size() > int64(most) {
		return "", tools.BadArgument("%s has %d bytes, and at most %d can be read at once", name, info.Size(), most)
	}
	var b strings.Builder
	for _, l := range d.lines {
		b.WriteString(l.text + "\n")
	}
	return b.String(), nil
}

// Tools returns the tools of the folder: list_files, search_text and read_file, and, if
// [FolderOptions.Write] is set, add_lines, edit_file, write_file, rename_file and delete_file.
func (f *Folder) Tools() []tools.Tool {
	list := []tools.Tool{f.lister(), f.searcher(), f.reader()}
	if f.options.Write {
		list = append(list, f.adder(), f.editor(), f.writer(), f.renamer(), f.deleter())
	}
	return list
}

// Files returns the tools of the folder at dir, which stays open until the program ends. If dir
// cannot be opened, the registry that gets the tools reports the error.
func Files(dir string, o FolderOptions) []tools.Tool {
	f, err := OpenFolder(dir, o)
	if err != nil {
		return []tools.Tool{tools.Broken("list_files", err)}
	}
	return f.Tools()
}

// An entry is one file of a folder.
type entry struct {
	Path     string    `json:"path"` // with slashes, from the folder
	Size     int64     `json:"size"` // bytes
	Modified time.Time `json:"modified"`
}

// A listing is what a walk through the folder has found.
type listing struct {
	files   []entry  // by path
	more    bool     // there are more than maxEntries, or than maxNames names
	unread  []string // folders that could not be read
	ignored int      // files that .gitignore or a leading dot left out
	odd     int      // names that cannot stand in a line or a call
	deep    int      // folders below maxDepth
	names   int      // that were read
}

// leftOut says what there is beyond the files that are listed.
func (l listing) leftOut() (n notes) {
	n.say(l.more, "the folder has more than %d files; those beyond are left out", len(l.files))
	n.say(l.odd > 0, "%d names are left out: they are too long, or cannot be shown in a line", l.odd)
	n.say(l.deep > 0, "%d folders are left out: they lie too deep", l.deep)
	n.say(len(l.unread) > 0, "some folders could not be read, %s for one", strings.Join(l.unread[:min(len(l.unread), 1)], ""))
	return n
}

// notes are what a result says beside what was found.
type notes []string

func (n *notes) say(some bool, format string, args ...any) {
	if some {
		*n = append(*n, fmt.Sprintf(format, args...))
	}
}

func (n notes) String() string { return strings.Join(n, "; ") }

// walk lists the regular files of the folder. Links, devices and pipes are no files here; a name that
// cannot be shown in one line, or is no UTF-8, is left out.
func (f *Folder) walk() listing {
	var l listing
	f.walkInto(&l, ".", f.above, 0)
	slices.SortFunc(l.files, func(a, b entry) int { return strings.Compare(a.Path, b.Path) })
	return l
}

func (f *Folder) walkInto(l *listing, dir string, above []ignoreRule, depth int) {
	list := f.readDir(l, dir)
	rules := above
	if !f.options.All {
		rules = f.ignoreRules(dir, above)
	}
	for _, d := range list {
		name := path.Join(dir, d.Name())
		if strings.HasPrefix(d.Name(), unfinished) {
			continue
		}
		if !showable(d.Name()) || utf8.RuneCountInString(name) > maxPath {
			l.odd++
			continue
		}
		if !f.options.All && (d.Name()[0] == '.' || ignored(rules, f.within+name, d.IsDir())) {
			l.ignored++
			continue
		}
		switch {
		case len(l.files) >= maxEntries:
			l.more = true
			return
		case d.IsDir() && depth == maxDepth:
			l.deep++
		case d.IsDir():
			f.walkInto(l, name, rules, depth+1)
		case d.Type().IsRegular():
			if info, err := d.Info(); err == nil {
				l.files = append(l.files, entry{name, info.Size(), info.ModTime()})
			}
		}
	}
}

// readDir returns what lies in a folder, by name, as far as the walk l may still read.
func (f *Folder) readDir(l *listing, dir string) (list []fs.DirEntry) {
	file, err := f.root.OpenFile(dir, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		l.unread = append(l.unread, dir)
		return nil
	}
	defer file.Close()
	for err == nil {
		if l.names >= maxNames {
			l.more = true
			break
		}
		var some []fs.DirEntry
		some, err = file.ReadDir(min(maxNames-l.names, 1000))
		l.names += len(some)
		list = append(list, some...)
	}
	if err != nil && err != io.EOF {
		l.unread = append(l.unread, dir)
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list
}

// showable reports whether a name can stand in a line and in a path of the grammar, and reads as what it is.
func showable(name string) bool {
	return len(name) > 0 && len(name) <= 255 && utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool {
		return r == '\\' || unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
	})
}

// open opens a regular file of the folder. A pipe does not block it.
func (f *Folder) open(name string) (*os.File, fs.FileInfo, error) {
	file, err := f.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, f.explain(name, err)
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, nil, f.explain(name, err)
	}
	if !info.Mode().IsRegular() {
		file.Close()
		return nil, nil, tools.BadArgument("%s is no file", name)
	}
	return file, info, nil
}

// explain turns an error of the file system into one that a model reads; nil stays nil.
func (f *Folder) explain(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return tools.NotFound("there is no file %s", name)
	case errors.Is(err, fs.ErrPermission):
		return tools.NotFound("the rights of %s, or of its folder, do not allow this", name)
	case errors.Is(err, fs.ErrExist):
		return tools.BadArgument("there is a file %s already", name)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		return fmt.Errorf("the disk has no room for it; %s is as it was", name)
	}
	return fmt.Errorf("%s: %w", name, reason(err))
}

// reason returns what an error of the file system says without the call and the path.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
