package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/tutor/english/card"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

//go:embed page.tmpl
var pageText string

// pageOf returns the page in HTML. Whatever texts and names say is shown as text.
func pageOf(c *Class, language string) ([]byte, error) {
	t, err := template.New("page").Funcs(template.FuncMap{
		"text": cli.OneLine, "plural": cli.Plural, "bars": barsOf, "top": topOf, "known": hasCard,
		"head":  func() template.HTML { return pageHead },
		"rate":  func(x float64) string { return fmt.Sprintf("%.1f", x) },
		"level": func(code string) string { return sentence.Code(code).Level() },
		"about": func(code string) []string { return about(code, language) },
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
func about(code, language string) []string {
	var list []string
	for _, k := range card.Of(sentence.Code(code)) {
		english, spanish := render.InBoth(k)
		if language == settings.ExplainEnglish || language == settings.ExplainBoth {
			list = append(list, english)
		}
		if language == settings.ExplainSpanish || language == settings.ExplainBoth {
			list = append(list, spanish[0])
		}
	}
	return list
}

// topOf names the most frequent rules of a pupil.
func topOf(rules []*Rule) string {
	const most = 3
	var list []string
	for _, r := range rules[:min(len(rules), most)] {
		name := r.Code
		if name == "" {
			name = "other"
		}
		list = append(list, strings.TrimSpace(fmt.Sprintf("%s %d %s", name, r.Errors, inShort(r.Examples))))
	}
	return strings.Join(list, ", ")
}

// maxShort bounds the words of an edit beside a code, in characters.
const maxShort = 24

// inShort shows what broke a rule, by the first example.
func inShort(list []Example) string {
	if len(list) == 0 {
		return ""
	}
	was, now := cli.OneLine(strings.TrimSpace(list[0].Was)), cli.OneLine(strings.TrimSpace(list[0].Now))
	text := was + " → " + now
	switch {
	case now == "":
		text = "without “" + was + "”"
	case was == "":
		text = "with “" + now + "”"
	}
	if len([]rune(text)) > maxShort {
		return ""
	}
	return "(" + text + ")"
}

// A bar is one of a small plot, in pixels.
type bar struct{ X, Y, Width, Height int }

// bars are a small plot of rates, and what it says.
type bars struct {
	Width, Height int
	List          []bar
	Says          string // the rates in words
}

// barsOf draws rates, the highest as high as the plot. A period without words has no bar.
func barsOf(names []string, rates []Rate) bars {
	const step, width, height = 12, 9, 24
	b := bars{Width: step * len(rates), Height: height}
	highest := 0.0
	for _, r := range rates {
		highest = max(highest, r.Per100())
	}
	var said []string
	for i, r := range rates {
		if r.Words == 0 {
			said = append(said, names[i]+": no text")
			continue
		}
		said = append(said, fmt.Sprintf("%s: %.1f", names[i], r.Per100()))
		h := 1
		if highest > 0 {
			h = max(1, int(r.Per100()/highest*height))
		}
		b.List = append(b.List, bar{i * step, height - h, width, h})
	}
	b.Says = strings.Join(said, "; ")
	return b
}
