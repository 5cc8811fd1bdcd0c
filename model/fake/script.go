package fake

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shortleash/shortleash/model"
)

// A Reply is how a scripted model responds to one request. The zero value is an empty reply.
type Reply struct {
	Text     string
	Thinking string        // sent before the text
	Fault    error         // comes after Text instead of the end; usually a *model.Fault
	Delay    time.Duration // before any output; ends early if the context ends
	Finish   model.Finish  // "" is model.Stop
	Usage    model.Usage   // reported unchanged
}

// A Scripted is a model that gives the replies of a script in order, one for each request. It is
// strict: when no reply is left, a request fails with a [*model.Fault] of kind Exhausted.
type Scripted struct {
	replies []Reply // never written

	mu       sync.Mutex
	requests []model.Request // answered ones; the next reply is the one after them
	misfit   string          // the first output that its request did not allow, and why
}

var _ model.Model = (*Scripted)(nil)

// Script returns a model that replies with outputs, one for each request, whatever the request says.
func Script(outputs ...string) *Scripted {
	replies := make([]Reply, len(outputs))
	for i, o := range outputs {
		replies[i].Text = o
	}
	return Play(replies...)
}

// Play is like [Script], but its replies can also fail, think, wait and be cut off.
func Play(replies ...Reply) *Scripted { return &Scripted{replies: slices.Clone(replies)} }

// maxLine bounds a line of a script, in bytes.
const maxLine = 1 << 20

// ReadScript reads a script: each line is one output. Empty lines and lines that begin with "#" are
// skipped. A script without any output is an error.
func ReadScript(r io.Reader) (*Scripted, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	var outputs []string
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimSpace(lines.Text())
		if line != "" && !strings.HasPrefix(line, "#") {
			outputs = append(outputs, line)
		}
	}
	if err := lines.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			err = errors.New("it is longer than a mebibyte")
		}
		return nil, fmt.Errorf("fake: script: line %d: %w", n+1, err)
	}
	if outputs == nil {
		return nil, errors.New("fake: script: no output in it; write one on each line")
	}
	return Script(outputs...), nil
}

// Fresh returns a model that plays the same script from its beginning, with nothing recorded.
func (s *Scripted) Fresh() *Scripted { return &Scripted{replies: s.replies} }

// Name returns "script".
func (s *Scripted) Name() string { return "script" }

// Requests returns the requests made so far, in order, including any that came after the script was
// used up. The caller may keep and modify the result.
func (s *Scripted) Requests() []model.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	requests := slices.Clone(s.requests)
	for i := range requests {
		requests[i].Messages = slices.Clone(requests[i].Messages)
	}
	return requests
}

// Left returns how many replies have not been used, so that a test can require 0.
func (s *Scripted) Left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(0, len(s.replies)-len(s.requests))
}

// Generate implements [model.Model]. It takes a reply from the script when the sequence begins,
// unless the context has ended by then.
func (s *Scripted) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		m := emitter{ctx.Err, yield}
		if err := ctx.Err(); err != nil {
			m.fail(err)
			return
		}
		reply, err := s.next(req)
		if err == nil {
			err = wait(ctx, reply.Delay)
		}
		if err != nil {
			m.fail(err)
			return
		}
		reply.play(m)
	}
}

// next records req and returns the reply to it.
func (s *Scripted) next(req model.Request) (Reply, error) {
	req.Messages = slices.Clone(req.Messages)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, req)
	n := len(s.requests)
	if n > len(s.replies) {
		return Reply{}, &model.Fault{
			Kind: model.Exhausted,
			Message: fmt.Sprintf("the script holds %d outputs, and this is request %d: add a line, or see why one more is asked for%s",
				len(s.replies), n, s.misfit),
		}
	}
	reply := s.replies[n-1]
	if req.Grammar != nil && s.misfit == "" {
		if err := req.Grammar.Check(context.Background(), []byte(reply.Text)); err != nil {
			s.misfit = fmt.Sprintf("; output %d was not allowed: %v%s", n, err, lacking(reply.Text))
		}
	}
	return reply, nil
}

// piece is how many bytes of a scripted text come in one chunk.
const piece = 16

func (r Reply) play(m emitter) {
	if r.Thinking != "" && !m.chunk(model.Chunk{Thinking: r.Thinking}) {
		return
	}
	if !m.pieces(r.Text, func() int { return piece }) {
		return
	}
	if r.Fault != nil {
		m.fail(r.Fault)
		return
	}
	finish := r.Finish
	if finish == "" {
		finish = model.Stop
	}
	m.done(finish, r.Usage)
}

// wait waits for d or the end of ctx, and returns the error of the latter.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
