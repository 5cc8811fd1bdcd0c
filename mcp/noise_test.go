package mcp

import (
	"encoding/json"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Lines of a log on the wrong stream, and marks of an encoding, cost no message.
func TestNoiseBetweenMessagesIsPassedOver(t *testing.T) {
	for claim, noise := range map[string]string{
		"a mark of the encoding": "\ufeff", "a banner": "listening\n", "a line of pino": `{"level":30,"time":1,"msg":"ready"}` + "\n",
		"a line of winston": `{"level":"info","message":"call"}` + "\n", "a line that is not JSON": "{not json}\n", "blank lines": "\r\n \n",
		"a list": "[1]\n", "a trace": "Error: x\n    at y {\n", "color": "\x1b[32mready\x1b[0m\n",
	} {
		p := &process{stdout: io.NopCloser(strings.NewReader(noise + `{"jsonrpc":"2.0","id":1,"result":{"v":1}}` + "\r\n"))}
		w := newWire(p, 1<<20, &atomic.Bool{})
		dropped := false
		defer w.onDropped(func(error) { dropped = true })()
		m, err := w.Read(t.Context())
		require.NoError(t, err, claim)
		answer, ok := m.(*jsonrpc.Response)
		require.True(t, ok, claim)
		assert.JSONEq(t, `{"v":1}`, string(json.RawMessage(answer.Result)), claim)
		assert.False(t, dropped, claim)
	}
}
