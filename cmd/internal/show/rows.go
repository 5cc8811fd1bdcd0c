package show

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A Row is what people see of one event: in a terminal its lines, on a page its lines with its plan and its tokens.
type Row struct {
	Seq          int
	Kind         loop.EventKind
	Time         time.Time
	At           time.Duration // since the run began
	N            int           // the number of a decision; 0: it has none
	Lane         string        // the plan step that it is about
	Lines        []Line
	Plan, Before *planner.Plan   // a plan, and the one that it came after; nil: there is none
	Reply        *loop.ReplyInfo // of a model that was asked
}

// A LineKind is what a line tells.
type LineKind string

// The kinds of lines.
const (
	TaskLine     LineKind = "task"
	LeashLine    LineKind = "leash"  // what may be chosen
	EffectLine   LineKind = "effect" // what a rule took from that
	CostLine     LineKind = "cost"
	ThoughtLine  LineKind = "thought"
	CallLine     LineKind = "call"
	AnswerLine   LineKind = "answer" // what ends a run or a plan step
	OutputLine   LineKind = "output"
	ProblemLine  LineKind = "bad"
	QuestionLine LineKind = "question"
	PlanLine     LineKind = "plan" // about a plan
	StepLine     LineKind = "step" // a step of one
	EndLine      LineKind = "end"
	NoteLine     LineKind = "note" // anything else
)

// A Line is one line of a row: Head, then Format with Args, then Names, then Tail.
type Line struct {
	Kind   LineKind
	Head   string
	Format string // in English
	Args   []any
	Names  []Name
	Tail   string
	Detail bool // only who wants to see everything wants to see it
}

// A Name is that of a tool or of another choice, with what a rule did to it.
type Name struct{ Text, Mark string }

// The marks of names.
const (
	Free     = "may"
	Narrowed = "less-of" // it is left, with fewer arguments or values
	Removed  = "gone"
)

// A Number is a number of things, as an argument of a line.
type Number struct {
	N    int
	Noun string // in English, of a single one
}

// String returns the number with the noun.
func (c Number) String() string { return cli.Plural(c.N, c.Noun) }

