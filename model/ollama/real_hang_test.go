package ollama_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/internal/ollamatest"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
)

// Replies are left in the middle until the server hangs (ollama #17131). What finds it hanging fails as silent,
// and what comes next is answered: the model is loaded anew, so nobody must restart the server.
func TestRealServerThatHangsIsFreed(t *testing.T) {
	server := ollamatest.StartOwn(t, "a server that hangs")
	m, err := ollama.New(server.Model, ollama.Config{Host: server.Host, Context: realContext, Threads: 1, FirstByte: 3 * time.Second})
	require.NoError(t, err)
	short := model.Request{Messages: say("Go on."), MaxTokens: 1}
	hung := 0
	for start := time.Now(); hung < 2 && time.Since(start) < time.Minute; {
		chunks := 0
		for range m.Generate(t.Context(), long(t)) {
			if chunks++; chunks == 5 {
				break
			}
		}
		_, err := model.Collect(m.Generate(t.Context(), short))
		if err == nil {
			continue
		}
		hung++
		var f *model.Fault
		require.ErrorAs(t, err, &f)
		require.Equal(t, model.Silent, f.Kind, "%v", f)
		assert.True(t, f.Retry)
		_, err = model.Collect(m.Generate(t.Context(), short))
		require.NoError(t, err, "asked again after: %s", f.Message)
	}
	t.Logf("the server has hung %d times", hung)
}
