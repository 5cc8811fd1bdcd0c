package tiny

import (
	"context"
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"time"
	"unicode/utf8"

	"github.com/shortleash/shortleash/model"
)

// A generation is one reply being written.
type generation struct {
	model      *Model
	state      *state
	matcher    *TokenMatcher // nil: nothing binds the network
	yield      func(model.Chunk, error) bool
	readerGone bool // the reader has gone

	rng         *rand.Rand // nil: greedy
	temperature float32

	start  time.Time
	first  time.Duration // until the first logits
	prompt int
	limit  int // tokens of output
	output int
	cut    bool // the limit removed forced tokens
	fed    int
	walk   model.Walk

	pending []uint16 // to be fed before the next logits
	text    []byte   // not yielded yet
}

func newGeneration(m *Model, req model.Request, prompt []uint16, yield func(model.Chunk, error) bool) *generation {
	g := &generation{model: m, yield: yield, start: time.Now(), prompt: len(prompt)}
	g.state = m.pool.acquire(prompt)
	g.pending = append(g.pending, prompt[len(g.state.tokens):]...)
	g.walk.Confidence = 1
	g.limit = Context - len(prompt)
	if req.MaxTokens > 0 {
		g.limit = min(g.limit, req.MaxTokens)
	}
	if req.Grammar != nil && !m.config.Unmasked {
		g.matcher = m.weights.tokenizer.Matcher(req.Grammar.Matcher())
	}
	if req.Temperature > 0 {
		// The prompt is part of the seed, so that the decisions of a run draw different numbers.
		h := fnv.New64a()
		for _, id := range prompt {
			_, _ = h.Write([]byte{byte(id), byte(id >> 8)}) // never fails
		}
		g.rng = rand.New(rand.NewPCG(uint64(req.Seed), h.Sum64()))
		g.temperature = float32(req.Temperature)
	}
	return g
}

// errReaderGone says that the reader of the stream has stopped.
var errReaderGone = errors.New("tiny: the reader has stopped")

// run writes the reply. An error is the context's, or that the grammar allows no token.
func (g *generation) run(ctx context.Context) error {
	for {
		if err := g.forced(); err != nil {
			return err
		}
		switch {
		case g.matcher != nil && g.matcher.Closed() && !g.cut:
			return g.end(model.Stop)
		case g.output >= g.limit:
			return g.end(model.Length)
		}
		if err := g.model.weights.feed(ctx, g.state, g.pending, true); err != nil {
			return err
		}
		g.fed += len(g.pending)
		g.pending = g.pending[:0]
		if g.first == 0 {
			g.first = time.Since(g.start)
		}
		id, err := g.choose()
		if err != nil {
			return err
		}
		if id == End {
			return g.end(model.Stop)
		}
		if err := g.write(id); err != nil {
			return err
		}
	}
}

// forced writes the tokens that are forced.
func (g *generation) forced() error {
	if g.matcher == nil {
		return nil
	}
	from := len(g.pending)
	var err error
	if g.pending, err = g.matcher.Forced(g.pending); err != nil {
		return err
	}
	if room := g.limit - g.output; len(g.pending)-from > room {
		g.pending, g.cut = g.pending[:from+room], true
	}
	for _, id := range g.pending[from:] {
		g.text = append(g.text, g.model.weights.tokenizer.tokens[id]...)
	}
	n := len(g.pending) - from
	if n > 0 && g.model.config.Tokens {
		g.walk.Tokens = append(g.walk.Tokens, model.Token{Text: g.model.weights.tokenizer.Decode(g.pending[from:]), Forced: n})
	}
	g.output += n
	g.walk.Forced += n
	return g.flush()
}

// choose picks a token and walks over it.
func (g *generation) choose() (uint16, error) {
	mask, count := g.model.weights.tokenizer.text, 2
	if g.matcher != nil {
		mask, count = g.matcher.Choices()
	}
	p := choose(g.state.logits, mask, g.temperature, g.rng)
	if count > 1 {
		g.walk.Choices++
		g.walk.Confidence *= p.probability
		if p.changed {
			g.walk.Changed++
		}
	}
	if g.model.config.Tokens && p.id != End {
		g.walk.Tokens = append(g.walk.Tokens, g.model.weights.tokenizer.told(g.state.logits, mask, p, count))
	}
	if g.matcher == nil || p.id == End {
		return p.id, nil
	}
	return p.id, g.matcher.Commit(p.id)
}

// write appends a chosen token.
func (g *generation) write(id uint16) error {
	g.output++
	g.pending = append(g.pending, id)
	g.text = append(g.text, g.model.weights.tokenizer.tokens[id]...)
	return nil
}

// flush yields the text so far, up to its last whole character.
func (g *generation) flush() error {
	n := wholeCharacters(g.text)
	if n == 0 {
		return nil
	}
	chunk := model.Chunk{Text: string(g.text[:n])}
	g.text = append(g.text[:0], g.text[n:]...)
	if !g.yield(chunk, nil) {
		g.readerGone = true
		return errReaderGone
	}
	return nil
}

// end yields the rest of the text, and how the reply ended.
func (g *generation) end(why model.Finish) error {
	walk := g.walk
	walk.Fed = g.fed
	if walk.Choices > 0 {
		walk.Confidence = g.model.weights.calibration.Confidence(walk.Confidence)
	}
	ok := g.yield(model.Chunk{Text: string(g.text), Done: true, Finish: why, Usage: model.Usage{
		PromptTokens: g.prompt,
		OutputTokens: g.output,
		Prompt:       g.first,
		Total:        time.Since(g.start),
		Walk:         &walk,
	}}, nil)
	g.readerGone = !ok
	return nil
}

// wholeCharacters returns how many bytes of text do not belong to an incomplete last character.
func wholeCharacters(text []byte) int {
	for back := 1; back <= min(utf8.UTFMax-1, len(text)); back++ {
		if at := len(text) - back; utf8.RuneStart(text[at]) {
			if utf8.FullRune(text[at:]) {
				break
			}
			return at
		}
	}
	return len(text)
}
