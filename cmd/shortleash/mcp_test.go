package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/mcp"
	"github.com/shortleash/shortleash/tools"
)

// TestMain is the program itself where a test starts its own binary as one.
func TestMain(m *testing.M) {
	if os.Getenv("SHORTLEASH_TEST_PROGRAM") != "" {
		os.Exit(exec(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
	}
	cli.Grace = time.Minute // the machine may be slow
	os.Exit(m.Run())
}

// served starts this test's program as an MCP server and returns its tools.
func served(t *testing.T, args ...string) *tools.Registry {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	client, err := mcp.Connect(t.Context(), []mcp.Endpoint{{Command: append([]string{program, "mcp"}, args...),
		Env: []string{"SHORTLEASH_TEST_PROGRAM=1"}}}, mcp.Config{})
	require.NoError(t, err)
	t.Cleanup(client.Close)
	r, err := client.Registry()
	require.NoError(t, err)
	return r
}

// An agent with the tools of other servers is a server itself, and its runs are kept.
func TestAnAgentIsAServer(t *testing.T) {
	s := openShop(t)
	log := filepath.Join(t.TempDir(), "log")
	r := served(t, "--mcp", s.url, "--yes", "--model", script(t, countBolts, orderBolts, answered), "--log", log, "--tool",
		"keep_stock", "--describe", "counts and orders parts")
	require.Len(t, r.All(), 1)
	assert.Equal(t, "keep_stock", r.All()[0].Name())
	assert.Equal(t, "counts and orders parts", r.All()[0].Description())
	o := r.Call(t.Context(), tools.Call{Tool: "keep_stock", Args: json.RawMessage(`{"task":"Order bolts up to 100."}`)})
	require.True(t, o.OK, "%v", o.Error)
	assert.Equal(t, "final", gjson.GetBytes(o.Output, "outcome").Str)
	assert.Equal(t, "There are 100 bolts.", gjson.GetBytes(o.Output, "answer.text").Str)
	assert.Equal(t, 100, s.stock["bolt"])
	list, _, _ := app(t, "runs", "list", log)
	id := strings.Fields(strings.Split(list, "\n")[1])[0]
	out, said, code := app(t, "runs", "replay", id, "--log", log, "--mcp", s.url, "--yes")
	assert.Zero(t, code, said)
	assert.Contains(t, out, "The same: ")
}

// Without --yes no call that may change something is made: the client reads why.
func TestAnAgentThatServesAsksNobody(t *testing.T) {
	s := openShop(t)
	o := served(t, "--mcp", s.url, "--model", script(t, countBolts, orderBolts, answered)).
		Call(t.Context(), tools.Call{Tool: "run_task", Args: json.RawMessage(`{"task":"Order."}`)})
	require.NotNil(t, o.Error)
	assert.Equal(t, mcp.ClassRefused, o.Error.Class)
	assert.Contains(t, o.Error.Message, "order_part needs the approval of a person, and none can be asked here")
	assert.Equal(t, 20, s.stock["bolt"])
	for _, row := range []struct {
		flags []string
		says  string
	}{
		{[]string{"--planner", "plan-act", "--approve-plan"}, "--approve-plan asks a person, and there is none here"},
		{[]string{"--critic", "off"}, "--critic is for the critic of preflect"},
		{[]string{"--tool", "Run Task"}, "tool"},
		{[]string{"--listen", "0.0.0.0:0"}, "--listen wants an address of this machine with a port"},
		{[]string{"--log", t.TempDir()}, "cannot write the log"},
		{[]string{"more"}, "mcp takes flags only"},
	} {
		_, said, code := app(t, append([]string{"mcp", "--mcp", s.url, "--model", "random:1"}, row.flags...)...)
		assert.Equal(t, 2, code, row.flags)
		assert.Contains(t, said, row.says)
	}
}

// Over HTTP it serves until a signal ends it.
func TestAnAgentServesHTTP(t *testing.T) {
	s := openShop(t)
	ctx, cancel := context.WithCancel(t.Context())
	read, write := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- exec(ctx, []string{"mcp", "--mcp", s.url, "--model", script(t, countBolts, answered), "--listen", "127.0.0.1:0"},
			strings.NewReader(""), io.Discard, write, func(string) string { return "" })
	}()
	line, err := bufio.NewReader(read).ReadString('\n')
	require.NoError(t, err)
	client, err := mcp.Connect(t.Context(), []mcp.Endpoint{{URL: strings.TrimSpace(strings.TrimPrefix(line, "Listening at "))}}, mcp.Config{})
	require.NoError(t, err)
	r, err := client.Registry()
	require.NoError(t, err)
	assert.True(t, r.Call(t.Context(), tools.Call{Tool: "run_task", Args: json.RawMessage(`{"task":"Count."}`)}).OK)
	client.Close()
	go func() { _, _ = io.Copy(io.Discard, read) }()
	cancel()
	assert.Equal(t, 130, <-done)
}
