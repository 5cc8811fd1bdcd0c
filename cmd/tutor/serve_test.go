package main

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

var address = regexp.MustCompile(`http://\S+/(\?token=\S+)?`)

// serving runs tutor serve and returns the address that it prints. The program is ended with the test.
func serving(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	said, write := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- exec(ctx, append([]string{"serve", "--host", "127.0.0.1:1"}, args...), strings.NewReader(""), io.Discard, write,
			func(string) string { return "" })
	}()
	t.Cleanup(func() {
		cancel()
		go func() { _, _ = io.Copy(io.Discard, said) }()
		assert.Equal(t, 130, <-done)
	})
	text := ""
	for buffer := make([]byte, 4096); !address.MatchString(text); {
		n, err := said.Read(buffer)
		require.NoError(t, err)
		text += string(buffer[:n])
	}
	return address.FindString(text)
}

func body(t *testing.T, r *http.Response, err error) string {
	t.Helper()
	require.NoError(t, err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(text)
}

func TestThePageCorrects(t *testing.T) {
	log := t.TempDir() + "/runs.ndjson"
	base := serving(t, "--listen", "127.0.0.1:0", "--model", "rules", "--log", log)
	form := url.Values{"task": {"He goed. She <b>like</b> it."}, "model": {"rules", "tiny"}}
	r, err := http.PostForm(base+"jobs", form)
	page := r.Request.URL.String()
	body(t, r, err)
	r, err = http.Get(page + "/stream")
	stream := body(t, r, err)
	for _, want := range []string{
		"<del>goed</del><ins>went</ins>", "INFL-OVERREG · A1", "<p lang=\"es\">“Go, went, gone”", "removed by evidence:", "&lt;b&gt;",
		`data-into="steps-0"`, `data-into="steps-1"`, "Only verbs were checked.",
	} {
		assert.Contains(t, stream, want)
	}
	assert.NotContains(t, stream, "<b>like")
	r, err = http.Get(base + "runs")
	assert.Equal(t, 4, strings.Count(body(t, r, err), `name="run"`), "each sentence and each model is a run in the log")
	info, err := os.Stat(log)
	require.NoError(t, err)
	assert.Zero(t, info.Mode()&0o077, "which nobody else reads")

	r, err = http.Post(base+"v1/check", "application/json", strings.NewReader(`{"input":"He goed."}`))
	report := body(t, r, err)
	assert.Equal(t, "He went.", gjson.Get(report, "corrected").Str)
	assert.Equal(t, "rules", gjson.Get(report, "model").Str)
}

func TestThePageOfANetwork(t *testing.T) {
	at := serving(t, "--listen", "0.0.0.0:0", "--model", "rules")
	local := strings.Replace(at, "[::]", "127.0.0.1", 1)
	bare, _, found := strings.Cut(local, "?token=")
	require.True(t, found)
	r, err := http.Get(bare)
	assert.Contains(t, body(t, r, err), "wants its token")
	assert.Equal(t, http.StatusUnauthorized, r.StatusCode)
}

func TestServeRefuses(t *testing.T) {
	for _, row := range []struct{ claim, listen, want string }{
		{"a port alone", "8178", "tutor: --listen wants an address with a port"},
		{"another machine's address", "192.0.2.1:0", "tutor: cannot listen: "},
	} {
		t.Run(row.claim, func(t *testing.T) {
			code, _, stderr := newStage(t).exec("serve", "--model", "rules", "--listen", row.listen)
			assert.Equal(t, 2, code)
			assert.Contains(t, stderr, row.want)
		})
	}
}

func TestServeRefusesWhatItCannotShow(t *testing.T) {
	s := newStage(t)
	for _, row := range []struct {
		claim, want string
		args        []string
	}{} {
		t.Run(row.claim, func(t *testing.T) {
			code, _, stderr := s.exec(append([]string{"serve", "--model", "rules"}, row.args...)...)
			assert.Equal(t, 2, code)
			assert.Contains(t, stderr, row.want)
		})
	}
}
