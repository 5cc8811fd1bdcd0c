package trace

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/rules"
	"github.com/shortleash/shortleash/tutor/train/corpus"
)

// Shares say how often a run is not as it usually is, each from 0 to 1.
type Shares struct {
	NoGloss float64 // the tutor has no lookup_spanish
	Detour  float64 // a decision is a random legal call instead of the teacher's, and counts as given
}

// DefaultShares are those of the shipped weights.
var DefaultShares = Shares{NoGloss: 0.5, Detour: 0.05}

// A Player plays examples. It is for one goroutine.
type Player struct {
	shares   Shares
	recorder *recorder
	gloss    *tutor.Tutor
	plain    *tutor.Tutor
}

// NewPlayer returns a player.
func NewPlayer(shares Shares) (*Player, error) {
	p := &Player{shares: shares, recorder: &recorder{}}
	config := loop.Config{}
	config.Allowances.Retries, config.Allowances.Repairs = 0, 0 // a second try would give the same reply
	options := tutor.Options{Model: func() model.Model { return p.recorder }, Loop: config}
	var err error
	if p.gloss, err = tutor.New(options); err != nil {
		return nil, err
	}
	options.Gloss = tutor.GlossOff
	if p.plain, err = tutor.New(options); err != nil {
		return nil, err
	}
	return p, nil
}

// Play returns the trace of a run that leads to the truth of e; ok is false where the teacher did not have the truth, or
// had nothing to choose. draw makes the random choices. An error means that something is broken: the teacher was refused,
// or a prompt was not an extension of the one before.
func (p *Player) Play(ctx context.Context, e corpus.Example, draw *rand.Rand) (_ Trace, ok bool, _ error) {
	if len(sentence.Split(e.Text)) != 1 { // each sentence would be a run
		return Trace{}, false, nil
	}
	tutor, glosses := p.gloss, true
	if draw.Float64() < p.shares.NoGloss {
		tutor, glosses = p.plain, false
	}
	p.recorder.start(rules.Model{Gloss: glosses}, p.shares.Detour, draw)
	report, err := tutor.Correct(ctx, e.Text, nil, nil)
	if err != nil {
		return Trace{}, false, err
	}
	if report.Outcome != loop.Final && !p.recorder.detoured() {
		return Trace{}, false, fmt.Errorf("trace: the run on %q ended as %s: %s", e.Text, report.Outcome, report.Problem)
	}
	if len(p.recorder.turns) == 0 || !agrees(report, e) { // without turns the network would not be asked
		return Trace{}, false, nil
	}
	t, err := newTrace(p.recorder.turns)
	if err != nil {
		err = fmt.Errorf("%w, in the run on %q", err, e.Text)
	}
	return t, err == nil, err
}

// agrees reports whether an answer is the truth.
func agrees(r tutor.Report, e corpus.Example) bool {
	corrected, reason := "", ""
	if r.Corrected != nil {
		corrected = *r.Corrected
	}
	if r.Reason != nil {
		reason = *r.Reason
	}
	return r.Outcome == loop.Final && corrected == e.Corrected && r.InScope == e.InScope && (e.InScope || reason == string(e.Reason))
}
