package ollama

import (
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/model"
)

// chatting returns a model of a server that answers a chat with f.
func chatting(t *testing.T, f http.HandlerFunc) *Model { return (&fakeServer{chat: f}).model(t) }

func TestBlankLinesOfAStreamSayNothing(t *testing.T) {
	m := chatting(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "\n\r\n"+`{"message":{"content":"Hel lo"},"done":false}`+"\n\n  \n"+`{"message":{"content":"."},"done":true,`+
			`"done_reason":"stop","prompt_eval_count":9,"eval_count":2}`+"\r\n\n")
	})
	reply, err := model.Collect(m.Generate(t.Context(), model.Request{Messages: []model.Message{{Author: model.User, Content: "Hi."}}}))
	require.NoError(t, err)
	assert.Equal(t, "Hel lo.", reply.Text)
}

func TestASwitchOfProtocolsEndsAndLeavesNothingBehind(t *testing.T) {
	m := chatting(t, func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_, _ = io.WriteString(connection, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
			t.Cleanup(func() { _ = connection.Close() })
		}
	})
	goroutines := func() int {
		var stacks [1 << 20]byte
		return strings.Count(string(stacks[:runtime.Stack(stacks[:], true)]), "net/http.(*persistConn)")
	}
	before := goroutines()
	for range 5 {
		began := time.Now()
		_, err := model.Collect(m.Generate(t.Context(), model.Request{Messages: []model.Message{{Author: model.User, Content: "Hi."}}}))
		assert.Error(t, err)
		assert.Less(t, time.Since(began), 5*time.Second)
	}
	assert.Eventually(t, func() bool { return goroutines() <= before+2 }, 5*time.Second, 10*time.Millisecond)
}

func TestAnAddressWithAPasswordIsRefusedWithoutIt(t *testing.T) {
	for _, host := range []string{"http://user:hunter2@127.0.0.1:11434", "user:hunter2@host", "ftp://user:hunter2@h", "http://u:hun/ter2@h"} {
		_, err := New("m", Config{Host: host})
		require.Error(t, err)
		assert.NotContains(t, err.Error(), "ter2")
	}
}
