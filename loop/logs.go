package loop

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// ReadLog reads the log of one run, with one event per line. If a crash cut off the last line,
// ReadLog skips it; torn is its length in bytes, so that a writer can remove it before it
// continues. Any other line that is not an event is an error with the line number.
func ReadLog(r io.Reader) (events []Event, torn int, err error) {
	lines := newLogLines(r)
	for {
		e, err := lines.next()
		switch {
		case errors.Is(err, io.EOF):
			return events, lines.torn, nil
		case err == nil && e.Seq != len(events)+1:
			err = lines.missing(e)
		case err == nil:
			err = lines.check(e, events)
		}
		if err != nil {
			return nil, 0, err
		}
		events = append(events, e)
	}
}

// A Logged is one run from a log of several runs.
type Logged struct {
	Events []Event
	Line   int   // of its first event, from 1
	Offset int64 // of its first event, in bytes
	Bytes  int64 // of its complete lines, including line ends
}

// ReadLogs reads a log that may hold several runs, one after the other, and yields each as soon as it has
// read it. A run begins with event 1 and ends before the next event 1, or at the end of the log. A run
// may be unfinished. If a crash cut off the last line, ReadLogs skips it. An error names the first line
// that is not an event, or that does not follow the line before; the run of that line is not yielded.
func ReadLogs(r io.Reader) iter.Seq2[Logged, error] {
	return func(yield func(Logged, error) bool) {
		lines := newLogLines(r)
		var run Logged
		for {
			e, err := lines.next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err == nil && e.Seq == 1 {
				if len(run.Events) > 0 && !yield(run, nil) {
					return
				}
				run = Logged{Line: lines.line, Offset: lines.offset - lines.bytes}
			}
			if err == nil && e.Seq != len(run.Events)+1 {
				err = lines.missing(e)
			}
			if err == nil {
				err = lines.check(e, run.Events)
			}
			if err != nil {
				yield(Logged{}, err)
				return
			}
			run.Events = append(run.Events, e)
			run.Bytes += lines.bytes
		}
		if len(run.Events) > 0 {
			yield(run, nil)
		}
	}
}

// A logLines reads the lines of a log.
type logLines struct {
	reader *bufio.Reader
	line   int    // lines read so far
	offset int64  // bytes of them
	bytes  int64  // of the last one
	torn   int    // bytes of a last line without its end
	lost   string // a member that the last one must have and has not, as a path; "" if there is none
}

func newLogLines(r io.Reader) *logLines { return &logLines{reader: bufio.NewReader(r)} }

// next returns the event of the next whole line, or io.EOF.
func (l *logLines) next() (Event, error) {
	text, err := bounded.ReadLine(l.reader, maxLogLine)
	switch {
	case errors.As(err, new(*bounded.TooLargeError)):
		return Event{}, fmt.Errorf("loop: log: line %d: %w, too much for an event", l.line+1, err)
	case errors.Is(err, io.EOF):
		l.torn = len(text)
		return Event{}, io.EOF
	case err != nil:
		return Event{}, fmt.Errorf("loop: log: %w", err)
	}
	l.line++
	l.bytes = int64(len(text))
	l.offset += l.bytes
	if version := gjson.GetBytes(text, "run.version"); version.Type == gjson.Number && version.Int() != LogVersion {
		return Event{}, fmt.Errorf("loop: log: line %d: the log is of version %d, and this program reads version %d; make the run again",
			l.line, version.Int(), LogVersion)
	}
	var e Event
	if err := json.Unmarshal(text, &e); err != nil {
		return Event{}, fmt.Errorf("loop: log: line %d: %w", l.line, err)
	}
	l.lost = lostMember(text, e.Kind)
	return e, nil
}

// maxLogLine bounds a line of a log, in bytes. What tools and models say is cut long before.
const maxLogLine = 64_000_000

