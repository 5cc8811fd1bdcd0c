package openai

import (
	"context"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/tidwall/gjson"
)

// serverKind is what a server turned out to be, once it has said so or let the time for it pass. One that is
// still loading its model answers with an error, and is asked again.
type serverKind struct {
	mu    sync.Mutex // guards the rest; held while the server is asked
	known bool
	llama bool
}

// serverKindTime bounds how long a server is asked who it is. One that does not answer gets a schema.
const serverKindTime = 2 * time.Second

// maxProps bounds what is read of an answer; the template of a model can be long.
const maxProps = 1 << 20

// isLlama reports whether the server is llama.cpp's, which is asked once.
func (m *Model) isLlama(caller context.Context) bool {
	m.serverKind.mu.Lock()
	defer m.serverKind.mu.Unlock()
	if m.serverKind.known {
		return m.serverKind.llama
	}
	ctx, cancel := context.WithTimeout(caller, serverKindTime)
	defer cancel()
	r, err := m.get(ctx, http.MethodGet, "/props", nil)
	if err != nil {
		return false
	}
	answer, err := m.client.Do(r)
	if err != nil {
		// No request may pay for a silent path twice; of all else the request itself will tell.
		m.serverKind.known = caller.Err() == nil && ctx.Err() != nil
		return false
	}
	defer func() { _ = answer.Body.Close() }() // read as far as is wanted
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxProps))
	if err != nil || answer.StatusCode >= http.StatusInternalServerError {
		return false
	}
	m.serverKind.known = true
	m.serverKind.llama = answer.StatusCode == http.StatusOK && gjson.ValidBytes(text) &&
		gjson.GetBytes(text, "default_generation_settings").Exists()
	m.config.Logger.Debug("openai: server", "llama.cpp", m.serverKind.llama)
	return m.serverKind.llama
}
