package main

import (
	"bytes"
	"context"
	"encoding/json"
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

const three = `{"name":"a","schema":{"type":"integer","minimum":3},"tests":[{"valid":true,"data":3},{"valid":false,"data":2}]}
{"name":"b","schema":{"type":"boolean"}}
{"name":"c","schema":{"type":"string","format":"hostname"},"tests":[{"valid":true,"data":"x"}]}
`

func TestExec(t *testing.T) {
	path := filepath.Join(t.TempDir(), "three.jsonl")
	require.NoError(t, os.WriteFile(path, []byte(three), 0o600))
	rows := []struct {
		claim  string
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{"flags may follow the file", []string{path, "--vocab", "bytes", "-n", "2"}, ok, "2 of 2 (100.0 %)", ""},
		{"losses are counted by keyword", []string{path, "-vocab=bytes"}, ok, "format (unsupported)", ""},
		{"names choose schemas", []string{"-only", "b", path, "-vocab=bytes"}, ok, "1 of 1 (100.0 %)", ""},
		{"help is not an error", []string{"-h"}, ok, "", "usage: maskbench"},
		{"no file is misuse", nil, misuse, "", "want one file of schemas, got 0"},
		{"which an example answers", nil, misuse, "", "example: maskbench sample.jsonl.gz"},
		{"an unknown flag is misuse", []string{path, "--fast"}, misuse, "", "not defined: -fast"},
		{"a negative number is misuse", []string{path, "-n", "-1"}, misuse, "", "-n"},
		{"a missing file is a fault", []string{path + "x"}, fault, "", "no such file"},
		{"a name that no schema has is a fault", []string{path, "--only", "zz"}, fault, "", `has "zz" in its name`},
		{"an unknown vocabulary is a fault", []string{path, "--vocab", "x"}, fault, "", "unknown name"},
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

func TestJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "three.jsonl")
	require.NoError(t, os.WriteFile(path, []byte(three), 0o600))
	var stdout, stderr bytes.Buffer
	require.Equal(t, ok, exec(context.Background(), []string{path, "--json", "--vocab", "bytes"}, &stdout, &stderr), stderr.String())
	var got map[string]any
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &got), "one object, nothing else")
	for name, want := range map[string]float64{"schemas": 3, "passed": 2, "compile_errors": 1, "false_refusals": 0, "false_accepts": 0} {
		assert.Equal(t, want, got[name], name)
	}
	compile := got["compile_us"].(map[string]any)
	for _, name := range []string{"p50", "p95", "p99", "max"} {
		assert.Positive(t, compile[name], name)
	}
	assert.Contains(t, got, "mask_us")
}
