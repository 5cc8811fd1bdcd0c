package loop

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// isFree reports whether the reply to req is read as free text, because its question or its model is not held to a
// grammar. Then it is sent none. A model that is sent one is read byte by byte, and nothing is salvaged.
func (r *run) isFree(req *request) bool {
	if req.Free {
		return true
	}
	free := r.currentModel(req.Role).free
	return free != nil && free.Unconstrained()
}

// salvage makes a document of free text, unless it is one already, and reports whether it had to: in the
// question's own way, or else the one object that fits the question's schema.
func (r *run) salvage(ctx context.Context, req *request, reply model.Reply) (document string, salvaged bool, err error) {
	fits := func(text []byte) error { return req.shape.grammar.Check(ctx, text) }
	if trimmed := strings.TrimSpace(reply.Text); fits([]byte(trimmed)) == nil {
		return trimmed, trimmed != reply.Text, nil
	}
	if req.Free && reply.Finish != model.Stop {
		reply.Text += phrases.Say("text was cut", "Tokens", reply.Usage.OutputTokens)
	}
	var found json.RawMessage
	if req.Salvage != nil {
		found, err = req.Salvage(reply.Text, req.repair == r.may.Repairs)
	} else {
		found, err = planner.FindObject(reply.Text, fits)
		if reply.Finish != model.Stop && errors.Is(err, io.ErrUnexpectedEOF) {
			err = &model.Truncated{Bytes: len(reply.Text), Tokens: reply.Usage.OutputTokens, Full: reply.Finish == model.Full}
		}
	}
	if err != nil {
		return reply.Text, false, err
	}
	return string(found), true, nil
}
