package ollama

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ollama/ollama/api"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/internal/remote"
	"github.com/shortleash/shortleash/model"
)

func TestInstalledAsksTwoQuestionsOnly(t *testing.T) {
	f := &fakeServer{version: "0.32.1", tags: `{"models":[
		{"name":"llama3.2:latest","size":2019393189,"digest":"a80c","details":{"parameter_size":"3.2B","quantization_level":"Q4_K_M"}},
		{"name":"big-cloud:latest","remote_host":"https://ollama.com:443"}]}`}
	version, models, err := Installed(t.Context(), f.start(t))
	require.NoError(t, err)
	assert.Equal(t, "0.32.1", version)
	assert.Equal(t, []ModelInfo{
		{Name: "llama3.2:latest", Digest: "a80c", SizeBytes: 2019393189, Parameters: "3.2B", Quantization: "Q4_K_M"},
		{Name: "big-cloud:latest", Remote: true},
	}, models)
	assert.Equal(t, []string{"/api/version", "/api/tags"}, f.paths)
}

func TestTheSizeOfAModelIsANumber(t *testing.T) {
	for words, want := range map[string]int64{"134.52M": 134_520_000, "3.2B": 3_200_000_000, "12K": 12_000, "1T": 1e12, "": 0,
		"B": 0, "many": 0, "-1B": 0, "1e30B": 0, "7": 0} {
		assert.Equal(t, want, ModelInfo{Parameters: words}.Size(), words)
	}
	_, err := New("x", Config{Size: -1})
	assert.ErrorContains(t, err, "Config.Size is negative")
}

func TestInstalledFails(t *testing.T) {
	_, _, err := Installed(t.Context(), "ftp://h")
	assert.ErrorContains(t, err, "only http and https are spoken")

	_, _, err = Installed(t.Context(), "127.0.0.1:1")
	fault, _ := errors.AsType[*model.Fault](err)
	require.NotNil(t, fault, "%v", err)
	assert.Equal(t, model.Unreachable, fault.Kind)

	_, _, err = Installed(t.Context(), (&fakeServer{tags: "<html>"}).start(t))
	fault, _ = errors.AsType[*model.Fault](err)
	require.NotNil(t, fault, "%v", err)
	assert.Equal(t, model.Unreachable, fault.Kind)
	assert.Contains(t, fault.Message, "is not Ollama")
}

// deaf never answers.
type deaf struct{}

func (deaf) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestInstalledWaitsTwoSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		base := mustParse(t, "h")
		start := time.Now()
		_, _, err := installed(t.Context(), server(base, byFlag), api.NewClient(base, remote.NewClient(deaf{})))
		assert.Equal(t, 2*time.Second, time.Since(start))
		fault, _ := errors.AsType[*model.Fault](err)
		require.NotNil(t, fault, "%v", err)
		assert.Equal(t, model.Silent, fault.Kind)

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, _, err = installed(ctx, server(base, byFlag), api.NewClient(base, remote.NewClient(deaf{})))
		assert.Equal(t, context.DeadlineExceeded, err)
	})
}

func TestNearest(t *testing.T) {
	names := []string{"llama3.2:latest", "llama3.2:1b", "qwen3:4b", "mistral:latest"}
	for name, want := range map[string]string{
		"lama3.2":     "llama3.2:latest",
		"llama3.2:7b": "llama3.2:latest",
		"qwen2":       "qwen3:4b",
		"mistrall":    "mistral:latest",
		"gemma":       "",
		"phi4":        "",
		"":            "",
	} {
		assert.Equal(t, want, nearest(name, names), "nearest(%q)", name)
	}
}
