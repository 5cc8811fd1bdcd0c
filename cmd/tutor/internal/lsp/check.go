package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// A finding is one thing to change in a document.
type finding struct {
	diagnostic
	replacement string
}

// A diagnostic is what an editor shows of it.
type diagnostic struct {
	Range    textRange `json:"range"`
	Severity int       `json:"severity"`
	Code     string    `json:"code,omitempty"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
}

// The severities that are used (3.17, DiagnosticSeverity).
const (
	warning     = 2
	information = 3
)

// maxKept is how many passages are remembered, so that one that did not change is not judged again.
const maxKept = 2_000

// A checker judges passages.
type checker struct {
	correct  func(ctx context.Context, text string) (tutor.Report, error)
	language string // of explanations
	kept     *simplelru.LRU[string, tutor.Report]
}

func newChecker(correct func(context.Context, string) (tutor.Report, error), language string) *checker {
	kept, err := simplelru.NewLRU[string, tutor.Report](maxKept, nil)
	if err != nil {
		panic("lsp: BUG: " + err.Error()) // the size is positive
	}
	return &checker{correct, language, kept}
}

// check returns what there is to change in a document. problem says why some passage has no answer, or "".
func (c *checker) check(ctx context.Context, d document) (found []finding, problem string, err error) {
	for _, p := range d.passages() {
		r, ok := c.kept.Get(p.text)
		if !ok {
			if r, err = c.correct(ctx, p.text); err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return nil, "", err
			}
			if r.Outcome == loop.Final {
				c.kept.Add(p.text, r)
			} else {
				w := render.Problem(r.Problem)
				problem = c.say(w.English, w.Spanish)
			}
		}
		if r.Outcome == loop.Final {
			found = append(found, c.findings(d, p, r)...)
		}
	}
	return found, problem, nil
}

// findings returns what there is to change in a passage.
func (c *checker) findings(d document, p passage, r tutor.Report) []finding {
	var list []finding
	for _, e := range r.Edits {
		at := p.start + byteOffset(p.text, e.Offset)
		start, end := d.position(at), d.position(at+byteOffset(d.text[at:], e.Length))
		f := finding{diagnostic{Range: textRange{start, end}, Severity: warning, Code: e.Rule, Source: "tutor", Message: c.words(r, e)}, e.Replacement}
		if r.Unsure {
			f.Severity = information
		}
		list = append(list, f)
	}
	return list
}

// byteOffset returns where so many code points of a text end.
func byteOffset(text string, points int) int {
	for i := range text {
		if points == 0 {
			return i
		}
		points--
	}
	return len(text)
}

// say returns words in the language of explanations, or in both.
func (c *checker) say(english, spanish string) string {
	switch c.language {
	case settings.ExplainSpanish:
		return spanish
	case settings.ExplainBoth:
		return english + " / " + spanish
	}
	return english
}

// words says what an edit is, and why.
func (c *checker) words(r tutor.Report, e tutor.Edit) string {
	text := fmt.Sprintf("%s → %s", e.Original, e.Replacement)
	switch {
	case e.Original == "":
		text = c.say("add: ", "añade: ") + strings.TrimSpace(e.Replacement)
	case e.Replacement == "":
		text = c.say("leave out: ", "quita: ") + strings.TrimSpace(e.Original)
	}
	lines := []string{cli.OneLine(text)}
	if k, ok := render.CardOf(r.Input, e); ok && c.language != settings.ExplainOff {
		english, spanish := render.InBoth(k)
		if c.language != settings.ExplainSpanish {
			lines = append(lines, english)
		}
		if c.language != settings.ExplainEnglish {
			lines = append(lines, spanish[:]...)
		}
	}
	if r.Unsure {
		lines = append(lines, c.say(render.Doubt(r)))
	}
	return strings.Join(lines, "\n")
}
