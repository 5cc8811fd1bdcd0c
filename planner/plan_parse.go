package planner

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// maxPlanText is how much text parsePlan reads, in bytes.
const maxPlanText = 64 << 10

// parseOptions say what parsePlan may find.
type parseOptions struct {
	Most   int      // the maximum number of plan steps; 0 means 8
	Tools  []string // the names of tools; any other name in a line is not taken as one
	Static bool     // keep complete arguments; else they are dropped and reported
	Depth  int      // 1 keeps numbered parts of a plan step as its children; 0 joins them
	Last   bool     // the model is not asked again: of a list that was cut off, the complete items count
}

// A parsedPlan is what parsePlan found: plan steps in order, with the ids s1, s2, …, all pending.
type parsedPlan struct {
	Facts    string
	Steps    []PlanStep
	Cut      []string // descriptions beyond the ceiling
	Reported []string // what was dropped, flattened, joined or renamed
}

// parsePlan reads a plan from the text of a model that no grammar could bind, or of a person: JSON as it
// stands, in a fence, after prose or inside a JSON string; else a numbered or bulleted list. A plan
// that does not say what depends on what is a chain. A plan cannot declare its own success: marks such
// as "[x]" are taken off.
//
// The error is a [*Refusal]: CodeEmptyPlan for a plan without plan steps, CodeNotAPlan for anything
// else, with what was found in its place.
func parsePlan(text string, o parseOptions) (parsedPlan, error) {
	if len(text) > maxPlanText {
		return parsedPlan{}, notAPlan(phrases.Say("long plan", "Bytes", len(text), "Most", maxPlanText))
	}
	p := planParser{parseOptions: o, aliases: map[string]string{}}
	text = strings.TrimPrefix(strings.ToValidUTF8(text, "\uFFFD"), "\uFEFF")
	if before, after, ok := strings.Cut(text, "</think>"); ok && strings.HasPrefix(strings.TrimSpace(before), "<think>") {
		text = after
	}
	text = strings.TrimSpace(text)
	if text == "" {
		return parsedPlan{}, emptyPlan()
	}
	items, err := p.find(text)
	if err != nil {
		return parsedPlan{}, err
	}
	return p.finish(items)
}

func notAPlan(problem string) error { return &Refusal{Code: CodeNotAPlan, Problem: problem} }

func emptyPlan() error {
	return &Refusal{Code: CodeEmptyPlan, Problem: phrases.Say("empty plan")}
}

type planParser struct {
	parseOptions
	facts    string
	reported []string
	aliases  map[string]string // ids as written, to ids; only looked up
	depends  bool              // some plan step says, or shows by a reference, what it depends on
}

func (p *planParser) report(format string, args ...any) {
	p.reported = append(p.reported, fmt.Sprintf(format, args...))
}

// An item is a plan step as it was written.
type item struct {
	id    string
	level int // 1 for a part of the item before it
	step  PlanStep
}

var fence = regexp.MustCompile("(?s)```[^\n`]*\n(.*?)```")

// find looks for a plan in the places where models put one, in order.
func (p *planParser) find(text string) ([]item, error) {
	if gjson.Valid(text) {
		return p.value(gjson.Parse(text), 2)
	}
	for _, block := range fence.FindAllStringSubmatch(text, -1) {
		inner := strings.TrimSpace(block[1])
		if gjson.Valid(inner) {
			if items, err := p.value(gjson.Parse(inner), 2); err == nil {
				return items, nil
			}
		} else if items := p.lines(inner); len(items) > 0 {
			return items, nil
		}
	}
	for _, value := range balanced(text) {
		trial := *p
		if items, err := trial.value(gjson.Parse(value), 2); err == nil {
			*p = trial
			return items, nil
		}
	}
	if text[0] == '[' || text[0] == '{' {
		return p.cutOff(text)
	}
	if items := p.lines(text); len(items) > 0 {
		return items, nil
	}
	return nil, notAPlan(phrases.Say("no list", "Text", Truncate(text, 60)))
}

