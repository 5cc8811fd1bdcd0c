package web

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The addresses that tests listen at: of this machine, and of a network.
var (
	tcp     = net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8178}
	network = net.TCPAddr{IP: net.IPv4zero, Port: 8178}
)

func TestWhoIsLetIn(t *testing.T) {
	p := program(t, "", five)
	s, err := New(t.Context(), p)
	require.NoError(t, err)
	defer s.Close()
	rows := []struct {
		claim, method, path, host string
		headers                   map[string]string
		code                      int
	}{
		{"this machine", "GET", "/", "127.0.0.1:8178", nil, 200},
		{"by its other names", "GET", "/", "localhost:8178", nil, 200},
		{"of the newer protocol", "GET", "/", "[::1]:8178", nil, 200},
		{"a name that an attacker points here", "GET", "/", "attacker.example:8178", nil, 421},
		{"a name that begins like ours", "GET", "/", "localhost.attacker.example", nil, 421},
		{"another machine's number", "GET", "/", "192.168.0.7:8178", nil, 421},
		{"no name", "GET", "/", "", nil, 421},
		{"a page of ours", "POST", "/jobs", "127.0.0.1:8178",
			map[string]string{"Origin": "http://127.0.0.1:8178", "Sec-Fetch-Site": "same-origin"}, 422},
		{"a form of another site", "POST", "/jobs", "127.0.0.1:8178",
			map[string]string{"Origin": "https://attacker.example", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 403},
		{"one of an older browser", "POST", "/jobs", "127.0.0.1:8178", map[string]string{"Origin": "https://attacker.example"}, 403},
		{"one of a page without an origin", "POST", "/jobs", "127.0.0.1:8178", map[string]string{"Origin": "null"}, 403},
		{"one of another port of this machine", "POST", "/jobs", "127.0.0.1:8178",
			map[string]string{"Origin": "http://127.0.0.1:9999", "Sec-Fetch-Site": "same-site"}, 403},
		{"a cross-site post of JSON as text", "POST", "/v1/check", "127.0.0.1:8178",
			map[string]string{"Sec-Fetch-Site": "cross-site", "Content-Type": "text/plain"}, 403},
		{"an image that is a stream", "GET", "/server/stream?doctor=1", "127.0.0.1:8178",
			map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403},
		{"a link on another site", "GET", "/", "127.0.0.1:8178",
			map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 200},
		{"a script of another site", "GET", "/runs", "127.0.0.1:8178",
			map[string]string{"Origin": "https://attacker.example", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}, 403},
		{"a path that leaves the files", "GET", "/static/..%2fweb.go", "127.0.0.1:8178", nil, 404},
		{"a run that is a file", "GET", "/runs/..%2f..%2fetc%2fpasswd", "127.0.0.1:8178", nil, 404},
		{"a run of another file", "GET", "/runs/go.mod:1", "127.0.0.1:8178", nil, 404},
		{"its stream", "GET", "/runs/go.mod:1/stream", "127.0.0.1:8178", nil, 404},
		{"a stop by a link", "GET", "/jobs/x/cancel", "127.0.0.1:8178", nil, 405},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			r := httptest.NewRequest(row.method, row.path, nil)
			r.Host = row.host
			for k, v := range row.headers {
				r.Header.Set(k, v)
			}
			w := httptest.NewRecorder()
			newGuard(&tcp, "127.0.0.1:8178", s.Handler()).ServeHTTP(w, r)
			assert.Equal(t, row.code, w.Code, w.Body)
			assert.Equal(t, policy, w.Header().Get("Content-Security-Policy"), "also of what is refused")
			assert.Equal(t, "same-origin", w.Header().Get("Referrer-Policy"), "with no-referrer a browser sends our forms with the origin null")
			assert.Empty(t, w.Header().Get("Access-Control-Allow-Origin"))
		})
	}
	assert.NotContains(t, policy, "unsafe")
}

