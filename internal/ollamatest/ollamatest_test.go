package ollamatest_test

import (
	"bufio"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/internal/ollamatest"
)

func TestMain(m *testing.M) { os.Exit(ollamatest.Run(m)) }

func client(t *testing.T, host string) *api.Client {
	t.Helper()
	base, err := url.Parse(host)
	require.NoError(t, err)
	return api.NewClient(base, &http.Client{})
}

func TestRealServerLoadsTheFileWeWrite(t *testing.T) {
	server := ollamatest.Start(t, "a GGUF file of our writer")
	c := client(t, server.Host)
	for name, trained := range map[string]float64{ollamatest.Model: 2048, ollamatest.ThinkingModel: 2048,
		ollamatest.ParsedModel: 2048, ollamatest.WideModel: 16384} {
		stream := false
		var reply api.GenerateResponse
		err := c.Generate(t.Context(), &api.GenerateRequest{
			Model:   name,
			Prompt:  "abc é",
			Raw:     true,
			Stream:  &stream,
			Options: map[string]any{"num_predict": 4, "num_thread": 1, "num_ctx": 1024},
		}, func(r api.GenerateResponse) error { reply = r; return nil })
		require.NoError(t, err)
		assert.True(t, reply.Done)
		assert.Equal(t, len("abc é"), reply.PromptEvalCount, "one token for each byte: the vocabulary arrived")

		show, err := c.Show(t.Context(), &api.ShowRequest{Model: name})
		require.NoError(t, err)
		assert.Equal(t, "llama", show.ModelInfo["general.architecture"])
		assert.Equal(t, trained, show.ModelInfo["llama.context_length"])
		assert.Equal(t, name == ollamatest.ThinkingModel || name == ollamatest.ParsedModel, len(show.Capabilities) > 1, "%v", show.Capabilities)
	}
}

func TestRealServerIsStartedOnce(t *testing.T) {
	const untested = "one server for a test binary"
	assert.Same(t, ollamatest.Start(t, untested), ollamatest.Start(t, untested))
}

// childKey is set in the environment of a test binary that plays the one to be killed.
const childKey = "OLLAMATEST_CHILD"

// TestChild starts a server, says where, and then never ends. On its own it does nothing.
func TestChild(t *testing.T) {
	if os.Getenv(childKey) == "" {
		return
	}
	fmt.Println("host " + ollamatest.Start(t, "nothing").Host)
	select {}
}

func TestRealServerDiesWithItsTestBinary(t *testing.T) {
	ollamatest.Start(t, "that no server outlives a killed test")
	child := exec.Command(os.Args[0], "-test.run=^TestChild$")
	child.Env = append(os.Environ(), childKey+"=1")
	out, err := child.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	var host string
	for lines := bufio.NewScanner(out); host == "" && lines.Scan(); {
		host, _ = strings.CutPrefix(lines.Text(), "host ")
	}
	c := client(t, host)
	_, err = c.Version(t.Context())
	assert.NoError(t, err, "it runs")

	require.NoError(t, child.Process.Kill())
	assert.Error(t, child.Wait(), "it was killed")
	assert.Eventually(t, func() bool {
		_, err := c.Version(t.Context())
		return err != nil
	}, 10*time.Second, 10*time.Millisecond, "and its server with it")
}
