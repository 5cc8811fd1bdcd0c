package models_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
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
	"github.com/shortleash/shortleash/planner"
)

func consoleIn(state string) *cli.Console {
	env := func(name string) string { return map[string]string{"XDG_STATE_HOME": state}[name] }
	return cli.NewConsole("shortleash", strings.NewReader(""), new(bytes.Buffer), io.Discard, env, nil)
}

func TestAFormIsRememberedByTheWeights(t *testing.T) {
	state := t.TempDir()
	c := consoleIn(state)
	w := strings.Repeat("a", 64)
	remembered := func() map[string]models.Measured { return models.HostsOf(c, &cli.Settings{}).Known }
	assert.Empty(t, remembered())
	require.NoError(t, models.Remember(c, w, models.Measured{Form: planner.FitForm, Why: "24 of 30"}))
	require.NoError(t, models.Remember(c, strings.Repeat("b", 64), models.Measured{Form: planner.BareForm}))
	assert.Equal(t, "Decisions are asked for in the form fit: 24 of 30 (measured here; --form changes it).", remembered()[w].String())
	useless := models.Measured{Why: "it made no call", Of: 18}
	require.NoError(t, models.Remember(c, w, useless))
	assert.Equal(t, useless, remembered()[w])
	assert.Equal(t, "Measured here: it made no call.", useless.String())

	path := filepath.Join(state, "shortleash", "forms.json")
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, entries, 1, "nothing else is left there")

	for _, text := range []string{"", "no JSON", `[]`, `{"` + w + `":{"form":"sonnet"}}`, `{"` + w + `":7}`, `{"` + w + `":{"of":0}}`} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		assert.Empty(t, remembered(), "a file that says %q", text)
	}
	require.NoError(t, models.Remember(c, w, models.Measured{Form: planner.BareForm}), "a broken file is replaced")
	assert.Equal(t, planner.BareForm, remembered()[w].Form)
	assert.ErrorContains(t, models.Remember(consoleIn(""), w, useless), "HOME is not set")
}

func TestTheWeightsOfAModel(t *testing.T) {
	w := strings.Repeat("0123", 16)
	show := map[string]string{
		"FROM /blobs/sha256-" + w + "\nTEMPLATE x":                      w,
		"# FROM m:latest\n\nFROM C:\\models\\blobs\\sha256-" + w + "\n": w,
		"FROM llama3.2\n": "", "": "", "FROM /blobs/sha256-" + w[1:] + "\n": "",
	}
	for modelfile, want := range show {
		s := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/version" {
				_, _ = io.WriteString(out, `{"version":"0.17.4"}`)
				return
			}
			_ = json.NewEncoder(out).Encode(map[string]string{"modelfile": modelfile})
		}))
		assert.Equal(t, want, models.Weights(t.Context(), "ollama:m", models.Hosts{List: s.URL}), "%q", modelfile)
		s.Close()
	}
	assert.Empty(t, models.Weights(t.Context(), "openai:m", models.Hosts{List: "127.0.0.1:1"}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Empty(t, models.Weights(ctx, "ollama:m", models.Hosts{List: "127.0.0.1:1"}), "a server that does not answer")
	_, ok := models.Hosts{List: "no server is asked where nothing is known"}.Measured(t.Context(), "ollama:m")
	assert.False(t, ok)
}

// A server that does not answer in time leaves the next one its own time.
func TestTheWeightsOfAModelOfTheSecondHost(t *testing.T) {
	over := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-over }))
	defer silent.Close()
	defer close(over)
	w := strings.Repeat("0123", 16)
	second := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(out, `{"version":"0.17.4","modelfile":"FROM /blobs/sha256-`+w+`\n"}`)
	}))
	defer second.Close()
	assert.Equal(t, w, models.Weights(t.Context(), "ollama:m", models.Hosts{List: silent.URL + "," + second.URL}))
}
