package main

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var address = regexp.MustCompile(`http://\S+/`)

// serving runs shortleash serve and returns its address, and what it said before. It ends with the test.
func serving(t *testing.T, args ...string) (base, said string) {
	t.Helper()
	return servingIn(t, "", args...)
}

// servingIn is serving with a home.
func servingIn(t *testing.T, home string, args ...string) (base, said string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	from, to := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- exec(ctx, append([]string{"serve", "--host", "127.0.0.1:1", "--listen", "127.0.0.1:0"}, args...),
			strings.NewReader(""), io.Discard, to, func(name string) string { return map[string]string{"HOME": home}[name] })
	}()
	t.Cleanup(func() {
		cancel()
		go func() { _, _ = io.Copy(io.Discard, from) }()
		assert.Equal(t, 130, <-done)
	})
	for buffer := make([]byte, 4096); !strings.Contains(said, "Control-C"); {
		n, err := from.Read(buffer)
		require.NoError(t, err, said)
		said += string(buffer[:n])
	}
	return address.FindString(said), said
}

// page asks for a page, with a form or, where it is nil, without, and returns where that led and what stands there.
func page(t *testing.T, address string, form url.Values) (at, text string) {
	t.Helper()
	r, err := http.Get(address)
	if form != nil {
		r, err = http.PostForm(address, form)
	}
	require.NoError(t, err)
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return r.Request.URL.String(), string(body)
}

// over loads a page until its conversation waits for the next question, and returns it.
func over(t *testing.T, at string) string {
	t.Helper()
	return until(t, at, `class="status over"`)
}

// until loads a page until it holds text, and returns it.
func until(t *testing.T, at, holds string) string {
	t.Helper()
	text := ""
	require.Eventually(t, func() bool {
		_, text = page(t, at, nil)
		return strings.Contains(text, holds)
	}, time.Minute, 5*time.Millisecond, holds)
	return text
}

func TestApprovalsInThePage(t *testing.T) {
	s := openShop(t)
	log := filepath.Join(t.TempDir(), "log.ndjson")
	base, _ := serving(t, "--mcp", s.url, "--model", script(t, countBolts, orderBolts, answered), "--log", log)
	at, _ := page(t, base+"jobs", url.Values{"task": {"Make sure that there are 100 bolts."}})
	at, _, _ = strings.Cut(at, "#")
	until(t, at, "May this call be made?")
	assert.Equal(t, 20, s.stock["bolt"], "nothing was ordered yet")
	page(t, at+"/reply", url.Values{"lane": {"0"}, "interrupt": {"i1"}, "do": {"edit"}, "args": {`{"number":30,"part":"bolt"}`}})
	stream := over(t, at)
	assert.Contains(t, stream, "There are 100 bolts.")
	assert.Equal(t, 50, s.stock["bolt"], "the arguments are the person's")
	_, list := page(t, base+"runs", nil)
	assert.Equal(t, 1, strings.Count(list, `name="run"`), "the run is in the log")
}

// The page marks an answer that rests on nothing, as the terminal does.
func TestThePageMarksAnAnswerThatRestsOnNothing(t *testing.T) {
	base, _ := serving(t, "--files", notes(t), "--model", script(t, fromMemory))
	at, _ := page(t, base+"jobs", url.Values{"task": {"The capital of Peru?"}})
	stream := over(t, at)
	assert.Contains(t, stream, "Lima.")
	assert.Contains(t, stream, "no result shows it")
}

func TestARunThatWaitsInALogIsAnsweredInThePage(t *testing.T) {
	s := openShop(t)
	model, log := script(t, countBolts, orderBolts, answered), filepath.Join(t.TempDir(), "log.ndjson")
	_, said, code := app(t, "run", "--mcp", s.url, "--model", model, "--log", log, "Order.")
	require.Equal(t, 3, code, said)
	base, _ := serving(t, "--mcp", s.url, "--model", model, "--log", log)
	_, list := page(t, base+"runs", nil)
	run := base + "runs/" + regexp.MustCompile(`href="/runs/([0-9a-f]{8})"`).FindStringSubmatch(list)[1]
	_, text := page(t, run, nil)
	assert.Contains(t, text, "May this call be made?")
	_, text = page(t, run+"/reply", url.Values{"interrupt": {"i2"}, "do": {"approve"}})
	assert.Contains(t, text, "waits for no answer any more", "that is another question")
	at, _ := page(t, run+"/reply", url.Values{"interrupt": {"i1"}, "do": {"approve"}})
	stream := over(t, at)
	assert.Contains(t, stream, "There are 100 bolts.")
	assert.Equal(t, 100, s.stock["bolt"])
	_, text = page(t, run, nil)
	assert.NotContains(t, text, "May this call be made?")
	_, text = page(t, run+"/reply", url.Values{"interrupt": {"i1"}, "do": {"approve"}})
	assert.Equal(t, 100, s.stock["bolt"], text)
}

