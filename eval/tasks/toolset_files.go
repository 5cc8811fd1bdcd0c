package tasks

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tools"
)

var files = Toolset{Name: "files", Description: "text files in folders", Usual: `{"files": {
	"notes.txt": "Buy milk. Call Ana at 15:00.",
	"todo.txt": "1. Fix the bike\n2. Pay the rent\n3. Water the plants",
	"report.md": "Sales in May: 1240 euros. Sales in June: 1310 euros.",
	"log/app.log": "start\nwarning: disk 91% full\nerror: no network\nstop",
	"log/db.log": "start\nerror: table locked\nerror: timeout\nstop",
	"old/draft.txt": "first draft"}}`, open: openFiles}

type (
	fileTree struct {
		Files map[string]string `json:"files"` // texts by path
	}
	folderArg struct {
		Folder string `json:"folder" jsonschema:"maxLength=60" jsonschema_description:"a folder, or / for all files"`
	}
	pathArg struct {
		Path string `json:"path" jsonschema:"maxLength=60"`
	}
	pathTextArgs struct {
		Path string `json:"path" jsonschema:"maxLength=60"`
		Text string `json:"text" jsonschema:"maxLength=300"`
	}
	fromToArgs struct {
		From string `json:"from" jsonschema:"maxLength=60"`
		To   string `json:"to" jsonschema:"maxLength=60"`
	}
	textArg struct {
		Text string `json:"text" jsonschema:"minLength=1,maxLength=60"`
	}
)

func openFiles(start json.RawMessage, s *Session) (any, error) {
	f, err := remember[fileTree](start)
	if err != nil {
		return nil, err
	}
	if f.Files == nil {
		f.Files = map[string]string{}
	}
	offer(s, "list_files", "the paths of the files in a folder", f.list)
	offer(s, "read_file", "the text of a file", func(in pathArg) (string, error) { return f.read(in.Path) })
	offer(s, "write_file", "makes a file with this text, or replaces its text", func(in pathTextArgs) (string, error) {
		f.Files[clean(in.Path)] = in.Text
		return "written", nil
	})
	offer(s, "append_file", "adds a line to the end of a file that exists", f.appendLine)
	offer(s, "delete_file", "deletes a file", func(in pathArg) (string, error) {
		_, err := f.read(in.Path)
		delete(f.Files, clean(in.Path))
		return "deleted", err
	})
	offer(s, "rename_file", "moves a file to another path", f.rename)
	offer(s, "find_in_files", "the paths of the files in which a text stands", f.find)
	offer(s, "file_size", "how many characters a file has", func(in pathArg) (int, error) {
		text, err := f.read(in.Path)
		return len([]rune(text)), err
	})
	return f, nil
}

// clean returns a path as the tree names it.
func clean(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, "./"), "/") }

func (f *fileTree) read(path string) (string, error) {
	text, ok := f.Files[clean(path)]
	if !ok {
		return "", tools.NotFound("there is no file %s", path)
	}
	return text, nil
}

func (f *fileTree) list(in folderArg) ([]string, error) {
	folder := strings.TrimSuffix(clean(in.Folder), "/")
	if folder == "." {
		folder = ""
	}
	var paths []string
	for _, path := range slices.Sorted(maps.Keys(f.Files)) {
		if folder == "" || strings.HasPrefix(path, folder+"/") {
			paths = append(paths, path)
		}
	}
	if paths == nil {
		return nil, tools.NotFound("there is no folder %s with files in it", in.Folder)
	}
	return paths, nil
}

func (f *fileTree) appendLine(in pathTextArgs) (string, error) {
	text, err := f.read(in.Path)
	if err != nil {
		return "", err
	}
	f.Files[clean(in.Path)] = strings.TrimLeft(strings.TrimSuffix(text, "\n")+"\n"+in.Text, "\n")
	return "added", nil
}

func (f *fileTree) rename(in fromToArgs) (string, error) {
	text, err := f.read(in.From)
	if err != nil {
		return "", err
	}
	if _, there := f.Files[clean(in.To)]; there {
		return "", tools.BadArgument("there is a file %s already", in.To)
	}
	delete(f.Files, clean(in.From))
	f.Files[clean(in.To)] = text
	return "moved", nil
}

func (f *fileTree) find(in textArg) ([]string, error) {
	paths := []string{}
	for _, path := range slices.Sorted(maps.Keys(f.Files)) {
		if strings.Contains(strings.ToLower(f.Files[path]), strings.ToLower(in.Text)) {
			paths = append(paths, path)
		}
	}
	return paths, nil
}
