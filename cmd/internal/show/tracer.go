// Package show shows people what runs do and how far work is.
//
// [Rows] turns the events of a run into rows: what the grammar allowed, what each rule removed or narrowed, decisions,
// observations and plans. A [Tracer] prints them as they happen, and pages show the same rows. An [Activity] says what runs
// are doing at the moment, and a [Live] line shows it in a terminal. A [Bar] shows progress on standard error, and a
// [Progress] that of work on a known number of inputs.
package show

import (
	"fmt"
	"io"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
)

// A Tracer prints runs as they happen.
type Tracer struct {
	out     io.Writer
	whole   bool // it leaves out nothing
	rows    Rows
	allowed string // what the grammar held when it was last shown
	effects string // and what rules had taken from it
}

// NewTracer returns a tracer that writes to out what has changed from one step to the next. What cannot be written is not
// reported: the trace is where it would be.
func NewTracer(out io.Writer) *Tracer { return &Tracer{out: out} }

// NewVerboseTracer returns a tracer that shows every event: also what each request held and cost, and each break.
func NewVerboseTracer(out io.Writer) *Tracer { return &Tracer{out: out, whole: true} }

// Say prints one line.
func (t *Tracer) Say(format string, args ...any) {
	_, _ = fmt.Fprintln(t.out, cli.Printable(fmt.Sprintf(format, args...)))
}

// Past takes an event that is not shown, for those after it.
func (t *Tracer) Past(e loop.Event) { t.rows.Row(e) }

// Event shows what is worth showing of an event.
func (t *Tracer) Event(e loop.Event) {
	if e.Kind == loop.RunStarted {
		t.allowed, t.effects = "", ""
	}
	r, _ := t.rows.Row(e)
	const blank = "     "
	margin := blank
	if r.N > 0 {
		margin = fmt.Sprintf("%3d  ", r.N)
	}
	for _, line := range t.news(r, e) {
		text := line.String()
		switch line.Kind {
		case TaskLine, EndLine:
			margin = ""
		case PlanLine, StepLine:
			margin = blank + "  "
		case ThoughtLine, CallLine, AnswerLine, OutputLine, ProblemLine:
			if r.Lane != "" && e.Failure == nil {
				text = "[" + r.Lane + "] " + text
			}
		}
		t.Say("%s%s", margin, text)
		if margin = blank; r.Kind == loop.Finished {
			margin = "  "
		}
	}
}

// news returns the lines of a row that are shown: of what may be chosen only what is other than at the last request, unless
// the whole trace is wanted.
func (t *Tracer) news(r Row, e loop.Event) []Line {
	if t.whole {
		return r.Lines
	}
	var list, taken []Line
	text := ""
	for _, line := range r.Lines {
		switch {
		case line.Detail:
		case line.Kind == EffectLine:
			taken = append(taken, line)
			text += line.String() + "\n"
		case line.Kind != LeashLine:
			list = append(list, line)
		case line.String() != t.allowed:
			t.allowed = line.String()
			list = append(list, line)
		}
	}
	if a := e.Ask; a != nil && a.Attempt == 1 && a.Repair == 0 { // else it is the same request again
		if text != t.effects {
			list = append(list, taken...)
		}
		t.effects = text
	}
	return list
}

// A Brief is a trace without what the grammar held: decisions, and what came of them.
type Brief struct {
	text   strings.Builder
	tracer *Tracer
}

// NewBrief returns a trace of nothing.
func NewBrief() *Brief {
	b := &Brief{}
	b.tracer = NewTracer(&b.text)
	return b
}

// Event takes the next event.
func (b *Brief) Event(e loop.Event) {
	switch e.Kind {
	case loop.Decided, loop.Observed, loop.Failed, loop.PlanStepped:
		b.tracer.Event(e)
	}
}

// Lines returns the trace.
func (b *Brief) Lines() []string {
	if b.text.Len() == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(b.text.String(), "\n"), "\n")
}