func TestThePageWithoutAModelShowsLogs(t *testing.T) {
	s := openShop(t)
	log := filepath.Join(t.TempDir(), "log.ndjson")
	_, said, code := app(t, "run", "--mcp", s.url, "--yes", "--model", script(t, countBolts, answered), "--log", log, "Order.")
	require.Zero(t, code, said)
	base, said := serving(t, "--log", log)
	assert.Contains(t, said, "The page shows logs only, because there is no model:")
	_, list := page(t, base+"runs", nil)
	assert.Contains(t, list, `name="run"`)
	_, text := page(t, base+"jobs", url.Values{"task": {"Order."}})
	assert.Contains(t, text, "There is no model.")
}

// A conversation of the page goes on at the terminal, and the other way round; it is kept for its owner alone.
func TestThePageAndTheTerminalHaveTheSameConversations(t *testing.T) {
	dir, k := notes(t), talk{t, t.TempDir(), false}
	base, _ := servingIn(t, k.home, "--files", dir, "--model", script(t, searchBolts, boltsFound))
	_, first := page(t, base, nil)
	assert.Contains(t, first, dir)
	assert.Contains(t, first, "none: it only reads")
	at, _ := page(t, base+"jobs", url.Values{"task": {"Where are the bolts?"}})
	at, _, _ = strings.Cut(at, "#")
	text := over(t, at)
	assert.Contains(t, text, "shed.txt</p>")
	assert.Contains(t, text, "rests on results")
	logs, err := filepath.Glob(filepath.Join(k.home, ".local/state/shortleash/runs/chat-*"))
	require.NoError(t, err)
	require.Len(t, logs, 1)
	info, err := os.Stat(logs[0])
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	out, said, code := k.say("", "chat", "--files", dir, "--model", script(t, fromMemory), "--continue", "The capital of Peru?")
	require.Zero(t, code, said)
	assert.Equal(t, "Lima.\n", out, "no program holds a conversation in which nothing happens")
	assert.Contains(t, said, "1 answer so far; the last question was: Where are the bolts?")
	_, text = page(t, at, nil)
	assert.Contains(t, text, "The capital of Peru?")
	assert.Contains(t, text, "no result shows it")

	page(t, at, url.Values{"task": {"What is in @attic.txt?"}})
	text = over(t, at)
	assert.Contains(t, text, "@attic.txt: there is no file attic.txt")
	assert.Contains(t, text, "What is in @attic.txt?</textarea>", "a question without an answer can be changed")
}

// What a page must not keep it forgets, and a conversation goes on without a log.
func TestAConversationThatIsNotKept(t *testing.T) {
	dir, k := notes(t), talk{t, t.TempDir(), true}
	base, _ := servingIn(t, k.home, "--files", dir, "--no-log", "--model", script(t, searchBolts, boltsFound))
	at, _ := page(t, base+"jobs", url.Values{"task": {"Where are the bolts?"}})
	at, _, _ = strings.Cut(at, "#")
	over(t, at)
	page(t, at, url.Values{"task": {"And now?"}})
	text := over(t, at)
	assert.Equal(t, 2, strings.Count(text, "<article"))
	logs, err := filepath.Glob(filepath.Join(k.home, ".local/state/shortleash/runs/*"))
	require.NoError(t, err)
	assert.Empty(t, logs)
	_, said, code := app(t, "serve", "--no-log", "--log", "x")
	assert.Equal(t, 2, code)
	assert.Contains(t, said, "--no-log keeps nothing")
}
