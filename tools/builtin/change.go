package builtin

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// maxChange bounds the file that a tool changes or deletes, since the log keeps what it held.
const maxChange = 2 << 20

// A kept file is what the log keeps of a change, beside the result that the model reads.
type kept struct {
	Folder  string `json:"folder"` // absolute
	File    string `json:"file"`
	Before  []byte `json:"before"`          // what the file held
	Existed bool   `json:"existed"`         // before the call
	Moved   string `json:"moved,omitempty"` // its new name
	After   string `json:"after,omitempty"` // SHA-256 of what it holds now; empty where it is gone
	Mode    uint32 `json:"mode,omitempty"`  // permissions before the call
}

// A changeResult is what a tool that writes gives.
type changeResult struct {
	File  string   `json:"file"`
	Done  string   `json:"done"`
	Line  int      `json:"line,omitempty"`  // the first line that changed
	Lines []string `json:"lines,omitempty"` // that stand there now, with one before and one after
	kept  kept
}

// Kept is what the log keeps, for undo.
func (r changeResult) Kept() any { return r.kept }

// writing are the options of a tool that writes.
func (f *Folder) writing(preview func(json.RawMessage) string, known tools.Known) tools.Options {
	return tools.Options{NeedsApproval: true, Preview: preview, Known: known}
}

type editArgs struct {
	File        string `json:"file" jsonschema:"minLength=1,maxLength=400"`
	Find        string `json:"find" jsonschema:"maxLength=1999" jsonschema_description:"the line, or lines, to replace, as they were read"`
	ReplaceWith string `json:"replace_with" jsonschema:"maxLength=1999" jsonschema_description:"the new lines; empty deletes"`
}

func (f *Folder) editor() tools.Tool {
	return tools.Must(tools.New("edit_file", "replaces lines of a file that were read", f.edit,
		f.writing(preview(f.previewEdit), knownEdits)))
}

type addArgs struct {
	File string `json:"file" jsonschema:"minLength=1,maxLength=400"`
	Text string `json:"text" jsonschema:"minLength=1,maxLength=1999" jsonschema_description:"the new lines"`
}

func (f *Folder) adder() tools.Tool {
	asEdit := func(in addArgs) editArgs { return editArgs{File: in.File, ReplaceWith: in.Text} }
	return tools.Must(tools.New("add_lines", "adds lines at the end of a file",
		func(ctx context.Context, in addArgs) (changeResult, error) { return f.edit(ctx, asEdit(in)) },
		f.writing(preview(func(in addArgs) string { return f.previewEdit(asEdit(in)) }), knownFiles(func(*view) []grammar.Property {
			return []grammar.Property{{Name: "text", Schema: grammar.String(1, grammar.MaxString)}}
		}))))
}

func (f *Folder) edit(_ context.Context, in editArgs) (changeResult, error) {
	d, before, info, err := f.forChange(in.File)
	if err != nil {
		return changeResult{}, err
	}
	after, at, added, err := d.replace(in.File, in.Find, in.ReplaceWith)
	if err != nil {
		return changeResult{}, err
	}
	r := changeResult{File: in.File, Done: "changed", Line: at + 1,
		kept: kept{Folder: f.path, File: in.File, Before: before, Existed: true, Mode: uint32(info.Mode().Perm())}}
	for i := max(at-1, 0); i < min(at+added+1, len(after.lines)); i++ {
		r.Lines = append(r.Lines, shorten(after.lines[i].text))
	}
	data, err := after.bytes()
	if err != nil {
		return changeResult{}, err
	}
	r.kept.After = digest(data)
	return r, f.replace(in.File, data, info.Mode().Perm(), info)
}

// replace returns d with the lines of find replaced by those of with, the index of the first of them, and how
// many came. Without find they are added at the end.
func (d document) replace(file, find, with string) (after document, at, added int, _ error) {
	var old []string
	if find != "" {
		old = strings.Split(find, "\n")
	}
	at = len(d.lines)
	if old != nil {
		places := d.places(old)
		if last := len(old) - 1; len(places) == 0 && last > 0 && old[last] == "" { // the end of a line, not an empty one
			old = old[:last]
			places = d.places(old)
		}
		switch len(places) {
		case 0:
			return d, 0, 0, tools.NotFound("these lines do not stand in %s any more; read it again", file)
		case 1:
			at = places[0]
		default:
			return d, 0, 0, tools.BadArgument("these lines stand in %s %d times; take the lines around them too", file, len(places))
		}
	}
	var lines []line
	if with != "" {
		for _, text := range strings.Split(strings.TrimSuffix(with, "\n"), "\n") {
			lines = append(lines, line{strings.TrimSuffix(text, "\r"), d.end()})
		}
	}
	after = document{slices.Clone(d.lines), d.written}
	if at == len(d.lines) && at > 0 && after.lines[at-1].end == "" {
		after.lines[at-1].end = d.end() // what comes is a line of its own
	} else if end := at + len(old); end == len(d.lines) && len(lines) > 0 && end > at {
		lines[len(lines)-1].end = d.lines[end-1].end // the end of the file stays as it was
	}
	after.lines = slices.Replace(after.lines, at, at+len(old), lines...)
	return after, at, len(lines), nil
}

