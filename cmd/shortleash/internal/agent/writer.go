package agent

import (
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// A writer shows a run: its calls in a line each, and its answer.
type writer struct {
	*chat
	stream  planner.AnswerStream
	written strings.Builder
	opening bool // the calls under way are those that a run begins with
}

// maxShownCall is how much of a call is shown, in characters.
const maxShownCall = 100

func (w *writer) event(e loop.Event) {
	switch e.Kind {
	case loop.RunStarted:
		if e.Run.Folded > w.folded && !w.settings.Quiet {
			w.Say(show.Folded, show.Number{N: e.Run.Folded, Noun: "question"})
		}
		w.folded = e.Run.Folded
	case loop.Decided:
		w.opening = e.Decision.Role == ""
	case loop.Asked:
		w.stream = planner.AnswerStream{}
	case loop.Delta:
		if text := w.stream.Add(e.Delta.Text); text != "" && w.OutTerminal && w.settings.Answer == "" && !w.settings.JSON {
			if w.written.Len() == 0 {
				w.live.Stop()
			}
			w.written.WriteString(text)
			_, _ = fmt.Fprint(w.Out, cli.Printable(text)) // what cannot be written is reported with the whole answer
		}
	case loop.Failed:
		w.newLine()
	case loop.CallStarted:
		if !w.settings.Quiet && !w.opening {
			w.Say("  %s %s", e.Call.Tool, cli.Cut(cli.OneLine(string(e.Call.Args)), maxShownCall))
		}
	case loop.Observed:
		if e.Observation.Error != nil && !w.settings.Quiet {
			w.Say("  ! %s", cli.OneLine(e.Observation.Error.Message))
		}
	}
	w.ShowCall(w.Console, e, !w.settings.Quiet)
}

// newLine ends an answer that does not stand.
func (w *writer) newLine() {
	if w.written.Len() > 0 {
		_, _ = fmt.Fprintln(w.Out, " …")
		w.written.Reset()
	}
}

// finish shows what was not shown of the answer.
func (w *writer) finish(answer string) error {
	if shown := w.written.String(); shown != "" && strings.HasPrefix(answer, shown) {
		answer = answer[len(shown):]
	} else {
		w.newLine()
	}
	_, err := fmt.Fprintln(w.Out, cli.Printable(answer))
	return err
}
