package planner

import (
	"regexp"
	"slices"
	"strings"
)

// The marks that begin a plan step on a line of its own.
var (
	numberedLine = regexp.MustCompile(`^(\s*)(?:\*\*)?(?:[Ss]tep\s+)?(\d+)((?:\.\d+)+)?\s*([.):]|-\s|)(?:\*\*)?\s*(.*)$`)
	bulletLine   = regexp.MustCompile(`^(\s*)[-*•]\s+(.*)$`)
	rewooLine    = regexp.MustCompile(`^\s*#E(\d+)\s*=\s*([A-Za-z_]\w*)\[(.*)\]\s*$`)
	rewooPlan    = regexp.MustCompile(`^\s*Plan:\s*(.*)$`)
	rewooName    = regexp.MustCompile(`#E(\d+)`)
)

// What marks a plan step as done or open, after or before its text. A plan cannot declare its own success.
var (
	markAfter  = regexp.MustCompile(`\s*(?:\[[ xX]\]|\bDONE|✓|✅)\s*$`)
	markBefore = regexp.MustCompile(`^\s*(?:\[[ xX]\]|✓|✅)\s*`)
)

// clean takes emphasis and marks off a plan step.
func clean(text string) string {
	text = strings.TrimSpace(strings.ReplaceAll(text, "**", ""))
	return strings.TrimSpace(markBefore.ReplaceAllString(markAfter.ReplaceAllString(text, ""), ""))
}

// lines reads a list. Lines without a mark are prose, unless they are indented below an item.
func (p *planParser) lines(text string) []item {
	if strings.Contains(text, "#E") {
		if items := p.rewoo(text); len(items) > 0 {
			return items
		}
	}
	var items []item
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, " \t\r")
		if m := numberedLine.FindStringSubmatch(line); m != nil && m[3]+m[4] != "" && (m[1] == "" || m[3] != "" || len(items) == 0) {
			level := 0
			if m[3] != "" && len(items) > 0 {
				level = 1
			}
			items = appendItem(items, level, m[5])
			continue
		}
		if m := bulletLine.FindStringSubmatch(line); m != nil {
			if m[1] != "" && len(items) > 0 {
				items[len(items)-1].step.Description += "; " + clean(m[2])
				continue
			}
			items = appendItem(items, 0, m[2])
		}
	}
	return items
}

func appendItem(items []item, level int, text string) []item {
	if text = clean(text); text == "" {
		return items
	}
	return append(items, item{level: level, step: PlanStep{Description: text}})
}

// rewoo reads the form "Plan: why" and "#E1 = tool[input]". A name of an earlier line becomes a
// reference to its output.
func (p *planParser) rewoo(text string) []item {
	var items []item
	why := ""
	for line := range strings.SplitSeq(text, "\n") {
		if m := rewooPlan.FindStringSubmatch(line); m != nil {
			why = clean(m[1])
			continue
		}
		m := rewooLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		input := rewooName.ReplaceAllString(m[3], "{{E$1}}")
		one := item{id: "E" + m[1], step: PlanStep{Description: why}}
		call := m[2] + "[" + input + "]"
		if slices.Contains(p.Tools, m[2]) {
			one.step.Tool = m[2]
		}
		switch {
		case why == "":
			one.step.Description = call
		default:
			one.step.Description = why + ": " + call
		}
		why = ""
		items = append(items, one)
	}
	return items
}

// nest deals with parts of items: children with Depth 1, else plan steps of their own that begin with
// what they are parts of.
func (p *planParser) nest(items []item) []item {
	if p.Depth > 0 {
		return items
	}
	var flat []item
	for i, one := range items {
		parent := one.level == 0 && i+1 < len(items) && items[i+1].level == 1
		switch {
		case parent:
			p.report("the parts of %q were made plan steps", one.step.Description)
		case one.level == 1:
			for k := i - 1; k >= 0; k-- {
				if items[k].level == 0 {
					one.step.Description = items[k].step.Description + ": " + one.step.Description
					break
				}
			}
			one.level = 0
			flat = append(flat, one)
		default:
			flat = append(flat, one)
		}
	}
	return flat
}
