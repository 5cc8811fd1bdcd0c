package proxy

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
)

// A host that did not answer in time is not waited for again by each list, and counts as having what it had.
func TestASilentHostIsLeftAlone(t *testing.T) {
	over := make(chan struct{})
	var silent atomic.Bool
	var asked atomic.Int32
	has := func(models string, hangs bool) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/version" {
				if hangs {
					asked.Add(1)
				}
				for hangs && silent.Load() {
					<-over
					return
				}
			}
			_, _ = io.WriteString(w, `{"version":"0.17.4","models":[{"name":"`+models+`"}]}`)
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	first, second := has("m", true), has("n", false)
	t.Cleanup(func() { close(over) }) // before the servers are
	s := &settings.Settings{}
	s.Settings.Model, s.Host = "auto", first+","+second
	v := newServed(cli.NewConsole("shortleash", nil, io.Discard, io.Discard, func(string) string { return "" }, nil), s, 0)
	due := func(host string) { // as after a time
		l := v.lists[host]
		l.until = time.Time{}
		v.lists[host] = l
	}
	list := func() []string {
		names, err := v.list(t.Context())
		require.NoError(t, err)
		return names
	}
	assert.Equal(t, []string{"m", "n"}, list())
	silent.Store(true)
	due(first)
	for range 3 {
		due(second)
		assert.Equal(t, []string{"m", "n"}, list())
		assert.EqualValues(t, 2, asked.Load(), "it was asked once, and once more when it was due")
	}
	assert.Equal(t, second, "http://"+v.upstream(t.Context(), "n").Host)
	silent.Store(false)
	due(first)
	assert.Equal(t, []string{"m", "n"}, list())
	assert.EqualValues(t, 3, asked.Load())
	assert.NoError(t, v.lists[first].err)
}
