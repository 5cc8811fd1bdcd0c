package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/rules"
)

// An editor talks to a server in a bubble of synctest.
type editor struct {
	t     *testing.T
	in    *io.PipeWriter
	ended chan error

	mu       sync.Mutex // guards received
	received []string
}

// start starts a server; correct is the rules' where it is nil.
func start(t *testing.T, correct func(context.Context, string) (tutor.Report, error)) *editor {
	t.Helper()
	if correct == nil {
		r, err := tutor.New(tutor.Options{Model: func() model.Model { return rules.New() }, Loop: loop.Usual()})
		require.NoError(t, err)
		correct = func(ctx context.Context, text string) (tutor.Report, error) { return r.Correct(ctx, text, nil, nil) }
	}
	in, out := io.Pipe()
	e := &editor{t: t, in: out, ended: make(chan error, 1)}
	s := newServer(newChecker(correct, "en"), "v1", func(text []byte) error {
		m, err := readMessage(bufio.NewReaderSize(strings.NewReader(string(text)), maxHeader))
		if !assert.NoError(t, err) {
			return err
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		e.received = append(e.received, string(encoded(m)))
		return nil
	})
	go func() {
		err := s.serve(t.Context(), in)
		_ = in.Close() // nobody reads any more
		e.ended <- err
	}()
	return e
}

// raw sends bytes and waits until all is quiet.
func (e *editor) raw(text string) {
	_, _ = io.WriteString(e.in, text) // a server that has ended takes nothing
	synctest.Wait()
}

func (e *editor) send(body string) {
	e.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

// all returns what was received.
func (e *editor) all() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.received)
}

// notify sends a notification, and request a request, whose answer it returns.
func (e *editor) notify(method, params string) {
	e.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

func (e *editor) request(id int, method, params string) gjson.Result {
	e.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params))
	return e.answer(id)
}

func (e *editor) answer(id int) gjson.Result {
	for _, m := range e.all() {
		if gjson.Get(m, "id").Raw == fmt.Sprint(id) {
			return gjson.Parse(m)
		}
	}
	return gjson.Result{}
}

// rest lets documents rest until they were judged.
func (e *editor) rest() {
	time.Sleep(2 * pause) // of the bubble
	synctest.Wait()
}

// last returns the parameters of the last notification of a method.
func (e *editor) last(method string) gjson.Result {
	for _, m := range slices.Backward(e.all()) {
		if gjson.Get(m, "method").Str == method {
			return gjson.Get(m, "params")
		}
	}
	return gjson.Result{}
}

func (e *editor) initialize() {
	require.Equal(e.t, "utf-16", e.request(1, "initialize", `{"capabilities":{}}`).Get("result.capabilities.positionEncoding").Str)
	e.notify("initialized", "{}")
}

