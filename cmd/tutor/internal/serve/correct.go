package serve

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/internal/runs"
	"github.com/shortleash/shortleash/cmd/internal/web"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// A corrector corrects the sentences of the page: with one tutor for each model, made when it is first
// wanted, and one log.
type corrector struct {
	*cli.Console
	settings *settings.Settings
	usual    string // the model that --model names
	offer    *models.Offer
	log      *cli.SharedLog

	mu     sync.Mutex // guards what follows
	tutors map[string]*tutor.Tutor
}

// builtIn are the models that need no server.
var builtIn = []string{"tiny", "rules"}

// newCorrector finds the usual model and opens the log.
func newCorrector(ctx context.Context, c *cli.Console, s *settings.Settings) (*corrector, error) {
	if err := s.CheckPlanners(s.Planner.Value); err != nil {
		return nil, err
	}
	options, notes, err := s.Options(ctx, s.Model, s.Planner.Value)
	if err != nil {
		return nil, err
	}
	t, err := newTutor(options)
	if err != nil {
		return nil, err
	}
	for _, note := range notes {
		if !s.Quiet {
			c.Say("%s", note)
		}
	}
	usual := s.Model
	if kind, _, _ := strings.Cut(usual, ":"); kind == "auto" || kind == "ollama" {
		usual = options.Model().Name()
	}
	d := &corrector{Console: c, settings: s, usual: usual, tutors: map[string]*tutor.Tutor{usual: t}}
	d.offer = &models.Offer{First: append([]string{usual}, builtIn...), Hosts: s.Hosts}
	if d.log, err = cli.OpenSharedLog(s.Log); err != nil {
		return nil, err
	}
	d.offer.List() // so that the first page knows those of the server
	return d, nil
}

// tutor returns the tutor with a model.
func (d *corrector) tutor(ctx context.Context, spec string) (*tutor.Tutor, error) {
	d.mu.Lock()
	t := d.tutors[spec]
	d.mu.Unlock()
	if t != nil {
		return t, nil
	}
	options, _, err := d.settings.Options(ctx, spec, d.settings.Planner.Value)
	if err != nil {
		return nil, err
	}
	if t, err = newTutor(options); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.tutors[spec] == nil { // else another page was faster
		d.tutors[spec] = t
	}
	return d.tutors[spec], nil
}

// asked is the key of a context under which the runs.Ask of a task stands: one tutor does the tasks of several pages.
type asked struct{}

var errNotAsked = errors.New("a person is to be asked about plans, and this way there is none; the page asks")

// newTutor returns a tutor that asks in the page about plans, where the options want that.
func newTutor(o tutor.Options) (t *tutor.Tutor, err error) {
	if o.Loop.Approval.Plans {
		o.Loop.Approval.Ask = func(ctx context.Context, i loop.Interrupt) (loop.Reply, error) {
			ask, ok := ctx.Value(asked{}).(runs.Ask)
			if !ok {
				return loop.Reply{}, errNotAsked
			}
			return ask.Approver(t.CheckReply)(ctx, i)
		}
	}
	t, err = tutor.New(o)
	return t, err
}

// report corrects an input. Its runs go into the log in one piece; unlogged says why they could not.
func (d *corrector) report(ctx context.Context, spec, input string, watch func(loop.Event)) (r tutor.Report, unlogged, err error) {
	t, err := d.tutor(ctx, spec)
	if err != nil {
		return tutor.Report{}, nil, err
	}
	var events bytes.Buffer
	r, err = t.Correct(ctx, input, &events, watch)
	return r, d.log.Add(events.Bytes()), err
}

// correct corrects an input for the page.
func (d *corrector) correct(ctx context.Context, t web.Task) web.Answer {
	r, unlogged, err := d.report(context.WithValue(ctx, asked{}, t.Ask), t.Model, t.Text, t.Watch)
	if err != nil {
		return web.Answer{Text: []web.Piece{{Text: t.Text}}, Verdict: "No answer.", Notes: []string{web.Plain(err)}}
	}
	a := answer(r)
	if unlogged != nil {
		a.Notes = append(a.Notes, web.Plain(unlogged))
	}
	return a
}

// answer is a report for the page.
func answer(r tutor.Report) web.Answer {
	a := web.Answer{Final: r.Outcome == loop.Final, Facts: render.Facts(r), Sure: r.Confidence, Text: pieces(r)}
	switch {
	case !a.Final:
		a.Verdict, a.Notes = "No answer.", []string{r.Problem}
		return a
	case r.Corrected != nil:
	case r.InScope:
		a.Verdict = render.Clean()
	default:
		a.Verdict = "Not judged."
	}
	a.Notes = render.Notes(r)
	for _, e := range r.Edits {
		c := web.Change{Was: e.Original, Now: e.Replacement, Code: e.Rule, Level: e.CEFR}
		if k, ok := render.CardOf(r.Input, e); ok {
			english, spanish := render.InBoth(k)
			c.Card = &web.Card{English: english, Spanish: spanish[0], Contrast: spanish[1], Wrong: k.Wrong, Right: k.Right}
		}
		a.Changes = append(a.Changes, c)
	}
	if r.SpanishGloss != nil {
		a.Gloss = *r.SpanishGloss
	}
	return a
}

// pieces cuts the corrected text where it was changed.
func pieces(r tutor.Report) []web.Piece {
	if r.Corrected == nil {
		return []web.Piece{{Text: r.Input}}
	}
	var list []web.Piece
	rest, offset := []rune(r.Input), 0
	for _, e := range r.Edits {
		at := e.Offset - offset
		if at > 0 {
			list = append(list, web.Piece{Text: string(rest[:at])})
		}
		list = append(list, web.Piece{Text: e.Replacement, Was: e.Original, Changed: true})
		rest, offset = rest[at+e.Length:], e.Offset+e.Length
	}
	if len(rest) > 0 {
		list = append(list, web.Piece{Text: string(rest)})
	}
	return list
}
