package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// registry is a server that speaks as Ollama does. A model comes in three parts, each when something is sent to parts.
func registry(t *testing.T) (host string, parts chan struct{}) {
	parts = make(chan struct{})
	var fetched atomic.Bool
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/version":
			fmt.Fprint(w, `{"version":"0.17.4"}`)
		case "/api/tags":
			more := ""
			if fetched.Load() {
				more = `,{"name":"new:1b","model":"new:1b","size":1000000000}`
			}
			fmt.Fprintf(w, `{"models":[{"name":"m:latest","model":"m:latest","size":1000000000}%s]}`, more)
		case "/api/show":
			fmt.Fprint(w, `{"capabilities":["completion"]}`)
		case "/api/pull":
			fmt.Fprintln(w, `{"status":"pulling manifest <b>"}`)
			for done := range 3 {
				w.(http.Flusher).Flush()
				select {
				case <-parts:
				case <-r.Context().Done():
					return
				}
				fmt.Fprintf(w, `{"status":"pulling abc","digest":"sha256:abc","total":4000000000,"completed":%d}`+"\n", done*1_000_000_000)
			}
			fetched.Store(true)
			fmt.Fprintln(w, `{"status":"success"}`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s.URL, parts
}

// servers returns a site whose settings name hosts.
func servers(t *testing.T, hosts ...string) *site {
	p := program(t, "", five)
	p.Settings.Host, p.Settings.Timeout = strings.Join(hosts, ","), cli.Span(5*time.Second)
	return newSite(t, p)
}

// pulling has the site fetch a model and returns the code.
func (s *site) pulling(name, host string) (int, string) {
	code, _, text := s.do(http.MethodPost, "/server/pull", url.Values{"model": {name}, "host": {host}}.Encode())
	return code, text
}

// shows loads a page until it has a text.
func (s *site) shows(path, want string) string {
	s.t.Helper()
	text := ""
	require.Eventually(s.t, func() bool {
		_, _, text = s.do(http.MethodGet, path, "")
		return strings.Contains(text, want)
	}, 30*time.Second, time.Millisecond, "%s has no %q", path, want)
	return text
}

func TestAModelIsFetched(t *testing.T) {
	host, parts := registry(t)
	s := servers(t, host)
	code, text := s.pulling("new:1b", "")
	require.Equal(t, http.StatusSeeOther, code, text)
	text = s.shows("/server", "pulling manifest")
	assert.Contains(t, text, `data-stream="/server/pull/stream"`)
	assert.Contains(t, text, `http-equiv="refresh"`, "without a script it is loaded again")
	assert.Contains(t, text, "pulling manifest &lt;b&gt;")
	parts <- struct{}{}
	parts <- struct{}{}
	text = s.shows("/server", "25 %")
	assert.Contains(t, text, "1.0 GB of 4.0 GB")
	assert.Contains(t, text, `<progress max="100" value="25"`)
	go func() { parts <- struct{}{} }()
	_, _, text = s.do(http.MethodGet, "/server/pull/stream", "")
	assert.Contains(t, text, "It is installed.")
	assert.Contains(t, text, `<div id="models-0"`, "the list is sent again")
	assert.Contains(t, text, "new:1b</th>", "and has the new model")
	assert.True(t, strings.HasSuffix(text, "event: end\ndata:\n\n"))
	text = s.shows("/server", "It is installed.")
	assert.NotContains(t, text, "data-stream=\"/server/pull/stream\"")
}

func TestAFetchIsOneAtATimeAndCancelled(t *testing.T) {
	host, parts := registry(t)
	s := servers(t, host)
	code, _ := s.pulling("new:1b", "0")
	require.Equal(t, http.StatusSeeOther, code)
	code, text := s.pulling("other", "0")
	assert.Equal(t, http.StatusConflict, code)
	assert.Contains(t, text, "A model is being fetched.")
	parts <- struct{}{}
	code, _, _ = s.do(http.MethodPost, "/server/pull/cancel", "")
	assert.Equal(t, http.StatusSeeOther, code)
	_, _, text = s.do(http.MethodGet, "/server", "")
	assert.Contains(t, text, "Stopped. What has come is kept; fetching it again goes on from there.")
	code, _ = s.pulling("other", "0")
	assert.Equal(t, http.StatusSeeOther, code, "another may be fetched then")
	s.server.pulls.cancel(t.Context())
	s.server.pulls.longest = time.Nanosecond
	s.pulling("other", "0")
	_, _, text = s.do(http.MethodGet, "/server/pull/stream", "")
	assert.Contains(t, text, "This took longer than 0 hours. What has come is kept; fetching it again goes on from there.")
}

func TestAFetchThatFailsSaysWhy(t *testing.T) {
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/version" {
			fmt.Fprint(w, `{"version":"0.17.4"}`)
			return
		}
		fmt.Fprintln(w, `{"error":"pull model manifest: file does not exist <i>"}`)
	}))
	t.Cleanup(refusing.Close)
	s := servers(t, refusing.URL, "127.0.0.1:1")
	for host, want := range map[string]string{"0": "Is the name right, and is there a network?", "1": "127.0.0.1:1"} {
		code, _ := s.pulling("missing", host)
		require.Equal(t, http.StatusSeeOther, code)
		_, _, text := s.do(http.MethodGet, "/server/pull/stream", "")
		assert.Contains(t, text, want)
		assert.NotContains(t, text, "<i>")
		assert.Contains(t, text, `class="bad"`)
	}
}

