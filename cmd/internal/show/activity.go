package show

import (
	"fmt"
	"sync"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

// A Phase is what a run is busy with.
type Phase string

// The phases of a run.
const (
	Starting Phase = "starting"
	Waiting  Phase = "waiting" // for the first piece of a reply: the model is loaded, or reads
	Thinking Phase = "thinking"
	Writing  Phase = "writing"
	Calling  Phase = "calling" // a tool
	Retrying Phase = "retrying"
)

// Doing is what runs on one input are doing at a moment.
type Doing struct {
	Phase   Phase
	Run     int        // the run, from 1
	Step    int        // the decision that is being made, from 1
	Role    model.Role // who is asked
	Model   string     // that is asked
	Tool    string     // that is called
	Tokens  int        // written since the first run began; of a reply that is still written, the pieces of it that came
	Text    string     // what the model has written of its reply
	Elapsed time.Duration
}

// An Activity follows the events of runs, and says what they are doing. It is safe for concurrent use.
type Activity struct {
	mu    sync.Mutex // guards what follows
	start time.Time
	now   Doing
	known []string
	calls map[string]string // without what they gave, by id
	whole int               // tokens of the replies that have ended
}

// NewActivity returns an activity that begins now.
func NewActivity() *Activity {
	return &Activity{start: time.Now(), now: Doing{Phase: Starting}, calls: map[string]string{}}
}

// Event takes the next event.
func (a *Activity) Event(e loop.Event) {
	a.mu.Lock()
	defer a.mu.Unlock()
	d := &a.now
	switch e.Kind {
	case loop.RunStarted:
		d.Phase, d.Run, d.Step, d.Text = Starting, d.Run+1, 1, ""
		a.known = nil
	case loop.Asked:
		d.Phase, d.Role, d.Model, d.Text = Waiting, e.Ask.Role, e.Ask.Model, ""
	case loop.Delta:
		d.Phase = Writing
		if e.Delta.Text == "" {
			d.Phase = Thinking
		}
		d.Text += e.Delta.Text
		d.Tokens++
	case loop.Replied:
		a.replied(e.Reply.OutputTokens)
	case loop.Failed:
		a.replied(e.Failure.OutputTokens)
		d.Phase = Retrying
	case loop.Decided:
		if e.Decision.Role == model.Executor {
			d.Step++
		}
	case loop.CallStarted:
		d.Phase, d.Tool = Calling, e.Call.Tool
		a.calls[e.Call.ID] = fmt.Sprintf("%s %s", e.Call.Tool, e.Call.Args)
	case loop.Observed:
		if call, ok := a.calls[e.Observation.ID]; ok && e.Observation.OK {
			a.known = append(a.known, fmt.Sprintf("%s = %s", call, e.Observation.Output))
		}
	}
}

// replied counts the tokens of a reply that has ended. A model that does not count them has written as many as pieces came.
func (a *Activity) replied(tokens int) {
	if tokens == 0 {
		tokens = a.now.Tokens - a.whole
	}
	a.whole += tokens
	a.now.Tokens, a.now.Text = a.whole, ""
}

// Doing returns what the runs are doing now.
func (a *Activity) Doing() Doing {
	a.mu.Lock()
	defer a.mu.Unlock()
	d := a.now
	d.Elapsed = time.Since(a.start)
	return d
}

// Known returns what the calls of the run that began last have given, one line each.
func (a *Activity) Known() (lines []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, line := range a.known {
		lines = append(lines, cli.OneLine(line))
	}
	return lines
}
