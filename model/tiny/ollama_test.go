package tiny_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"testing"

	"github.com/ollama/ollama/api"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/model/tiny/tinytest"
)

func TestMain(m *testing.M) { os.Exit(ollamatest.Run(m)) }

// template makes a server's prompt the one of Encode.
const template = `{{ range .Messages }}<|{{ .Role }}|>{{ .Content }}<|end|>{{ end }}<|assistant|>`

// mannered returns a file of random weights with one thing taught: long pieces before short ones,
// these before bytes, and all before white space. A server's grammar is looser than ours there, so
// weights without manners would spell the same text in other tokens. All else stays random.
func mannered() []byte {
	file := tinytest.Random(tiny.Sizes()[0], 3)
	embedding := file.Tensors[0]
	values, width := embedding.Floats(), int(embedding.Shape[0])
	for id, text := range tiny.Tokens() {
		first := float32(2)
		switch {
		case len(text) == 1 && bytes.ContainsAny(text, " \t\n\r"):
			first = -6
		case len(text) > 1:
			first = 4 + float32(len(text))/10
		}
		values[id*width] = first
	}
	file.Tensors[0] = gguf.Float16(embedding.Name, embedding.Shape, values)
	return tinytest.Bytes(file)
}

// install puts a file on a server.
func install(t *testing.T, server *ollamatest.Server, name string, file []byte) {
	t.Helper()
	base, err := url.Parse(server.Host)
	require.NoError(t, err)
	client := api.NewClient(base, &http.Client{})
	digest := fmt.Sprintf("sha256:%x", sha256.Sum256(file))
	require.NoError(t, client.CreateBlob(t.Context(), digest, bytes.NewReader(file)))
	request := &api.CreateRequest{
		Model:      name,
		Files:      map[string]string{"tutor.gguf": digest},
		Template:   template,
		Parameters: map[string]any{"num_ctx": tiny.Context},
	}
	require.NoError(t, client.Create(t.Context(), request, func(api.ProgressResponse) error { return nil }))
}

// The same file in a real server: the same tokens of prompt, and the same replies. It holds on 0.11.4
// and on 0.17.4.
func TestAServerReadsAndWritesTheSame(t *testing.T) {
	server := ollamatest.Start(t, "the embedded model's file, tokens and replies")
	file := mannered()
	install(t, server, "tutor:latest", file)
	embedded, err := tiny.Open(file, tiny.Config{})
	require.NoError(t, err)
	served, err := ollama.New("tutor:latest", ollama.Config{Host: server.Host, Threads: 1})
	require.NoError(t, err)
	equal, all := 0, 0
	unquoted := sentences[:len(sentences)-1] // Ollama 0.11.4 refuses an enum with a quotation mark
	for _, e := range exchanges(t, unquoted...) {
		want, got := reply(t, served, e.request), reply(t, embedded, e.request)
		assert.Equal(t, want.Usage.PromptTokens, got.Usage.PromptTokens, "%v", e.request.Messages)
		all++
		var compact bytes.Buffer // a server's grammar lets white space in
		require.NoError(t, json.Compact(&compact, []byte(want.Text)))
		if compact.String() == got.Text {
			equal++
		} else {
			t.Logf("%v\nserved   %s\nembedded %s, %v", e.request.Messages, want.Text, got.Text, got.Usage.Walk)
		}
	}
	t.Logf("%d of %d replies are equal", equal, all)
	assert.GreaterOrEqual(t, equal*10, all*9)
}
