package eval

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
)

//go:embed misses.tmpl
var missesText string

// A miss is an item that went wrong, in words.
type miss struct {
	Suite, ID, Input string
	Wanted           []string // any of them; none: that the sentence stays
	AnyChange        bool     // counts as right
	Got              string
	Trace            string // the command that shows each step
}

// A missPage has the misses of one setup.
type missPage struct {
	Title  string
	Items  int
	Misses []miss
}

// A recorder keeps the answers of a measuring by suite and item.
type recorder map[string]eval.Answer

func (r recorder) take(s eval.Suite, item int, a eval.Answer) { r[s.Name+"\x00"+s.Items[item].ID] = a }

// misses lists the items of suites that went wrong.
func (e *evaluation) misses(scores []scored, who setup, answers recorder) missPage {
	p := missPage{Title: scores[0].title()}
	for i, suite := range e.suites {
		p.Items += len(suite.Items)
		wrong := map[string]bool{}
		for _, id := range scores[i].Missed {
			wrong[id] = true
		}
		for _, item := range suite.Items {
			if !wrong[item.ID] {
				continue
			}
			m := miss{Suite: suite.Name, ID: item.ID, Input: item.Input, AnyChange: item.DetectOnly, Got: got(answers[suite.Name+"\x00"+item.ID], item)}
			if !item.Clean {
				m.Wanted = item.Accept
			}
			if who.rung == nil && who.length == "" && who.model != Gold {
				m.Trace = fmt.Sprintf("%s --trace --model %s --planner %s %s", e.Name, cli.Quoted(who.model), who.planner, cli.Quoted(item.Input))
			}
			p.Misses = append(p.Misses, m)
		}
	}
	return p
}

// got says what came of an item.
func got(a eval.Answer, item eval.Item) string {
	switch {
	case a.Outcome != "" && a.Outcome != loop.Final:
		return "no answer: " + string(a.Outcome)
	case a.Corrected != nil && *a.Corrected != item.Input:
		text := *a.Corrected
		if len(a.Rules) > 0 {
			text += "  [" + strings.Join(a.Rules, ", ") + "]"
		}
		return text
	case !a.InScope && a.Reason != nil:
		return "not judged: " + *a.Reason
	}
	return "nothing was changed"
}

// wanted says what an item wants.
func (m miss) wanted() string {
	switch {
	case m.AnyChange:
		return "any change"
	case len(m.Wanted) == 0:
		return "that nothing is changed"
	}
	return strings.Join(m.Wanted, "  or  ")
}

// sayMisses tells some misses of each suite.
func (e *evaluation) sayMisses(p missPage, most int) {
	if most == 0 {
		return
	}
	told := map[string]int{}
	for _, m := range p.Misses {
		if told[m.Suite]++; told[m.Suite] > most {
			continue
		}
		e.Say("%s: %s %s\n  sentence: %s\n  wanted:   %s\n  got:      %s", p.Title, m.Suite, m.ID, cli.OneLine(m.Input), cli.OneLine(m.wanted()), cli.OneLine(m.Got))
		if m.Trace != "" {
			e.Say("  trace:    %s", cli.OneLine(m.Trace))
		}
	}
	for _, s := range e.suites {
		if left := told[s.Name] - most; left > 0 {
			e.Say("%s: %s: %d more", p.Title, s.Name, left)
		}
	}
}

// missesOf returns the page with all misses, in HTML.
func missesOf(pages []missPage) ([]byte, error) {
	t, err := template.New("misses").Funcs(template.FuncMap{"text": cli.OneLine, "wanted": miss.wanted}).Parse(missesText)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, pages)
	return b.Bytes(), err
}

// rungsOf compares the rungs of an ablation, suite by suite, each with the one before it; "" if there is none.
func rungsOf(all []scored) string {
	var b strings.Builder
	before := map[string]scored{}
	for _, s := range all {
		if s.Rung == "" {
			continue
		}
		if b.Len() == 0 {
			fmt.Fprintf(&b, "The policy in parts\n%-22s%-18s%13s%11s  %s\n", "", "", "right", "harm", "against the row before")
		}
		against := ""
		if was, ok := before[s.Model+"\x00"+s.Suite]; ok {
			against = paired(was.Score, s.Score)
		}
		row := fmt.Sprintf("%-21s %-17s %13s%11s  %s", s.Suite, s.Rung, inShort(s.Right()), inShort(s.Harm), against)
		b.WriteString(strings.TrimRight(row, " ") + "\n")
		before[s.Model+"\x00"+s.Suite] = s
	}
	return b.String()
}
