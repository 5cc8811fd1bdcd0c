package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// What the model of these tests decides: one call, then the answer.
const (
	counts  = `{"thought":"count","tool":"count_letters","tool_args":{"word":"leash"}}`
	answers = `{"thought":"five","tool":"final_answer","tool_args":{"text":"Five."}}`
)

// agent returns a loop with one tool that says outputs.
func agent(t testing.TB, c loop.Config, count func(context.Context) (int, error), outputs ...string) *loop.Loop {
	t.Helper()
	tool := tools.Must(tools.New("count_letters", "how many letters a word has",
		func(ctx context.Context, _ struct {
			Word string `json:"word"`
		}) (int, error) {
			return count(ctx)
		}, tools.Options{NeedsApproval: c.Approval.Ask != nil}))
	registry, err := tools.NewRegistry(tool)
	require.NoError(t, err)
	l, err := loop.New(strategy.ReAct{}, fake.Script(outputs...), registry, c)
	require.NoError(t, err)
	return l
}

func five(context.Context) (int, error) { return 5, nil }

// untilCancelled is a tool that takes as long as its run.
func untilCancelled(ctx context.Context) (int, error) {
	<-ctx.Done()
	return 0, ctx.Err()
}

// doing returns the Do of a program whose model calls a tool once and answers.
func doing(t testing.TB, count func(context.Context) (int, error)) func(context.Context, Task) Answer {
	return func(ctx context.Context, task Task) Answer {
		c, l := loop.Config{}, new(loop.Loop)
		if strings.Contains(task.Text, "ask me") {
			c.Approval.Ask = task.Ask.Approver(func(r loop.Reply, i loop.Interrupt) error { return l.CheckReply(r, i) })
		}
		l = agent(t, c, count, counts, answers)
		a := Answer{Text: []Piece{{Text: task.Text}}, Facts: "made by " + task.Model}
		for e, err := range l.Watch(ctx, task.Text, nil) {
			if err != nil {
				return Answer{Verdict: err.Error()}
			}
			task.Watch(e)
			if e.Result != nil {
				a.Final, a.Verdict = e.Result.Outcome == loop.Final, string(e.Result.Outcome)
			}
		}
		return a
	}
}

// program returns a program whose runs are in a log.
func program(t testing.TB, log string, count func(context.Context) (int, error)) *Program {
	t.Helper()
	c := cli.NewConsole("tutor", strings.NewReader(""), io.Discard, io.Discard, func(string) string { return "" }, nil)
	s := &cli.Settings{Log: log, Model: "auto", Host: "127.0.0.1:1", Timeout: cli.Span(1e9)}
	return &Program{
		Console: c, Settings: s, Asks: "What shall be done?", Button: "Do", Examples: []string{"Count."}, MaxTask: 100,
		Models: func() []string { return []string{"one", "two", "three", "four", "five"} },
		Do:     doing(t, count),
		Check: func(_ context.Context, task string) (json.RawMessage, error) {
			if task == "bad" {
				return nil, errors.New("bad")
			}
			return json.Marshal(task)
		},
		Logged: &runs.Program{Console: c, Settings: s, WhereRuns: "", Again: func(run logs.Run, _ func() model.Model) (runs.Runner, error) {
			return runner{agent(t, run.Info().Config, five)}, nil
		}},
		Doctor: doctor.CheckCommand{Console: c, Settings: s},
	}
}

// A runner replays only.
type runner struct{ *loop.Loop }

func (runner) Close() {}

func (runner) Resume(context.Context, []loop.Event, *loop.Reply, io.Writer, func(loop.Event)) (func() error, *loop.Interrupt, error) {
	return nil, nil, errors.New("this runner replays only")
}

// A site is a server of these tests behind its guard.
type site struct {
	t testing.TB
	*httptest.Server
	server *Server
	client *http.Client
}

func newSite(t testing.TB, p *Program) *site {
	t.Helper()
	s, err := New(context.WithoutCancel(t.Context()), p)
	require.NoError(t, err)
	h := httptest.NewServer(newGuard(&tcp, "127.0.0.1:0", s.Handler()))
	t.Cleanup(func() {
		s.Close()
		h.CloseClientConnections()
		h.Close()
	})
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &site{t, h, s, client}
}

// do sends a request and returns the code and the body.
func (s *site) do(method, path, body string, headers ...string) (int, http.Header, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.URL+path, strings.NewReader(body))
	require.NoError(s.t, err)
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	if method == http.MethodPost && r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer, err := s.client.Do(r)
	require.NoError(s.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(s.t, err)
	return answer.StatusCode, answer.Header, string(text)
}

