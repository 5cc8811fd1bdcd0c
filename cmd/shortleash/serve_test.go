package main

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var address = regexp.MustCompile(`http://\S+/`)

// serving runs shortleash serve and returns its address, and what it said before. It ends with the test.
func serving(t *testing.T, args ...string) (base, said string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	from, to := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- exec(ctx, append([]string{"serve", "--host", "127.0.0.1:1", "--listen", "127.0.0.1:0"}, args...),
			strings.NewReader(""), io.Discard, to, func(string) string { return "" })
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

func TestApprovalsInThePage(t *testing.T) {
	s := openShop(t)
	log := filepath.Join(t.TempDir(), "log.ndjson")
	base, _ := serving(t, "--mcp", s.url, "--model", script(t, countBolts, orderBolts, answered), "--log", log)
	at, _ := page(t, base+"jobs", url.Values{"task": {"Make sure that there are 100 bolts."}})
	text := ""
	for !strings.Contains(text, "May this call be made?") {
		_, text = page(t, at, nil)
	}
	assert.Equal(t, 20, s.stock["bolt"], "nothing was ordered yet")
	page(t, at+"/reply", url.Values{"lane": {"0"}, "interrupt": {"i1"}, "do": {"edit"}, "args": {`{"number":30,"part":"bolt"}`}})
	_, stream := page(t, at+"/stream", nil)
	assert.Contains(t, stream, "There are 100 bolts.")
	assert.Equal(t, 50, s.stock["bolt"], "the arguments are the person's")
	_, list := page(t, base+"runs", nil)
	assert.Equal(t, 1, strings.Count(list, `name="run"`), "the run is in the log")
}

// The page marks an answer that rests on nothing, as the terminal does.
func TestThePageMarksAnAnswerThatRestsOnNothing(t *testing.T) {
	base, _ := serving(t, "--files", notes(t), "--model", script(t, fromMemory))
	at, _ := page(t, base+"jobs", url.Values{"task": {"The capital of Peru?"}})
	_, stream := page(t, at+"/stream", nil)
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
	_, stream := page(t, at+"/stream", nil)
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
