// Package fake holds models that need no weights, for testing agents and the code around a model.
//
// [Script] gives prepared outputs, one per request, and records the requests, so a test can look at every prompt.
// [Random] gives a different output each time, within the request's grammar; a loop must keep its promises with any of
// them. [Hostile] breaks things, in one way per [HostileKind], from prose instead of JSON to a stream that never ends.
//
// All are models like any other: safe for concurrent use, and true to the contract of [model.Model], except
// for the hostile kinds that exist to break it. The same seed and the same requests give the same bytes. These
// models do not check their own output against the grammar: put a [model.Guard] around them, as a loop does.
package fake

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"unicode/utf8"

	"github.com/shortleash/shortleash/model"
)

// An emitter speaks one reply to one caller.
type emitter struct {
	ended func() error // the error of the caller's context, once it has one
	yield func(model.Chunk, error) bool
}

// say passes on text and reports whether the caller wants more. After false, nothing may be said.
func (m emitter) say(text string) bool { return m.chunk(model.Chunk{Text: text}) }

func (m emitter) chunk(c model.Chunk) bool {
	if err := m.ended(); err != nil {
		m.fail(err)
		return false
	}
	return m.yield(c, nil)
}

// pieces says text in pieces of the sizes that size returns, cut at the borders of characters.
func (m emitter) pieces(text string, size func() int) bool {
	for text != "" {
		n := min(max(1, size()), len(text))
		for n < len(text) && !utf8.RuneStart(text[n]) {
			n++
		}
		if !m.say(text[:n]) {
			return false
		}
		text = text[n:]
	}
	return true
}

func (m emitter) done(f model.Finish, u model.Usage) {
	m.chunk(model.Chunk{Done: true, Finish: f, Usage: u})
}

// fail ends the reply with err. It must be the last thing said.
func (m emitter) fail(err error) { m.yield(model.Chunk{}, err) }

// dice returns the randomness for req: the same for the same seed and request, whatever else goes
// on at the same time, so that parallel runs can be repeated.
func dice(seed int64, req model.Request) *rand.Rand {
	h := sha256.New()
	number := func(n int64) { h.Write(binary.LittleEndian.AppendUint64(nil, uint64(n))) }
	text := func(s string) {
		number(int64(len(s))) // so that no two lists of texts are the same bytes
		h.Write([]byte(s))
	}
	number(seed)
	number(req.Seed)
	text(string(req.Role))
	for _, m := range req.Messages {
		text(m.Author)
		text(m.Content)
	}
	if req.Grammar != nil {
		text(string(req.Grammar.Schema()))
	}
	return rand.New(rand.NewChaCha8([32]byte(h.Sum(nil))))
}

// usage estimates what a reply of so many bytes costs, at three bytes for a token.
func usage(req model.Request, bytes int) model.Usage {
	prompt := 0
	for _, m := range req.Messages {
		prompt += len(m.Content)
	}
	return model.Usage{PromptTokens: (prompt + 2) / 3, OutputTokens: (bytes + 2) / 3}
}