// begin begins a job and returns the path of its page.
func (s *site) begin(task string, models ...string) string {
	s.t.Helper()
	code, h, text := s.do(http.MethodPost, "/jobs", url.Values{"task": {task}, "model": models}.Encode())
	require.Equal(s.t, http.StatusSeeOther, code, text)
	return h.Get("Location")
}

// aLog writes runs of tasks to a log and returns its path.
func aLog(t testing.TB, tasks ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "runs.ndjson")
	f, err := os.Create(path)
	require.NoError(t, err)
	for _, task := range tasks {
		_, err := agent(t, loop.Config{}, five, counts, answers).Run(t.Context(), task, f)
		require.NoError(t, err)
	}
	require.NoError(t, f.Close())
	return path
}

var ids = regexp.MustCompile(`href="/runs/([0-9a-f]{8})"`)

// listed returns the ids of the runs that the list shows.
func (s *site) listed(query string) []string {
	_, _, text := s.do(http.MethodGet, "/runs"+query, "")
	var list []string
	for _, m := range ids.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	return list
}

// kinds returns the kinds of the rows in a page or stream, in order.
func kinds(text string) []string {
	var list []string
	for _, m := range regexp.MustCompile(`<li class="row (\w+)"`).FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	return list
}

var whole = []string{"run_started", "asked", "replied", "decided", "observed", "asked", "replied", "decided", "finished"}

func TestATaskIsShownStepByStep(t *testing.T) {
	s := newSite(t, program(t, "", five))
	page := s.begin("Count <b>this</b>.", "one", "two")
	_, _, text := s.do(http.MethodGet, page+"/stream", "")
	var got []string
	for _, line := range strings.SplitAfter(text, "\n\n") {
		if strings.Contains(line, `data-into="steps-1"`) {
			got = append(got, kinds(line)...)
		}
	}
	assert.Equal(t, whole, got, "the stream has each event in its order")
	assert.True(t, strings.HasSuffix(text, "event: end\ndata:\n\n"), "and an end")
	_, _, text = s.do(http.MethodGet, page, "")
	assert.Len(t, kinds(text), 2*len(whole), "the page has them too, when it is loaded again")
	assert.NotContains(t, text, "data-stream", "and nothing more is to come")
	assert.Contains(t, text, "made by two")
	assert.Contains(t, text, "Count &lt;b&gt;this&lt;/b&gt;.")
	assert.NotContains(t, text, "<b>this")
}

func TestAStreamGoesOnWhereItBroke(t *testing.T) {
	s := newSite(t, program(t, "", five))
	page := s.begin("Count.")
	_, _, all := s.do(http.MethodGet, page+"/stream", "")
	for n := range len(whole) + 3 { // the events that are not shown count too
		_, _, rest := s.do(http.MethodGet, page+"/stream", "", "Last-Event-ID", strings.Repeat("0", n)+"5")
		assert.Equal(t, kinds(all)[4:], kinds(rest))
	}
	_, _, rest := s.do(http.MethodGet, page+"/stream?after=5", "")
	assert.Equal(t, kinds(all)[4:], kinds(rest), "as the page says that has them")
}

func TestLoggedRuns(t *testing.T) {
	s := newSite(t, program(t, aLog(t, "Count the letters.", "Another task."), five))
	list := s.listed("")
	require.Len(t, list, 2)
	assert.Len(t, s.listed("?q=ANOTHER"), 1, "a search takes no notice of case")
	assert.Empty(t, s.listed("?q=nothing"))
	assert.Len(t, s.listed("?outcome=final&model=script"), 2)
	assert.Empty(t, s.listed("?outcome=cancelled"))

	code, _, text := s.do(http.MethodGet, "/runs/"+list[0], "")
	assert.Equal(t, http.StatusOK, code)
	assert.Equal(t, whole, kinds(text))
	_, _, text = s.do(http.MethodGet, "/runs/"+list[0]+"?step=4", "")
	assert.Equal(t, whole[:4], kinds(text), "step by step")
	assert.Contains(t, text, `href="?step=5"`)
	_, _, text = s.do(http.MethodGet, "/runs/"+list[0]+"/stream", "")
	assert.Equal(t, whole, kinds(text), "what has ended is sent and ends")
	_, _, text = s.do(http.MethodPost, "/runs/"+list[0]+"/replay", "")
	assert.Contains(t, text, "No model was asked.")

	_, _, text = s.do(http.MethodGet, "/compare?run="+list[0]+"&run="+list[1], "")
	assert.Contains(t, text, `They differ from line 1 on.`)
	assert.Contains(t, text, `<tr id="first" class="other"><td class="num">1`)
	_, _, text = s.do(http.MethodGet, "/compare?run="+list[0]+"&run="+list[0], "")
	assert.Contains(t, text, "They did the same.")
	code, _, _ = s.do(http.MethodGet, "/compare?run="+list[0], "")
	assert.Equal(t, http.StatusBadRequest, code)
}