func TestANetworkWantsTheToken(t *testing.T) {
	s, err := New(t.Context(), program(t, "", five))
	require.NoError(t, err)
	defer s.Close()
	g := newGuard(&network, "0.0.0.0:8178", s.Handler())
	require.NotEmpty(t, g.token)
	assert.Contains(t, (&Program{}).welcome(&network, g, true), "?token="+g.token+"\nOther machines can reach it.")
	ask := func(path string, headers ...string) *http.Response {
		r := httptest.NewRequest("GET", path, nil)
		r.Host = "192.168.0.7:8178"
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		return w.Result()
	}
	for _, path := range []string{"/", "/runs", "/static/page.js", "/healthz", "/?token=", "/?token=x", "/?token=" + g.token + "x"} {
		assert.Equal(t, 401, ask(path).StatusCode, path)
	}
	assert.Equal(t, 401, ask("/", "Cookie", tokenCookie+"=").StatusCode)
	first := ask("/runs?q=a&token=" + g.token)
	assert.Equal(t, 303, first.StatusCode)
	assert.Equal(t, "/runs?q=a", first.Header.Get("Location"), "the token stays in no history")
	cookie := first.Cookies()[0]
	assert.True(t, cookie.HttpOnly && cookie.SameSite == http.SameSiteStrictMode)
	assert.Equal(t, 200, ask("/", "Cookie", cookie.String()).StatusCode)
	assert.Equal(t, 200, ask("/", "Authorization", "Bearer "+g.token).StatusCode)
	assert.Equal(t, "/attacker.example/", ask("//attacker.example/?token="+g.token).Header.Get("Location"), "and leads nowhere else")

	assert.Empty(t, newGuard(&tcp, "127.0.0.1:8178", nil).token, "this machine wants none")
	for address, open := range map[string]bool{"127.0.0.1:0": false, "localhost:1": false, "[::1]:1": false, "0.0.0.0:1": true,
		":1": true, "192.168.0.7:1": true, "name:1": true} {
		got, err := CheckAddress("--listen", address)
		require.NoError(t, err)
		assert.Equal(t, open, got, address)
	}
	_, err = CheckAddress("--listen", "8178")
	assert.ErrorContains(t, err, "wants an address with a port")
}

// Hostile texts, each of which does something where it is not escaped.
var hostile = []string{
	`<script>document.title="owned"</script>`, `"><img src=x onerror=alert(1)>`, `'-alert(1)-'`, `{{.Program}}`,
	`</textarea><script>alert(1)</script>`, "a\r\ndata: <script>alert(1)</script>\r\n\r\nevent: end", "\u202eevil\u2066",
	"<!--", `javascript:alert(1)`, `</svg><svg onload=alert(1)>`,
}

func TestHostileTasks(t *testing.T) {
	p := program(t, "", five)
	s := newSite(t, p)
	for _, task := range hostile {
		page := s.begin(task, "one")
		for _, path := range []string{page + "/stream", page, "/runs"} {
			_, _, text := s.do(http.MethodGet, path, "")
			harmless(t, text, path)
		}
	}
}

// values are attributes that forms send back as they are. Nobody sees them.
var values = regexp.MustCompile(` value="[^"<>]*"`)

// harmless says that a page has no element but ours, and no character that turns the direction of text.
func harmless(t *testing.T, text, where string) {
	t.Helper()
	shown := values.ReplaceAllString(text, "")
	for _, bad := range []string{"<script>", "<img", "<svg onload", "\u202e", "\u2066", "\r"} {
		if i := strings.Index(shown, bad); i >= 0 {
			t.Errorf("%s has %q: …%s", where, bad, shown[max(0, i-80):i+len(bad)])
		}
	}
	assert.Equal(t, strings.Count(shown, "<svg "), strings.Count(shown, "</svg>"), where)
	assert.Equal(t, strings.Count(shown, "event: end\n"), strings.Count(shown, "event: end\ndata:\n\n"), where)
	assert.Equal(t, strings.Count(shown, "<!--"), 0, where)
}

func TestAHostileLog(t *testing.T) {
	text, err := os.ReadFile(aLog(t, "Count."))
	require.NoError(t, err)
	for _, evil := range hostile {
		path := t.TempDir() + "/runs.ndjson"
		quoted := strings.Trim(strconv.QuoteToASCII(evil), `"`)
		quoted = strings.ReplaceAll(quoted, `\'`, `'`)
		log := string(text)
		for _, member := range []string{`"task":"Count.`, `"strategy":"react`, `"thought":"count`, `"model":"script`,
			`"outcome":"final`, `"leash":"full`, `"tool":"count_letters`, `"choices":["count_letters`} {
			require.Contains(t, log, member)
			log = strings.ReplaceAll(log, member, member+quoted)
		}
		require.NoError(t, os.WriteFile(path, []byte(log), 0o600))
		s := newSite(t, program(t, path, five))
		list := s.listed("")
		require.Len(t, list, 1, evil)
		for _, path := range []string{"/runs", "/runs?q=" + url.QueryEscape(evil), "/runs/" + list[0],
			"/runs/" + list[0] + "/stream", "/compare?run=" + list[0] + "&run=" + list[0]} {
			code, _, text := s.do(http.MethodGet, path, "")
			assert.Equal(t, 200, code, path)
			harmless(t, text, path)
		}
	}
}