func (e *editor) open(text string) {
	e.notify("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":"file:///a","version":1,"text":%s}}`, encoded(text)))
}

func (e *editor) quit() error {
	e.request(99, "shutdown", "null")
	e.notify("exit", "null")
	return <-e.ended
}

const everywhere = `"range":{"start":{"line":0,"character":0},"end":{"line":999,"character":0}}`

func TestAnEditorSeesErrorsAndMendsThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := start(t, nil)
		e.initialize()
		e.open("Hello!\r\n\U0001F600 Yesterday he goed to\r\nschool, and she have cats.\r\n")
		e.rest()
		got := e.last("textDocument/publishDiagnostics")
		assert.Equal(t, int64(1), got.Get("version").Int())
		assert.Equal(t, `[{"start":{"line":1,"character":16},"end":{"line":1,"character":20}},{"start":{"line":2,"character":16},"end":{"line":2,"character":20}}]`,
			got.Get("diagnostics.#.range").Raw, "the smiley is two units, and the sentence goes on")
		assert.Equal(t, "INFL-OVERREG", got.Get("diagnostics.0.code").Str)
		assert.Equal(t, "goed → went\n“Go, went, gone”: you learn the three forms, because some verbs never take “-ed”.", got.Get("diagnostics.0.message").Str)

		at := `{"textDocument":{"uri":"file:///a"},"context":{"diagnostics":[]},"range":{"start":{"line":1,"character":18},"end":{"line":1,"character":18}}}`
		fixes := e.request(2, "textDocument/codeAction", at).Get("result")
		assert.Equal(t, `["goed → went","Correct all verbs of the document"]`, fixes.Get("#.title").Raw)
		assert.Equal(t, `[{"range":{"start":{"line":1,"character":16},"end":{"line":1,"character":20}},"newText":"went"}]`, fixes.Get("0.edit.changes.file:///a").Raw)

		e.notify("textDocument/didChange", `{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"range":{"start":{"line":1,"character":16},"end":{"line":1,"character":20}},"text":"went"}]}`)
		e.rest()
		got = e.last("textDocument/publishDiagnostics")
		assert.Equal(t, int64(2), got.Get("version").Int())
		assert.Equal(t, `["have → has"]`, firstLines(got.Get("diagnostics.#.message")))
		e.notify("textDocument/didClose", `{"textDocument":{"uri":"file:///a"}}`)
		assert.Equal(t, "[]", e.last("textDocument/publishDiagnostics").Get("diagnostics").Raw)
		assert.NoError(t, e.quit())
	})
}

func firstLines(list gjson.Result) string {
	var lines []string
	for _, m := range list.Array() {
		line, _, _ := strings.Cut(m.Str, "\n")
		lines = append(lines, line)
	}
	text := &strings.Builder{}
	w := json.NewEncoder(text)
	w.SetEscapeHTML(false)
	_ = w.Encode(lines)
	return strings.TrimSpace(text.String())
}

func TestAClientThatKnowsVersionsGetsThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := start(t, nil)
		e.request(1, "initialize", `{"capabilities":{"workspace":{"workspaceEdit":{"documentChanges":true}}}}`)
		e.open("He goed. She have it.")
		fixes := e.request(2, "textDocument/codeAction", `{"textDocument":{"uri":"file:///a"},"context":{"only":["source"]},`+everywhere+`}`).Get("result")
		assert.False(t, fixes.Exists(), "it waits until the document was judged")
		e.rest()
		fixes = e.answer(2).Get("result")
		assert.Equal(t, `["source.fixAll"]`, fixes.Get("#.kind").Raw, "only what was asked for")
		assert.Equal(t, `{"uri":"file:///a","version":1}`, fixes.Get("0.edit.documentChanges.0.textDocument").Raw)
		assert.Equal(t, `["went","has"]`, fixes.Get("0.edit.documentChanges.0.edits.#.newText").Raw)
		assert.NoError(t, e.quit())
	})
}

func TestWhatIsUnderWayCanBeCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var texts []string
		e := start(t, func(ctx context.Context, text string) (tutor.Report, error) {
			texts = append(texts, text)
			if text == "Slow." {
				<-ctx.Done()
				return tutor.Report{Outcome: loop.Cancelled}, nil
			}
			return tutor.Report{Input: text, Outcome: loop.Final}, nil
		})
		e.initialize()
		e.open("Fast.\nSlow.\n")
		e.rest()
		e.send(`{"jsonrpc":"2.0","id":7,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///a"},` + everywhere + `}}`)
		assert.False(t, e.answer(7).Exists(), "it waits for the document")
		e.notify("$/cancelRequest", `{"id":7}`)
		assert.Equal(t, int64(requestCanceled), e.answer(7).Get("error.code").Int())
		e.send(`{"jsonrpc":"2.0","id":8,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///a"},` + everywhere + `}}`)
		e.notify("textDocument/didChange", `{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"text":"Fast.\nNew.\n"}]}`)
		assert.Equal(t, "[]", e.answer(8).Get("result").Raw, "edits of an earlier version would not fit")
		e.rest()
		assert.Equal(t, []string{"Fast.", "Slow.", "New."}, texts, "what did not change is not judged again")
		assert.Equal(t, int64(2), e.last("textDocument/publishDiagnostics").Get("version").Int())
		assert.NoError(t, e.quit())
	})
}

func TestAModelThatIsGoneIsToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := true
		e := start(t, func(_ context.Context, text string) (tutor.Report, error) {
			if gone {
				return tutor.Report{Outcome: loop.ModelFailure, Problem: "no server"}, nil
			}
			return tutor.Report{Input: text, Outcome: loop.Final, Edits: []tutor.Edit{{Length: 1, Original: "a", Replacement: "b"}}}, nil
		})
		e.initialize()
		for _, text := range []string{"a", "a ", "a"} {
			e.open(text)
			e.rest()
		}
		told := 0
		for _, m := range e.all() {
			if gjson.Get(m, "method").Str == "window/showMessage" {
				told++
			}
		}
		assert.Equal(t, 1, told)
		gone = false
		e.open("a")
		e.rest()
		assert.Equal(t, `["a → b"]`, firstLines(e.last("textDocument/publishDiagnostics").Get("diagnostics.#.message")), "a failure is not remembered")
		assert.NoError(t, e.quit())
	})
}

func TestTheOrderOfRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := start(t, nil)
		assert.Equal(t, int64(notInitialized), e.request(1, "textDocument/codeAction", `{}`).Get("error.code").Int())
		e.open("He goed.") // too early: it is not taken
		assert.True(t, e.request(2, "initialize", `{"capabilities":{}}`).Get("result").Exists())
		assert.Equal(t, int64(invalidRequest), e.request(3, "initialize", `{"capabilities":{}}`).Get("error.code").Int())
		assert.Equal(t, int64(methodNotFound), e.request(4, "textDocument/hover", `{}`).Get("error.code").Int())
		assert.Equal(t, int64(invalidParams), e.request(5, "textDocument/codeAction", `[]`).Get("error.code").Int())
		e.rest()
		assert.False(t, e.last("textDocument/publishDiagnostics").Exists())
		assert.Equal(t, "null", e.request(6, "shutdown", "null").Get("result").Raw)
		assert.Equal(t, int64(invalidRequest), e.request(7, "textDocument/codeAction", `{}`).Get("error.code").Int())
		e.notify("exit", "null")
		assert.NoError(t, <-e.ended)
	})
	synctest.Test(t, func(t *testing.T) {
		e := start(t, nil)
		e.notify("exit", "null")
		assert.Equal(t, errNoShutdown, <-e.ended)
	})
	synctest.Test(t, func(t *testing.T) {
		e := start(t, nil)
		e.initialize()
		require.NoError(t, e.in.Close())
		assert.Equal(t, errNoShutdown, <-e.ended, "an editor that dies")
	})
}

func TestHostileClients(t *testing.T) {
	t.Run("what is no message is answered, and the next one read", func(t *testing.T) {
		for body, code := range map[string]int64{
			"{": parseError, `[1]`: parseError, `{"jsonrpc":"2.0"}`: invalidRequest, `{"id":1,"method":"x"}`: invalidRequest, `{"jsonrpc":"2.0","id":{},"method":"x"}`: invalidRequest,
		} {
			synctest.Test(t, func(t *testing.T) {
				e := start(t, nil)
				e.send(body)
				require.Len(t, e.all(), 1)
				assert.Equal(t, code, gjson.Get(e.all()[0], "error.code").Int(), body)
				e.initialize()
				assert.NoError(t, e.quit())
			})
		}
	})
	t.Run("what cannot be read on ends the server", func(t *testing.T) {
		for _, text := range []string{"Content-Length: 99999999999\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: x\r\n\r\n", "\r\n", strings.Repeat("x", 2*maxHeader), strings.Repeat("a: b\r\n", maxHeader)} {
			synctest.Test(t, func(t *testing.T) {
				e := start(t, nil)
				go e.raw(text)
				err := <-e.ended
				assert.True(t, errors.Is(err, errFraming), "%v", err)
			})
		}
	})
	t.Run("positions beyond the text, and documents that are not open", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			e := start(t, nil)
			e.initialize()
			e.open("He goed.")
			for _, r := range []string{`{"start":{"line":-5,"character":-7},"end":{"line":0,"character":2}}`, `{"start":{"line":9,"character":9},"end":{"line":9999999,"character":1}}`, `{"start":{"line":0,"character":2},"end":{"line":0,"character":0}}`} {
				e.notify("textDocument/didChange", `{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"range":`+r+`,"text":"He"}]}`)
				e.notify("textDocument/didChange", `{"textDocument":{"uri":"file:///b","version":2},"contentChanges":[{"range":`+r+`,"text":"He"}]}`)
			}
			e.notify("textDocument/didChange", `[]`)
			e.notify("textDocument/didClose", `{"textDocument":{"uri":"file:///b"}}`)
			e.notify("$/cancelRequest", `{"id":"nobody"}`)
			e.rest()
			assert.Equal(t, "file:///a", e.last("textDocument/publishDiagnostics").Get("uri").Str)
			assert.NoError(t, e.quit())
		})
	})
	t.Run("too many and too large documents are not judged", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			e := start(t, func(_ context.Context, text string) (tutor.Report, error) {
				return tutor.Report{Input: text, Outcome: loop.Final}, nil
			})
			e.initialize()
			for i := range maxDocuments {
				e.notify("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":"file:///%d","version":1,"text":"a"}}`, i))
			}
			assert.False(t, e.last("window/logMessage").Exists())
			e.open("one more")
			assert.Contains(t, e.last("window/logMessage").Get("message").Str, "more than 256 documents")
			e.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":"file:///7","version":2},"contentChanges":[{"text":%q}]}`, strings.Repeat("a", maxText+1)))
			assert.Contains(t, e.last("window/logMessage").Get("message").Str, "more than 4 MB")
			assert.NoError(t, e.quit())
		})
	})
}

