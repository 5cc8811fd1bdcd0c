package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tools"
)

// diary keeps the conversations of a test: the tasks of each, as another program would read them.
type diary struct {
	mu    sync.Mutex
	tasks map[string][]string
}

func (d *diary) Begin() (string, error) { return "t1", nil }

func (d *diary) List() ([]Kept, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var list []Kept
	for name, tasks := range d.tasks {
		list = append(list, Kept{Name: name, Asked: tasks[0]})
	}
	return list, nil
}

func (d *diary) Turns(name string) (list []Turn, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if name == "damaged" {
		return nil, errors.New("the log is damaged")
	}
	for _, task := range d.tasks[name] {
		list = append(list, Turn{Task: task, Model: "one", Answer: Answer{Verdict: "cut", GoesOn: true}})
	}
	return list, nil
}

// talking returns a site of a program with conversations, and what it is asked.
func talking(t *testing.T, d *diary) (s *site, asked func() []Task) {
	p := program(t, "", five)
	var mu sync.Mutex
	var list []Task
	do := p.Do
	p.Conversations, p.Preview = d, func(tools.Call) string { return "--- <b>\n+++ <b>\n+<i>more</i>\n" }
	p.Do = func(ctx context.Context, task Task) Answer {
		mu.Lock()
		list = append(list, task)
		mu.Unlock()
		if task.Text == "which one" {
			text, err := task.Say(ctx, "This <b>one</b>?")
			return Answer{Final: err == nil, Text: []Piece{{Text: text}}}
		}
		return do(ctx, task)
	}
	return newSite(t, p), func() []Task {
		mu.Lock()
		defer mu.Unlock()
		return list
	}
}

// ask asks a question at a path, and returns the page without its fragment.
func (s *site) ask(path, question string) string {
	s.t.Helper()
	code, h, text := s.do(http.MethodPost, path, url.Values{"task": {question}}.Encode())
	require.Equal(s.t, http.StatusSeeOther, code, text)
	page, _, _ := strings.Cut(h.Get("Location"), "#")
	return page
}

func TestQuestionsAreTurnsOfOneConversation(t *testing.T) {
	const more = "<ins>&#43;&lt;i&gt;more&lt;/i&gt;</ins>"
	s, asked := talking(t, &diary{})
	page := s.ask("/jobs", "First <b>?")
	assert.Equal(t, "/jobs/t1", page)
	text := s.until(page, `class="status over"`)
	assert.Equal(t, 1, strings.Count(text, more), "a call that no one is asked about shows what it does")
	assert.Equal(t, page, s.ask(page, "ask me"), "it is the same page")
	text = s.until(page, `name="interrupt" value="i1"`)
	assert.Equal(t, 2, strings.Count(text, more), "the difference is shown")
	assert.Contains(t, text, "<span>--- &lt;b&gt;</span>")
	assert.Contains(t, text, "First &lt;b&gt;?")
	_, _, first := s.do(http.MethodGet, "/", "")
	assert.Contains(t, first, "waits for you")

	code, _, text := s.do(http.MethodPost, page, url.Values{"task": {"too early"}}.Encode())
	assert.Equal(t, http.StatusConflict, code, "one question at a time")
	assert.Contains(t, text, "too early</textarea>", "what was typed stays")

	form := url.Values{"lane": {"1"}, "interrupt": {"i1"}, "do": {"no"}, "text": {"not so"}}
	code, _, _ = s.do(http.MethodPost, page+"/reply", form.Encode())
	assert.Equal(t, http.StatusSeeOther, code)
	text = s.until(page, `class="status over"`)
	assert.Contains(t, text, "a person did not allow this call: not so")
	assert.Equal(t, 1, strings.Count(text, more), "it was not made")
	list := asked()
	require.Len(t, list, 2)
	assert.Equal(t, "t1", list[1].Conversation)
	require.Len(t, list[1].Earlier, 1)
	assert.Equal(t, loop.Finished, list[1].Earlier[0][len(list[1].Earlier[0])-1].Kind, "the turn before is whole")

	s.ask(page, "which one")
	text = s.until(page, "This &lt;b&gt;one&lt;/b&gt;?")
	id := regexp.MustCompile(`name="interrupt" value="(\w+)"`).FindStringSubmatch(text)[1]
	form = url.Values{"lane": {"2"}, "interrupt": {id}, "do": {"approve"}, "text": {"that <b>"}}
	code, _, _ = s.do(http.MethodPost, page+"/reply", form.Encode())
	assert.Equal(t, http.StatusSeeOther, code)
	assert.Contains(t, s.until(page, `class="status over"`), "that &lt;b&gt;")
	assert.Equal(t, "/jobs/t1", s.ask("/jobs", "another"), "the diary has one name only")
}

