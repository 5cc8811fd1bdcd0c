package corpus_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/bench/corpus"
)

func TestParse(t *testing.T) {
	rows := []struct {
		claim, file string
		names       string
		wrong       string
	}{
		{"lines keep their order", `{"name":"b","schema":{}}` + "\n" + `{"name":"a","schema":true,"tests":[]}` + "\n", "b a", ""},
		{"the last line needs no end", `{"name":"b","schema":{}}`, "b", ""},
		{"blank lines are passed over", "\n" + `{"name":"b","schema":{}}` + "\n\n", "b", ""},
		{"a file without schemas is an error", "\n", "", "no schema"},
		{"an error names the line", `{"name":"b","schema":{}}` + "\n{", "", "line 2"},
		{"a line without a schema is an error", `{"name":"b"}`, "", "b: no schema"},
		{"a line without a name is an error", `{"schema":{}}`, "", "no name"},
		{"a test without data is an error", `{"name":"b","schema":{},"tests":[{"valid":true}]}`, "", "test 0 has no data"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			for _, gzipped := range []bool{false, true} {
				got, err := corpus.Parse(source(t, row.file, gzipped))
				if row.wrong != "" {
					assert.ErrorContains(t, err, row.wrong)
					continue
				}
				require.NoError(t, err)
				var names []string
				for _, s := range got {
					names = append(names, s.Name)
				}
				assert.Equal(t, row.names, strings.Join(names, " "))
			}
		})
	}
}

func source(t *testing.T, text string, gzipped bool) *bytes.Reader {
	if !gzipped {
		return bytes.NewReader([]byte(text))
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return bytes.NewReader(b.Bytes())
}

func TestRawTextIsKept(t *testing.T) {
	line := `{"name":"n","schema":{"z":1e3,"a":25.0},"tests":[{"valid":true,"data":{"z":"\u00e9","a":-0}}]}`
	got, err := corpus.Parse(strings.NewReader(line))
	require.NoError(t, err)
	assert.Equal(t, `{"z":1e3,"a":25.0}`, string(got[0].Schema))
	compact, _ := got[0].Tests[0].Spellings()
	assert.Equal(t, `{"z":"\u00e9","a":-0}`, string(compact))
}

func TestSpellings(t *testing.T) {
	rows := []struct{ claim, data, compact, spaced string }{
		{"commas and colons get a blank", `{"a":[1,2],"b":{}}`, `{"a":[1,2],"b":{}}`, `{"a": [1, 2], "b": {}}`},
		{"strings are left alone", `{"a:,b":",:"}`, `{"a:,b":",:"}`, `{"a:,b": ",:"}`},
		{"an escaped quote does not end a string", `["\",",1]`, `["\",",1]`, `["\",", 1]`},
		{"an escaped backslash before the quote ends it", `["\\",1]`, `["\\",1]`, `["\\", 1]`},
		{"white space of the source is dropped", "{ \"a\" :\n1 }", `{"a":1}`, `{"a": 1}`},
		{"a scalar has one spelling", `"x"`, `"x"`, `"x"`},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			compact, spaced := corpus.Test{Data: []byte(row.data)}.Spellings()
			assert.Equal(t, row.compact, string(compact))
			assert.Equal(t, row.spaced, string(spaced))
		})
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.jsonl")
	require.NoError(t, os.WriteFile(path, []byte(`{"name":"n","schema":{}}`), 0o600))
	got, err := corpus.Read(path)
	require.NoError(t, err)
	assert.Len(t, got, 1)
	_, err = corpus.Read(path + ".gone")
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"name":"n","schema":{},"tests":[{"valid":true,"data":["\\",{"a":1}]}]}`))
	f.Add([]byte{0x1f, 0x8b, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		schemas, err := corpus.Parse(bytes.NewReader(b))
		if err != nil {
			return
		}
		for _, s := range schemas {
			for _, test := range s.Tests {
				compact, spaced := test.Spellings()
				again, _ := corpus.Test{Data: spaced}.Spellings()
				assert.Equal(t, string(compact), string(again), "blanks change nothing but the spelling")
			}
		}
	})
}
