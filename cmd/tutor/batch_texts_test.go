package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
	for _, row := range []struct {
		claim string
		args  []string
		want  string
	}{
		{"a column that is not there", []string{s.file("t.csv", "text\nHe goed.\n"), "--csv", "essay"},
			`DIR/t.csv, line 1: there is no column "essay"; there is: "text"`},
		{"a folder", []string{s.dir}, "cannot read DIR: it is a folder; name one of its files"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			code, out, stderr := s.batch(row.args[0], append(row.args[1:], "--model", "rules")...)
			assert.Equal(t, 2, code)
			assert.Empty(t, out)
			assert.Equal(t, "tutor: "+row.want+"\n", stderr)
		})
	}
}
