package ollama

import (
	"context"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/model"
)

// Ready checks whether the server can take requests now. The error says in a plain sentence why not: the
// server does not answer, or it does not have the model. Ready runs no model and waits at most two seconds.
func (m *Model) Ready(ctx context.Context) error {
	_, models, err := installed(ctx, m.server(), m.client)
	if err != nil {
		return err
	}
	for _, info := range models {
		if strings.EqualFold(info.Name, tagged(m.name)) {
			return nil
		}
	}
	return &model.Fault{Kind: model.NoModel,
		Message: fmt.Sprintf("Ollama at %s has no model %s. Fetch it with `ollama pull %s`.", m.base, m.name, m.name)}
}
