package serve

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/internal/web"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/agent"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tools"
)

// facts says what the conversations are about.
func (d *doer) facts() (list []web.Fact) {
	s := d.settings
	add := func(name, text string) {
		if text != "" {
			list = append(list, web.Fact{Name: name, Text: text})
		}
	}
	if path, err := filepath.Abs(s.Files); s.Files != "" && err == nil {
		add("Folder", path)
		changes := "none: it only reads"
		if s.Write {
			changes = "you are asked before each"
		}
		if s.Write && s.Yes {
			changes = "made without asking you"
		}
		add("Changes", changes)
	}
	add("Pages", strings.Join(s.Web, ", "))
	add("Commands", strings.Join(s.Run, ", "))
	add("Servers of tools", strings.Join(s.MCP, ", "))
	switch {
	case d.keeps:
		add("Kept", "for 30 days, for you alone")
	case s.Log == "":
		add("Kept", "nothing")
	default:
		add("Kept", s.Log)
	}
	return list
}

// Begin implements [web.Conversations].
func (d *doer) Begin() (string, error) {
	if !d.keeps {
		return rand.Text()[:16], nil
	}
	path, err := agent.NewSession(d.Console)
	return agent.SessionName(path), err
}

// maxListed bounds how many logs are looked into for a list.
const maxListed = 24

// List implements [web.Conversations].
func (d *doer) List() (list []web.Kept, err error) {
	if !d.keeps {
		return nil, nil
	}
	files, err := agent.Sessions(d.Console)
	for _, path := range files[:min(len(files), maxListed)] {
		for run, err := range logs.Read(path) {
			if err == nil {
				list = append(list, web.Kept{Name: agent.SessionName(path), Asked: cmp.Or(agent.NameOf(path), run.Info().Task),
					Began: run.Events[0].Time})
			}
			break // what is damaged the page of runs says
		}
	}
	return list, err
}

// find returns the path of the log of a conversation; "" where it is not kept.
func (d *doer) find(name string) (string, error) {
	if !d.keeps {
		return "", nil
	}
	files, err := agent.Sessions(d.Console)
	for _, path := range files {
		if agent.SessionName(path) == name {
			return path, nil
		}
	}
	return "", err
}

// Turns implements [web.Conversations].
func (d *doer) Turns(name string) (list []web.Turn, err error) {
	path, err := d.find(name)
	if path == "" {
		return nil, err
	}
	for run, err := range logs.Read(path) {
		if err != nil {
			return nil, cli.Misuse("%s: %s", path, cli.Problem(cli.Cause(err)))
		}
		turn := web.Turn{Task: run.Info().Task, Model: logs.ModelOf(run.Info()), Events: run.Events}
		if result := run.Result(); result != nil {
			turn.Answer = d.answer(turn.Model, *result)
		} else {
			turn.Answer = web.Answer{Verdict: "It was broken off.", GoesOn: true}
		}
		list = append(list, turn)
	}
	return list, nil
}

// do has the next turn of a conversation.
func (d *doer) do(ctx context.Context, t web.Task) web.Answer {
	result, notes, err := d.turn(ctx, t)
	if err != nil {
		return web.Answer{Verdict: "No answer.", Notes: append(notes, web.Plain(err))}
	}
	a := d.answer(t.Model, result)
	a.Notes = append(a.Notes, notes...)
	a.GoesOn = d.keeps && (result.Outcome == loop.Cancelled || result.Outcome == loop.Paused)
	return a
}

// turn runs the next turn, or goes on with the last one. The conversation is what its log holds, so that it is the same for
// whatever goes on with it.
func (d *doer) turn(ctx context.Context, t web.Task) (result loop.Result, notes []string, err error) {
	newModel, _, err := d.settings.ModelNamed(ctx, d.Console, t.Model)
	if err != nil {
		return result, nil, err
	}
	var talk *agent.Conversation
	approve := t.Ask.Approver(func(r loop.Reply, i loop.Interrupt) error { return talk.CheckReply(r, i) })
	if talk, err = agent.NewConversation(ctx, d.Console, d.settings, t.Model, newModel,
		agent.Person{Approve: approve, Answer: t.Say}); err != nil {
		return result, nil, err
	}
	defer talk.Close()
	var events bytes.Buffer // of a run that goes into the log in one piece, since others run beside it
	if d.keeps {
		path, err := d.find(t.Conversation)
		if err == nil {
			err = talk.Open(path)
		}
		if err != nil {
			return result, nil, err
		}
	} else {
		talk.Keep(&events)
		for _, earlier := range t.Earlier {
			if err := talk.Take(earlier); err != nil {
				return result, nil, err
			}
		}
	}
	if t.GoOn {
		result, err = talk.GoOn(ctx, t.Watch)
	} else {
		result, err = talk.Ask(ctx, t.Text, t.Watch)
	}
	if failed := d.log.Add(events.Bytes()); failed != nil {
		notes = append(notes, web.Plain(failed))
	}
	return result, notes, err
}

// answer returns what came of a turn, for the page.
func (d *doer) answer(model string, result loop.Result) web.Answer {
	tokens, calls := 0, 0
	for _, u := range result.Usage {
		tokens += u.PromptTokens + u.OutputTokens
	}
	for _, step := range result.Steps {
		calls += len(step.Calls)
	}
	a := web.Answer{Facts: fmt.Sprintf("%s · %s · %s · %s · %v", model, cli.Plural(len(result.Steps), "step"), cli.Plural(calls, "call"),
		cli.Plural(tokens, "token"), (time.Duration(result.Counters.WallMS) * time.Millisecond).Round(10*time.Millisecond))}
	if a.Final = result.Outcome == loop.Final; !a.Final {
		a.Verdict, a.Notes = "No answer.", []string{show.Ending(result)}
		return a
	}
	a.Text, a.Notes = []web.Piece{{Text: agent.Plain(result.Answer)}}, agent.Remarks(d.settings, result)
	if rests := agent.RestsOn(result.Answer); rests != "" {
		a.Facts = "rests on " + rests + " · " + a.Facts
	}
	if why := agent.Forced(result); why != "" {
		a.Notes = append(a.Notes, "Answered because it had to: "+why+".")
	}
	a.Undo = len(agent.Changed(d.settings, result)) > 0
	return a
}

// preview says what a call would do.
func (d *doer) preview(call tools.Call) string {
	box, err := d.settings.Toolbox()
	if err != nil {
		return ""
	}
	defer box.Close() // nothing is written through it
	return agent.Preview(box.Tools, call)
}

// undo takes back what a turn has changed.
func (d *doer) undo(events []loop.Event) (string, error) {
	box, err := d.settings.Toolbox()
	if err != nil {
		return "", err
	}
	defer box.Close() // what could not be written was said
	return agent.Undo(box.Folder, events)
}
