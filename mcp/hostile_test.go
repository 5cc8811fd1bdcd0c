package mcp_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/mcp"
)

var update = flag.Bool("update", false, "rewrite the golden files and tables")

// A fault is what a hostile server does, and what comes of it: at the start, in the list of tools, or as the
// observation of a call.
type fault struct {
	name  string
	place string // start, list, call
	short bool   // it hangs, so the time of a call is short
	twice bool   // it shows at the second call
	dead  bool   // after it the server must be started again
}

var faults = []fault{
	{name: "exits at once", place: "start"},
	{name: "never answers", place: "start", short: true},
	{name: "answers a different request", place: "start", short: true},
	{name: "uses an unknown protocol version", place: "start"},
	{name: "refuses the handshake", place: "start"},
	{name: "lists tools forever", place: "start"},
	{name: "lists ten thousand tools", place: "start"},
	{name: "prints a banner first", place: "call"},
	{name: "its schema is not an object", place: "list"},
	{name: "its schema is missing", place: "list"},
	{name: "its schema requires itself forever", place: "list"},
	{name: "its schema requires a million letters", place: "list"},
	{name: "its schema has two megabytes", place: "list"},
	{name: "its schema excludes itself", place: "list"},
	{name: "its schema has a pattern that explodes", place: "list"},
	{name: "lists a tool twice", place: "list"},
	{name: "names its tool final_answer", place: "list"},
	{name: "names its tool with unusual letters", place: "list"},
	{name: "describes its tool in a megabyte of text", place: "list"},
	{name: "dies during a call", place: "call", dead: true},
	{name: "is killed during a call", place: "call", dead: true},
	{name: "closes its output", place: "call", dead: true},
	{name: "stops in the middle of a message", place: "call", dead: true},
	{name: "hangs", place: "call", short: true},
	{name: "answers with a wrong id", place: "call", short: true},
	{name: "answers twice", place: "call"},
	{name: "floods with notifications", place: "call", dead: true},
	{name: "writes an endless line", place: "call", dead: true},
	{name: "returns 50 megabytes", place: "call"},
	{name: "returns a megabyte", place: "call"},
	{name: "returns bytes that are not UTF-8", place: "call"},
	{name: "returns a result nested a hundred thousand levels deep", place: "call"},
	{name: "returns content of an unknown kind", place: "call"},
	{name: "returns null", place: "call"},
	{name: "returns no content", place: "call"},
	{name: "its result does not fit its declared schema", place: "call"},
	{name: "says that the arguments are wrong", place: "call"},
	{name: "reports an internal error", place: "call"},
	{name: "reports that the call failed", place: "call"},
	{name: "asks the user for more", place: "call"},
	{name: "sends a request to the model", place: "call"},
	{name: "its tool has disappeared", place: "call", twice: true},
	{name: "its tool has changed its arguments", place: "call", twice: true},
}

// hostileEndpoint is a process of this test that behaves like a fault.
func hostileEndpoint(t testing.TB, fault string) mcp.Endpoint {
	program, err := os.Executable()
	require.NoError(t, err)
	return mcp.Endpoint{Name: "hostile", Command: []string{program}, Env: []string{"SHORTLEASH_TEST_HOSTILE=" + fault}}
}

// outcome is what comes of a fault: the class of the observation or what happens, the sentence, and what a call
// of another tool of the server gives afterwards.
type outcome struct{ class, sentence, after string }

func (f fault) meet(t *testing.T) outcome {
	c := mcp.Config{ConnectTimeout: 30 * time.Second, CallTimeout: 20 * time.Second}
	if f.short {
		c.CallTimeout = 400 * time.Millisecond
		if f.place == "start" {
			c.ConnectTimeout = 400 * time.Millisecond
		}
	}
	client, err := mcp.Connect(t.Context(), []mcp.Endpoint{hostileEndpoint(t, f.name)}, c)
	if f.place == "start" {
		require.Error(t, err)
		return outcome{"not connected", strings.TrimPrefix(err.Error(), "mcp: "), "—"}
	}
	require.NoError(t, err)
	defer client.Close()
	r, err := client.Registry()
	require.NoError(t, err)
	var out outcome
	if f.place == "list" {
		out = listed(client)
	} else {
		text := call(t, r, "act", "{}")
		if f.twice {
			text = call(t, r, "act", "{}")
		}
		out.class, out.sentence, _ = strings.Cut(text, ": ")
		if out.sentence == "" {
			out = outcome{class: "ok", sentence: text}
		}
	}
	out.after = "keeps running"
	if f.dead {
		out.after = "is restarted"
	}
	text := call(t, r, "ping", "{}")
	for tries := 0; f.short && strings.HasPrefix(text, "timeout: ") && tries < 50; tries++ { // of a slow machine
		text = call(t, r, "ping", "{}")
	}
	assert.Equal(t, `"pong"`, text)
	return out
}

