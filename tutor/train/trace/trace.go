// Package trace turns sentences with known truth into what the embedded model learns from: runs of
// the real loop, as tokens.
//
// A [Player] runs the tutor on each [corpus.Example], with the rules' model as the teacher. Where the
// teacher's answer is not the truth, there is no trace. So each [Trace] is a run that the loop has accepted, under the
// rules, prompts and grammars that the trained model will have, and that leads to the truth.
//
// A trace says of each token whether it was given, forced by the grammar, or chosen; of the chosen ones
// which tokens were legal. A [Writer] writes
// traces into files that the trainer maps into memory. The same seed gives the same bytes on any machine.
package trace

import (
	"fmt"
	"slices"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/tiny"
)

// A Kind says how a token came about.
type Kind byte

// The kinds, as the files spell them.
const (
	Given  Kind = iota // of the prompt, an observation, or a decision that was not the teacher's
	Forced             // nothing else was legal
	Choice             // the model chooses
)

// A Trace is one run as tokens, each with its kind, and the masks of those that are choices.
type Trace struct {
	IDs   []uint16
	Kinds []Kind
	Masks [][]uint64 // of the Tokenizer's size
}

// A turn is one request to a model and what was replied.
type turn struct {
	messages []model.Message
	grammar  *grammar.Grammar
	reply    string
	detour   bool // the reply is not the teacher's
}

// newTrace joins the turns of a run. The error says where a prompt is not an extension of the one
// before it.
func newTrace(turns []turn) (Trace, error) {
	var t Trace
	for i, turn := range turns {
		prompt, err := Tokenizer().Encode(turn.messages)
		if err != nil {
			return t, err
		}
		if len(prompt) < len(t.IDs) {
			return t, fmt.Errorf("trace: the prompt of turn %d is shorter than what came before", i+1)
		}
		for at, id := range t.IDs {
			if prompt[at] != id {
				return t, fmt.Errorf("trace: the prompt of turn %d has another token at %d than what came before", i+1, at)
			}
		}
		for _, id := range prompt[len(t.IDs):] {
			t.add(id, Given)
		}
		if err := t.addReply(turn); err != nil {
			return t, fmt.Errorf("trace: turn %d: %w", i+1, err)
		}
	}
	return t, nil
}

func (t *Trace) add(id uint16, kind Kind) {
	t.IDs = append(t.IDs, id)
	t.Kinds = append(t.Kinds, kind)
}

// addReply adds the tokens of a reply, with their kinds as the model's own matcher finds them.
func (t *Trace) addReply(turn turn) error {
	ids := Tokenizer().EncodeText(turn.reply)
	if turn.detour {
		for _, id := range append(ids, tiny.End) {
			t.add(id, Given)
		}
		return nil
	}
	walk := Tokenizer().Matcher(turn.grammar.Matcher())
	var forced []uint16
	for {
		var err error
		if forced, err = walk.Forced(forced[:0]); err != nil {
			return err
		}
		if len(forced) > len(ids) || !slices.Equal(forced, ids[:len(forced)]) {
			return fmt.Errorf("%q is written another way than the grammar does", turn.reply)
		}
		for _, id := range forced {
			t.add(id, Forced)
		}
		ids = ids[len(forced):]
		mask, choices := walk.Choices()
		if choices == 0 || len(ids) == 0 {
			break
		}
		if mask[ids[0]/64]>>(ids[0]%64)&1 == 0 {
			return fmt.Errorf("token %d of %q is not legal at its place", ids[0], turn.reply)
		}
		t.Masks = append(t.Masks, slices.Clone(mask))
		t.add(ids[0], Choice)
		if err := walk.Commit(ids[0]); err != nil {
			return err
		}
		ids = ids[1:]
	}
	if len(ids) > 0 || !walk.CanEnd() {
		return fmt.Errorf("%q is not one whole document", turn.reply)
	}
	t.add(tiny.End, Forced)
	return nil
}
