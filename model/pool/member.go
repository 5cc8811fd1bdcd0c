package pool

import (
	"context"
	"time"

	"github.com/shortleash/shortleash/model"
)

// A member is one of the pool's models. Its fields are guarded by the pool's mutex.
type member struct {
	model.Model
	number int // from 1

	open    int       // requests under way
	runs    int       // runs that are at home here
	drained bool      // nothing new goes there
	until   time.Time // before which it is left alone
	probing bool      // a probe of whether it is ready is under way
	trouble string    // why it was drained, in plain words
}

// take returns the member to ask for run, not one that was tried already, and counts the request; or
// nil. Where a drained member's pause is over, it is asked first whether it is ready.
func (p *Pool) take(ctx context.Context, run key, tried map[*member]bool) *member {
	p.probe(ctx, tried)
	p.mu.Lock()
	defer p.mu.Unlock()
	best := p.homes.of(run)
	if best == nil || best.drained || tried[best] {
		best = nil
		for _, m := range p.members {
			if m.drained || tried[m] {
				continue
			}
			if best == nil || m.open < best.open || m.open == best.open && m.runs < best.runs {
				best = m
			}
		}
		if best == nil {
			return nil
		}
		p.homes.settle(run, best)
	}
	best.open++
	return best
}

// release counts a request as over.
func (p *Pool) release(m *member) {
	p.mu.Lock()
	defer p.mu.Unlock()
	m.open--
}

// answered takes note of a whole reply: a member that gives one is well.
func (p *Pool) answered(m *member) {
	p.mu.Lock()
	defer p.mu.Unlock()
	m.drained, m.trouble = false, ""
}

// drain lets nothing go to m for a while; the runs that are with it settle elsewhere.
func (p *Pool) drain(m *member, f *model.Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	m.drained, m.trouble = true, f.Message
	m.until = time.Now().Add(max(p.config.Pause, f.After))
	if p.config.Drained != nil {
		p.config.Drained(f.Message)
	}
	p.config.Logger.Warn("pool: a member is drained", "member", m.number, "model", m.Name(), "why", f.Message)
}

// probe asks the drained members whose pause is over whether they are ready, one after the other. The
// caller waits, so nothing runs without its knowledge; others go on with the members that are well.
func (p *Pool) probe(ctx context.Context, tried map[*member]bool) {
	for _, m := range p.due(tried) {
		err := p.ready(ctx, m)
		p.mu.Lock()
		m.probing = false
		if err == nil {
			m.drained, m.trouble = false, ""
			p.config.Logger.Info("pool: a member is back", "member", m.number, "model", m.Name())
		} else if ctx.Err() == nil {
			m.until, m.trouble = time.Now().Add(p.config.Pause), err.Error()
		}
		p.mu.Unlock()
	}
}

// due returns the members to probe, and marks them so that no other request does.
func (p *Pool) due(tried map[*member]bool) (due []*member) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	for _, m := range p.members {
		if m.drained && !m.probing && !tried[m] && !now.Before(m.until) {
			m.probing = true
			due = append(due, m)
		}
	}
	return due
}

// ready asks m. One that cannot be asked counts as ready: the next request shows.
func (p *Pool) ready(ctx context.Context, m *member) error {
	prober, ok := m.Model.(Prober)
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, p.config.ProbeTime)
	defer cancel()
	return prober.Ready(ctx)
}
