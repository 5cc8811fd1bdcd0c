package mcp

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// Sixty servers list tools in the shapes of well-known ones. Each tool is usable, or is listed with a reason, and what of
// its schema is left to the server is listed too: the golden file shows what changes.
func TestToolsOfSixtyServers(t *testing.T) {
	file, err := os.Open("testdata/servers.jsonl")
	require.NoError(t, err)
	defer file.Close()
	var golden strings.Builder
	servers, usable, gapped, left := 0, 0, 0, 0
	lines := bufio.NewScanner(file)
	for lines.Buffer(nil, 1<<20); lines.Scan(); servers++ {
		var row struct {
			Server string
			Result struct {
				Tools []struct {
					Name        string
					InputSchema struct{ Properties map[string]any }
				}
			}
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &row))
		listings, made := useAll(t, object(lines.Bytes())["result"])
		require.Len(t, listings, len(row.Result.Tools), row.Server)
		for i, l := range listings {
			require.Equal(t, row.Result.Tools[i].Name, l.Original)
			require.NotEqual(t, l.Name == "", l.Problem == "", "%s/%s is usable, or has a reason", row.Server, l.Original)
			what := row.Server + "/" + l.Original
			if tool, ok := made.Lookup(l.Name); ok {
				for name := range row.Result.Tools[i].InputSchema.Properties {
					_, here := tool.Schema().Property(name)
					assert.True(t, here || strings.Contains(fmt.Sprint(l.Unenforced, l.Unwritable), name), "%s: %s is lost", what, name)
				}
			}
			for _, g := range l.Unenforced {
				fmt.Fprintf(&golden, "%s %s %s: not held to: %s\n", what, g.Pointer, g.Keyword, g.Why)
			}
			for _, g := range l.Unwritable {
				fmt.Fprintf(&golden, "%s %s %s: cannot be written: %s\n", what, g.Pointer, g.Keyword, g.Why)
			}
			if l.Problem != "" {
				left++
				fmt.Fprintf(&golden, "%s: left out: %s\n", what, l.Problem)
			} else if usable++; len(l.Unenforced)+len(l.Unwritable) > 0 {
				gapped++
			}
		}
	}
	require.NoError(t, lines.Err())
	fmt.Fprintf(&golden, "%d servers: %d tools usable, %d of them with gaps; %d left out\n", servers, usable, gapped, left)
	if flag.Lookup("update").Value.String() == "true" { // of the tests from outside
		require.NoError(t, os.WriteFile("testdata/servers.golden", []byte(golden.String()), 0o644))
	}
	want, err := os.ReadFile("testdata/servers.golden")
	require.NoError(t, err)
	assert.Equal(t, string(want), golden.String())
}

// useAll connects to a server that lists tools, and calls each usable one with arguments that its grammar gives.
func useAll(t *testing.T, list json.RawMessage) ([]Listing, *tools.Registry) {
	t.Helper()
	q, text := &quirky{}, string(list)
	q.listed.Store(&text)
	server := httptest.NewServer(q)
	defer server.Close()
	c, err := Connect(t.Context(), []Endpoint{{URL: server.URL}}, Config{ConnectTimeout: 5 * time.Second})
	require.NoError(t, err)
	defer c.Close()
	registry, err := c.Registry()
	require.NoError(t, err)
	dice := rand.New(rand.NewPCG(1, 2))
	for _, tool := range registry.All() {
		g, err := grammar.Compile(t.Context(), tool.Schema().JSON(), grammar.Options{})
		require.NoError(t, err, tool.Name())
		for range 3 {
			args := g.Sample(dice)
			q.args.Store(nil)
			o := registry.Call(t.Context(), tools.Call{Tool: tool.Name(), Args: args})
			if len(tool.Unenforced()) == 0 { // else the server's own schema may refuse it
				require.NotNil(t, q.args.Load(), "%s %s: %s", tool.Name(), args, said(o))
			}
		}
	}
	return c.Listings(), registry
}
