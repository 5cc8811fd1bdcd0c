package ollama

import (
	"errors"
	"fmt"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

var _ model.Adviser = (*Model)(nil)

// Advice implements [model.Adviser]. A server that enforces a format never writes an illegal byte,
// so the first one shows that this server does not.
func (m *Model) Advice(bad error) string {
	if _, ok := errors.AsType[*model.Fault](bad); ok {
		return "" // it says itself what to do
	}
	v, ok := errors.AsType[*grammar.Violation](bad)
	switch {
	case ok && v.AtEnd:
		return fmt.Sprintf(
			"The model %s stopped before that: either Ollama at %s does not hold it to the answer format, or a stop word of "+
				"its Modelfile occurs in the reply. The command doctor says more.", m.name, m.base)
	case ok:
		return fmt.Sprintf(
			"Ollama at %s does not hold the model %s to the answer format. The command doctor says more. Another model or a newer Ollama may.",
			m.base, m.name)
	}
	if cut, ok := errors.AsType[*model.Truncated](bad); ok && !cut.Full {
		return "The model found no end; a larger one may."
	}
	return ""
}
