package settings

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/pool"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/model/tiny/tinytest"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/weights"
)

// server answers like an Ollama server with the given models, newest first, and counts what it is
// asked.
func server(t *testing.T, models ...string) (host string, asked map[string]int) {
	t.Helper()
	asked = map[string]int{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked[r.URL.Path]++
		switch r.URL.Path {
		case "/api/version":
			fmt.Fprint(w, `{"version":"0.17.4"}`)
		case "/api/tags":
			fmt.Fprint(w, `{"models":[`)
			for i, m := range models {
				if i > 0 {
					fmt.Fprint(w, ",")
				}
				fmt.Fprint(w, m)
			}
			fmt.Fprint(w, `]}`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

// nowhere is an address at which nothing listens.
func nowhere(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	return s.URL
}

func installed(name string) string { return fmt.Sprintf(`{"name":%q,"model":%q}`, name, name) }

func TestSeveralHostsMakeAPool(t *testing.T) {
	for _, spec := range []string{"ollama:x", "openai:x"} {
		newModel, note, err := Models.Resolve(t.Context(), spec, models.Hosts{List: "127.0.0.1:1,127.0.0.1:2"})
		require.NoError(t, err)
		assert.Empty(t, note)
		assert.IsType(t, &pool.Pool{}, newModel())
		assert.Equal(t, spec, newModel().Name())
	}
	_, _, err := Models.Resolve(t.Context(), "ollama:x", models.Hosts{List: "127.0.0.1:1,h h"})
	assert.ErrorContains(t, err, `cannot read the address "h h"`)
}

// The size of a model is asked for, so that its prompts fit it.
func TestResolveKnowsTheSizeOfAModel(t *testing.T) {
	host, _ := server(t, `{"name":"small:latest","details":{"parameter_size":"134.52M"}}`,
		`{"name":"large:8b","details":{"parameter_size":"8.0B"}}`)
	for spec, want := range map[string]int64{"auto": 8_000_000_000, "ollama:small": 134_520_000, "ollama:large:8b": 8_000_000_000,
		"ollama:other": 0} {
		newModel, _, err := Models.Resolve(t.Context(), spec, models.Hosts{List: host})
		require.NoError(t, err)
		assert.Equal(t, want, newModel().(model.Sized).Parameters(), spec)
	}
}

func TestResolveChoosesAModel(t *testing.T) {
	script := filepath.Join(t.TempDir(), "script")
	require.NoError(t, os.WriteFile(script, []byte("{}\n"), 0o600))
	small, cloud := installed("small:1b"), `{"name":"big:cloud","remote_host":"https://ollama.com:443"}`
	rows := []struct {
		claim, spec string
		models      []string // of the server; nil: there is none
		want, note  string
	}{
		{"rules is built in", "rules", nil, "rules", ""},
		{"a script is read from its file", "script:" + script, nil, "script", ""},
		{"random takes a seed", "random:-7", nil, "random:-7", ""},
		{"an Ollama model is taken at its word", "ollama:x:7b", nil, "ollama:x:7b", ""},
		{"so is one of another protocol", "openai:x", nil, "openai:x", ""},
		{"auto takes the fittest model", "auto", []string{small, installed("old")}, "ollama:small:1b",
			"Model: ollama:small:1b at "},
		{"auto passes over a cloud model", "auto", []string{cloud, small}, "ollama:small:1b", "Model: ollama:small:1b"},
		{"auto passes over an embedding model", "auto", []string{installed("nomic-embed-text"), small}, "ollama:small:1b",
			"Model: ollama:small:1b"},
		{"ollama without a name chooses like auto", "ollama", []string{cloud, small}, "ollama:small:1b", "Model: ollama:small:1b"},
		{"ollama with an empty name does too", "ollama:", []string{small}, "ollama:small:1b", "Model: ollama:small:1b"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			host := nowhere(t)
			var asked map[string]int
			if row.models != nil {
				host, asked = server(t, row.models...)
			}
			newModel, note, err := Models.Resolve(t.Context(), row.spec, models.Hosts{List: host})
			require.NoError(t, err)
			assert.Equal(t, row.want, newModel().Name())
			assert.Contains(t, note, row.note)
			assert.Equal(t, row.note == "", note == "", "there is a note when there was a choice")
			for path := range asked {
				assert.Contains(t, []string{"/api/version", "/api/tags"}, path, "nothing else is asked to choose")
			}
		})
	}
}

func TestResolveRefuses(t *testing.T) {
	rows := []struct{ claim, spec, want string }{
		{"a slip of the pen", "rule",
			`there is no model "rule"; there is: auto, ollama:NAME, openai:NAME, rules, tiny, tiny:FILE, script:FILE, ` +
				`random:SEED. Did you mean rules?`},
		{"a slip before the colon", "olama:llama3.2",
			`there is no model "olama:llama3.2"; there is: auto, ollama:NAME, openai:NAME, rules, tiny, tiny:FILE, script:FILE,` +
				` random:SEED. Did you mean ollama:NAME?`},
		{"a bare name of a model", "llama3.2",
			`there is no model "llama3.2"; there is: auto, ollama:NAME, openai:NAME, rules, tiny, tiny:FILE, script:FILE, ` +
				`random:SEED. For a model of Ollama, write ollama:llama3.2`},
		{"nothing", "", `there is no model ""; there is: auto, ollama:NAME, openai:NAME, rules, tiny, tiny:FILE, script:FILE, random:SEED`},
		{"a script without a file", "script:",
			`there is no model "script:"; there is: auto, ollama:NAME, openai:NAME, rules, tiny, tiny:FILE, script:FILE, ` +
				`random:SEED. Did you mean script:FILE?`},
		{"a script that is not there", "script:/nowhere/at/all", "cannot read /nowhere/at/all: no such file or directory"},
		{"a seed that is not a number", "random:dice", `the seed of a random model is a whole number, like random:1; "dice" is none`},
		{"a random model without a seed", "random",
			`there is no model "random"; there is: auto, ollama:NAME, openai:NAME, rules, tiny, tiny:FILE, script:FILE, ` +
				`random:SEED. Did you mean random:SEED?`},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			_, _, err := Models.Resolve(t.Context(), row.spec, models.Hosts{List: nowhere(t)})
			message, ok := cli.MisuseOf(err)
			require.True(t, ok, "%v", err)
			assert.Equal(t, row.want, message)
		})
	}
	t.Run("a host that is none", func(t *testing.T) {
		for _, spec := range []string{"auto", "ollama:x"} {
			_, _, err := Models.Resolve(t.Context(), spec, models.Hosts{List: "ftp://x"})
			_, ok := cli.MisuseOf(err)
			assert.True(t, ok, "%v", err)
		}
	})
	t.Run("ollama without a name where no server is", func(t *testing.T) {
		_, _, err := Models.Resolve(t.Context(), "ollama", models.Hosts{List: nowhere(t)})
		f, ok := errors.AsType[*model.Fault](err)
		require.True(t, ok)
		assert.Equal(t, model.Unreachable, f.Kind)
	})
}

func TestAScriptBeginsAgainForEachInput(t *testing.T) {
	script := filepath.Join(t.TempDir(), "script")
	require.NoError(t, os.WriteFile(script,
		[]byte(
			`{"thought":"fine","tool":"final_answer","tool_args":{"corrected":null,"in_scope":true,"rationale":["she is"],`+
				`"spanish_gloss":null}}`+"\n"), 0o600))
	newModel, _, err := Models.Resolve(t.Context(), "script:"+script, models.Hosts{List: ""})
	require.NoError(t, err)
	loose := loop.Config{}
	loose.Leash = loop.Enum
	teacher, err := tutor.New(tutor.Options{Model: newModel, Loop: loose})
	require.NoError(t, err)
	for range 3 {
		r, err := teacher.Correct(t.Context(), "He goed.", nil, nil)
		require.NoError(t, err)
		assert.Equal(t, 1, r.Steps)
	}
}

// A network on disk is a model like any other; what is not a network is misuse, with the reason.
func TestANetworkInAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "net.gguf")
	require.NoError(t, os.WriteFile(file, tinytest.Bytes(tinytest.Random(tiny.Sizes()[0], weights.Tokenizer(), 1)), 0o600))
	newModel, _, err := Models.Resolve(t.Context(), "tiny:"+file, models.Hosts{List: ""})
	require.NoError(t, err)
	assert.Equal(t, "tiny:"+file, newModel().Name())
	_, err = tutor.New(tutor.Options{Model: newModel, Planner: "plan-act", Loop: loop.Config{}})
	assert.ErrorContains(t, err, "plays the strategy react only")

	require.NoError(t, os.WriteFile(file, []byte("not a network"), 0o600))
	for _, spec := range []string{"tiny:" + file, "tiny:" + file + "x"} {
		_, _, err = Models.Resolve(t.Context(), spec, models.Hosts{List: ""})
		_, ok := cli.MisuseOf(err)
		assert.True(t, ok, "%s: %v", spec, err)
		assert.ErrorContains(t, err, strings.TrimPrefix(spec, "tiny:"), "which file it is")
	}
}