// places returns where these lines stand in d.
func (d document) places(lines []string) (places []int) {
	for i := 0; i+len(lines) <= len(d.lines); i++ {
		same := true
		for k, text := range lines {
			if d.lines[i+k].text != text {
				same = false
				break
			}
		}
		if same {
			places = append(places, i)
		}
	}
	return places
}

func (f *Folder) previewEdit(in editArgs) string {
	d, before, _, err := f.forChange(in.File)
	if err != nil {
		return err.Error()
	}
	after, _, _, err := d.replace(in.File, in.Find, in.ReplaceWith)
	if err != nil {
		return err.Error()
	}
	data, err := after.bytes()
	if err != nil {
		return err.Error()
	}
	was, _, _ := decode(before)
	is, _, _ := decode(data)
	return udiff.Unified(in.File, in.File, was, is)
}

type writeArgs struct {
	File string `json:"file" jsonschema:"minLength=1,maxLength=400" jsonschema_description:"the name of the new file"`
	Text string `json:"text" jsonschema:"maxLength=1999" jsonschema_description:"what it holds"`
}

func (f *Folder) writer() tools.Tool {
	return tools.Must(tools.New("write_file", "makes a new file", f.write, f.writing(preview(func(in writeArgs) string {
		return udiff.Unified("/dev/null", in.File, "", ended(in.Text))
	}), knownNewFiles)))
}

func (f *Folder) write(_ context.Context, in writeArgs) (changeResult, error) {
	if err := f.free(in.File); err != nil {
		return changeResult{}, err
	}
	data, err := split(ended(in.Text), utf8Text).bytes()
	if err != nil {
		return changeResult{}, err
	}
	r := changeResult{File: in.File, Done: "made", kept: kept{Folder: f.path, File: in.File, After: digest(data)}}
	return r, f.replace(in.File, data, 0o644, nil)
}

