// Package shortleash puts this project's grammar engine behind the interface of package engine.
//
// Schemas are read as the standard reads them: 1.0 is an integer, white space may stand where JSON
// allows it (within a bound), and members come in the order of the schema, as MaskBench's do.
package shortleash

import (
	"context"
	"encoding/json"
	"errors"
	"runtime/debug"

	"github.com/shortleash/shortleash/bench/engine"
	"github.com/shortleash/shortleash/bench/trial"
	"github.com/shortleash/shortleash/grammar"
)

// An adapter compiles schemas for one vocabulary.
type adapter struct {
	options    grammar.Options
	vocabulary *grammar.Vocabulary
	end        []int
	mask       []uint64
}

// New indexes the vocabulary of a job.
func New(h trial.Header) (engine.Engine, error) {
	v, err := grammar.NewVocabulary(h.Tokens, h.End, h.Control)
	if err != nil {
		return nil, err
	}
	return &adapter{
		options:    grammar.Options{Whitespace: grammar.Foreign(), Numbers: grammar.AnyForm},
		vocabulary: v, end: h.End, mask: make([]uint64, (len(h.Tokens)+63)/64),
	}, nil
}

func (a *adapter) About() engine.About {
	return engine.About{Name: "shortleash", Version: revision(), Note: "white space of up to 24 bytes anywhere, numbers in any form"}
}

// revision is the commit this was built from.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	commit, state := "working copy", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			state = " with changes"
		}
	}
	return commit + state
}

func (a *adapter) Compile(schema json.RawMessage) (engine.Session, error) {
	g, err := grammar.Compile(context.Background(), schema, a.options)
	if err != nil {
		return nil, refusal(err)
	}
	return &session{adapter: a, matcher: g.Matcher()}, nil
}

// kinds are the kinds of compile errors. Of several the first counts: branches that cannot be told
// apart because they are too large are too large.
var kinds = []struct {
	err  error
	name string
}{
	{grammar.ErrUnsupported, "unsupported"}, {grammar.ErrEmpty, "empty"}, {grammar.ErrMalformed, "malformed"},
	{grammar.ErrBudget, "too large"}, {grammar.ErrAmbiguous, "ambiguous"},
}

// refusal classifies a compile error: by its keyword where that is what is not supported, and by the
// kind of the error besides.
func refusal(err error) error {
	r := &engine.Refusal{Err: err, Reason: "other"}
	for _, kind := range kinds {
		if errors.Is(err, kind.err) {
			r.Reason = kind.name
			break
		}
	}
	if c, ok := errors.AsType[*grammar.CompileError](err); ok {
		r.Pointer = c.Pointer
		if c.Keyword != "" {
			r.Reason = c.Keyword + " (" + r.Reason + ")"
		}
	}
	return r
}

// A session is one matcher; the mask is the adapter's.
type session struct {
	*adapter
	matcher *grammar.Matcher
}

func (s *session) Reset() error {
	s.matcher.Reset()
	return nil
}

func (s *session) Mask() error { return s.matcher.Mask(s.vocabulary, s.mask) }

func (s *session) Allowed(id int) bool { return s.mask[id>>6]>>(id&63)&1 == 1 }

func (s *session) Commit(id int) error { return s.matcher.Commit(s.vocabulary, id) }

// Ended asks a mask, not the matcher, so that the two are compared: Accepts asks the matcher.
func (s *session) Ended() bool {
	if err := s.Mask(); err != nil {
		return false
	}
	for _, id := range s.end {
		if !s.Allowed(id) {
			return false
		}
	}
	return true
}

func (s *session) Accepts(text []byte) error {
	s.matcher.Reset()
	if _, err := s.matcher.Feed(context.Background(), text); err != nil {
		return err
	}
	return s.matcher.End()
}

func (s *session) Close() {}
