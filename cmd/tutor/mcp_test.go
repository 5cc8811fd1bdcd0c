package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/mcp"
	"github.com/shortleash/shortleash/tools"
)

// TestTheTutorIsAServer starts this test's program as one: TestMain is the tutor where the environment asks.
func TestTheTutorIsAServer(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	log := filepath.Join(t.TempDir(), "log")
	client, err := mcp.Connect(t.Context(), []mcp.Endpoint{{Command: []string{program, "mcp", "--model", "rules", "--log", log},
		Env: []string{"SHORTLEASH_TEST_TUTOR=1"}}}, mcp.Config{})
	require.NoError(t, err)
	defer client.Close()
	r, err := client.Registry()
	require.NoError(t, err)
	var names []string
	for _, tool := range r.All() {
		names = append(names, tool.Name())
		assert.False(t, tool.Options().NeedsApproval, "they only read")
		assert.Empty(t, tool.Unenforced())
		assert.Empty(t, tool.Unwritable())
	}
	assert.Equal(t, []string{"check_subject_verb_agreement", "conjugate", "correct_sentence", "explain_rule",
		"lookup_irregular_verb", "lookup_spanish"}, names)
	for _, row := range []struct{ tool, args, want string }{
		{"correct_sentence", `{"sentence":"He goed to school."}`, `"corrected":"He went to school."`},
		{"conjugate", `{"person":"3sg","tense":"past_simple","verb":"go"}`, `"form":"went"`},
		{"lookup_irregular_verb", `{"verb":"writed"}`, `"past_simple":"wrote"`},
		{"check_subject_verb_agreement", `{"subject":"the list of items","verb":"are"}`, `"agrees":false`},
		{"lookup_spanish", `{"person":"3sg","tense":"past_simple","verb":"go"}`, `"form":"fue"`},
		{"explain_rule", `{"rule":"infl-overreg"}`, `INFL-OVERREG`},
	} {
		o := r.Call(t.Context(), tools.Call{Tool: row.tool, Args: json.RawMessage(row.args)})
		require.True(t, o.OK, "%s: %v", row.tool, o.Error)
		assert.Contains(t, string(o.Output), row.want)
	}
	o := r.Call(t.Context(), tools.Call{Tool: "explain_rule", Args: json.RawMessage(`{"rule":"no"}`)})
	require.NotNil(t, o.Error)
	assert.Equal(t, mcp.ClassRefused, o.Error.Class)
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"He goed to school."`)
	assert.Equal(t, 1, strings.Count(string(text), `"kind":"finished"`), "--log keeps the runs")
}

func TestTheTutorServesHTTPOnThisMachineOnly(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", "192.0.2.1:80", "8080", ":8080"} {
		var out, said bytes.Buffer
		code := exec(t.Context(), []string{"mcp", "--model", "rules", "--listen", address}, strings.NewReader(""), &out, &said,
			func(string) string { return "" })
		assert.Equal(t, 2, code, address)
		assert.Contains(t, said.String(), "--listen wants an address of this machine")
	}
	ctx, cancel := context.WithCancel(t.Context())
	read, write := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- exec(ctx, []string{"mcp", "--model", "rules", "--listen", "127.0.0.1:0"}, strings.NewReader(""), io.Discard, write,
			func(string) string { return "" })
	}()
	line, err := bufio.NewReader(read).ReadString('\n')
	require.NoError(t, err)
	url := strings.TrimSpace(strings.TrimPrefix(line, "Listening at "))
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader("{}"))
	require.NoError(t, err)
	r.Header.Set("Origin", "https://evil.example")
	reply, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	require.NoError(t, reply.Body.Close())
	assert.Equal(t, http.StatusForbidden, reply.StatusCode)
	client, err := mcp.Connect(t.Context(), []mcp.Endpoint{{URL: url}}, mcp.Config{})
	require.NoError(t, err)
	assert.Len(t, client.Tools(), 6)
	client.Close()
	go func() { _, _ = io.Copy(io.Discard, read) }()
	cancel()
	assert.Equal(t, 130, <-done)
}