func TestTooMuchIsRefused(t *testing.T) {
	s := newSite(t, program(t, "", untilCancelled))
	code, _, _ := s.do(http.MethodPost, "/jobs", "task="+strings.Repeat("x", maxBody))
	assert.Equal(t, http.StatusRequestEntityTooLarge, code)
	code, _, _ = s.do(http.MethodPost, "/jobs", "task="+strings.Repeat("x", 101))
	assert.Equal(t, http.StatusUnprocessableEntity, code)
	code, _, _ = s.do(http.MethodPost, "/jobs", "task=%ff")
	assert.Equal(t, http.StatusUnprocessableEntity, code)
	for range maxRunning / maxLanes {
		s.begin("Count.", "one", "two", "three", "four", "five", "unknown")
	}
	code, _, text := s.do(http.MethodPost, "/jobs", "task=Count.")
	assert.Equal(t, http.StatusServiceUnavailable, code)
	assert.Contains(t, text, "Too much is under way.")
	j := s.server.jobs.recent()[0]
	assert.Len(t, j.view().lanes, maxLanes)
	for range maxStreams {
		s.server.streams <- struct{}{}
	}
	code, _, _ = s.do(http.MethodGet, "/jobs/"+j.ID+"/stream", "")
	assert.Equal(t, http.StatusServiceUnavailable, code)
	for range maxStreams {
		<-s.server.streams
	}
	for _, j := range s.server.jobs.recent() {
		code, _, _ = s.do(http.MethodPost, "/jobs/"+j.ID+"/cancel", "")
		assert.Equal(t, http.StatusSeeOther, code)
	}
	s.begin("Count.", "one")
}

func TestFinishedJobsAreForgotten(t *testing.T) {
	s := newSite(t, program(t, "", five))
	first := s.begin("Count.")
	for range maxKept {
		_, _, _ = s.do(http.MethodGet, s.begin("Count.")+"/stream", "")
	}
	assert.Len(t, s.server.jobs.recent(), maxKept)
	code, _, _ := s.do(http.MethodGet, first, "")
	assert.Equal(t, http.StatusNotFound, code)
}

// looking opens the stream of a job as a page that goes when the context ends.
func looking(ctx context.Context, s *Server, j *job) (wait func()) {
	var all sync.WaitGroup
	all.Go(func() {
		r := httptest.NewRequest("GET", "/jobs/"+j.ID+"/stream", nil).WithContext(ctx)
		s.Handler().ServeHTTP(httptest.NewRecorder(), r)
	})
	return all.Wait
}

func TestAClosedStreamCancelsItsRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(t.Context(), program(t, "", untilCancelled))
		require.NoError(t, err)
		defer s.Close()
		begin := func() *job {
			j, err := s.jobs.begin("Count.", []string{"one"}, func(ctx context.Context, j *job, n int) Answer {
				<-ctx.Done()
				return Answer{}
			})
			require.NoError(t, err)
			return j
		}
		over := func(j *job) bool {
			synctest.Wait()
			return j.view().Ended
		}

		j := begin()
		time.Sleep(leftAtOnce - 1)
		assert.False(t, over(j), "a page may come late")
		time.Sleep(time.Nanosecond)
		assert.True(t, over(j), "one that no page looks at ends")

		j = begin()
		one, closeOne := context.WithCancel(t.Context())
		two, closeTwo := context.WithCancel(t.Context())
		waitOne, waitTwo := looking(one, s, j), looking(two, s, j)
		synctest.Wait()
		closeOne()
		waitOne()
		time.Sleep(time.Hour)
		assert.False(t, over(j), "another page looks at it")
		closeTwo()
		waitTwo()
		time.Sleep(left - 1)
		assert.False(t, over(j), "a page is loaded again")
		three, closeThree := context.WithCancel(t.Context())
		wait := looking(three, s, j)
		time.Sleep(time.Hour)
		assert.False(t, over(j))
		closeThree()
		wait()
		time.Sleep(left)
		assert.True(t, over(j), "its last page has gone")
		assert.True(t, j.view().Stopped)
	})
}

