package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// folder writes files below a folder of the stage and returns its path.
func (s *stage) folder(name string, files map[string]string) string {
	dir := filepath.Join(s.dir, name)
	require.NoError(s.t, os.MkdirAll(dir, 0o755))
	for file, content := range files {
		require.NoError(s.t, os.WriteFile(filepath.Join(dir, file), []byte(content), 0o600))
	}
	return dir
}

func TestBatchOfAFolder(t *testing.T) {
	s := newStage(t)
	in := s.folder("class", map[string]string{"anna.txt": "He goed.\n\nShe is happy.\n", "ben.md": "He don't know.", "photo.png": "x"})
	text := filepath.Join(s.dir, "corrected")
	code, out, stderr := s.batch(in, "--model", "rules", "--text", text)
	assert.Zero(t, code)
	assert.Equal(
		t, "1 file of DIR/class is not read, such as photo.png.\n3 of 3 lines · 2 corrected · 1 right · 0 out of scope\n1 "+
			"INFL-OVERREG · 1 SVA-PRON\nT\n", stderr)
	var places []string
	for line := range strings.Lines(out) {
		places = append(places, gjson.Get(line, "file").Str+":"+gjson.Get(line, "line").Raw)
	}
	assert.Equal(t, []string{"anna.txt:1", "anna.txt:3", "ben.md:1"}, places)
	for name, want := range map[string]string{"anna.txt": "He went.\n\nShe is happy.\n", "ben.md": "He doesn't know.\n"} {
		data, err := os.ReadFile(filepath.Join(text, name))
		require.NoError(t, err)
		assert.Equal(t, want, string(data))
	}
	require.NoError(t, os.Remove(filepath.Join(text, "ben.md")))
	code, again, _ := s.batch(in, "--model", "rules", "--text", text)
	assert.Zero(t, code)
	assert.Equal(t, out, again, "all is there already")
	assert.FileExists(t, filepath.Join(text, "ben.md"), "the text is written from what is there")
	s.folder("class", map[string]string{"aaron.txt": "I goes.\n"})
	code, _, stderr = s.batch(in, "--model", "rules", "--quiet")
	assert.Equal(t, 2, code)
	assert.Contains(t, stderr, "its line 1 does not answer line 1 of aaron.txt")
}

func TestBatchOfATable(t *testing.T) {
	s := newStage(t)
	in := s.file("class.csv", "pupil;text\nAnna;He goed.\nBen;\"She is happy.\nHe don't know.\"\n")
	code, out, _ := s.batch(in, "--model", "rules", "--csv", "text")
	assert.Zero(t, code)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	require.Len(t, lines, 2)
	assert.True(t, strings.HasPrefix(lines[1],
		`{"file":"class.csv","line":3,"pupil":"Ben","input":"She is happy.\nHe don't know.","corrected":"She is happy.\nHe doesn't know."`),
		"%s", lines[1])
}

func TestBatchOfTextsRefuses(t *testing.T) {
	s := newStage(t)
	table, text, class := s.file("t.csv", "text\nHe goed.\n"), s.file("in.txt", "He goed.\n"),
		s.folder("class", map[string]string{"a.txt": "He goed.\n"})
	rows := []struct {
		claim string
		args  []string
		want  string
	}{
		{"a column that is not there", []string{table, "--csv", "essay"}, `DIR/t.csv, line 1: there is no column "essay"; there is: "text"`},
		{"the text of a table", []string{table, "--csv", "text", "--text", "x"},
			"--text writes texts, and DIR/t.csv is a table; its corrected texts stand in DIR/out"},
		{"the text over the input", []string{text, "--text", text}, "DIR/in.txt would be written over; name another place with --text"},
		{"the text over the answers", []string{text, "--text", filepath.Join(s.dir, "out")},
			"DIR/out would be written over; name another place with --text"},
		{"texts of a folder in a file", []string{class, "--text", text},
			"DIR/class is a folder, so --text must name a folder; DIR/in.txt is a file"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			code, out, stderr := s.batch(row.args[0], append(row.args[1:], "--model", "rules")...)
			assert.Equal(t, 2, code)
			assert.Empty(t, out)
			assert.Equal(t, "tutor: "+row.want+"\n", stderr)
		})
	}
}
