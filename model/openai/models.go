package openai

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/internal/remote"
)

// askTime bounds a question that needs no model to run.
const askTime = 5 * time.Second

// models asks the server which models it has. The error is that of ctx, or a *model.Fault.
func (m *Model) models(ctx context.Context) ([]string, error) {
	w := &remote.Wire{}
	inner, clocks := remote.StartClocks(remote.WithWire(ctx, w), askTime, askTime)
	defer clocks.Stop()
	text, err := m.list(inner)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case inner.Err() != nil:
		return nil, m.server.SilentFault(&remote.Silence{Phase: remote.FirstByte, Limit: askTime})
	case err != nil && w.Status == 0:
		return nil, m.server.NetworkFault(err)
	case w.Status == http.StatusUnauthorized || w.Status == http.StatusForbidden:
		return nil, m.server.SignIn(errorText(text))
	case w.Failed() || err != nil || !gjson.GetBytes(text, "data").IsArray():
		return nil, m.server.WrongServer()
	}
	var names []string
	for _, id := range gjson.GetBytes(text, "data.#.id").Array() {
		names = append(names, id.String())
	}
	return names, nil
}

// Ready checks whether the server answers at all. It makes a Model a pool.Prober.
func (m *Model) Ready(ctx context.Context) error {
	_, err := m.models(ctx)
	return err
}

func (m *Model) list(ctx context.Context) ([]byte, error) {
	r, err := m.get(ctx, http.MethodGet, "/v1/models", nil)
	if err != nil {
		return nil, err
	}
	response, err := m.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }() // what it says comes from reading
	return io.ReadAll(io.LimitReader(response.Body, 1<<20))
}
