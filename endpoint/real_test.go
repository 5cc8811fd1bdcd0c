package endpoint_test

import (
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/internal/ollamatest"
)

func TestMain(m *testing.M) { os.Exit(ollamatest.Run(m)) }

// TestRealTrainedModelBehindTheEndpoint has a small model call a tool that it must call, whole and streaming,
// and answer when it must not.
func TestRealTrainedModelBehindTheEndpoint(t *testing.T) {
	s := serve(t, trained(t, "the endpoint"), endpoint.Config{Thought: 60})
	for _, stream := range []bool{false, true} {
		d := dialects["chat completions"]
		h := d.hear(t, s, stream, turns(t, "u"), chatTools,
			`{"tool_choice":{"type":"function","function":{"name":"look_up"}},"parallel_tool_calls":false}`)
		require.Len(t, h.calls, 1)
		assert.Regexp(t, `^look_up\{"item":"(lamp|chair)"`, h.calls[0])
		t.Logf("%q, then %s", h.text, h.calls[0])
	}
	status, body, header := post(t, s, "/v1/chat/completions", object(t, turns(t, "ul"), chatTools, `{"tool_choice":"none","max_tokens":200}`))
	require.Equal(t, http.StatusOK, status, body)
	assert.NotEmpty(t, gjson.Get(body, "choices.0.message.content").String())
	assert.False(t, gjson.Get(body, "choices.0.message.tool_calls").Exists())
	t.Logf("%s, in %s tries again", gjson.Get(body, "choices.0.message.content"), header.Get("Shortleash-Repairs"))
}
