package openai

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/model"
)

// llama.cpp's server gets the grammar itself, which holds more than what it makes of a schema; any
// other server gets the schema. Who it is is asked once.
func TestLlamaIsSentItsOwnNotation(t *testing.T) {
	rows := []struct {
		claim string
		props http.HandlerFunc
		gbnf  bool
	}{
		{"it says its settings", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"default_generation_settings":{"n_ctx":8192},"total_slots":1}`)
		}, true},
		{"others do not know the path", http.NotFound, false},
		{"or answer something else", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"ok":true}`) }, false},
		{"or a page", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `<p>default_generation_settings</p>`)
		}, false},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			asked, got := 0, ""
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/props" {
					asked++
					row.props(w, r)
					return
				}
				text, _ := io.ReadAll(r.Body)
				got = string(text)
				events(delta(`{"word":"no"}`), finish, done)(w, r)
			}))
			t.Cleanup(server.Close)
			m, err := New("m", Config{Host: server.URL})
			require.NoError(t, err)
			req := hello()
			req.Grammar = yesNo(t)
			for range 2 {
				_, err := model.Collect(model.Guard(m).Generate(t.Context(), req))
				require.NoError(t, err)
				assert.Equal(t, row.gbnf, gjson.Get(got, "grammar").Exists())
				assert.Equal(t, !row.gbnf, gjson.Get(got, "response_format").Exists())
			}
			assert.Equal(t, 1, asked)
		})
	}
}

// A server that is still loading its model is no stranger for good; one whose path stays silent is
// waited for once.
func TestWhoAServerIsMayTakeASecondTry(t *testing.T) {
	rows := []struct {
		claim string
		first http.HandlerFunc
		asked int
		gbnf  bool
	}{
		{"loading", func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"error":{"message":"Loading model"}}`, http.StatusServiceUnavailable)
		}, 2, true},
		{"silent", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, 1, false},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			var asked atomic.Int32
			var got atomic.Value
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/props" {
					if asked.Add(1) == 1 {
						row.first(w, r)
						return
					}
					_, _ = io.WriteString(w, `{"default_generation_settings":{}}`)
					return
				}
				text, _ := io.ReadAll(r.Body)
				got.Store(string(text))
				events(delta(`{"word":"no"}`), finish, done)(w, r)
			}))
			t.Cleanup(server.Close)
			m, err := New("m", Config{Host: server.URL})
			require.NoError(t, err)
			req := hello()
			req.Grammar = yesNo(t)
			for range 2 {
				_, err := model.Collect(model.Guard(m).Generate(t.Context(), req))
				require.NoError(t, err)
			}
			assert.Equal(t, row.asked, int(asked.Load()))
			assert.Equal(t, row.gbnf, gjson.Get(got.Load().(string), "grammar").Exists())
		})
	}
}

func TestAnUnknownNotationIsRefused(t *testing.T) {
	_, err := New("m", Config{Host: "127.0.0.1:1", Notation: "bnf"})
	assert.ErrorContains(t, err, `Config.Notation is "bnf"`)
}
