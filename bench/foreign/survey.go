package main

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
)

// A surveyed is what came of all schemas.
type surveyed struct {
	packages, schemas int
	compact, lenient  map[string]int // how many are refused for a reason: for masks, and for documents from elsewhere
	refused           []string       // one line each
}

// mostBytes is the size of a file that is read.
const mostBytes = 8 << 20

// survey compiles the schemas of all packages in a folder.
func survey(cache string) (surveyed, error) {
	s := surveyed{compact: map[string]int{}, lenient: map[string]int{}}
	for _, name := range names() {
		files, err := unpack(filepath.Join(cache, file(name)))
		if err != nil {
			return s, fmt.Errorf("%s: %w (-fetch fetches it)", name, err)
		}
		s.packages++
		maps.DeleteFunc(files, func(at string, text json.RawMessage) bool { return !isSchema(at, text) })
		named := map[string]json.RawMessage{}
		for _, text := range files {
			if id := idOf(text); id != "" {
				named[id] = text
			}
		}
		for _, at := range slices.Sorted(maps.Keys(files)) {
			s.schemas++
			s.compile(name, at, files, named)
		}
	}
	return s, nil
}

// unpack returns the JSON files of an archive.
func unpack(archive string) (map[string]json.RawMessage, error) {
	f, err := os.Open(archive)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	files := map[string]json.RawMessage{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if h.Typeflag != tar.TypeReg || path.Ext(h.Name) != ".json" || h.Size > mostBytes {
			continue
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		if json.Valid(text) {
			files[h.Name] = text
		}
	}
}

var draftName = regexp.MustCompile(`^https?://json-schema\.org/`)

// isSchema reports whether a file says that it is a schema.
func isSchema(name string, text json.RawMessage) bool {
	var head struct {
		Schema string `json:"$schema"`
		Properties, Definitions, Defs, AnyOf,
		OneOf json.RawMessage
	}
	if json.Unmarshal(text, &head) != nil {
		return false
	}
	return draftName.MatchString(head.Schema) ||
		strings.Contains(path.Base(name), "schema") &&
			(head.Properties != nil || head.Definitions != nil || head.AnyOf != nil || head.OneOf != nil)
}

// idOf returns how a schema names itself, or "".
func idOf(text json.RawMessage) string {
	var head struct {
		ID    string `json:"$id"`
		OldID string `json:"id"`
	}
	_ = json.Unmarshal(text, &head) // what is not a string is not a name
	return head.ID + head.OldID
}

// compile compiles one schema in both ways. References may point to the other files, by place or by name.
func (s *surveyed) compile(name, at string, files, named map[string]json.RawMessage) {
	resources := maps.Clone(named)
	for other, text := range files {
		if beside, err := filepath.Rel(path.Dir(at), other); err == nil && other != at {
			resources[filepath.ToSlash(beside)] = text
		}
	}
	ways := []struct {
		counts map[string]int
		o      grammar.Options
	}{
		{s.compact, grammar.Options{}},
		{s.lenient, grammar.Options{Whitespace: grammar.Foreign(), Order: grammar.AnyOrder, Numbers: grammar.AnyForm}},
	}
	for i, way := range ways {
		way.o.Resources = resources
		if _, err := grammar.Compile(context.Background(), files[at], way.o); err != nil {
			way.counts[reason(err)]++
			if i == 0 {
				s.refused = append(s.refused, fmt.Sprintf("%s %s: %v", name, strings.TrimPrefix(at, "package/"), err))
			}
		}
	}
}

// detail is what an error says of one schema, and not of its kind.
var detail = regexp.MustCompile(`https?://\S+|urn:\S+|\S+\.json\S*|branches \d+ and \d+|\d{2,}`)

// reason returns the keyword and the kind of an error.
func reason(err error) string {
	e, ok := errors.AsType[*grammar.CompileError](err)
	if !ok {
		return "an error without a place"
	}
	return strings.TrimSpace(e.Keyword + " " + detail.ReplaceAllString(e.Err.Error(), "…"))
}

// String returns the counts in lines: they are what is kept.
func (s surveyed) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d packages, %d schemas\n", s.packages, s.schemas)
	list := func(way string, counts map[string]int) {
		n := 0
		for _, c := range counts {
			n += c
		}
		fmt.Fprintf(&b, "%s: %d refused\n", way, n)
		for _, why := range slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
			if counts[x] != counts[y] {
				return counts[y] - counts[x]
			}
			return strings.Compare(x, y)
		}) {
			fmt.Fprintf(&b, "\t%d %s\n", counts[why], why)
		}
	}
	list("compact", s.compact)
	list("from elsewhere", s.lenient)
	return b.String()
}

// page writes the counts as a page.
func (s surveyed) page(w io.Writer) {
	fmt.Fprint(
		w, "# Schemas of others\n\nWritten by `go run ./foreign -page ../docs/evidence/foreign-schemas.md` in `bench/`, which says "+
			"how the schemas are found; ")
	fmt.Fprint(
		w, "`bench/foreign/packages.txt` has the\nversions of the packages. `compact` is how masks need a schema, `from "+
			"elsewhere` how replies of servers are read.\n\n```\n")
	fmt.Fprint(w, s, "```\n")
}
