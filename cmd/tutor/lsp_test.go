package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// frames returns messages as an editor sends them.
func frames(bodies ...string) string {
	var b strings.Builder
	for _, body := range bodies {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	return b.String()
}

func TestLSPTellsWhyItEnds(t *testing.T) {
	const hello, bye, exit = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`
	rows := []struct {
		claim, sent string
		code        int
		stderr      string
	}{
		{"as it was asked to", frames(hello, bye, exit), 0, ""},
		{"without shutdown", frames(hello, exit), 1, "tutor: the editor went away\n"},
		{"the editor has died", frames(hello), 1, "tutor: the editor went away\n"},
		{"something else talks", "GET / HTTP/1.1\r\n\r\n", 1, "tutor: what the editor sends is no language server protocol: a message has no Content-Length\n"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			s := newStage(t)
			s.stdin = strings.NewReader(row.sent)
			code, stdout, stderr := s.exec("lsp", "--model", "rules")
			assert.Equal(t, row.code, code)
			assert.Equal(t, row.stderr, stderr)
			if row.sent[0] == 'C' {
				assert.True(t, strings.HasPrefix(stdout, "Content-Length: "), "%s", stdout)
				_, body, _ := strings.Cut(stdout, "\r\n\r\n")
				assert.Equal(t, "tutor", gjson.Get(body, "result.serverInfo.name").Str)
			}
		})
	}
}

// nvimSession has Neovim open a file, wait for the diagnostics, apply the first fix and all others, and write what it saw.
const nvimSession = `
local function fail(why) io.stderr:write(why .. "\n"); vim.cmd("cquit") end
local ok, why = pcall(function()
vim.cmd("edit " .. vim.env.TEXT)
local client = vim.lsp.start_client({ name = "tutor", cmd = { vim.env.PROGRAM } })
if not client then fail("the server does not start") end
vim.lsp.buf_attach_client(0, client)
local function diagnostics(n)
  if not vim.wait(60000, function() return #vim.diagnostic.get(0) == n end, 20) then
    fail("there are " .. #vim.diagnostic.get(0) .. " diagnostics, want " .. n)
  end
  return vim.diagnostic.get(0)
end
local seen = {}
for _, d in ipairs(diagnostics(3)) do
  table.insert(seen, string.format("%d:%d-%d %s %s", d.lnum, d.col, d.end_col, d.code, vim.split(d.message, "\n")[1]))
end
local function apply(kind, line, col)
  local params = { textDocument = vim.lsp.util.make_text_document_params(), context = { diagnostics = {}, only = { kind } },
    range = { start = { line = line, character = col }, ["end"] = { line = line, character = col } } }
  local replies = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 60000)
  local reply = replies and replies[client]
  if not reply or not reply.result or not reply.result[1] then fail("there is no " .. kind) end
  vim.lsp.util.apply_workspace_edit(reply.result[1].edit, "utf-16")
end
apply("quickfix", 0, 17)
diagnostics(2)
apply("source.fixAll", 0, 0)
diagnostics(0)
vim.cmd("write")
io.stdout:write(table.concat(seen, "\n"))
end)
if not ok then fail(tostring(why)) end
vim.cmd("quitall")
`

// TestNeovimShowsErrorsAndMendsThem has a real editor talk to the program.
func TestNeovimShowsErrorsAndMendsThem(t *testing.T) {
	nvim, err := osexec.LookPath("nvim")
	if err != nil {
		t.Skip("nvim is not installed")
	}
	s := newStage(t)
	text := s.file("essay.txt", "\U0001F600 Yesterday he goed home.\n\nShe have two cats and he don't know it.\n")
	script := s.file("session.lua", nvimSession)
	program := filepath.Join(s.dir, "start.sh")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\nexec \"$TEST_BINARY\" '-test.run=^TestAsChild$'\n"), 0o700))
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	own := child(ctx, t, "", "lsp", "--model", "rules")
	cmd := osexec.CommandContext(ctx, nvim, "--headless", "--clean", "-n", "-c", "luafile "+script)
	cmd.Env = append(own.Env, "PROGRAM="+program, "TEST_BINARY="+own.Path, "TEXT="+text, "HOME="+s.dir, "XDG_STATE_HOME="+s.dir, "XDG_DATA_HOME="+s.dir, "XDG_CONFIG_HOME="+s.dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoError(t, cmd.Run(), "%s", &stderr)
	assert.Equal(t, "0:18-22 INFL-OVERREG goed → went\n2:4-8 SVA-PRON have → has\n2:25-30 SVA-PRON don't → doesn't", stdout.String(), "columns are bytes in Neovim")
	mended, err := os.ReadFile(text)
	require.NoError(t, err)
	assert.Equal(t, "\U0001F600 Yesterday he went home.\n\nShe has two cats and he doesn't know it.\n", string(mended))
}
