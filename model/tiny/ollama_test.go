package tiny_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"text/template"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/model/tiny/tinytest"
	"github.com/shortleash/shortleash/tutor/weights"
)

func TestMain(m *testing.M) { os.Exit(ollamatest.Run(m)) }

// mannered returns a file of random weights with one thing taught: long pieces before short ones,
// these before bytes, and all before white space. A server's grammar is looser than ours there, so
// weights without manners would spell the same text in other tokens. All else stays random.
func mannered() []byte {
	file := tinytest.Random(tiny.Sizes()[0], weights.Tokenizer(), 3)
	embedding := file.Tensors[0]
	values, width := embedding.Floats(), int(embedding.Shape[0])
	for id, text := range weights.Tokenizer().Tokens() {
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

// file returns the weights of this program, or mannered ones if it has none.
func file(t *testing.T) []byte {
	t.Helper()
	names, err := filepath.Glob("../../tutor/weights/*.gguf")
	require.NoError(t, err)
	if len(names) == 0 {
		return mannered()
	}
	data, err := os.ReadFile(names[0])
	require.NoError(t, err)
	return data
}

// create has the server's own program make a model of a file by the Modelfile that lies beside the
// weights.
func create(t *testing.T, server *ollamatest.Server, name string, file []byte) {
	t.Helper()
	folder := t.TempDir()
	modelfile, err := os.ReadFile("../../tutor/weights/Modelfile")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "Modelfile"), modelfile, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "tutor.gguf"), file, 0o600))
	command := exec.CommandContext(t.Context(), os.Getenv("OLLAMA_BIN"), "create", name, "-f", "Modelfile")
	command.Dir = folder
	command.Env = append(os.Environ(), "OLLAMA_HOST="+server.Host, "HOME="+folder)
	said, err := command.CombinedOutput()
	require.NoError(t, err, "%s", said)
}

// The same file in a real server, made by the Modelfile: the same tokens of prompt, and the same
// replies. It holds on 0.11.4 and on 0.17.4.
func TestRealServerReadsAndWritesTheSame(t *testing.T) {
	server := ollamatest.Start(t, "the embedded model's file, tokens and replies")
	file := file(t)
	create(t, server, "tutor", file)
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
	assert.GreaterOrEqual(t, equal*100, all*95)
}

// Ollama's templates are Go's. Some clients, ours among them, have no role for observations.
func TestTheModelfileMakesThePromptsOfTheEncoder(t *testing.T) {
	modelfile, err := os.ReadFile("../../tutor/weights/Modelfile")
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(modelfile), `TEMPLATE """`)
	text, _, ok := strings.Cut(rest, `"""`)
	require.True(t, ok)
	parsed, err := template.New("").Parse(text)
	require.NoError(t, err)
	type message struct{ Role, Content string }
	spellings, _ := weights.Tokenizer().Spellings()
	for _, observer := range []string{model.Tool, model.User} {
		asked := []model.Message{{Author: model.User, Content: "a"}, {Author: model.Assistant, Content: "b"},
			{Author: model.Tool, Content: "c"}, {Author: model.Assistant, Content: "d"}, {Author: model.Tool, Content: "e"}}
		var sent []message
		for _, m := range asked {
			if m.Author == model.Tool {
				m.Author = observer
			}
			sent = append(sent, message{m.Author, m.Content})
		}
		var got, want strings.Builder
		require.NoError(t, parsed.Execute(&got, map[string]any{"Messages": sent}))
		ids, err := weights.Tokenizer().Encode(asked)
		require.NoError(t, err)
		for _, id := range ids {
			want.WriteString(spellings[id])
		}
		assert.Equal(t, want.String(), got.String(), observer)
	}
}