// String returns the line in English.
func (l Line) String() string {
	var names []string
	for _, n := range l.Names {
		names = append(names, n.Text)
	}
	parts := []string{l.Head, fmt.Sprintf(l.Format, l.Args...), strings.Join(names, ", "), l.Tail}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

// say returns a line of text.
func say(kind LineKind, format string, args ...any) Line {
	return Line{Kind: kind, Format: format, Args: args}
}

// detail returns a line that only a whole trace has.
func detail(kind LineKind, format string, args ...any) Line {
	return Line{Kind: kind, Format: format, Args: args, Detail: true}
}

// headed returns a line of text with what it is about.
func headed(kind LineKind, head, text string) Line {
	return Line{Kind: kind, Head: head, Format: "%s", Args: []any{text}}
}

// Rows turns the events of runs, which it takes in their order, into rows.
type Rows struct {
	start time.Time
	steps int                      // decisions of the executor so far
	masks []loop.MaskInfo          // since the last request
	asked map[string]loop.AskInfo  // requests, by id
	plans map[string]*planner.Plan // the last ones: that of the run under "", and those within plan steps
	lanes map[string]string        // of calls, by id
}

// Row returns what is shown of an event; false for nothing.
func (t *Rows) Row(e loop.Event) (Row, bool) {
	if e.Kind == loop.RunStarted || t.asked == nil {
		*t = Rows{start: e.Time, asked: map[string]loop.AskInfo{}, plans: map[string]*planner.Plan{},
			lanes: map[string]string{}}
	}
	r := Row{Seq: e.Seq, Kind: e.Kind, Time: e.Time, At: max(0, e.Time.Sub(t.start))}
	switch e.Kind {
	case loop.RunStarted:
		r.started(*e.Run)
	case loop.Masked:
		t.masks = append(t.masks, *e.Masked)
	case loop.Asked:
		t.ask(&r, *e.Ask)
	case loop.Replied:
		r.Reply, r.Lane = e.Reply, e.Reply.Lane
		t.replied(&r, *e.Reply)
	case loop.Failed:
		r.Lane = e.Failure.Lane
		r.cost(t.asked[e.Failure.ID], e.Failure.PromptTokens, e.Failure.OutputTokens, e.Failure.MS)
		problem := "no reply that fits: %s (%s)"
		if e.Failure.Fault != "" {
			problem = "no reply: %s (%s)"
		}
		r.add(say(ProblemLine, problem, e.Failure.Problem, strings.ReplaceAll(e.Failure.Then, "_", " ")))
	case loop.Decided:
		t.decided(&r, *e.Decision)
	case loop.Planned:
		t.planned(&r, e.Within, *e.Plan)
	case loop.PlanStepped:
		t.stepped(&r, e.Within, *e.PlanStep)
	case loop.CallStarted:
		if e.Call.Proposed != nil {
			r.add(detail(NoteLine, "a person changed it to %s %s", e.Call.Tool, e.Call.Args))
		}
	case loop.Observed:
		r.Lane = t.lanes[e.Observation.ID]
		if e.Observation.OK {
			r.add(headed(OutputLine, "=", string(e.Observation.Output)))
		} else {
			r.add(headed(ProblemLine, "=", e.Observation.Error.Class+": "+e.Observation.Error.Message))
		}
		if e.Observation.Cached {
			r.add(detail(NoteLine, "from the log"))
		}
		if e.Observation.Remark != "" {
			r.add(say(NoteLine, "%s", cli.OneLine(e.Observation.Remark)))
		}
	case loop.Noted:
		r.add(detail(NoteLine, "note: %s", cli.OneLine(e.Note.Text)))
	case loop.Interrupted:
		r.add(detail(QuestionLine, "waits: %s", Question(*e.Interrupt)))
	case loop.Resumed:
		r.add(detail(NoteLine, "resumed%s", replyText(e.Resume.Reply)))
	case loop.Finished:
		r.ended(*e.Result)
	}
	return r, r.Lines != nil || r.Reply != nil
}

func (r *Row) add(lines ...Line) { r.Lines = append(r.Lines, lines...) }

// Folded says that a run reads less of the first turns of its conversation, of a [Number] of questions.
const Folded = "The model's context fills: of the first %v it reads no more than question and answer."

// started shows the task of a run, and what of its settings no flag need have asked for.
func (r *Row) started(run loop.RunInfo) {
	r.add(say(TaskLine, "%s", run.Task))
	if run.Folded > 0 {
		r.add(say(NoteLine, Folded, Number{run.Folded, "question"}))
	}
	for _, line := range roleLines(run) {
		r.add(say(NoteLine, "%s", line))
	}
	if run.Config.Parent != "" {
		r.add(say(NoteLine, "again, by %s", logs.ModelOf(run)))
	}
}

// ask shows what the model of a request may write, and what rules took from that.
func (t *Rows) ask(r *Row, a loop.AskInfo) {
	t.asked[a.ID] = a
	r.Lane = a.Lane
	leash := Line{Kind: LeashLine, Format: "allowed:"}
	for _, name := range a.Choices {
		leash.Names = append(leash.Names, Name{name, Free})
	}
	switch writes, isOther := writes[a.Role]; {
	case a.Choices == nil && isOther:
		leash.Names, leash.Tail = []Name{{writes, Free}}, fmt.Sprintf("(%s)", a.Role)
	case a.Choices == nil:
		leash.Names = []Name{{"any JSON object", Free}}
	case a.Lane != "":
		leash.Tail = fmt.Sprintf("(for %s)", a.Lane)
	case a.Role != model.Executor:
		leash.Tail = fmt.Sprintf("(%s)", a.Role)
	}
	r.add(leash)
	if a.Attempt > 1 || a.Repair > 0 { // the same request again
		r.add(detail(NoteLine, "attempt %d, repair %d:", a.Attempt, a.Repair))
		return
	}
	for _, line := range effects(t.masks, a.Choices) {
		r.add(line)
		for i, name := range leash.Names {
			if line.Names[0].Mark == Narrowed && slices.Contains(line.Names, Name{name.Text, Narrowed}) {
				leash.Names[i].Mark = Free + " " + Narrowed
			}
		}
	}
	t.masks = nil
}

// replied shows what a reply cost.
func (t *Rows) replied(r *Row, reply loop.ReplyInfo) {
	if reply.Forced {
		r.add(say(NoteLine, "no choice was left: no model was asked"))
		t.masks = nil
		return
	}
	r.cost(t.asked[reply.ID], reply.PromptTokens, reply.OutputTokens, reply.MS)
}

// cost shows what a request held and what it cost.
func (r *Row) cost(a loop.AskInfo, read, written int, ms int64) {
	r.add(detail(CostLine, "schema of %d bytes · prompt of %d bytes · %d tokens read, %d written · %d ms", a.SchemaBytes,
		a.PromptBytes, read, written, ms))
}

// ended shows how the run ended.
func (r *Row) ended(result loop.Result) {
	end := detail(EndLine, "· %v · %v · %v · %d ms", Number{result.Counters.Steps, "step"}, Number{result.Counters.ToolCalls, "tool call"},
		Number{result.Counters.Tokens, "token"}, result.Counters.WallMS)
	end.Head = string(result.Outcome)
	if result.Outcome != loop.Final {
		end.Head += " (" + string(result.Reason) + ")"
	}
	if result.Forced != "" {
		end.Head += " · forced to answer (" + result.Forced + ")"
	}
	r.add(end)
	for _, more := range append(result.Warnings, result.Error, Bound(result)) {
		if more != "" {
			r.add(detail(NoteLine, "%s", cli.OneLine(more)))
		}
	}
}

// effects returns lines for what each rule of masks, which came before a request, took from it. choices are what is left.
func effects(masks []loop.MaskInfo, choices []string) []Line {
	var removed, narrowed []Line
	for _, m := range masks {
		for _, name := range m.Names {
			tool, _, argument := strings.Cut(name, ".")
			switch {
			case name == planner.FinalAnswer && slices.Contains(choices, stepFailed):
				// a plan step has its own ways to end; there was no answer to remove
			case !argument && !slices.Contains(choices, name):
				removed = effect(removed, "removed by %s:", m.Rule, Name{name, Removed})
			default:
				narrowed = effect(narrowed, "narrowed by %s:", m.Rule, Name{tool, Narrowed})
			}
		}
	}
	return append(removed, narrowed...)
}

// effect adds a name to the line of its rule.
func effect(list []Line, format, rule string, name Name) []Line {
	i := slices.IndexFunc(list, func(l Line) bool { return l.Args[0] == rule })
	if i < 0 {
		list, i = append(list, say(EffectLine, format, rule)), len(list)
	}
	if !slices.Contains(list[i].Names, name) {
		list[i].Names = append(list[i].Names, name)
	}
	return list
}

// stepFailed is how an executor gives up a plan step: where it may, a plan step is what it decides for.
const stepFailed = "step_failed"

// decided shows a decision: the executor's with its number, those of other roles without.
func (t *Rows) decided(r *Row, d planner.Decision) {
	if r.Lane = d.Lane; d.Role == model.Executor {
		t.steps++
		r.N = t.steps
	}
	if d.Thought != "" {
		r.add(say(ThoughtLine, "%s", cli.OneLine(d.Thought)))
	}
	for _, c := range d.Calls {
		r.add(headed(CallLine, c.Tool, string(c.Args)))
		t.lanes[c.ID] = r.Lane
	}
	switch {
	case d.Kind == planner.FinalDecision && d.Role == "":
		r.add(say(NoteLine, "the answer stands"))
	case d.Kind == planner.FinalDecision, d.Kind == planner.DraftDecision:
		r.add(headed(AnswerLine, planner.FinalAnswer, string(d.Answer)))
	case d.Report() != nil:
		r.reported(*d.Report())
	case d.Kind == planner.ReplanDecision:
		r.add(headed(AnswerLine, "replan:", cli.OneLine(d.End.Problem)))
	case d.Kind == planner.PlanDecision && d.Role != "":
		t.proposed(r, d.Within(), string(d.Role), *d.Plan)
	case d.Kind == planner.VerdictDecision, d.Kind == planner.RestartDecision:
		t.verdict(r, d)
	}
}

// reported shows what an executor says of its plan step.
func (r *Row) reported(s planner.StepChange) {
	if s.Status != planner.StepDone {
		r.add(headed(AnswerLine, "step_failed:", cli.OneLine(s.Reason)))
		return
	}
	cited := ""
	if len(s.Evidence) > 0 {
		cited = " (" + strings.Join(s.Evidence, ", ") + ")"
	}
	r.add(headed(AnswerLine, "step_done"+cited+":", cli.OneLine(gjson.ParseBytes(s.Output).String())))
}

// roleLines say who plays the roles of a run that another model plays than the executor's, or in another way.
func roleLines(run loop.RunInfo) (lines []string) {
	usual := logs.ModelOf(run)
	for _, role := range model.Roles {
		names, own := run.Models[role], run.Roles[role]
		var parts []string
		for i, name := range names {
			if i < len(own.Settings) && own.Settings[i] != "" {
				name += " " + own.Settings[i]
			}
			parts = append(parts, name)
		}
		text := strings.Join(parts, ", else ")
		if own.Temperature != nil {
			text += fmt.Sprintf(", temperature %v", *own.Temperature)
		}
		if own.ReplyTokens > 0 {
			text += fmt.Sprintf(", %d tokens a reply at most", own.ReplyTokens)
		}
		if len(names) > 0 && text != usual {
			lines = append(lines, string(role)+": "+text)
		}
	}
	return lines
}
