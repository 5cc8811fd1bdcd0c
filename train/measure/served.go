package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/tutor"
)

// An exchange is a request that a run made of the embedded model, with its reply.
type exchange struct {
	request model.Request
	reply   model.Reply
}

// A recorder passes requests on and keeps them with the replies.
type recorder struct {
	*tiny.Model
	seen []exchange
}

// Generate implements [model.Model].
func (r *recorder) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		reply, err := model.Collect(r.Model.Generate(ctx, req))
		if err != nil {
			yield(model.Chunk{}, err)
			return
		}
		r.seen = append(r.seen, exchange{req, reply})
		yield(model.Chunk{Text: reply.Text, Done: true, Finish: reply.Finish, Usage: reply.Usage}, nil)
	}
}

// A comparison is how two engines replied to the same requests.
type comparison struct {
	prompts int
	equal   int // replies, as canonical JSON
	counted int // prompts that have as many tokens there
	ours    throughput
	theirs  throughput
}

// A throughput is how fast free text was written, one thread, without a grammar.
type throughput struct {
	tokens int
	took   time.Duration
}

// add counts the tokens of a reply after the first. A stream is timed as its tokens come, without the
// overhead of a request; a reply in one chunk says how long it took.
func (p *throughput) add(stream iter.Seq2[model.Chunk, error]) error {
	var first time.Time
	for c, err := range stream {
		switch {
		case err != nil:
			return err
		case !c.Done:
			if first.IsZero() && c.Text != "" {
				first = time.Now()
			}
		case c.Usage.OutputTokens > 1:
			took := c.Usage.Total - c.Usage.Prompt
			if !first.IsZero() {
				took = time.Since(first)
			}
			p.tokens += c.Usage.OutputTokens - 1
			p.took += took
		}
	}
	return nil
}

func (p throughput) perSecond() float64 {
	if p.took <= 0 {
		return 0
	}
	return float64(p.tokens) / p.took.Seconds()
}

// freeTokens is how much free text is written for the throughput, per prompt.
const freeTokens = 64

// served compares the file with the one on a server.
func (o options) served(ctx context.Context, items []item, out io.Writer) error {
	o.workers = 1
	m, err := o.resolve("tiny", false)
	if err != nil {
		return err
	}
	server, err := ollama.New(o.ollama, ollama.Config{Host: o.host, Threads: 1, Context: tiny.Context})
	if err != nil {
		return err
	}
	requests, err := o.record(ctx, m.(*tiny.Model), items)
	if err != nil {
		return err
	}
	var c comparison
	for _, r := range requests {
		if err := c.ask(ctx, r, server, out); err != nil {
			return err
		}
	}
	for i := 0; i < len(requests); i += 10 { // a tenth is enough for the throughput
		if err := c.measureThroughput(ctx, requests[i].request, m, server); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "%d of %d greedy replies are equal as canonical JSON (%s %%), %d of %d prompts have as many tokens there\n"+
		"free text, one thread: embedded %.0f tokens a second, %s %.0f, that is %.2f times\n",
		c.equal, c.prompts, percent(c.equal, c.prompts), c.counted, c.prompts,
		c.ours.perSecond(), server.Name(), c.theirs.perSecond(), c.ours.perSecond()/max(c.theirs.perSecond(), 1))
	return err
}

// record returns the requests of runs on items, with m's replies.
func (o options) record(ctx context.Context, m *tiny.Model, items []item) ([]exchange, error) {
	r := &recorder{Model: m}
	tutor, err := tutor.New(tutor.Options{Model: func() model.Model { return r }, Loop: loop.Usual()})
	if err != nil {
		return nil, err
	}
	for _, it := range items {
		if len(r.seen) >= o.prompts {
			break
		}
		if _, err := tutor.Correct(ctx, it.Input, nil, nil); err != nil {
			return nil, err
		}
	}
	if len(r.seen) < o.prompts {
		return nil, fmt.Errorf("the suites give %d prompts, and %d were asked for", len(r.seen), o.prompts)
	}
	return r.seen[:o.prompts], nil
}

// ask sends a request to the server too, and prints where its reply differs.
func (c *comparison) ask(ctx context.Context, a exchange, server model.Model, out io.Writer) error {
	reply, err := model.Collect(server.Generate(ctx, a.request))
	if err != nil {
		return err
	}
	c.prompts++
	if reply.Usage.PromptTokens == a.reply.Usage.PromptTokens {
		c.counted++
	}
	theirs, err := canonical(reply.Text)
	if err != nil {
		theirs = reply.Text // it was cut
	}
	ours, err := canonical(a.reply.Text)
	if err != nil {
		return fmt.Errorf("the embedded model wrote no JSON: %q", a.reply.Text)
	}
	if ours == theirs {
		c.equal++
		return nil
	}
	_, err = fmt.Fprintf(out, "%s\n- embedded %s, confidence %.3f\n+ served   %s\n", a.request.Messages[0].Content, ours, a.reply.Usage.Walk.Confidence, theirs)
	return err
}

// canonical writes JSON without the white space that grammars of servers let in.
func canonical(text string) (string, error) {
	var b bytes.Buffer
	err := json.Compact(&b, []byte(text))
	return b.String(), err
}

// measureThroughput lets both write free text.
func (c *comparison) measureThroughput(ctx context.Context, req model.Request, ours, theirs model.Model) error {
	req.Grammar, req.MaxTokens = nil, freeTokens
	if err := c.ours.add(ours.Generate(ctx, req)); err != nil {
		return err
	}
	return c.theirs.add(theirs.Generate(ctx, req))
}
