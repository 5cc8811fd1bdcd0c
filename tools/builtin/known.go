package builtin

import (
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// Bounds of what edit_file may replace, so that the grammar of a decision stays small.
const (
	maxRun       = 8        // lines in a row
	maxOldText   = 64 << 10 // bytes of all that may be replaced
	maxKnownDirs = 40
)

// A view is what the calls of a run have shown of a folder.
type view struct {
	lines map[string]map[int]string // of each known file, the lines that were read, by their number from 1
	of    map[string]int            // how many lines a file has, where that was said
	order []string                  // the known files in the order in which they became known
}

// look goes through the calls of a run.
func look(done []tools.Done) *view {
	v := &view{lines: map[string]map[int]string{}, of: map[string]int{}}
	for _, d := range done {
		v.add(d)
	}
	return v
}

func (v *view) know(file string) {
	if v.lines[file] == nil {
		v.lines[file] = map[int]string{}
		v.order = append(v.order, file)
	}
}

func (v *view) forget(file string) {
	if v.lines[file] != nil {
		delete(v.lines, file)
		delete(v.of, file)
		v.order = slices.DeleteFunc(v.order, func(name string) bool { return name == file })
	}
}

func (v *view) add(d tools.Done) {
	if !d.Observation.OK {
		v.failed(d)
		return
	}
	switch d.Call.Tool {
	case "list_files":
		var k keptPaths
		json.Unmarshal(d.Observation.Kept, &k)
		for _, name := range k.Paths {
			v.know(name)
		}
	case "search_text":
		var r searchResult
		json.Unmarshal(d.Observation.Output, &r)
		for _, file := range append(r.Files, r.Named...) {
			v.know(file.File)
			if file.Whole {
				v.of[file.File] = len(file.Lines)
			}
			for _, h := range file.Lines {
				if !strings.HasSuffix(h.Text, wasCut) {
					v.lines[file.File][h.Line] = h.Text
				}
			}
		}
	case "read_file":
		var r readResult
		json.Unmarshal(d.Observation.Output, &r)
		v.know(r.File)
		if !d.Earlier { // else it may be read again
			v.of[r.File] = r.Of
		}
		for i, text := range r.Lines {
			if !strings.HasSuffix(text, wasCut) {
				v.lines[r.File][r.From+i] = text
			}
		}
	case "edit_file", "add_lines", "write_file", "rename_file", "delete_file":
		v.changed(d)
	}
}

// failed forgets the lines of a file that is not as it was read.
func (v *view) failed(d tools.Done) {
	var in editArgs
	if d.Call.Tool == "edit_file" && d.Observation.Error != nil && d.Observation.Error.Class == tools.ClassNotFound &&
		json.Unmarshal(d.Call.Args, &in) == nil && v.lines[in.File] != nil {
		v.lines[in.File] = map[int]string{}
	}
}

// changed follows a change that was made.
func (v *view) changed(d tools.Done) {
	var k kept
	json.Unmarshal(d.Observation.Kept, &k)
	switch {
	case d.Earlier:
		var in struct{ File string }
		if json.Unmarshal(d.Call.Args, &in) == nil {
			v.forget(in.File) // the listing of this turn has it, if it is there
		}
	case k.Moved != "":
		lines, of := v.lines[k.File], v.of[k.File]
		v.forget(k.File)
		v.know(k.Moved)
		v.lines[k.Moved], v.of[k.Moved] = lines, of
		if lines == nil {
			v.lines[k.Moved] = map[int]string{}
		}
	case k.After == "":
		v.forget(k.File)
	default:
		// What the log keeps is the file before; with the call it gives the file after, whole.
		v.know(k.File)
		text, written, _ := decode(k.Before)
		after := split(text, written)
		var in struct {
			editArgs
			Text string `json:"text"`
		}
		json.Unmarshal(d.Call.Args, &in)
		if d.Call.Tool == "write_file" {
			v.replaceLines(k.File, split(ended(in.Text), utf8Text), nil)
		} else {
			v.edited(after, editArgs{in.File, in.Find, in.ReplaceWith + in.Text}) // add_lines has Text alone
		}
	}
}

// edited follows an edit: the lines after it have other numbers, and the new ones are known.
func (v *view) edited(before document, in editArgs) {
	after, at, added, err := before.replace(in.File, in.Find, in.ReplaceWith)
	if err != nil {
		return
	}
	seen := map[int]bool{}
	shift := len(after.lines) - len(before.lines)
	for n := range v.lines[in.File] {
		switch replaced := at + added - shift; {
		case n <= at:
			seen[n] = true
		case n > replaced:
			seen[n+shift] = true
		}
	}
	for i := range added {
		seen[at+i+1] = true
	}
	v.replaceLines(in.File, after, seen)
}

// replaceLines sets the known lines of a file to those of d, all or those that were seen.
func (v *view) replaceLines(file string, d document, seen map[int]bool) {
	lines := map[int]string{}
	for i, l := range d.lines {
		if (seen == nil || seen[i+1]) && len(l.text) <= cutAfter {
			lines[i+1] = l.text
		}
	}
	v.lines[file], v.of[file] = lines, len(d.lines)
}

// knownLists is what list_files may be called with: nothing any more, while a listing has shown every file.
func knownLists(_ string, done []tools.Done) (grammar.Schema, bool) {
	for _, d := range slices.Backward(done) {
		var in listArgs
		var r listResult
		switch {
		case !d.Observation.OK, d.Earlier:
		case d.Call.Tool == "list_files":
			whole := json.Unmarshal(d.Call.Args, &in) == nil && in.Pattern == "**" && json.Unmarshal(d.Observation.Output, &r) == nil &&
				len(r.Files) == r.Count
			if whole {
				return grammar.Schema{}, false
			}
		case d.Call.Tool == "write_file", d.Call.Tool == "rename_file", d.Call.Tool == "delete_file", d.Call.Tool == "run_command":
			return listsAny, true
		}
	}
	return listsAny, true
}

// listsAny is the schema of any arguments of list_files.
var listsAny = grammar.Object(grammar.Property{Name: "pattern", Schema: grammar.String(1, 120)})

// knownFiles is what a tool may be called with that takes a known file, and other arguments.
func knownFiles(others func(*view) []grammar.Property) tools.Known {
	return func(_ string, done []tools.Done) (grammar.Schema, bool) {
		v := look(done)
		if len(v.order) == 0 {
			return grammar.Schema{}, false
		}
		return fileAnd(grammar.Enum(v.order...), others(v)...), true
	}
}

// asked limits a tool to tasks with words that ask for what it does: models try it else where a search found nothing.
func asked(words *regexp.Regexp, known tools.Known) tools.Known {
	return func(task string, done []tools.Done) (grammar.Schema, bool) {
		if !words.MatchString(task) {
			return grammar.Schema{}, false
		}
		return known(task, done)
	}
}

// Words that ask to rename or delete a file, in some languages; a text in a script other than Latin may ask for anything.
var (
	renames = regexp.MustCompile(`(?i)nam|mov|call|archiv|sort|organi|tid(y|i)|umbenenn|nenn|verschieb|renombr|nombr|mueve|llama|` +
		`renomm|nomm|déplac|rinomin|spost|hernoem|` + otherScripts)
	deletes = regexp.MustCompile(`(?i)delet|remov|rid of|throw|eras|drop|clean|tid(y|i)|trash|clear|lösch|entfern|borr|elimin|quita|supprim|` +
		`effac|enlev|cancell|apag|exclu|verwijder|` + otherScripts)
)

const otherScripts = `[\x{370}-\x{1DFF}\x{3040}-\x{D7FF}]`

// knownReads is what read_file may be called with: a known file from its first line, and one that was
// read in part from any line that it has. A file that was read as a whole is not read again.
func knownReads(_ string, done []tools.Done) (grammar.Schema, bool) {
	v := look(done)
	if len(v.order) == 0 {
		return grammar.Schema{}, false
	}
	var unread []string
	for _, name := range v.order {
		if of := v.of[name]; of == 0 || len(v.lines[name]) < of {
			unread = append(unread, name)
		}
	}
	if len(unread) == 0 {
		return grammar.Schema{}, false
	}
	reads := []grammar.Schema{fileAnd(grammar.Enum(unread...), grammar.Property{Name: "from_line", Schema: grammar.Integer(1, 1)})}
	for _, name := range unread {
		if of := v.of[name]; of > 1 {
			reads = append(reads, fileAnd(grammar.Enum(name), grammar.Property{Name: "from_line", Schema: grammar.Integer(2, int64(of))}))
		}
	}
	return oneOf(reads), true
}

// knownEdits is what edit_file may be called with: for each file that was read, the lines of it that stand
// there once, alone and in runs.
func knownEdits(_ string, done []tools.Done) (grammar.Schema, bool) {
	v := look(done)
	if len(v.order) == 0 {
		return grammar.Schema{}, false
	}
	text := grammar.Property{Name: "replace_with", Schema: grammar.String(0, grammar.MaxString)}
	var edits []grammar.Schema
	room := maxOldText
	for _, name := range slices.Backward(v.order) { // what was read last counts most
		if runs := runsOf(v.lines[name], &room); len(runs) > 0 {
			edits = append(edits, fileAnd(grammar.Enum(name), grammar.Property{Name: "find", Schema: grammar.Enum(runs...)}, text))
		}
	}
	if len(edits) == 0 {
		return grammar.Schema{}, false
	}
	return oneOf(edits), true
}

// runsOf returns the runs of up to maxRun known lines that occur once, the short ones first.
func runsOf(lines map[int]string, room *int) (runs []string) {
	numbers := slices.Sorted(maps.Keys(lines))
	for length := 1; length <= maxRun; length++ {
		count := map[string]int{}
		var found []string
		for i := 0; i+length <= len(numbers); i++ {
			if numbers[i+length-1] != numbers[i]+length-1 {
				continue
			}
			var run []string
			for _, n := range numbers[i : i+length] {
				run = append(run, lines[n])
			}
			text := strings.Join(run, "\n")
			if count[text]++; count[text] == 1 && strings.TrimSpace(text) != "" && len(text) <= grammar.MaxString {
				found = append(found, text)
			}
		}
		for _, text := range found {
			if count[text] > 1 {
				continue
			}
			if *room -= len(text); *room < 0 {
				return runs
			}
			runs = append(runs, text)
		}
	}
	return runs
}

// letters are those of all scripts, with their marks and digits, in few ranges, which the grammars of servers can hold.
const letters = `A-Za-z0-9_\u00C0-\u1FFF\u2C00-\u2DFF\u3040-\uD7FF\uF900-\uFDFF\u{10000}-\u{1EFFF}\u{20000}-\u{3FFFF}`

// safeName is the form of the last part of a new path.
const safeName = `[` + letters + `][` + letters + ` .\-]{0,60}[` + letters + `]`

// newPath is the schema of a path that may be made: a safe name in a folder that holds a known file.
func (v *view) newPath() grammar.Schema {
	dirs := map[string]bool{}
	for _, name := range v.order {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			dirs[dir] = true
		}
	}
	expression := safeName
	if len(dirs) > 0 {
		var quoted []string
		for _, dir := range slices.Sorted(maps.Keys(dirs)) {
			if quoted = append(quoted, regexp.QuoteMeta(dir)); len(quoted) == maxKnownDirs {
				break
			}
		}
		expression = "(?:(?:" + strings.Join(quoted, "|") + ")/)?" + safeName
	}
	return grammar.Pattern("^"+expression+"$", 1, 400)
}

// knownNewFiles is what write_file may be called with.
func knownNewFiles(_ string, done []tools.Done) (grammar.Schema, bool) {
	return fileAnd(look(done).newPath(), grammar.Property{Name: "text", Schema: grammar.String(0, grammar.MaxString)}), true
}

func fileAnd(file grammar.Schema, others ...grammar.Property) grammar.Schema {
	return grammar.Object(append([]grammar.Property{{Name: "file", Schema: file}}, others...)...)
}

// oneOf returns the only schema of a list, or a choice.
func oneOf(list []grammar.Schema) grammar.Schema {
	if len(list) == 1 {
		return list[0]
	}
	return grammar.AnyOf(list...)
}
