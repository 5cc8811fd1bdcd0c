package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The last requests are kept, each cut to what is shown.
func TestRequestsAreBounded(t *testing.T) {
	q := NewRequests()
	long := strings.Repeat("x", 1<<16)
	names := strings.Split(strings.Repeat(long+" ", 300), " ")
	for range maxRequests + 5 {
		q.Add(nil, Request{Path: long, Model: long, Offered: names, Could: names, Removed: long, Other: names[:2], Problems: names[:2],
			Text: long, Calls: []Call{{long, long}}})
	}
	list, _, _ := q.since(0)
	require.Len(t, list, maxRequests)
	assert.Equal(t, 6, list[0].N)
	size := 0
	for _, r := range list {
		size += len(strings.Join(r.Offered, "")+strings.Join(r.Could, "")+strings.Join(r.Other, "")+strings.Join(r.Problems, "")) +
			len(r.Path) + len(r.Model) + len(r.Removed) + len(r.Text) + len(r.Calls[0].Tool) + len(r.Calls[0].Args)
	}
	assert.Less(t, size, 5<<20)
	rest, _, _ := q.since(list[maxRequests-1].N)
	assert.Empty(t, rest)
	rest, _, _ = q.since(list[maxRequests-3].N)
	assert.Equal(t, list[maxRequests-2:], rest)
}

// Requests under way are shown, the oldest first, until they are done.
func TestRequestsUnderWayAreShown(t *testing.T) {
	p := program(t, "", five)
	p.Requests = NewRequests()
	s, err := New(t.Context(), p)
	require.NoError(t, err)
	defer s.Close()
	shown := func() string {
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		return w.Body.String()
	}
	one, two := new(http.Request), new(http.Request)
	p.Requests.Begin(two, Request{Path: "/two", Model: "<i>", Began: time.Unix(2, 0), Waits: true})
	p.Requests.Begin(one, Request{Path: "/one", Began: time.Unix(1, 0), Waits: true})
	p.Requests.Begin(one, Request{Path: "/one", Began: time.Unix(1, 0)})
	assert.Regexp(t, `(?s)/one</b>[^/]+is being answered.+/two</b> &lt;i&gt; [^/]+waits for its turn`, shown())
	p.Requests.Add(one, Request{Path: "/one"})
	assert.NotContains(t, shown(), "is being answered")
	assert.Contains(t, shown(), "waits for its turn")
}

// A token that is given is wanted at this machine too, and is not said.
func TestAGivenTokenIsWanted(t *testing.T) {
	p := program(t, "", five)
	p.Requests, p.Token = NewRequests(), "a secret of some length"
	s, err := New(t.Context(), p)
	require.NoError(t, err)
	defer s.Close()
	g := newGuard(&tcp, "127.0.0.1:0", s.Handler())
	g.token = p.Token
	assert.NotContains(t, p.welcome(&tcp, g, true), "secret")
	for path, want := range map[string]int{"/": 401, "/?token=wrong": 401, "/?token=a+secret+of+some+length": 303} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host = "127.0.0.1"
		g.ServeHTTP(w, r)
		assert.Equal(t, want, w.Code, path)
	}
}
