package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
)

// The kinds of what can be done (3.17, CodeActionKind).
const (
	quickFix = "quickfix"
	fixAll   = "source.fixAll"
)

// An action is something that can be done to a document.
type action struct {
	Title       string       `json:"title"`
	Kind        string       `json:"kind"`
	Diagnostics []diagnostic `json:"diagnostics"`
	Preferred   bool         `json:"isPreferred,omitempty"`
	Edit        any          `json:"edit"`
}

// A textEdit replaces a range.
type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

// answerLater answers a request for actions when the document was judged, or when it was canceled.
func (s *server) answerLater(ctx context.Context, work *sync.WaitGroup, m *message) {
	id := string(m.ID)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.requests[id] != nil || len(s.requests) == maxWaiting {
		s.wire.reply(m.ID, nil, failure(invalidRequest, "too many requests are under way, or this one is already"))
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	s.requests[id] = cancel
	work.Go(func() {
		result, err := s.actions(ctx, m.Params)
		s.wire.reply(m.ID, result, err)
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.requests, id)
		cancel()
	})
}

// actions returns what can be done in a range of a document.
func (s *server) actions(ctx context.Context, params json.RawMessage) (any, error) {
	var p struct {
		TextDocument struct {
			URI string `json:"uri"`
		} `json:"textDocument"`
		Range   textRange `json:"range"`
		Context struct {
			Only []string `json:"only"`
		} `json:"context"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, failure(invalidParams, "the parameters of textDocument/codeAction cannot be read")
	}
	uri := p.TextDocument.URI
	s.mu.Lock()
	d := s.open[uri]
	s.mu.Unlock()
	if d == nil {
		return []action{}, nil
	}
	select {
	case <-d.judged:
	case <-ctx.Done():
		return nil, failure(requestCanceled, "canceled")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[uri] != d { // an edit would not fit any more
		return []action{}, nil
	}
	list := []action{}
	if wants(p.Context.Only, quickFix) {
		for _, f := range d.found {
			if f.Range.touches(p.Range) {
				title, _, _ := strings.Cut(f.Message, "\n")
				list = append(list, action{Title: title, Kind: quickFix, Diagnostics: []diagnostic{f.diagnostic}, Preferred: true, Edit: s.edit(uri, d, f)})
			}
		}
	}
	if len(d.found) > 1 && wants(p.Context.Only, fixAll) {
		all := action{Title: "Correct all verbs of the document", Kind: fixAll, Diagnostics: []diagnostic{}, Edit: s.edit(uri, d, d.found...)}
		for _, f := range d.found {
			all.Diagnostics = append(all.Diagnostics, f.diagnostic)
		}
		list = append(list, all)
	}
	return list, nil
}

// wants reports whether a kind is asked for: by name, by a kind above it, or where nothing is said.
func wants(only []string, kind string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o string) bool { return o == "" || o == kind || strings.HasPrefix(kind, o+".") })
}

// edit returns the edit of a document that makes changes.
func (s *server) edit(uri string, d *opened, found ...finding) any {
	var edits []textEdit
	for _, f := range found {
		edits = append(edits, textEdit{f.Range, f.replacement})
	}
	if s.versioned {
		return map[string]any{"documentChanges": []any{map[string]any{
			"textDocument": map[string]any{"uri": uri, "version": d.version}, "edits": edits}}}
	}
	return map[string]any{"changes": map[string][]textEdit{uri: edits}}
}