// A run that another process writes appears as it goes on.
func TestARunningRunIsFollowed(t *testing.T) {
	path := aLog(t, "Count.")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines[:4], "")), 0o600))
	s := newSite(t, program(t, path, five))
	id := s.listed("")[0]
	_, _, page := s.do(http.MethodGet, "/runs/"+id, "")
	assert.Contains(t, page, `data-stream="/runs/`+id+`/stream?after=4"`)
	r, err := s.client.Get(s.URL + "/runs/" + id + "/stream?after=4")
	require.NoError(t, err)
	defer r.Body.Close()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	for _, line := range lines[4:] {
		_, err := f.WriteString(line)
		require.NoError(t, err)
	}
	require.NoError(t, f.Close())
	rest, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	shown := kinds(page)
	assert.Equal(t, whole, append(shown, kinds(string(rest))...))
}

func TestBothLanguages(t *testing.T) {
	s := newSite(t, program(t, "", five))
	_, _, text := s.do(http.MethodGet, "/", "", "Accept-Language", "es-MX,es;q=0.9")
	assert.Contains(t, text, `<html lang="es">`)
	assert.Contains(t, text, "Ejemplos")
	code, h, _ := s.do(http.MethodGet, "/runs?q=x&lang=es", "")
	assert.Equal(t, http.StatusSeeOther, code)
	assert.Equal(t, "/runs?q=x", h.Get("Location"))
	_, _, text = s.do(http.MethodGet, "/runs", "", "Cookie", strings.Split(h.Get("Set-Cookie"), ";")[0])
	assert.Contains(t, text, `<html lang="es">`)
}

// Each text of the templates, and each that is chosen in Go, has a translation.
func TestEachWordIsTranslated(t *testing.T) {
	files, err := filepath.Glob("pages/*.html")
	require.NoError(t, err)
	used := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`\(?\bt "([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
			used++
			assert.Contains(t, spanish, m[1], file)
		}
	}
	assert.Greater(t, used, 80, "the texts were found")
	for _, own := range []struct{ files, texts string }{
		{"*.go", `(?:again|refused|refusal)[({]http\.\w+, "([^"]+)"`},
		{"../show/*.go", `(?:say|detail)\(\w+, "([^"]*[a-z]{3}[^"]*)"`}, // what rows say
	} {
		sources, err := filepath.Glob(own.files)
		require.NoError(t, err)
		found := 0
		for _, file := range sources {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, m := range regexp.MustCompile(own.texts).FindAllStringSubmatch(string(text), -1) {
				found++
				assert.Contains(t, spanish, m[1], file)
			}
		}
		assert.Greater(t, found, 10, own.files)
	}
}

func TestTheServerPage(t *testing.T) {
	s := newSite(t, program(t, "", five))
	_, _, text := s.do(http.MethodGet, "/server", "")
	assert.Contains(t, text, `data-stream="/server/stream"`)
	_, _, text = s.do(http.MethodGet, "/server/stream", "")
	assert.Contains(t, text, "127.0.0.1:1")
	assert.Contains(t, text, "event: end")
	_, _, text = s.do(http.MethodGet, "/server/stream?doctor=1", "")
	assert.Contains(t, text, `class="check fail"><b>fail</b> <span class="chip">server</span>`)
	assert.Contains(t, text, `class="check skipped"><b>skipped</b> <span class="chip">grammar</span>`, "each check comes by itself")
}

func TestOneObjectForATask(t *testing.T) {
	s := newSite(t, program(t, "", five))
	rows := []struct {
		claim, kind, body string
		code              int
	}{
		{"a task", "application/json", `{"input":"x"}`, 200},
		{"a task that fails", "application/json", `{"input":"bad"}`, 422},
		{"no task", "application/json", `{}`, 400},
		{"no JSON", "application/json", `x`, 400},
		{"half of a character", "application/json", `{"input":"\ud800"}`, 400},
		{"no UTF-8", "application/json", "{\"input\":\"\xff\"}", 400},
		{"a task that stands twice", "application/json", `{"input":"x","input":"y"}`, 400},
		{"something after the task", "application/json", `{"input":"x"} {}`, 400},
		{"a form", "application/x-www-form-urlencoded", `{"input":"x"}`, 415},
		{"the longest task", "application/json", `{"input":"` + strings.Repeat("x", 100) + `"}`, 200},
		{"one character more", "application/json", `{"input":"` + strings.Repeat("x", 101) + `"}`, 400},
		{"a body that is too large", "application/json", `{"input":"` + strings.Repeat("x", maxBody) + `"}`, 413},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			code, _, _ := s.do(http.MethodPost, "/v1/check", row.body, "Content-Type", row.kind)
			assert.Equal(t, row.code, code)
		})
	}
}
