package eval

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
)

//go:embed misses.tmpl
var missesText string

// A missPage has the misses of one setup.
type missPage struct {
	Title  string
	Items  int
	Misses []suiteMiss
}

// A suiteMiss is a miss with its suite.
type suiteMiss struct {
	Suite string
	show.Miss
}

// A recorder keeps the answers of a measuring by suite and item.
type recorder map[string]eval.Answer

func (r recorder) take(s eval.Suite, item int, a eval.Answer) { r[s.Name+"\x00"+s.Items[item].ID] = a }

// misses lists the items of a suite that went wrong, which is the one of the score.
func (e *evaluation) misses(score eval.Score, who setup, answers recorder) []show.Miss {
	list := []show.Miss{}
	missed := map[string]bool{}
	for _, id := range score.Missed {
		missed[id] = true
	}
	for _, suite := range e.suites {
		for _, item := range suite.Items {
			if suite.Name != score.Suite || !missed[item.ID] {
				continue
			}
			a := answers[suite.Name+"\x00"+item.ID]
			m := show.Miss{ID: item.ID, Input: item.Input, Wanted: []string{}, AnyChange: item.DetectOnly, Got: got(a, item), Steps: a.Trace}
			if a.Outcome == loop.Final && a.Corrected != nil && *a.Corrected != item.Input {
				m.Corrected = *a.Corrected
			}
			if !item.Clean && item.Accept != nil {
				m.Wanted = item.Accept
			}
			if who.rung == nil && who.length == "" && who.model != Gold {
				m.Trace = fmt.Sprintf("%s --trace --model %s%s --planner %s %s", e.Name, cli.Quoted(who.model), e.host(), who.planner, cli.Quoted(item.Input))
			}
			list = append(list, m)
		}
	}
	return list
}

// host returns the flag that names the server, where it was given.
func (e *evaluation) host() string {
	if !e.settings.HostGiven {
		return ""
	}
	return " --host " + cli.Quoted(e.settings.Host)
}

// missPageOf gathers the misses of all scores of one setup.
func missPageOf(scores []scored) missPage {
	p := missPage{Title: scores[0].title()}
	for _, s := range scores {
		p.Items += s.Items
		for _, m := range s.Misses {
			p.Misses = append(p.Misses, suiteMiss{s.Suite, m})
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
		e.Say("%s: %s %s\n  sentence: %s\n  wanted:   %s\n  got:      %s", p.Title, m.Suite, m.ID, cli.OneLine(m.Input), cli.OneLine(m.Want()), cli.OneLine(m.Got))
		for _, line := range m.Steps {
			e.Say("  %s", cli.OneLine(line))
		}
		if m.Trace != "" {
			e.Say("  again:    %s", cli.OneLine(m.Trace))
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
	t, err := template.New("misses").Funcs(template.FuncMap{"text": cli.OneLine}).Parse(missesText)
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
