package ollama

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	"github.com/shortleash/shortleash/internal/remote"
)

// stillWarm is how long after a reply a model is taken to be loaded without asking.
const stillWarm = time.Minute

// warmth remembers when the model last gave a whole reply, and forgets it when the model leaves the memory.
type warmth struct{ last atomic.Int64 } // UnixNano; 0: never

func (w *warmth) replied() { w.last.Store(time.Now().UnixNano()) }

func (w *warmth) forget() { w.last.Store(0) }

func (w *warmth) warm() bool {
	last := w.last.Load()
	return last != 0 && time.Since(time.Unix(0, last)) < stillWarm
}

// awaitLoading lets the first byte of a model that is not loaded take as long as the whole request.
// A server drops a load whose client leaves, so impatience would only make it begin again. Where
// the server does not say what it has loaded, the clock runs as for a loaded model.
func (m *Model) awaitLoading(ctx context.Context, x *exchange) {
	if m.warmth.warm() {
		return
	}
	running, err := m.client.ListRunning(ctx)
	if err != nil { // a server before 0.1.33 knows no such list
		return
	}
	for _, r := range running.Models {
		if tagged(r.Name) == tagged(m.name) {
			return
		}
	}
	x.loading = true
	x.clocks.Heard()
	m.config.Logger.Info("ollama: loading the model; this may take minutes", "model", m.name, "host", m.base.String())
}

// silence returns s, or what it means for a request that was waiting for its model.
func (x *exchange) silence(s *remote.Silence) *remote.Silence {
	if s.Phase == remote.WholeTime && x.loading && !x.heard {
		return &remote.Silence{Phase: remote.Loading, Limit: s.Limit}
	}
	return s
}

// tagged returns name as servers list it.
func tagged(name string) string {
	if base := name[strings.LastIndex(name, "/")+1:]; !strings.Contains(base, ":") {
		name += ":latest"
	}
	return strings.ToLower(name)
}
