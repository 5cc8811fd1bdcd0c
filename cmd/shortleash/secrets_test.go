package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/mcp"
)

// No command tells a secret again that stands in an address or in a variable of a command, nor keeps it in a log.
func TestSecretsAreNotTold(t *testing.T) {
	const secret = "hunter2"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", http.StatusTeapot) }))
	defer server.Close()
	gone := "http://me:" + secret + "@127.0.0.1:1"
	refusing := strings.Replace(server.URL, "//", "//me:"+secret+"@", 1)
	shop := openShop(t)
	log := filepath.Join(t.TempDir(), "log")
	rows := map[string][]string{
		"a host that is gone":     {"run", "--host", gone, "--model", "ollama:m", "x"},
		"one that refuses":        {"run", "--host", refusing, "--model", "openai:m", "x"},
		"a model to be chosen":    {"run", "--host", gone, "x"},
		"an address that is none": {"run", "--host", gone + ":x", "--model", "ollama:m", "x"},
		"a role's host": {"run", "--model", "random:1", "--planner", "plan-act", "--role",
			"planner=ollama:m,host=" + gone, "x"},
		"models":                          {"models", "--host", gone},
		"models of a server that refuses": {"models", "--host", refusing, "--json"},
		"pull":                            {"models", "pull", "m", "--host", gone},
		"doctor":                          {"doctor", "--host", gone, "--model", "ollama:m"},
		"doctor, as JSON":                 {"doctor", "--host", refusing, "--model", "openai:m", "--json"},
		"a server of tools":               {"tools", "--mcp", "http://me:" + secret + "@127.0.0.1:1/mcp"},
		"a command of tools":              {"tools", "--mcp", "SHOP_TOKEN=" + secret + " ./there-is-none"},
		"a run that waits": {"run", "--mcp", strings.Replace(shop.url, "//", "//me:"+secret+"@", 1), "--model",
			script(t, orderBolts), "--log", log, "Order."},
	}
	for claim, args := range rows {
		t.Run(claim, func(t *testing.T) {
			out, said, code := app(t, args...)
			assert.NotZero(t, code, "%s%s", out, said)
			assert.NotContains(t, out+said, secret)
		})
	}
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.NotContains(t, string(text), secret)
}

// hiding are the places of an address that can hold a secret.
var hiding = []string{"http://me:hunter2@127.0.0.1:1", "http://hunter2@127.0.0.1:1", "http://me:hun/hunter2@127.0.0.1:1",
	"http://me:x@hunter2@127.0.0.1:1", "http://me:hunter2@127.0.0.1:x", "http://127.0.0.1:1/?token=hunter2", "http://127.0.0.1:1/a#hunter2",
	"me:hunter2@127.0.0.1:1"}

// Whatever the place of a secret in an address is, and whatever gives the address, nothing tells it.
func TestSecretsAreNotToldWhereverTheyStand(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	commands := [][]string{
		{"run", "--model", "ollama:m", "--log", log, "--host", "URL", "x"}, {"run", "--model", "openai:m", "--json", "--host", "URL", "x"},
		{"run", "--model", "openai:m", "--events", "--host", "URL", "x"}, {"run", "--model", "random:1", "--mcp", "URL", "x"},
		{"run", "--model", "random:1", "--planner", "plan-act", "--role", "planner=ollama:m,host=URL", "x"},
		{"models", "--host", "URL"}, {"models", "--json", "--host", "URL"}, {"models", "pull", "m", "--host", "URL"},
		{"doctor", "--json", "--model", "ollama:m", "--host", "URL"}, {"tools", "--mcp", "URL"}, {"tools", "--json", "--mcp", "URL"},
		{"mcp", "--model", "random:1", "--mcp", "URL"}, {"serve", "--model", "random:1", "--mcp", "URL"},
		{"run", "--model", "ollama:m", "--log", log, "x"}, {"models", "--json"},
	}
	for _, args := range commands {
		for _, address := range hiding {
			words := strings.Split(strings.ReplaceAll(strings.Join(args, "\x00"), "URL", address), "\x00")
			var out, said bytes.Buffer
			code := exec(t.Context(), words, strings.NewReader(""), &out, &said, func(name string) string {
				return map[string]string{"OLLAMA_HOST": address, "HOME": filepath.Dir(log),
					"OTEL_EXPORTER_OTLP_ENDPOINT": address}[name]
			})
			assert.NotZero(t, code, "%v: %s%s", words, &out, &said)
			assert.NotContains(t, out.String()+said.String(), "hunter2", words)
		}
	}
	assert.NoFileExists(t, log, "each was refused before there was a run")
}

// A secret that stands on the command line is remarked on, and one that stands in a variable is not.
func TestASecretOnTheCommandLineIsRemarkedOn(t *testing.T) {
	for _, row := range []struct{ flag, value, variable string }{
		{"host", "http://me:hunter2@127.0.0.1:1", "SHORTLEASH_HOST"}, {"mcp", "SHOP_TOKEN=hunter2 ./there-is-none", "SHORTLEASH_MCP"},
		{"mcp", "http://127.0.0.1:1/mcp?api_key=hunter2", "SHORTLEASH_MCP"}, {"mcp", "http://127.0.0.1:1/mcp?page=2", ""},
		{"role", "planner=ollama:m,host=http://me:hunter2@127.0.0.1:1", "SHORTLEASH_ROLE"},
	} {
		args := []string{"run", "--model", "random:1", "--planner", "plan-act", "x"}
		_, typed, _ := app(t, append(args, "--"+row.flag, row.value)...)
		remark := "--" + row.flag + " holds a secret, and others can read a command line: the variable " + row.variable + " is a place for it."
		assert.Equal(t, row.variable != "", strings.Contains(strings.Join(strings.Fields(typed), " "), remark), "%s: %s", row.value, typed)
		var said bytes.Buffer
		exec(t.Context(), args, strings.NewReader(""), io.Discard, &said, func(name string) string {
			return map[string]string{row.variable: row.value, "HOME": t.TempDir()}[name]
		})
		assert.NotContains(t, said.String(), "holds a secret")
		assert.NotContains(t, typed+said.String(), "hunter2")
	}
}

// commandLines returns those of all processes of this machine.
func commandLines(t *testing.T) []string {
	var lines []string
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	for _, name := range names {
		if line, err := os.ReadFile(name); err == nil { // or the process has ended
			lines = append(lines, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	if len(lines) == 0 {
		t.Skip("this system has no list of processes at /proc")
	}
	return lines
}

// The list of processes shows no secret of a server of tools or of an address: neither what a person starts nor what that
// starts itself.
func TestNoListOfProcessesShowsASecret(t *testing.T) {
	const secret = "hunter2-hunter2-hunter2"
	commandLines(t)
	program, err := os.Executable()
	require.NoError(t, err)
	inner := fmt.Sprintf("SHOP_TOKEN=%s SHORTLEASH_MCP=%s %s mcp --model random:1", secret,
		strings.Replace(openShop(t).url, "//", "//me:"+secret+"@", 1), program)
	client, err := mcp.Connect(t.Context(), []mcp.Endpoint{{Command: []string{program, "mcp", "--model", "random:2"},
		Env: []string{"SHORTLEASH_TEST_PROGRAM=1", "SHORTLEASH_MCP=" + inner}}}, mcp.Config{})
	require.NoError(t, err)
	defer client.Close()
	all := strings.Join(commandLines(t), "\n")
	for _, running := range []string{"mcp --model random:1", "mcp --model random:2"} {
		assert.Contains(t, all, program+" "+running)
	}
	assert.NotContains(t, all, secret)
}
