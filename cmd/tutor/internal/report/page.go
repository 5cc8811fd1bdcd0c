package report

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/tutor/english/card"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

//go:embed page.tmpl
var pageText string

// pageOf returns the page in HTML. Whatever texts and names say is shown as text.
func pageOf(c *Class, e render.Explainer) ([]byte, error) {
	t, err := template.New("page").Funcs(template.FuncMap{
		"text": cli.OneLine, "known": hasCard,
		"head": func() template.HTML {
			return template.HTML(pageHead(e.Either(render.Words{English: "en", Spanish: "es"})))
		},
		"rate":    func(x float64) string { return fmt.Sprintf("%.1f", x) },
		"level":   func(code string) string { return sentence.Code(code).Level() },
		"about":   func(code string) []string { return about(code, e) },
		"say":     func(english string) string { return e.Inline(both(english)) },
		"title":   func() string { return e.Inline(titleOf(c)) },
		"summary": func() []string { return strings.Split(e.Lines(summaryOf(c)), "\n") },
		"section": func() string { return e.Inline(sectionOf(c)) },
		"means":   func() []string { return strings.Split(e.Lines(barsMean(c)), "\n") },
		"spread":  func() string { return e.Inline(spreadOf(c)) },
		"heading": func(p *Pupil) string { return e.Inline(headingOf(p)) },
		"place":   func(x Example) string { return e.Either(placeOf(x)) },
		"top":     func(rules []*Rule) string { return topOf(rules, e) },
		"bars":    func(rates []Rate) bars { return barsOf(c.Periods, rates, e) },
	}).Parse(pageText)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, c)
	return b.Bytes(), err
}

// hasCard reports whether a rule is explained.
func hasCard(code string) bool { return len(card.Of(sentence.Code(code))) > 0 }

// about returns what the cards say of a rule in the language that was asked for.
func about(code string, e render.Explainer) []string {
	if !e.On() {
		return nil
	}
	var list []string
	for _, k := range card.Of(sentence.Code(code)) {
		english, spanish := render.InBoth(k)
		list = append(list, strings.Split(e.Lines(render.Words{English: english, Spanish: spanish[0]}), "\n")...)
	}
	return list
}

// topOf names the most frequent rules of a pupil.
func topOf(rules []*Rule, e render.Explainer) string {
	const most = 3
	var list []string
	for _, r := range rules[:min(len(rules), most)] {
		name := cmp.Or(r.Code, e.Inline(both("other")))
		list = append(list, strings.TrimSpace(fmt.Sprintf("%s %d %s", name, r.Errors, e.Either(inShort(r.Examples)))))
	}
	return strings.Join(list, ", ")
}

// maxShort bounds the words of an edit beside a code, in characters.
const maxShort = 24

// A bar is one of a small plot, in pixels.
type bar struct{ X, Y, Width, Height int }

// bars are a small plot of rates, and what it says.
type bars struct {
	Width, Height int
	List          []bar
	Says          string // the rates in words
}

// barsOf draws rates, the highest as high as the plot. A period without words has no bar.
func barsOf(names []string, rates []Rate, e render.Explainer) bars {
	const step, width, height = 12, 9, 24
	b := bars{Width: step * len(rates), Height: height}
	highest := 0.0
	for _, r := range rates {
		highest = max(highest, r.Per100())
	}
	var said []string
	for i, r := range rates {
		name := e.Either(both(names[i]))
		if r.Words == 0 {
			said = append(said, name+": "+e.Either(both("no text")))
			continue
		}
		said = append(said, fmt.Sprintf("%s: %.1f", name, r.Per100()))
		h := 1
		if highest > 0 {
			h = max(1, int(r.Per100()/highest*height))
		}
		b.List = append(b.List, bar{i * step, height - h, width, h})
	}
	b.Says = strings.Join(said, "; ")
	return b
}