// listed says what became of the tools of a server.
func listed(client *mcp.Client) outcome {
	var notes []string
	class := "listed"
	for _, l := range client.Listings() {
		switch {
		case l.Original == "ping":
		case l.Problem != "":
			class = "left out"
			notes = append(notes, l.Problem)
		default:
			note := "called " + l.Name
			for _, g := range l.Unenforced {
				note += fmt.Sprintf("; %s %s", g.Keyword, g.Why)
			}
			notes = append(notes, note)
		}
	}
	for _, t := range client.Tools() {
		if n := len(t.Description()); n > 500 {
			notes = append(notes, fmt.Sprintf("described in %d characters", len([]rune(t.Description()))))
		}
	}
	return outcome{class: class, sentence: strings.Join(notes, "; ")}
}

// Every fault ends in a typed observation, in time and in plain words; the table of docs/mcp.md is made here.
func TestHostileServers(t *testing.T) {
	rows := make([]string, len(faults))
	var mu sync.Mutex
	t.Run("faults", func(t *testing.T) {
		for i, f := range faults {
			t.Run(f.name, func(t *testing.T) {
				t.Parallel()
				began := time.Now()
				o := f.meet(t)
				assert.Less(t, time.Since(began), time.Minute)
				assert.NotEmpty(t, o.sentence)
				assert.Less(t, len(o.sentence), 70_000)
				mu.Lock()
				defer mu.Unlock()
				sentence := o.sentence
				if len(sentence) > 160 {
					sentence = sentence[:150] + "…"
				}
				rows[i] = fmt.Sprintf("| %s | %s | %s | %s |", f.name, o.class, strings.NewReplacer("|", `\|`, "\n", " ").Replace(sentence), o.after)
			})
		}
	})
	head := "| what the server does | result | message | afterward the server |\n| --- | --- | --- | --- |\n"
	checkTable(t, "faults", head+strings.Join(rows, "\n")+"\n")
}

// checkTable compares a part of docs/mcp.md, between two comments, with what it should be.
func checkTable(t *testing.T, name, want string) {
	t.Helper()
	const page = "../docs/mcp.md"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	start, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
	before, rest, ok := strings.Cut(string(text), start)
	require.True(t, ok, "%s has no %s", page, start)
	got, after, ok := strings.Cut(rest, end)
	require.True(t, ok)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(before+start+want+end+after), 0o644))
		return
	}
	assert.Equal(t, want, got, "go test ./mcp -update makes it anew")
}

// lockedBuffer is a buffer for a goroutine of its own.
type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *lockedBuffer) text() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.String()
}

// alive reports whether a process is there. One that has ended and waits for its parent counts as gone.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

func TestWhatAServerStartedEndsWithIt(t *testing.T) {
	for _, row := range []struct {
		claim string
		end   func(client *mcp.Client, cancel func())
	}{
		{"when the client is closed", func(client *mcp.Client, _ func()) { client.Close() }},
		{"when the context ends", func(_ *mcp.Client, cancel func()) { cancel() }},
	} {
		t.Run(row.claim, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			e := hostileEndpoint(t, "never ends by itself")
			var said lockedBuffer
			e.Stderr = &said
			client, err := mcp.Connect(ctx, []mcp.Endpoint{e}, mcp.Config{})
			require.NoError(t, err)
			defer client.Close()
			require.Eventually(t, func() bool { return strings.HasSuffix(said.text(), "\n") }, 20*time.Second, 10*time.Millisecond)
			child, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(said.text(), "child ")))
			require.NoError(t, err, said.text())
			require.True(t, alive(child))
			row.end(client, cancel)
			assert.Eventually(t, func() bool { return !alive(child) }, 10*time.Second, 10*time.Millisecond)
		})
	}
}
