package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// What is slow says so before it has ended.
func TestEvalShowsASlowTask(t *testing.T) {
	at, err := url.Parse(newChatServer(t).URL)
	require.NoError(t, err)
	proxy := httputil.NewSingleHostReverseProxy(at)
	began := make(chan struct{})
	said := &watched{text: "0/1 · files-13: ", then: func() { close(began) }}
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/chat" {
			<-began
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(slow.Close)
	var out bytes.Buffer
	c := cli.NewConsole("shortleash", strings.NewReader(""), &out, said, func(string) string { return "" }, nil)
	c.ErrTerminal, c.Width = true, 80
	args := []string{"eval", suite, "--models", "ollama:x", "--host", slow.URL, "--sample", "1"}
	assert.Zero(t, c.Run(t.Context(), rootCommand(c), args), said.seen.String())
	assert.Regexp(t, `0/1 · files-13: [0-9]+s`, said.seen.String())
}