func TestManyStreamsLeaveNothing(t *testing.T) {
	const streams = 200
	before := runtime.NumGoroutine()
	func() {
		s := newSite(t, program(t, "", untilCancelled))
		page := s.begin("Count.", "one")
		var all sync.WaitGroup
		var begun sync.WaitGroup
		begun.Add(streams)
		for i := range streams {
			all.Go(func() {
				r, err := http.NewRequestWithContext(t.Context(), "GET", s.URL+page+"/stream", nil)
				assert.NoError(t, err)
				answer, err := s.client.Do(r)
				assert.NoError(t, err)
				defer answer.Body.Close()
				lines := bufio.NewReader(answer.Body)
				for line := ""; !strings.Contains(line, "decided"); {
					if line, err = lines.ReadString('\n'); !assert.NoError(t, err) {
						break
					}
				}
				begun.Done()
				if i%2 == 0 {
					return // half of the pages go in the middle
				}
				rest, err := io.ReadAll(lines)
				assert.NoError(t, err)
				assert.Contains(t, string(rest), "event: end")
			})
		}
		begun.Wait()
		code, _, _ := s.do(http.MethodPost, page+"/cancel", "")
		assert.Equal(t, http.StatusSeeOther, code)
		all.Wait()
		s.client.CloseIdleConnections()
		require.Eventually(t, func() bool { return len(s.server.streams) == 0 }, 30*time.Second, time.Millisecond)
		j := s.server.jobs.recent()[0]
		j.mu.Lock()
		assert.Zero(t, j.pages)
		j.mu.Unlock()
		s.Server.Close()
		s.server.Close()
	}()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+5 }, 10*time.Second, 10*time.Millisecond, "goroutines are left")
}

func TestServeStopsGracefully(t *testing.T) {
	p := program(t, "", untilCancelled)
	ctx, cancel := context.WithCancel(t.Context())
	said := make(chan string, 1)
	p.Err = writing(func(text []byte) { said <- string(text) })
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, p, "127.0.0.1:0") }()
	base := strings.TrimSuffix(strings.Fields(<-said)[4], "/")
	r, err := http.PostForm(base+"/jobs", url.Values{"task": {"Count."}}) // follows to the page
	require.NoError(t, err)
	_ = r.Body.Close()
	stream, err := http.Get(base + r.Request.URL.Path + "/stream")
	require.NoError(t, err)
	defer stream.Body.Close()
	cancel()
	text, err := io.ReadAll(stream.Body)
	assert.NoError(t, err, "a stream is not cut")
	assert.Contains(t, string(text), "event: end", "it sees the end of its runs")
	select {
	case err := <-ended:
		assert.ErrorIs(t, err, context.Canceled)
	case <-time.After(30 * time.Second):
		t.Fatal("the server does not end")
	}
}

// What answers a request may be writing a file when its time to say goodbye is over.
func TestServeWaitsForWhatAnswers(t *testing.T) {
	p := program(t, "", five)
	ctx, cancel := context.WithCancel(t.Context())
	said := make(chan string, 1)
	p.Err = writing(func(text []byte) { said <- string(text) })
	done := false
	p.Check = func(ctx context.Context, _ string) (json.RawMessage, error) {
		cancel()
		<-ctx.Done()
		time.Sleep(goodbye + time.Second)
		done = true
		return nil, ctx.Err()
	}
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, p, "127.0.0.1:0") }()
	base := strings.TrimSuffix(strings.Fields(<-said)[4], "/")
	_, err := http.Post(base+"/v1/check", "application/json", strings.NewReader(`{"input":"Count."}`))
	require.Error(t, err, "its connection is closed")
	assert.ErrorIs(t, <-ended, context.Canceled)
	assert.True(t, done)
}

// writing is a function as a writer.
type writing func([]byte)

func (w writing) Write(p []byte) (int, error) {
	w(p)
	return len(p), nil
}
