package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// showCommand shows one run.
func showCommand(c *console, s *settings) *cobra.Command {
	return &cobra.Command{
		Use:  "show ID",
		Args: ids(1, "tutor runs show essays-0a1b2c3d:3"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := findRun(c, s, args[0])
			if err != nil {
				return err
			}
			text := []byte(story(c, r))
			if s.json {
				if text, err = r.Text(); err != nil {
					return misuse("cannot read %s: %v", r.File, cause(err))
				}
			}
			_, err = c.out.Write(text)
			return err
		},
	}
}

// story tells a whole run.
func story(c *console, r logs.Run) string {
	var text bytes.Buffer
	page := *c // the same console, but what is said goes to the page
	page.err = &text
	info := r.Info()
	page.say("%s · %s · %s", r.ID, r.Name(), moment(r.Events[0].Time))
	page.say("%s · %s · %s at most · policy %s · on a duplicate %s",
		tutor.MadeBy(info), info.Strategy, plural(info.Config.Budget.Steps, "step"), info.Config.Enforce, info.Config.Duplicates)
	if parent := info.Config.Parent; parent != "" {
		page.say("made again: the run %s of another model was not sure, or had no answer", parent)
	}
	t := &teller{tracer: tracer{console: &page}, asks: map[string]loop.AskInfo{}}
	for _, e := range r.Events {
		t.event(e)
	}
	if r.Result() == nil {
		page.say("%s. To go on:  tutor runs resume %s", r.Outcome(), r.ID)
	}
	return text.String()
}

// A teller is a tracer that leaves out nothing: what each request held and cost, and each break.
type teller struct {
	tracer
	asks map[string]loop.AskInfo // by id; with lanes several are open at once
}

// event shows an event.
func (t *teller) event(e loop.Event) {
	switch e.Kind {
	case loop.Asked:
		t.allowed, t.shown = "", "" // at each step, changed or not
		t.asks[e.Ask.ID] = *e.Ask
	case loop.Replied:
		t.cost(t.asks[e.Reply.ID], e.Reply.PromptTokens, e.Reply.OutputTokens, e.Reply.MS)
	case loop.Failed:
		t.cost(t.asks[e.Failure.ID], e.Failure.PromptTokens, e.Failure.OutputTokens, e.Failure.MS)
	case loop.CallStarted:
		if e.Call.Proposed != nil {
			t.say("     a person changed it to %s %s", e.Call.Tool, e.Call.Args)
		}
	case loop.Noted:
		t.say("     note: %s", oneLine(e.Note.Text))
	case loop.Interrupted:
		t.say("     waits: %s", question(*e.Interrupt))
	case loop.Resumed:
		t.say("     resumed%s", said(e.Resume.Reply))
	case loop.Finished:
		t.end(*e.Result)
	}
	t.tracer.event(e)
}

// cost shows what a request held and what it cost.
func (t *teller) cost(a loop.AskInfo, read, written int, ms int64) {
	if a.Attempt > 1 || a.Repair > 0 {
		t.say("     attempt %d, repair %d:", a.Attempt, a.Repair)
	}
	t.say("     schema of %d bytes · prompt of %d bytes · %d tokens read, %d written · %d ms", a.SchemaBytes, a.PromptBytes, read, written, ms)
}

// end shows how the run ended.
func (t *teller) end(r loop.Result) {
	text := string(r.Outcome)
	if r.Outcome != loop.Final {
		text += " (" + r.Reason + ")"
	}
	if r.Forced != "" {
		text += " · forced to answer (" + r.Forced + ")"
	}
	n := r.Counters
	text += fmt.Sprintf(" · %s · %s · %s · %d ms", plural(n.Steps, "step"), plural(n.ToolCalls, "tool call"), plural(n.Tokens, "token"), n.WallMS)
	for _, more := range append(r.Warnings, r.Error) {
		if more != "" {
			text += "\n  " + strings.TrimSpace(oneLine(more))
		}
	}
	t.say("%s", text)
}

// said returns what a person replied, with a comma in front.
func said(r *loop.Reply) string {
	if r == nil {
		return ""
	}
	text := ", " + string(r.Do)
	for _, more := range []string{r.Text, string(r.Args), string(r.Output)} {
		if more != "" {
			text += " " + oneLine(more)
		}
	}
	if r.Remember {
		text += " (and later calls of this tool)"
	}
	return text
}