// ended returns text with an end of its last line.
func ended(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

type renameArgs struct {
	File    string `json:"file" jsonschema:"minLength=1,maxLength=400"`
	NewName string `json:"new_name" jsonschema:"minLength=1,maxLength=400" jsonschema_description:"its new path"`
}

func (f *Folder) renamer() tools.Tool {
	return tools.Must(tools.New("rename_file", "renames or moves a file", f.rename, f.writing(preview(func(in renameArgs) string {
		return in.File + " → " + in.NewName
	}), asked(renames, knownFiles(func(v *view) []grammar.Property { return []grammar.Property{{Name: "new_name", Schema: v.newPath()}} })))))
}

func (f *Folder) rename(ctx context.Context, in renameArgs) (changeResult, error) {
	sum, err := f.sum(ctx, in.File)
	if err != nil {
		return changeResult{}, err
	}
	if err := f.free(in.NewName); err != nil {
		return changeResult{}, err
	}
	r := changeResult{File: in.NewName, Done: "renamed from " + in.File,
		kept: kept{Folder: f.path, File: in.File, Existed: true, Moved: in.NewName, After: sum}}
	return r, f.move(in.File, in.NewName)
}

// move gives a file another name, and never the name of one that is there: a link cannot be made over it.
func (f *Folder) move(from, to string) error {
	err := f.root.Link(from, to)
	if err == nil {
		return f.explain(from, f.root.Remove(from))
	}
	if errors.Is(err, fs.ErrExist) {
		return f.explain(to, fs.ErrExist)
	}
	return f.explain(to, f.root.Rename(from, to)) // a file system without links
}

type deleteArgs struct {
	File string `json:"file" jsonschema:"minLength=1,maxLength=400"`
}

func (f *Folder) deleter() tools.Tool {
	return tools.Must(tools.New("delete_file", "deletes a file", f.delete, f.writing(preview(func(in deleteArgs) string {
		return "deletes " + in.File
	}), asked(deletes, knownFiles(func(*view) []grammar.Property { return nil })))))
}

func (f *Folder) delete(_ context.Context, in deleteArgs) (changeResult, error) {
	before, info, err := f.content(in.File)
	if err != nil {
		return changeResult{}, err
	}
	r := changeResult{File: in.File, Done: "deleted",
		kept: kept{Folder: f.path, File: in.File, Before: before, Existed: true, Mode: uint32(info.Mode().Perm())}}
	return r, f.explain(in.File, f.root.Remove(in.File))
}

// preview makes what a person reads before a call is approved from the arguments of the call.
func preview[In any](show func(In) string) func(json.RawMessage) string {
	return func(args json.RawMessage) string {
		var in In
		if err := json.Unmarshal(args, &in); err != nil {
			return err.Error()
		}
		return show(in)
	}
}

// forChange reads a file that is to be changed: its text, its bytes, what the file system says of it.
func (f *Folder) forChange(name string) (document, []byte, fs.FileInfo, error) {
	data, info, err := f.content(name)
	if err != nil {
		return document{}, nil, nil, err
	}
	text, written, ok := decode(data)
	if !ok {
		return document{}, nil, nil, tools.BadArgument("%s is no text file", name)
	}
	d := split(text, written)
	if again, err := d.bytes(); err != nil || !bytes.Equal(again, data) {
		return document{}, nil, nil, tools.BadArgument("%s holds bytes that would be lost; it is not changed", name)
	}
	return d, data, info, nil
}

// content reads a whole file that is to be changed or deleted.
func (f *Folder) content(name string) ([]byte, fs.FileInfo, error) {
	seen, err := f.regular(name)
	if err != nil {
		return nil, nil, err
	}
	file, info, err := f.open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	if !os.SameFile(seen, info) {
		return nil, nil, changedMeanwhile(name)
	}
	if info.Mode().Perm()&0o200 == 0 {
		return nil, nil, tools.BadArgument("%s is read-only", name)
	}
	data, err := io.ReadAll(io.LimitReader(file, maxChange+1))
	if max(info.Size(), int64(len(data))) > maxChange {
		return nil, nil, tools.BadArgument("%s has more than %d bytes, so a change could not be undone", name, maxChange)
	}
	return data, info, f.explain(name, err)
}

// sum returns the digest of a file of any size that is to be renamed.
func (f *Folder) sum(ctx context.Context, name string) (string, error) {
	if _, err := f.regular(name); err != nil {
		return "", err
	}
	file, _, err := f.open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	for err == nil && ctx.Err() == nil { // a call whose time is over renames nothing
		_, err = io.CopyN(h, file, maxChange)
	}
	if err == io.EOF {
		return hex.EncodeToString(h.Sum(nil)), nil
	}
	return "", f.explain(name, cmp.Or(err, ctx.Err()))
}

func changedMeanwhile(name string) error {
	return tools.NotFound("another program is changing %s, so it was left alone; read it again", name)
}

// regular refuses what is no regular file, and what cannot be reached.
func (f *Folder) regular(name string) (fs.FileInfo, error) {
	if err := f.reachable(name); err != nil {
		return nil, err
	}
	info, err := f.root.Lstat(name)
	switch {
	case err != nil:
		return nil, f.explain(name, err)
	case !info.Mode().IsRegular():
		return nil, tools.BadArgument("%s is no file", name)
	}
	return info, nil
}

// reachable refuses a path that is a link or goes through one, and one that no listing would show.
func (f *Folder) reachable(name string) error {
	for at := name; at != "." && at != "/"; at = path.Dir(at) {
		if info, err := f.root.Lstat(at); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return tools.BadArgument("%s is a link, and links are not followed", at)
		}
	}
	return f.visible(name)
}

// free refuses the name of something that is there.
func (f *Folder) free(name string) error {
	if !showable(path.Base(name)) {
		return tools.BadArgument("%q is no name for a file", name)
	}
	if err := f.reachable(name); err != nil {
		return err
	}
	_, err := f.root.Lstat(name)
	switch {
	case err == nil:
		return f.explain(name, fs.ErrExist)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return f.explain(name, err)
}

// unfinished begins the name under which a file is written before it takes its place. No listing has such a name.
const unfinished = ".shortleash-new-"

// beside returns the name under which a file is written, which is the same each time: what a killed process left goes with the
// next change of the file.
func beside(name string) string {
	return path.Join(path.Dir(name), unfinished+digest([]byte(path.Base(name)))[:16])
}

// replace writes a file as a whole: beside it first, then in its place. Whatever fails or is killed leaves
// the old file whole. It refuses where there is not any more what was there: the file was, or nothing if was is nil.
func (f *Folder) replace(name string, data []byte, mode fs.FileMode, was fs.FileInfo) error {
	written := beside(name)
	f.root.Remove(written) // of a process that was killed
	file, err := f.root.OpenFile(written, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return f.explain(name, err)
	}
	defer f.root.Remove(written) // nothing is there where all went well
	_, err = file.Write(data)
	if err = errors.Join(err, file.Chmod(mode), file.Sync(), file.Close()); err != nil {
		return f.explain(name, err)
	}
	if was == nil {
		return f.move(written, name)
	}
	now, err := f.root.Lstat(name)
	if err != nil || !os.SameFile(was, now) || was.Size() != now.Size() || !was.ModTime().Equal(now.ModTime()) {
		return changedMeanwhile(name)
	}
	return f.explain(name, f.root.Rename(written, name))
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