// balanced returns the outermost JSON arrays and objects in text, in order.
func balanced(text string) []string {
	var list []string
	for i := 0; i < len(text); i++ {
		if text[i] != '[' && text[i] != '{' {
			continue
		}
		d := json.NewDecoder(strings.NewReader(text[i:]))
		var v json.RawMessage
		if d.Decode(&v) == nil {
			list = append(list, string(v))
			i += int(d.InputOffset()) - 1
		}
		if len(list) == 64 {
			break
		}
	}
	return list
}

// cutOff deals with JSON that ends too early.
func (p *planParser) cutOff(text string) ([]item, error) {
	if !p.Last {
		return nil, notAPlan(phrases.Say("cut plan"))
	}
	d := json.NewDecoder(strings.NewReader(text[strings.IndexByte(text+"[", '['):]))
	if _, err := d.Token(); err != nil {
		return nil, notAPlan(phrases.Say("cut before steps"))
	}
	var list []item
	for d.More() {
		var v json.RawMessage
		if d.Decode(&v) != nil {
			break
		}
		list = p.element(list, gjson.ParseBytes(v))
	}
	if len(list) == 0 {
		return nil, notAPlan(phrases.Say("cut before steps"))
	}
	p.report("the plan was cut off after %d plan steps", len(list))
	return list, nil
}

// value reads a JSON value that should be a plan. unwrap is how many strings may stand around it.
func (p *planParser) value(v gjson.Result, unwrap int) ([]item, error) {
	switch {
	case v.Type == gjson.String:
		inner := strings.TrimSpace(v.Str)
		if unwrap > 0 && gjson.Valid(inner) {
			return p.value(gjson.Parse(inner), unwrap-1)
		}
		if items := p.lines(inner); len(items) > 0 {
			return items, nil
		}
		return nil, notAPlan(phrases.Say("text without list", "Text", Truncate(inner, 60)))
	case v.IsArray():
		return p.array(v)
	case v.IsObject():
		return p.object(v)
	}
	return nil, notAPlan(phrases.Say("no plan type", "Type", strings.ToLower(v.Type.String())))
}

func (p *planParser) array(v gjson.Result) ([]item, error) {
	list := v.Array()
	if len(list) == 0 {
		return nil, emptyPlan()
	}
	var items []item
	for _, e := range list {
		items = p.element(items, e)
	}
	if len(items) == 0 {
		return nil, notAPlan(phrases.Say("no plan steps", "Reported", strings.Join(p.reported, "; ")))
	}
	return items, nil
}

// element adds the plan step that a JSON value is, if it is one.
func (p *planParser) element(items []item, e gjson.Result) []item {
	switch {
	case e.Type == gjson.String:
		if inner := strings.TrimSpace(e.Str); gjson.Valid(inner) && gjson.Parse(inner).IsObject() {
			return p.element(items, gjson.Parse(inner))
		}
		if text := clean(e.Str); text != "" {
			items = append(items, item{step: PlanStep{Description: text}})
		}
		return items
	case e.IsArray():
		p.report("%s", phrases.Say("flattened"))
		for _, inner := range e.Array() {
			items = p.element(items, inner)
		}
		return items
	case e.IsObject():
		if one, ok := p.step(e); ok {
			return append(items, one)
		}
	}
	p.report("%s", phrases.Say("dropped", "Text", Truncate(e.Raw, 60)))
	return items
}

// stepNames are the members that say what a plan step is, in the order in which they count.
var stepNames = []string{"description", "step", "name", "intent", "instructions"}

func (p *planParser) step(e gjson.Result) (item, bool) {
	one := item{id: e.Get("id").String(), step: PlanStep{Tool: e.Get("tool").Str, Expected: e.Get("expected").Str,
		Expand: e.Get("expand").Type == gjson.True}}
	for _, name := range stepNames {
		if v := e.Get(name); one.step.Description == "" && v.Type == gjson.String {
			one.step.Description = clean(v.Str)
		}
	}
	args := e.Get("tool_args")
	if !args.IsObject() {
		args = e.Get("args")
	}
	if one.step.Description == "" && one.step.Tool != "" {
		one.step.Description = strings.TrimSpace(one.step.Tool + " " + args.Raw)
	}
	if args.IsObject() {
		one.step.Args = json.RawMessage(args.Raw)
	}
	if deps := e.Get("depends_on"); deps.Exists() {
		p.depends = true
		for _, d := range deps.Array() {
			one.step.DependsOn = append(one.step.DependsOn, d.String())
		}
	}
	if when := e.Get("when"); when.IsObject() && when.Get("of").Exists() {
		one.step.When = &Condition{Of: when.Get("of").String(), Path: when.Get("path").Str, Value: json.RawMessage(when.Get("value").Raw)}
	}
	return one, one.step.Description != ""
}

