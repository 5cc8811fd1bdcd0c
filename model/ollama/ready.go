package ollama

import (
	"context"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/model"
)

// Ready reports, by an error with a plain sentence, why the server cannot be asked just now: it does
// not answer, or it does not have the model. It runs no model and waits two seconds at most.
func (m *Model) Ready(ctx context.Context) error {
	_, models, err := installed(ctx, m.base, m.client)
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