// A page that has gone ends no turn, and one that comes later has all of it.
func TestAConversationGoesOnWithoutAPage(t *testing.T) {
	s, _ := talking(t, &diary{})
	page := s.ask("/jobs", "ask me")
	j := s.server.jobs.find("t1")
	ctx, leave := context.WithCancel(t.Context())
	wait := looking(ctx, s.server, j)
	s.until(page, `value="i1"`)
	leave()
	wait()
	assert.Nil(t, j.leaving, "nothing ends it")
	s.say(page, "i1", url.Values{"do": {"approve"}})
	s.until(page, `class="status over"`)

	ctx, leave = context.WithCancel(t.Context())
	defer leave()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+page+"/stream?after=0&turns=0", nil)
	require.NoError(t, err)
	answer, err := s.client.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, buffer := "", make([]byte, 1<<16)
	for !strings.Contains(text, `id="send"`) {
		n, err := answer.Body.Read(buffer)
		require.NoError(t, err, text)
		text += string(buffer[:n])
	}
	assert.Contains(t, text, `id="turn-0"`)
	assert.NotContains(t, text, "event: end", "the next question may come from another page")
}

func TestKeptConversations(t *testing.T) {
	d := &diary{tasks: map[string][]string{"kept": {"Old <i>?", "cut off"}}}
	s, asked := talking(t, d)
	_, _, text := s.do(http.MethodGet, "/", "")
	assert.Contains(t, text, `<a href="/jobs/kept" lang="en">Old &lt;i&gt;?</a>`)
	_, _, text = s.do(http.MethodGet, "/jobs/kept", "")
	assert.Equal(t, 2, strings.Count(text, `<article`))
	assert.Equal(t, 1, strings.Count(text, `name="again"`), "the last turn goes on")

	code, h, _ := s.do(http.MethodPost, "/jobs/kept", "again=1")
	assert.Equal(t, http.StatusSeeOther, code)
	assert.Equal(t, "/jobs/kept#turn-1", h.Get("Location"))
	s.until("/jobs/kept", `class="status over"`)
	require.Len(t, asked(), 1)
	assert.True(t, asked()[0].GoOn)
	assert.Equal(t, "cut off", asked()[0].Text)
	code, _, _ = s.do(http.MethodPost, "/jobs/kept", "again=1")
	assert.Equal(t, http.StatusConflict, code, "it has its answer")

	d.mu.Lock()
	d.tasks["kept"] = append(d.tasks["kept"], "asked in a terminal")
	d.mu.Unlock()
	_, _, text = s.do(http.MethodGet, "/jobs/kept", "")
	assert.Contains(t, text, "asked in a terminal", "another program went on with it")

	for path, want := range map[string]int{"/jobs/none": 404, "/jobs/damaged": 422, "/jobs/none/stream": 404} {
		code, _, _ := s.do(http.MethodGet, path, "")
		assert.Equal(t, want, code, path)
	}
	code, _, _ = s.do(http.MethodPost, "/jobs/none", "task=x")
	assert.Equal(t, http.StatusNotFound, code)
	code, _, _ = s.do(http.MethodPost, "/jobs/kept/undo", "")
	assert.Equal(t, http.StatusConflict, code, "nothing was changed")
}