func (p *planParser) object(v gjson.Result) ([]item, error) {
	p.facts = v.Get("facts").Str
	for _, name := range []string{"steps", "plan"} {
		if list := v.Get(name); list.IsArray() {
			return p.array(list)
		}
	}
	if one, ok := p.step(v); ok {
		return []item{one}, nil
	}
	var items []item
	numbered := true
	v.ForEach(func(name, e gjson.Result) bool {
		if _, err := strconv.Atoi(name.Str); err != nil {
			numbered = false
			return false
		}
		items = p.element(items, e)
		return true
	})
	if !numbered || len(items) == 0 {
		return nil, notAPlan(phrases.Say("object without steps", "Text", Truncate(v.Raw, 60)))
	}
	return items, nil
}

// finish gives items their ids, and everything that refers to them.
func (p *planParser) finish(items []item) (parsedPlan, error) {
	items = p.nest(items)
	if len(items) == 0 {
		return parsedPlan{}, emptyPlan()
	}
	out := parsedPlan{Facts: p.facts}
	most := cmp.Or(p.Most, defaultPlanSteps)
	top, part := 0, 0
	for i := range items {
		one := &items[i]
		p.depends = p.depends || len(references(one.step.Description+string(one.step.Args))) > 0
		if one.level == 0 {
			top, part = top+1, 0
			one.step.ID = "s" + strconv.Itoa(top)
		} else {
			part++
			one.step.ID = fmt.Sprintf("s%d.%d", top, part)
		}
		p.aliases[strconv.Itoa(top)] = "s" + strconv.Itoa(top)
		if one.id != "" && one.id != one.step.ID {
			p.aliases[one.id] = one.step.ID
			p.report("%s is %s", one.id, one.step.ID)
		}
		if top > most {
			out.Cut = append(out.Cut, one.step.Description)
		}
	}
	before := ""
	for _, one := range items {
		if n, _, _ := strings.Cut(one.step.ID[1:], "."); atoi(n) > most {
			break
		}
		out.Steps = append(out.Steps, p.linked(one.step, before))
		if one.level == 0 {
			before = one.step.ID
		}
	}
	out.Reported = p.reported
	return out, nil
}

func atoi(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// linked is a plan step whose references and dependencies name ids, and which waits for the one before
// it where the plan does not say.
func (p *planParser) linked(s PlanStep, before string) PlanStep {
	s.Status = StepPending
	s.Description = Truncate(p.renamed(s.Description), maxDescription)
	if s.Args != nil {
		if s.Args = json.RawMessage(p.renamed(string(s.Args))); !p.Static {
			p.report("the arguments of %s were dropped", s.ID)
			s.Args = nil
		}
	}
	s.DependsOn = slices.Clone(s.DependsOn)
	for i, d := range s.DependsOn {
		if id, ok := p.aliases[d]; ok {
			s.DependsOn[i] = id
		}
	}
	if s.When != nil {
		if id, ok := p.aliases[s.When.Of]; ok {
			s.When.Of = id
		}
	}
	s = s.withDependencies()
	if !p.depends && len(s.DependsOn) == 0 && before != "" && !strings.Contains(s.ID, ".") {
		s.DependsOn = []string{before}
	}
	return s
}

// renamed replaces the names in references by ids.
func (p *planParser) renamed(text string) string {
	return anyReference.ReplaceAllStringFunc(text, func(m string) string {
		name, path, dotted := strings.Cut(strings.Trim(m, "{} "), ".")
		id, ok := p.aliases[name]
		switch {
		case !ok:
			return m
		case dotted:
			return "{{" + id + "." + path + "}}"
		}
		return "{{" + id + "}}"
	})
}
