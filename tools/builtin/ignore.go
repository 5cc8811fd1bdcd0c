package builtin

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/shortleash/shortleash/tools"
)

// An ignoreRule is one line of a .gitignore.
type ignoreRule struct {
	dir     string // that the file lies in, with a slash at its end, from the root of the repository
	pattern string // from dir, in the language of doublestar
	folders bool   // it is about folders alone
	keeps   bool   // a line with !, which takes back what a line before it said
}

// repository returns the rules of the .gitignore files above dir, up to the root of the repository that it is in, and its path
// from there, with a slash at its end; some says that it is in one.
func repository(dir string) (above []ignoreRule, within string, some bool) {
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
		return nil, "", true
	}
	parent := filepath.Dir(dir)
	if parent == dir {
		return nil, "", false
	}
	if above, within, some = repository(parent); !some {
		return nil, "", false
	}
	if file, err := os.OpenFile(filepath.Join(parent, ".gitignore"), os.O_RDONLY|syscall.O_NONBLOCK, 0); err == nil {
		above = addRules(above, file, within)
	}
	return above, within + filepath.Base(dir) + "/", true
}

// ignoreRules returns the rules of the .gitignore in dir after those of the folders above. One that cannot be read has none.
func (f *Folder) ignoreRules(dir string, above []ignoreRule) []ignoreRule {
	file, _, err := f.open(path.Join(dir, ".gitignore"))
	if err != nil {
		return above
	}
	return addRules(above, file, strings.TrimPrefix(path.Join(f.within, dir)+"/", "./"))
}

// addRules returns the rules of a .gitignore that lies in dir after those of the folders above. It is read to 64 KiB, and closed.
func addRules(above []ignoreRule, file *os.File, dir string) []ignoreRule {
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, 64<<10))
	rules := above[:len(above):len(above)]
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, " \r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		var r ignoreRule
		line, r.keeps = strings.CutPrefix(line, "!")
		line, r.folders = strings.CutSuffix(strings.TrimPrefix(line, `\`), "/")
		if !strings.Contains(line, "/") {
			line = "**/" + line
		}
		r.dir, r.pattern = dir, strings.TrimPrefix(line, "/")
		rules = append(rules, r)
	}
	return rules
}

// ignored reports whether the last rule about name, from the root of the repository, leaves it out.
func ignored(rules []ignoreRule, name string, folder bool) bool {
	out := false
	for _, r := range rules {
		below, in := strings.CutPrefix(name, r.dir)
		if r.folders && !folder || !in {
			continue
		}
		if match, err := doublestar.Match(r.pattern, below); err == nil && match {
			out = !r.keeps
		}
	}
	return out
}

// visible refuses a name that no listing shows: it, or a folder that it lies in, is hidden or ignored.
func (f *Folder) visible(name string) error {
	if f.options.All {
		return nil
	}
	at, rules := "", f.above
	for part := range strings.SplitSeq(path.Clean(name), "/") {
		rules = f.ignoreRules(path.Clean(at), rules)
		at = path.Join(at, part)
		if strings.HasPrefix(part, ".") || ignored(rules, f.within+at, at != path.Clean(name)) {
			return tools.NotFound("%s is hidden, or a .gitignore leaves it out", name)
		}
	}
	return nil
}
