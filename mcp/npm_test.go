package mcp_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/mcp"
	"github.com/shortleash/shortleash/tools"
)

// npmServer returns the command of a server from npm. The variable names the folder that holds node_modules; the
// checks of the project install it.
func npmServer(t testing.TB, name string, args ...string) []string {
	t.Helper()
	folder := os.Getenv("SHORTLEASH_MCP_NPM")
	if folder == "" {
		t.Skip("SHORTLEASH_MCP_NPM names no folder with servers from npm")
	}
	node, err := exec.LookPath("node")
	require.NoError(t, err)
	script := filepath.Join(folder, "node_modules", "@modelcontextprotocol", name, "dist", "index.js")
	if name == "inspector" {
		script = filepath.Join(folder, "node_modules", "@modelcontextprotocol", name, "cli", "build", "cli.js")
	}
	require.FileExists(t, script)
	return append([]string{node, script}, args...)
}

func connect(t testing.TB, c mcp.Config, endpoints ...mcp.Endpoint) (*mcp.Client, *tools.Registry) {
	t.Helper()
	client, err := mcp.Connect(t.Context(), endpoints, c)
	require.NoError(t, err)
	t.Cleanup(client.Close)
	r, err := client.Registry()
	require.NoError(t, err)
	return client, r
}

// call makes a call and returns its output, or its class and message.
func call(t testing.TB, r *tools.Registry, tool, args string) string {
	t.Helper()
	o := r.Call(t.Context(), tools.Call{ID: "c1", Tool: tool, Args: json.RawMessage(args)})
	if o.Error != nil {
		return o.Error.Class + ": " + o.Error.Message
	}
	require.True(t, json.Valid(o.Output), "%s", o.Output)
	return string(o.Output)
}

// servers are those of npm that are tested, with tools, arguments and what the observation holds. FOLDER is a folder
// with the file a.txt.
var servers = []struct {
	name  string
	args  []string
	tools int
	calls [][3]string
}{
	{"server-filesystem", []string{"FOLDER"}, 14, [][3]string{
		{"read_text_file", `{"head":2,"path":"FOLDER/a.txt","tail":null}`, `{"content":"one\ntwo"}`},
		{"list_directory", `{"path":"FOLDER"}`, `[FILE] a.txt`},
		{"read_text_file", `{"head":null,"path":"/etc/passwd","tail":null}`, "refused: secure-filesystem-server: Access denied"},
		{"read_text_file", `{"head":1,"path":"FOLDER/a.txt","tail":1}`, "refused: "},
		{"write_file", `{"content":"new","path":"FOLDER/b.txt"}`, "Successfully wrote"},
		{"read_multiple_files", `{"paths":["FOLDER/a.txt","FOLDER/b.txt"]}`, "new"},
		{"edit_file", `{"dryRun":null,"edits":[{"newText":"2","oldText":"two"}],"path":"FOLDER/a.txt"}`, "+2"},
		{"directory_tree", `{"excludePatterns":null,"path":"FOLDER"}`, "a.txt"},
		{"list_directory", `{"path":4}`, "bad_argument: "},
	}},
	{"server-memory", nil, 9, [][3]string{
		{"create_entities", `{"entities":[{"entityType":"part","name":"bolt","observations":["20 in stock"]}]}`, `"name":"bolt"`},
		{"add_observations", `{"observations":[{"contents":["made of steel"],"entityName":"bolt"}]}`, "made of steel"},
		{"add_observations", `{"observations":[{"contents":["x"],"entityName":"nut"}]}`, "refused: "},
		{"search_nodes", `{"query":"bolt"}`, "20 in stock"},
		{"delete_entities", `{"entityNames":["bolt"]}`, "deleted"},
		{"read_graph", `{}`, `{"entities":[],"relations":[]}`},
	}},
	{"server-everything", nil, 13, [][3]string{
		{"echo", `{"message":"hé"}`, `"Echo: hé"`},
		{"get-sum", `{"a":1,"b":2}`, `"The sum of 1 and 2 is 3."`},
		{"get-tiny-image", `{}`, `(image, image/png, `},
		{"get-structured-content", `{"location":"New York"}`, `"temperature":33`},
		{"get-annotated-message", `{"includeImage":null,"messageType":"error"}`, `"Error: Operation failed"`},
		{"get-resource-links", `{"count":2}`, "(a link: Blob Resource 1 demo://"},
		{"get-resource-reference", `{"resourceId":1,"resourceType":"Blob"}`, "(file, "},
		{"trigger-long-running-operation", `{"duration":1,"steps":2}`, "completed"},
		{"simulate-research-query", `{"ambiguous":null,"topic":"x"}`, "refused: "}, // it wants to be run as a task
	}},
}

// Servers that others wrote list their tools, take calls, and say what goes wrong; the table of docs/mcp.md says what
// their schemas lost.
func TestServersFromNPM(t *testing.T) {
	var rows []string
	for _, s := range servers {
		t.Run(s.name, func(t *testing.T) {
			folder := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(folder, "a.txt"), []byte("one\ntwo\nthree\n"), 0o600))
			in := strings.NewReplacer("FOLDER", folder).Replace
			var args []string
			for _, arg := range s.args {
				args = append(args, in(arg))
			}
			client, r := connect(t, mcp.Config{}, mcp.Endpoint{
				Command: npmServer(t, s.name, args...), Env: []string{"MEMORY_FILE_PATH=" + filepath.Join(folder, "memory.json")},
			})
			assert.Len(t, client.Listings(), s.tools)
			lost := map[string]int{}
			for _, l := range client.Listings() {
				assert.Empty(t, l.Problem, l.Original)
				for _, g := range slices.Concat(l.Unenforced, l.Unwritable) {
					lost[strings.TrimSpace(g.Keyword+": "+g.Why)]++
				}
			}
			for _, c := range s.calls {
				assert.Contains(t, call(t, r, c[0], in(c[1])), in(c[2]), "%s %s", c[0], c[1])
			}
			rows = append(rows, lossRows(s.name, s.tools, lost)...)
		})
	}
	if len(rows) > 0 {
		checkTable(t, "losses", "| server | tools | what the closed form loses | in tools |\n| --- | --- | --- | --- |\n"+
			strings.Join(rows, "\n")+"\n")
	}
}

func lossRows(server string, tools int, lost map[string]int) (rows []string) {
	for _, what := range slices.Sorted(maps.Keys(lost)) {
		rows = append(rows, fmt.Sprintf("| %s | %d | %s | %d |", server, tools, what, lost[what]))
	}
	if rows == nil {
		rows = append(rows, fmt.Sprintf("| %s | %d | nothing | 0 |", server, tools))
	}
	return rows
}

// The inspector is a client that others wrote.
func TestTheInspectorUsesAServerOfOurs(t *testing.T) {
	inspector := npmServer(t, "inspector")
	program, err := os.Executable()
	require.NoError(t, err)
	inspect := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), inspector[0],
			slices.Concat(inspector[1:], []string{"-e", "SHORTLEASH_TEST_SERVER=1", "--cli", program}, args)...)
		output, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", output)
		return string(output)
	}
	assert.Contains(t, inspect("--method", "tools/list"), `"description": "twice a number"`)
	assert.Contains(t, inspect("--method", "tools/call", "--tool-name", "double", "--tool-arg", "n=4"), `"text": "8"`)
	assert.Contains(t, inspect("--method", "tools/call", "--tool-name", "double", "--tool-arg", "n=40"), `"isError": true`)
}
