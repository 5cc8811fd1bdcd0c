package loop

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/planner"
)

// ErrFailedTurn says that events cannot be added as a turn of a conversation, because the run has no answer.
var ErrFailedTurn = errors.New("loop: the run has no answer, so the conversation goes on without it")

// A Conversation is a sequence of runs of one loop, called turns. Each turn reads the earlier ones: the question, the
// calls and what they returned, and the answer. Prompts only grow, so a server processes only what is new. If the turns
// take too much room, the oldest are folded: only question and answer remain. The log of each run holds everything that
// the run reads, so a turn can be resumed and replayed like any other run. A turn without an answer is not kept.
//
// Its methods must not be called concurrently.
type Conversation struct {
	loop  *Loop
	room  int            // bytes
	turns []planner.Turn // as the next run reads them
	whole []planner.Turn // as they were
}

// defaultRoom is the room of the turns where no context is known, in bytes: about 3,000 tokens.
const defaultRoom = 12_000

// Converse returns a new conversation. Its turns may take half of Limits.ContextTokens.
func (l *Loop) Converse() *Conversation {
	c := &Conversation{loop: l, room: defaultRoom}
	if tokens := l.config.Limits.ContextTokens; tokens > 0 {
		c.room = tokens // two bytes are a token at most, but for odd text
	}
	return c
}

// Ask runs the next turn, as [Loop.Watch] runs a task. watch gets all its events, even those that are not logged.
func (c *Conversation) Ask(ctx context.Context, question string, log io.Writer, watch func(Event)) (Result, error) {
	var events []Event
	var result Result
	for e, err := range c.next().Watch(ctx, c.task(question), log) {
		if err != nil {
			return result, err
		}
		if e.Kind != Delta {
			events = append(events, e)
		}
		if e.Result != nil {
			result = *e.Result
		}
		if watch != nil {
			watch(e)
		}
	}
	if err := c.Add(events); err != nil && !errors.Is(err, ErrFailedTurn) {
		return result, err
	}
	return result, nil
}

// Add adds an earlier turn from the events of its run.
func (c *Conversation) Add(events []Event) error {
	if len(events) == 0 || events[0].Run == nil {
		return ErrNoLog
	}
	last := events[len(events)-1]
	if last.Kind != Finished || last.Result.Outcome != Final {
		return ErrFailedTurn
	}
	s := Fold(slices.Values(events))
	turn := planner.Turn{Task: s.Task, Steps: slices.Clone(s.Steps)}
	if !c.loop.capabilities.Turns {
		turn.Task = questionOf(s.Task)
	}
	if n := len(turn.Steps); n == 0 || turn.Steps[n-1].Answer == nil { // another role has given the answer
		turn.Steps = append(turn.Steps, planner.Step{N: n + 1, Answer: last.Result.Answer})
	}
	for i := range turn.Steps {
		turn.Steps[i].Observations = slices.Clone(turn.Steps[i].Observations)
		for k := range turn.Steps[i].Observations {
			turn.Steps[i].Observations[k].Kept = nil
		}
	}
	if c.loop.capabilities.Turns { // as the run read them
		c.turns = events[0].Run.Earlier
	}
	c.turns = append(slices.Clip(c.turns), turn)
	c.whole = append(c.whole, turn)
	return nil
}

// Turns returns all turns so far, unfolded.
func (c *Conversation) Turns() []planner.Turn { return slices.Clip(c.whole) }

// Folded returns how many turns the next run will read only as question and answer, or not at all.
func (c *Conversation) Folded() int {
	c.fold()
	dropped := len(c.whole) - len(c.turns)
	n := dropped
	for i, t := range c.turns {
		if len(t.Steps) < len(c.whole[dropped+i].Steps) {
			n++
		}
	}
	return n
}

// next returns the loop of the next turn.
func (c *Conversation) next() *Loop {
	folded, turns := c.Folded(), c.turns
	if !c.loop.capabilities.Turns { // the task has them
		turns = nil
	}
	if folded == 0 && len(turns) == 0 {
		return c.loop
	}
	return c.loop.after(turns, folded)
}

// fold shortens the oldest turns until they take half of their room, where they take more than that, and drops the
// oldest where that is not enough: so it is seldom that a prompt does not begin as the one before.
func (c *Conversation) fold() {
	if sizeOf(c.turns) <= c.room {
		return
	}
	c.turns = slices.Clone(c.turns)
	for i := range c.turns {
		if sizeOf(c.turns) <= c.room/2 {
			return
		}
		c.turns[i].Steps = c.turns[i].Steps[len(c.turns[i].Steps)-1:]
	}
	for len(c.turns) > 1 && sizeOf(c.turns) > c.room/2 {
		c.turns = c.turns[1:]
	}
}

// perMessage is about what a message takes beside its text, in bytes.
const perMessage = 60

// sizeOf returns about how many bytes of a prompt turns take.
func sizeOf(turns []planner.Turn) (n int) {
	for _, t := range turns {
		n += len(t.Task) + perMessage
		for _, s := range t.Steps {
			n += len(s.Thought) + len(s.Answer) + perMessage
			for _, c := range s.Calls {
				n += len(c.Args)
			}
			for _, o := range s.Observations {
				n += len(o.Output) + perMessage
			}
		}
	}
	return n
}

// task returns the task of the next turn: the question, and before it what was asked and answered, where the strategy
// reads no turns.
func (c *Conversation) task(question string) string {
	if c.loop.capabilities.Turns || len(c.turns) == 0 {
		return question
	}
	earlier := ""
	for _, t := range c.turns {
		earlier += phrases.Say("earlier turn", "Question", t.Task, "Answer", plainAnswer(t.Answer())) + "\n"
	}
	return phrases.Say("earlier", "Turns", earlier) + phrases.Say("now asked") + question
}

// questionOf returns the question of a task that [Conversation.task] has made.
func questionOf(task string) string {
	marker := phrases.Say("now asked")
	if i := strings.LastIndex(task, marker); i >= 0 {
		return task[i+len(marker):]
	}
	return task
}

// plainAnswer returns the text of an answer, or the answer as JSON.
func plainAnswer(answer json.RawMessage) string {
	if text := gjson.GetBytes(answer, "text"); text.Type == gjson.String {
		return text.Str
	}
	return string(answer)
}