// written lists the members that a writer of the format always writes and a run is repeated from, by
// the kind of their event, as paths in its line.
var written = map[EventKind][]string{
	RunStarted:  {"run.task"},
	Masked:      {"masked.rule", "masked.names"},
	Asked:       {"ask.id", "ask.role", "ask.model", "ask.messages", "ask.schema", "ask.choices"},
	Replied:     {"reply.id", "reply.role", "reply.model", "reply.text", "reply.finish"},
	Failed:      {"failure.id", "failure.role", "failure.model", "failure.problem", "failure.then"},
	Decided:     {"decision.kind"},
	CallStarted: {"call.id", "call.tool", "call.args", "call.key"},
	Observed:    {"observation.id", "observation.ok"},
	Finished:    {"result.outcome"},
}

// lostMember returns the first of the members that text must have and has not, or "". A name in which a
// byte was changed is such a one: what stands behind it would otherwise count as empty.
func lostMember(text []byte, kind EventKind) string {
	paths := written[kind]
	for i, found := range gjson.GetManyBytes(text, paths...) {
		if !found.Exists() {
			return paths[i]
		}
	}
	return ""
}

func (l *logLines) missing(e Event) error {
	return fmt.Errorf("loop: log: line %d: it is event %d; lines are missing", l.line, e.Seq)
}

// check reports why e, which was just read, cannot come after the events before it.
func (l *logLines) check(e Event, before []Event) error {
	switch {
	case (e.Seq == 1) != (e.Kind == RunStarted) || e.Kind == RunStarted && e.Run == nil:
		return fmt.Errorf("loop: log: line %d: it does not start a run", l.line)
	case e.Kind == RunStarted && e.Run.Version != LogVersion:
		return fmt.Errorf("loop: log: line %d: the run has no version", l.line)
	case !e.complete():
		return fmt.Errorf("loop: log: line %d: a %q event without its data", l.line, e.Kind)
	case e.Kind == Observed && !decided(before):
		return fmt.Errorf("loop: log: line %d: an observation before any decision", l.line)
	case len(before) > 0 && before[len(before)-1].Kind == Finished:
		return fmt.Errorf("loop: log: line %d: an event after the end of its run", l.line)
	case l.lost != "":
		return fmt.Errorf("loop: log: line %d: a %q without %s", l.line, e.Kind, l.lost)
	}
	return nil
}

// complete reports whether the field that belongs to e's kind is set.
func (e Event) complete() bool {
	switch e.Kind {
	case RunStarted:
		return e.Run != nil
	case Masked:
		return e.Masked != nil
	case Asked:
		return e.Ask != nil
	case Replied:
		return e.Reply != nil
	case Failed:
		return e.Failure != nil
	case Decided:
		return e.Decision != nil && decisionComplete(*e.Decision)
	case Planned:
		return e.Plan != nil
	case PlanStepped:
		return e.PlanStep != nil
	case CallStarted:
		return e.Call != nil
	case Observed:
		return e.Observation != nil && (e.Observation.OK || e.Observation.Error != nil)
	case Noted:
		return e.Note != nil
	case Interrupted:
		return e.Interrupt != nil && e.Interrupt.complete()
	case Resumed:
		return e.Resume != nil
	case Finished:
		return e.Result != nil
	default:
		return false
	}
}

func decided(events []Event) bool {
	for _, e := range events {
		if e.Kind == Decided && (e.Decision.Role == model.Executor || e.Decision.Kind == planner.ActDecision ||
			e.Decision.Kind == planner.DraftDecision) {
			return true
		}
	}
	return false
}

// decisionComplete reports whether a decision has what the fold of its kind reads.
func decisionComplete(d planner.Decision) bool {
	switch d.Kind {
	case planner.PlanDecision:
		return d.Plan != nil
	case planner.VerdictDecision, planner.RestartDecision:
		return d.Verdict != nil
	case planner.ReplanDecision:
		return d.End != nil
	default:
		return true
	}
}
