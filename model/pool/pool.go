// Package pool spreads the runs of an agent over several servers, as one [model.Model].
//
// [New] makes a [Pool] of members: the same model on several hosts. A run stays with one member,
// which has the beginning of its prompts in its cache; a new run goes to the member with the fewest
// requests and runs. A member that fails is drained: it may finish its current replies, but gets no
// new requests until it reports that it is ready again, and its runs move to other members.
//
// A request that fails before its first byte is sent to another member at once. After the first byte, the pool
// returns the failure instead, because it cannot take back what it passed on; the loop then asks again and gets
// another member. So no decision is ever made twice: after a complete reply, the pool never repeats the request.
package pool

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shortleash/shortleash/model"
)

// A Prober is a member that can say whether it is ready without running its model; the pool finds
// it by type assertion. A member that is not a Prober is tried again with a request.
type Prober interface {
	Ready(ctx context.Context) error
}

// A Config configures a pool. The zero value works. A negative number is an error that names the field.
type Config struct {
	// Pause is how long a drained member is left alone before it is asked whether it is ready; 0 is
	// 10 seconds.
	Pause time.Duration
	// ProbeTime limits how long that question may take; 0 is 2 seconds.
	ProbeTime time.Duration
	// Runs is how many runs are remembered with their members; 0 is 1024. An older run that continues
	// is treated like a new one, and only loses the cache.
	Runs int
	// Drained, if not nil, is called with the reason, in plain words, when a member is drained. The
	// pool makes one call at a time and waits for it.
	Drained func(why string)
	Logger  *slog.Logger // diagnostics; nil is silent
}

// A Pool is several models that act as one. It is safe for concurrent use.
type Pool struct {
	config  Config
	context int // the smallest of the members'

	mu      sync.Mutex // guards what follows, and the members' fields
	members []*member
	homes   homes
}

var (
	_ model.Model   = (*Pool)(nil)
	_ model.Bounded = (*Pool)(nil)
	_ model.Adviser = (*Pool)(nil)
	_ Prober        = (*Pool)(nil)
)

// New returns a pool of members, which are tried in this order if nothing else decides. There must
// be at least one, and none may be made for certain roles only.
func New(members []model.Model, config Config) (*Pool, error) {
	if len(members) == 0 {
		return nil, errors.New("pool: a pool needs a member")
	}
	if config.Pause < 0 || config.ProbeTime < 0 || config.Runs < 0 {
		return nil, errors.New("pool: Config.Pause, ProbeTime or Runs is negative")
	}
	if config.Pause == 0 {
		config.Pause = 10 * time.Second
	}
	if config.ProbeTime == 0 {
		config.ProbeTime = 2 * time.Second
	}
	if config.Runs == 0 {
		config.Runs = 1024
	}
	if config.Logger == nil {
		config.Logger = slog.New(slog.DiscardHandler)
	}
	p := &Pool{config: config, homes: newHomes(config.Runs)}
	for i, m := range members {
		if m == nil {
			return nil, fmt.Errorf("pool: member %d is nil", i+1)
		}
		if _, ok := m.(model.Specialist); ok {
			return nil, fmt.Errorf("pool: %s was made for certain roles only, and a pool takes any", m.Name())
		}
		if b, ok := m.(model.Bounded); ok {
			if n := b.ContextTokens(); n > 0 && (p.context == 0 || n < p.context) {
				p.context = n
			}
		}
		p.members = append(p.members, &member{Model: m, number: i + 1})
	}
	return p, nil
}

// Name returns the names of the members, each once.
func (p *Pool) Name() string {
	var names []string
	seen := map[string]bool{}
	for _, m := range p.members {
		if !seen[m.Name()] {
			seen[m.Name()] = true
			names = append(names, m.Name())
		}
	}
	return strings.Join(names, "+")
}

// ContextTokens implements [model.Bounded]: the smallest known context of the members.
func (p *Pool) ContextTokens() int { return p.context }

// Judges implements [model.Judge]: all members do.
func (p *Pool) Judges(ctx context.Context) bool {
	return !slices.ContainsFunc(p.members, func(m *member) bool {
		judge, ok := m.Model.(model.Judge)
		return !ok || !judge.Judges(ctx)
	})
}

// Parameters implements [model.Sized]: the number for the largest member; 0 if it is not known for one of them.
func (p *Pool) Parameters() int64 {
	most := int64(0)
	for _, m := range p.members {
		s, ok := m.Model.(model.Sized)
		if !ok || s.Parameters() == 0 {
			return 0
		}
		most = max(most, s.Parameters())
	}
	return most
}

// Settings implements [model.Configured] with the settings of the first member.
func (p *Pool) Settings() string {
	if set, ok := p.members[0].Model.(model.Configured); ok {
		return set.Settings()
	}
	return ""
}

// Advice implements [model.Adviser] with the advice of the first member that has any.
func (p *Pool) Advice(bad error) string {
	for _, m := range p.members {
		if a, ok := m.Model.(model.Adviser); ok {
			if advice := a.Advice(bad); advice != "" {
				return advice
			}
		}
	}
	return ""
}

// Ready implements [Prober]: one of the members is ready. Else the error is that of the last one.
func (p *Pool) Ready(ctx context.Context) (err error) {
	for _, m := range p.members {
		if err = p.ready(ctx, m); err == nil {
			return nil
		}
	}
	return err
}

// Generate implements [model.Model].
func (p *Pool) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(model.Chunk{}, err)
			return
		}
		run := keyOf(req.Messages)
		tried := map[*member]bool{}
		var last error
		for {
			m := p.take(ctx, run, tried)
			if m == nil {
				yield(model.Chunk{}, p.none(ctx, last))
				return
			}
			tried[m] = true
			a := attempt{pool: p, member: m, yield: yield}
			if last = a.ask(ctx, req); last == nil {
				return
			}
		}
	}
}

// none words that no member is left: as the last of them did, or that all are drained.
func (p *Pool) none(ctx context.Context, last error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case last != nil:
		return last
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var why []string
	for _, m := range p.members {
		why = append(why, m.trouble)
	}
	return &model.Fault{
		Kind:    model.Unreachable,
		Message: fmt.Sprintf("None of %d servers can be asked just now: %s", len(p.members), strings.Join(why, " ")),
		Retry:   true,
		After:   p.config.Pause,
	}
}