func TestWhatIsNoModelIsNotFetched(t *testing.T) {
	s := servers(t, "127.0.0.1:1")
	for _, name := range append([]string{"", " ", "-x", "a b", strings.Repeat("x", 201), "\xff"}, hostile...) {
		code, text := s.pulling(name, "")
		assert.Equal(t, http.StatusUnprocessableEntity, code, name)
		harmless(t, text, name)
	}
	for _, host := range []string{"1", "-1", "x", "127.0.0.1:2"} {
		code, _ := s.pulling("m", host)
		assert.Equal(t, http.StatusUnprocessableEntity, code, host)
	}
	code, _ := s.pulling(strings.Repeat("x", maxBody), "")
	assert.Equal(t, http.StatusRequestEntityTooLarge, code)
	for _, name := range []string{"qwen3:4b", "hf.co/a/b-GGUF:Q4_K_M", "registry.example:5000/ns/m"} {
		assert.Regexp(t, modelName, name)
	}
}

func TestAFetchEndsWithTheServer(t *testing.T) {
	host, _ := registry(t)
	p := program(t, "", five)
	p.Settings.Host = host
	s, err := New(t.Context(), p)
	require.NoError(t, err)
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodPost, "/server/pull", strings.NewReader("model=m"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	s.Handler().ServeHTTP(w, r)
	require.Equal(t, http.StatusSeeOther, w.Code)
	s.Close()
	now := s.pulls.view()
	assert.False(t, now.Running)
	assert.True(t, now.State.Stopped)
	assert.ErrorIs(t, s.pulls.begin(pull{}, nil), errBusy, "nothing begins then")
}

func TestEachServerHasItsList(t *testing.T) {
	a, _ := registry(t)
	s := servers(t, a, "127.0.0.1:1")
	_, _, text := s.do(http.MethodGet, "/server", "")
	assert.Contains(t, text, `id="models-0"`)
	assert.Contains(t, text, `id="models-1"`)
	assert.Contains(t, text, `<option value="1">127.0.0.1:1</option>`, "which of them fetches can be chosen")
	_, _, text = s.do(http.MethodGet, "/server/stream", "")
	assert.Contains(t, text, "m:latest</th>")
	assert.Contains(t, text, `<div id="models-1" aria-live="polite"><p>127.0.0.1:1:`, "one that does not answer does not hide the other")
}

func TestAHostileServer(t *testing.T) {
	for _, evil := range hostile {
		quoted, err := json.Marshal(evil)
		require.NoError(t, err)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/api/version":
				fmt.Fprintf(w, `{"version":%s}`, quoted)
			case "/api/tags":
				fmt.Fprintf(w, `{"models":[{"name":%[1]s,"model":%[1]s,"size":-1,"details":{"parameter_size":%[1]s,"quantization_level":%[1]s}}]}`,
					quoted)
			case "/api/show":
				fmt.Fprintf(w, `{"capabilities":[%s]}`, quoted)
			default:
				fmt.Fprintf(w, `{"status":%[1]s,"digest":%[1]s,"total":9223372036854775807,"completed":-5}`+"\n"+
					`{"status":%[1]s,"digest":"b","total":-9223372036854775807,"completed":9223372036854775807}`+"\n"+`{"error":%[1]s}`+"\n", quoted)
			}
		}))
		s := servers(t, server.URL)
		code, text := s.pulling("m", "")
		require.Equal(t, http.StatusSeeOther, code, text)
		for _, path := range []string{"/server/pull/stream", "/server/stream", "/server", "/"} {
			code, _, text := s.do(http.MethodGet, path, "")
			assert.Equal(t, http.StatusOK, code, path)
			harmless(t, text, path)
		}
		server.Close()
	}
}
