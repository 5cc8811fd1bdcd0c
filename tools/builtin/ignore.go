package builtin

import (
	"io"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// An ignoreRule is one line of a .gitignore.
type ignoreRule struct {
	pattern string // from the folder, in the language of doublestar
	folders bool   // it is about folders alone
	keeps   bool   // a line with !, which takes back what a line before it said
}

// ignoreRules returns the rules of the .gitignore in dir after those of the folders above. Such a file is
// read to 64 KiB; one that cannot be read has no rules.
func (f *Folder) ignoreRules(dir string, above []ignoreRule) []ignoreRule {
	file, _, err := f.open(path.Join(dir, ".gitignore"))
	if err != nil {
		return above
	}
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
		r.pattern = path.Join(dir, line)
		rules = append(rules, r)
	}
	return rules
}

// ignored reports whether the last rule about name leaves it out.
func ignored(rules []ignoreRule, name string, folder bool) bool {
	out := false
	for _, r := range rules {
		if r.folders && !folder {
			continue
		}
		if match, err := doublestar.Match(r.pattern, name); err == nil && match {
			out = !r.keeps
		}
	}
	return out
}
