package loop

import (
	"encoding/json"
	"strings"

	"github.com/shortleash/shortleash/model"
)

// isFree reports whether the reply to req is read as free text: the model cannot be held to a grammar,
// and the question has another way to read what it says.
func (r *run) isFree(req *request) bool {
	if req.Salvage == nil {
		return false
	}
	m := r.now(req.Role).Model
	for m != nil {
		if u, ok := m.(model.Unconstrained); ok {
			return u.Unconstrained()
		}
		inner, ok := m.(interface{ Unwrap() model.Model })
		if !ok {
			return false
		}
		m = inner.Unwrap()
	}
	return false
}

// salvage makes a document of free text, unless it is one already, and reports whether it had to.
func (r *run) salvage(req *request, text string) (document string, salvaged bool, err error) {
	if trimmed := strings.TrimSpace(text); req.shape.grammar.Check([]byte(trimmed)) == nil {
		return trimmed, trimmed != text, nil
	}
	var found json.RawMessage
	if found, err = req.Salvage(text, req.repair == r.config.Repairs); err != nil {
		return text, false, err
	}
	return string(found), true, nil
}
