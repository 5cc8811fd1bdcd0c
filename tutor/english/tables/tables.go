// Package tables holds what the tutor knows about English and Spanish as plain data files.
//
// Each file is tab-separated text with one record a line; a line that is empty or begins with '#'
// is not a record, and the first such comment of a file names its columns. All of it is typed by
// this project from general knowledge of both languages; tests compare it with independent sources.
// The packages beside this one read their own tables once, when first used.
package tables

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed *.tsv
var files embed.FS

// Read returns the records of the table called name (without ".tsv"), each cut at its tabs and
// padded with empty fields to columns. A record with more fields, or a missing table, is a mistake
// in the source tree that the tests of every reader would show, so Read panics and says where.
func Read(name string, columns int) [][]string {
	text, err := files.ReadFile(name + ".tsv")
	if err != nil {
		panic("tables: BUG: " + err.Error())
	}
	var records [][]string
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) > columns {
			panic(fmt.Sprintf("tables: BUG: %s.tsv:%d: %d fields, want at most %d", name, i+1, len(fields), columns))
		}
		for len(fields) < columns {
			fields = append(fields, "")
		}
		records = append(records, fields)
	}
	return records
}
