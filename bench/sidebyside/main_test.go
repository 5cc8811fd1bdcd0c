package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/bench/trial"
)

// TestMain lets this test's program be the runner that the command starts: the program itself.
func TestMain(m *testing.M) {
	if _, serve := trial.IsServe(os.Args[1:]); serve {
		os.Exit(exec(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

func TestExec(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "one.jsonl")
	line := `{"name":"a","schema":{"type":"integer"},"tests":[{"valid":true,"data":3},{"valid":false,"data":"2"}]}`
	require.NoError(t, os.WriteFile(path, []byte(line), 0o600))
	odd := filepath.Join(dir, "odd.jsonl")
	require.NoError(t, os.WriteFile(odd, []byte(`{"name":"c","schema":{"type":"string","format":"hostname"}}`), 0o600))
	rows := []struct {
		claim  string
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{"an engine that is not there is a line that says so", []string{path, "-vocab", "bytes"}, ok, "| llguidance | not run: no -tools", ""},
		{"ours needs no tools", []string{path, "-vocab", "bytes"}, ok, "| 1 (100.0 %) | 1 of 1 (100.0 %) | 0 |", ""},
		{"an empty folder of tools has no engines", []string{path, "-vocab", "bytes", "-tools", dir}, ok, "| llamacpp | not run: stat ", ""},
		{"losses are told by reason", []string{odd, "-vocab", "bytes", "-engines", "shortleash", "-losses"}, ok,
			"- compile error: 1 (100.0 %) format (unsupported)", ""},
		{"a negative number is misuse", []string{path, "-n", "-1"}, misuse, "", "-n"},
		{"a missing file is a fault", []string{path + "x"}, fault, "", "no such file"},
		{"a name that no schema has is a fault", []string{path, "-only", "zz"}, fault, "", `has "zz" in its name`},
		{"an unknown vocabulary is a fault", []string{path, "-vocab", "x"}, fault, "", "unknown name"},
		{"only the engines asked for are listed", []string{path, "-vocab", "bytes", "-engines", "xgrammar"}, ok, "| xgrammar | not run", ""},
		{"an unknown engine is misuse", []string{path, "-engines", "outlines"}, misuse, "", `unknown engine "outlines"`},
		{"no file is misuse", nil, misuse, "", "want one file"},
		{"a share of no positions is misuse", []string{path, "-every", "0"}, misuse, "", "-every"},
		{"help is not an error", []string{"-h"}, ok, "", "usage: sidebyside"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			assert.Equal(t, row.code, exec(context.Background(), row.args, &stdout, &stderr))
			assert.Contains(t, stdout.String(), row.stdout)
			assert.Contains(t, stderr.String(), row.stderr)
		})
	}
}

func TestRawKeepsEveryResult(t *testing.T) {
	dir := t.TempDir()
	path, raw := filepath.Join(dir, "one.jsonl"), filepath.Join(dir, "raw")
	require.NoError(t, os.WriteFile(path, []byte(`{"name":"a","schema":{"type":"integer"}}`), 0o600))
	var stdout, stderr bytes.Buffer
	require.Equal(t, ok, exec(context.Background(), []string{path, "-vocab", "bytes", "-raw", raw}, &stdout, &stderr))
	text, err := os.ReadFile(raw)
	require.NoError(t, err)
	assert.Equal(t, len(engines()), bytes.Count(text, []byte("\n")))
	assert.Contains(t, string(text), `"name":"a"`)
}
