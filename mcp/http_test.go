package mcp_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/mcp"
	"github.com/shortleash/shortleash/tools"
)

func TestPagesOfOtherMachinesMayNotUseAServer(t *testing.T) {
	server := httptest.NewServer(numbers().Handler())
	defer server.Close()
	for origin, want := range map[string]int{
		"": http.StatusOK, "http://127.0.0.1:3000": http.StatusOK, "http://localhost": http.StatusOK, "http://[::1]:1": http.StatusOK,
		"https://evil.example": http.StatusForbidden, "null": http.StatusForbidden,
		"http://127.0.0.1.evil.example": http.StatusForbidden, "::": http.StatusForbidden,
	} {
		const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
			`"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, strings.NewReader(hello))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		reply, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, reply.Body.Close())
		assert.Equal(t, want, reply.StatusCode, "origin %q", origin)
	}
}

// A client that goes without a word leaves no session behind.
func TestASessionEndsWhenItsClientIsIdle(t *testing.T) {
	registry, err := tools.NewRegistry(double())
	require.NoError(t, err)
	server, err := mcp.NewServer(mcp.Offer{Name: "x", Version: "1", Tools: registry, SessionIdle: 20 * time.Millisecond})
	require.NoError(t, err)
	site := httptest.NewServer(server.Handler())
	defer site.Close()
	post := func(session, body string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, site.URL, strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Mcp-Session-Id", session)
		reply, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		_, _ = io.Copy(io.Discard, reply.Body)
		require.NoError(t, reply.Body.Close())
		return reply
	}
	hello := post("", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",`+
		`"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
	session := hello.Header.Get("Mcp-Session-Id")
	require.NotEmpty(t, session)
	for range 500 {
		time.Sleep(50 * time.Millisecond) // longer than it may be idle
		if post(session, `{"jsonrpc":"2.0","id":2,"method":"ping"}`).StatusCode == http.StatusNotFound {
			return
		}
	}
	t.Fatal("the session never ends")
}

func TestHeadersReachAServer(t *testing.T) {
	handler := numbers().Handler()
	var without atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer x" {
			without.Add(1)
		}
		handler.ServeHTTP(w, r)
	}))
	defer server.Close()
	client, r := connect(t, mcp.Config{}, mcp.Endpoint{URL: server.URL, Header: http.Header{"authorization": {"Bearer x"}}})
	assert.Equal(t, `"8"`, call(t, r, "double", `{"n":4}`))
	client.Close()
	assert.Zero(t, without.Load())
}

// What a server does wrong over HTTP ends in time, too, before it is connected.
func TestHostileServersOverHTTP(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("another host was asked") }))
	t.Cleanup(elsewhere.Close)
	for name, handle := range map[string]http.HandlerFunc{
		"is no such server": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "what?", http.StatusNotFound) },
		"fails":             func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusInternalServerError) },
		"speaks HTML":       func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") },
		"sends us elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		},
		"hangs": func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // only then is a client seen to go
			<-r.Context().Done()
		},
		"writes without end": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			piece := []byte(strings.Repeat(" ", 1<<20))
			for r.Context().Err() == nil {
				if _, err := w.Write(piece); err != nil {
					return
				}
			}
		},
		"streams without end": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for r.Context().Err() == nil {
				if _, err := fmt.Fprint(w, "data: {}\n\n"); err != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(handle)
			defer server.Close()
			began := time.Now()
			_, err := mcp.Connect(t.Context(), []mcp.Endpoint{{URL: server.URL}}, mcp.Config{ConnectTimeout: 2 * time.Second})
			require.Error(t, err)
			t.Log(err)
			assert.Contains(t, err.Error(), "mcp: cannot use the server http://127.0.0.1")
			assert.Less(t, time.Since(began), 20*time.Second)
		})
	}
}
