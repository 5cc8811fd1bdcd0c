// Package corpus reads files of JSON Schemas with instances, in the format of the MaskBench sample:
// gzipped, one JSON object a line, each with a name, a schema and tests.
//
// Everything is kept as the raw bytes of the file, because the order of keys, the spelling of numbers
// and the escapes of strings are part of what is measured. [Read] gives a whole file; [Test.Spellings]
// gives the two texts in which every instance is judged.
package corpus

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// A Schema is one line of a file.
type Schema struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
	Tests  []Test          `json:"tests"`
}

// A Test is one instance, and whether it is valid against the schema.
type Test struct {
	Valid bool            `json:"valid"`
	Data  json.RawMessage `json:"data"`
}

// ErrEmpty says that a file holds no schema.
var ErrEmpty = errors.New("corpus: the file holds no schema")

// Read returns the schemas of a file in their order. A file whose content does not begin like gzip is
// read as plain text. An error names the line.
func Read(path string) ([]Schema, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Parse(f)
}

// Parse returns the schemas in r, gzipped or plain, in their order.
func Parse(r io.Reader) ([]Schema, error) {
	lines := bufio.NewReaderSize(r, 1<<16)
	if head, _ := lines.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(lines)
		if err != nil {
			return nil, fmt.Errorf("corpus: %w", err)
		}
		lines = bufio.NewReaderSize(z, 1<<16)
	}
	var schemas []Schema
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("corpus: line %d: %w", n, err)
		}
		if len(bytes.TrimSpace(line)) > 0 {
			s, bad := parseLine(line)
			if bad != nil {
				return nil, fmt.Errorf("corpus: line %d: %w", n, bad)
			}
			schemas = append(schemas, s)
		}
		if err == io.EOF {
			break
		}
	}
	if len(schemas) == 0 {
		return nil, ErrEmpty
	}
	return schemas, nil
}

func parseLine(line []byte) (Schema, error) {
	var s Schema
	if err := json.Unmarshal(line, &s); err != nil {
		return Schema{}, err
	}
	if s.Name == "" {
		return Schema{}, errors.New("no name")
	}
	if len(s.Schema) == 0 {
		return Schema{}, fmt.Errorf("%s: no schema", s.Name)
	}
	for i, t := range s.Tests {
		if len(t.Data) == 0 {
			return Schema{}, fmt.Errorf("%s: test %d has no data", s.Name, i)
		}
	}
	return s, nil
}

// Select returns the first n schemas whose name contains text, all of them for an n of 0.
func Select(schemas []Schema, text string, n int) []Schema {
	var out []Schema
	for _, s := range schemas {
		if n > 0 && len(out) == n {
			break
		}
		if strings.Contains(s.Name, text) {
			out = append(out, s)
		}
	}
	return out
}

// Spellings returns the instance without white space, and with one blank after every comma and colon
// between its tokens. They are equal when the instance has neither.
func (t Test) Spellings() (compact, spaced []byte) {
	var b bytes.Buffer
	if err := json.Compact(&b, t.Data); err != nil {
		panic("corpus: BUG: an instance that was read is not JSON: " + err.Error())
	}
	return b.Bytes(), space(b.Bytes())
}

// space puts a blank after every comma and colon that is not inside a string.
func space(compact []byte) []byte {
	out := make([]byte, 0, len(compact)+len(compact)/4)
	inString := false
	for i := 0; i < len(compact); i++ {
		c := compact[i]
		out = append(out, c)
		switch {
		case inString && c == '\\': // valid JSON: a byte follows
			i++
			out = append(out, compact[i])
		case c == '"':
			inString = !inString
		case !inString && (c == ',' || c == ':'):
			out = append(out, ' ')
		}
	}
	return out
}
