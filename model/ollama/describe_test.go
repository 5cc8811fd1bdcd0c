package ollama

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/model"
)

func TestDescribe(t *testing.T) {
	host := (&fakeServer{show: `{"capabilities":["thinking","completion"],"system":"Be kind.","messages":[{"role":"user","content":"x"}],
		"modelfile":"FROM x\nPARSER qwen3\n","details":{"format":"gguf"},
		"model_info":{"general.architecture":"q","general.parameter_count":1000,"q.context_length":4096,
		"q.block_count":3,"q.attention.head_count_kv":2,"q.attention.key_length":64}}`}).start(t)
	d, err := Describe(t.Context(), host, "m")
	require.NoError(t, err)
	assert.Equal(t, Description{
		Capabilities: []string{"completion", "thinking"}, ContextTokens: 4096, Thinking: ThinkRaw, Parser: "qwen3",
		Format: "gguf", OwnSystem: true, OwnMessages: true, Parameters: 1000, ContextBytes: 3 * 2 * 64 * 2 * 2,
	}, d)

	_, err = Describe(t.Context(), "h h", "m")
	assert.ErrorContains(t, err, "cannot read the address")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Describe(ctx, host, "m")
	assert.Equal(t, context.Canceled, err)
}

func TestLoaded(t *testing.T) {
	host := (&fakeServer{ps: `{"models":[{"name":"m:latest","size":300,"size_vram":100,"context_length":8192}]}`}).start(t)
	loaded, err := Loaded(t.Context(), host)
	require.NoError(t, err)
	assert.Equal(t, []LoadedModel{{"m:latest", 8192, 300, 100}}, loaded)
}

func TestPull(t *testing.T) {
	const (
		manifest = `{"status":"pulling manifest"}`
		first    = `{"status":"pulling a","digest":"a","total":100,"completed":40}`
		second   = `{"status":"pulling b","digest":"b","total":10,"completed":10}`
		rest     = `{"status":"pulling a","digest":"a","total":100,"completed":100}`
		success  = `{"status":"success"}`
	)
	for name, row := range map[string]struct {
		serve http.HandlerFunc
		want  []Progress
		kind  model.FaultKind // "" is success
		says  string
	}{
		"the parts are summed": {lines(manifest, first, second, rest, success), []Progress{
			{"pulling manifest", 0, 0}, {"pulling a", 40, 100}, {"pulling b", 50, 110}, {"pulling a", 110, 110}, {"success", 110, 110},
		}, "", ""},
		"only success is success": {lines(manifest), []Progress{{"pulling manifest", 0, 0}}, model.Broken,
			"stopped fetching m without saying why"},
		"a name that no registry knows": {lines(manifest, `{"error":"pull model manifest: file does not exist"}`),
			[]Progress{{"pulling manifest", 0, 0}}, model.Server, "could not fetch m (pull model manifest: file does not exist). Is the name right"},
		"an error before the stream": {status(500, `{"error":"no network"}`), nil, model.Server, "could not fetch m (no network)"},
		"a 500 without a word":       {status(500, ""), nil, model.Server, "could not fetch m"},
		"another program":            {status(404, ""), nil, model.Unreachable, "is not Ollama"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				assert.Equal(t, "/api/pull", r.URL.Path)
				assert.Contains(t, string(body), `"model":"m"`)
				row.serve(w, r)
			}))
			defer server.Close()
			var got []Progress
			var last error
			for p, err := range Pull(t.Context(), server.URL, "m") {
				if last = err; err == nil {
					got = append(got, p)
				}
			}
			assert.Equal(t, row.want, got)
			if row.kind == "" {
				assert.NoError(t, last)
				return
			}
			f, _ := errors.AsType[*model.Fault](last)
			require.NotNil(t, f, "%v", last)
			assert.Equal(t, row.kind, f.Kind)
			assert.Contains(t, f.Message, row.says)
		})
	}
	t.Run("it may be left", func(t *testing.T) {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			lines(manifest)(w, r)
			<-r.Context().Done() // the test hangs here if the fetch goes on
		}))
		defer server.Close()
		for range Pull(t.Context(), server.URL, "m") {
			break
		}
	})
}
