package lsp

import (
	"context"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// published are the diagnostics of a document.
type published struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

// judge judges documents, one at a time, until ctx ends.
func (s *server) judge(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-timer.C:
		}
		for {
			uri, d, inner, wait := s.next(ctx)
			if d == nil {
				if wait > 0 {
					timer.Reset(wait)
				}
				break
			}
			found, problem, err := s.checker.check(inner, d.document)
			s.done(uri, d, found, problem, err)
			if ctx.Err() != nil {
				return
			}
		}
	}
}

// next returns the document that has rested longest of those to be judged; nil if none has, and how long one must
// rest still.
func (s *server) next(ctx context.Context) (uri string, d *opened, inner context.Context, wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for u, o := range s.open {
		if !o.current && (d == nil || o.rest.Before(d.rest)) {
			uri, d = u, o
		}
	}
	if d == nil {
		return "", nil, nil, 0
	}
	if wait = time.Until(d.rest); wait > 0 {
		return "", nil, nil, wait
	}
	inner, d.cancel = context.WithCancel(ctx)
	return uri, d, inner, 0
}

// done publishes what was found, unless the document has changed since.
func (s *server) done(uri string, d *opened, found []finding, problem string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d.cancel()
	if s.open[uri] != d {
		return
	}
	if err != nil {
		problem = cli.Problem(err)
	}
	d.found, d.current, d.cancel = found, true, nil
	close(d.judged)
	if problem != "" && problem != s.told { // once, not at each key
		s.wire.notify("window/showMessage", shown{Type: warning, Message: "tutor: " + cli.OneLine(problem)})
	}
	s.told = problem
	list := []diagnostic{}
	for _, f := range found {
		list = append(list, f.diagnostic)
	}
	s.wire.notify("textDocument/publishDiagnostics", published{URI: uri, Version: &d.version, Diagnostics: list})
}