// TestDocumentsAreAsTheEditorHasThem changes a document like a list of UTF-16 code units, which is what the protocol
// says that it is.
func TestDocumentsAreAsTheEditorHasThem(t *testing.T) {
	letters := []rune("ab é😀\n\r")
	random := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range random.IntN(12) {
			b.WriteRune(letters[random.IntN(len(letters))])
		}
		return b.String()
	}
	for range 5_000 {
		d := newDocument(0, text())
		for range 4 {
			units := utf16.Encode([]rune(d.text))
			at := random.IntN(len(units) + 1)
			end := at + random.IntN(len(units)-at+1)
			if inside(units, at) || inside(units, end) {
				continue
			}
			with := text()
			want := string(utf16.Decode(units[:at])) + with + string(utf16.Decode(units[end:]))
			d = d.after(change{&textRange{plain(units, at), plain(units, end)}, with})
			require.Equal(t, want, d.text)
			for i := range d.text {
				if d.text[i] != '\n' && d.text[i] != '\r' {
					require.Equal(t, i, d.offset(d.position(i)), "%q", d.text)
				}
			}
		}
	}
}

// inside reports whether a place lies within a character or a line's end, where no editor points.
func inside(units []uint16, at int) bool {
	return at > 0 && at < len(units) && (utf16.IsSurrogate(rune(units[at])) && units[at] >= 0xdc00 || units[at-1] == '\r' && units[at] == '\n')
}

// plain returns the position of a place among code units.
func plain(units []uint16, at int) position {
	var p position
	for i, u := range units[:at] {
		if p.Character++; u == '\n' || u == '\r' && (i+1 == len(units) || units[i+1] != '\n') {
			p = position{Line: p.Line + 1}
		}
	}
	return p
}

func TestPassages(t *testing.T) {
	long := strings.Repeat("word ", 13)
	rows := []struct {
		claim, text string
		want        []string
	}{
		{"a line each", "One.\nTwo.\n\nThree", []string{"One.", "Two.", "Three"}},
		{"a sentence that goes on in lower case", "He\r\ngoes on\nhere.", []string{"He  goes on here."}},
		{"a full line", long + "\nGo on", []string{long + " Go on"}},
		{"lists and headings stand alone", "# a\nb\n- c\n- d\n1. e", []string{"# a", "b", "- c", "- d", "1. e"}},
		{"short lines are their own", "He goes\nShe has", []string{"He goes", "She has"}},
		{"nothing", " \n\t\n", nil},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			d := newDocument(0, row.text)
			var got []string
			for _, p := range d.passages() {
				got = append(got, p.text)
				there := strings.NewReplacer("\r", " ", "\n", " ").Replace(d.text[p.start : p.start+len(p.text)])
				assert.Equal(t, there, p.text, "offsets are those of the document")
			}
			assert.Equal(t, row.want, got)
		})
	}
}
