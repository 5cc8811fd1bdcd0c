package prompt

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A history is the conversation of an executor about past steps, as far as it will not change any more: the
// next prompt appends to it.
type history struct {
	prompt   *Prompt
	head     any
	bare     bool
	task     string
	folding  planner.Folding
	notes    int        // so many are in messages
	steps    []seenStep // those that are in messages
	messages []model.Message
}

// A seenStep identifies a step by its number and how many observations it had.
type seenStep struct{ n, observations int }

// ExecutorConversation renders what an executor outside of lanes reads: head, earlier turns, task, lessons of earlier
// trials, then its steps with their observations, and between them the notes, guide plans and verdicts
// that came up. The caller adds the status line. bare leaves out thoughts. cache has what was rendered for
// earlier decisions of the run; it may be nil.
func (p *Prompt) ExecutorConversation(cache *Cache, s planner.State, f planner.Folding, head any, bare bool) *Conversation {
	f.Steps = min(f.Steps, len(s.Steps))
	h := cache.history(p, s, f, head, bare)
	c := &Conversation{prompt: p, cache: cache, bare: bare, messages: h.messages}
	if h.messages == nil {
		c.begin(head, s, f)
		h.steps, h.notes = seen(nil, s.Steps[:f.Steps]), notesBefore(s, f.Steps)
	}
	for i := len(h.steps); i < len(s.Steps); i++ {
		h.notes += c.AddNotes(s.Notes[h.notes:], i)
		c.addPlansAndVerdicts(s, i)
		if !s.Shown(s.Steps[i]) {
			c.AddStep(s.Steps[i], f)
		}
		h.steps = seen(h.steps, s.Steps[i:i+1])
	}
	if c.err != nil {
		return c
	}
	h.messages = c.messages
	c.messages = slices.Clone(c.messages) // what follows differs from one decision to the next
	c.AddNotes(s.Notes[h.notes:], len(s.Steps))
	c.addPlansAndVerdicts(s, len(s.Steps))
	if cache != nil {
		cache.histories.put(h, maxHistories)
	}
	return c
}

// begin adds what stands before the first step that is shown whole.
func (c *Conversation) begin(head any, s planner.State, f planner.Folding) {
	c.Add("head", head)
	for i, turn := range s.Earlier {
		c.Add("task", struct{ Task string }{turn.Task})
		before := planner.State{Earlier: s.Earlier[:i]}
		for _, step := range turn.Steps {
			if !before.Shown(step) {
				c.AddStep(step, planner.Folding{})
			}
		}
	}
	c.Add("task", struct{ Task string }{s.Task})
	if len(s.Trial.Lessons) > 0 {
		c.Add("lessons", struct{ Lessons []string }{s.Trial.Lessons})
	}
	c.AddFolded(s.Steps[:f.Steps])
	for n := range f.Steps {
		c.addPlansAndVerdicts(s, n)
	}
	c.AddNotes(s.Notes[:notesBefore(s, f.Steps)], f.Steps)
}

// A shownVerdict is what a conversation shows of a verdict.
type shownVerdict struct {
	Assessment, Guidance string
	Gaps                 []string
}

// AddVerdict adds a verdict for the executor to read.
func (c *Conversation) AddVerdict(v planner.Verdict) {
	c.Add("verdict", shownVerdict{Assessment: v.Assessment, Gaps: v.Gaps, Guidance: v.Guidance})
}

// addPlansAndVerdicts adds what came when n steps had been taken: verdicts on answers, and guide plans.
func (c *Conversation) addPlansAndVerdicts(s planner.State, n int) {
	for _, v := range s.Verdicts {
		if v.Of == "answer" && v.After == n && !v.Done {
			c.AddVerdict(v)
		}
	}
	if s.Plan != nil {
		for _, p := range s.Plan.Earlier {
			c.addGuide(&p, n)
		}
	}
	c.addGuide(s.Plan, n)
}

// addGuide adds a guide plan that was adopted when n steps had been taken.
func (c *Conversation) addGuide(p *planner.Plan, n int) {
	if p == nil || p.After != n {
		return
	}
	if lines := GuideLines(p); len(lines) > 0 {
		c.Add("plan", struct{ Lines []string }{lines})
	}
}

// GuideLines returns the plan steps of a guide plan as an executor reads them. It returns none for
// any other plan, or for nil.
func GuideLines(p *planner.Plan) []string {
	if p == nil || !p.Guide {
		return nil
	}
	var lines []string
	for _, s := range p.Steps {
		line := s.ID + " " + s.Description
		if s.Tool != "" {
			line += " (tool: " + s.Tool + ")"
		}
		lines = append(lines, line)
	}
	return lines
}

// history returns the history that s continues, or a new one. It is the caller's until keep.
func (c *Cache) history(p *Prompt, s planner.State, f planner.Folding, head any, bare bool) *history {
	fresh := &history{prompt: p, head: head, bare: bare, task: taskOf(s), folding: f}
	if c == nil {
		return fresh
	}
	return cmp.Or(c.histories.take(func(h *history) bool { return h.begins(fresh) && h.leadsTo(s) }), fresh)
}

// taskOf is what a conversation is about: the task, and what earlier trials taught.
func taskOf(s planner.State) string {
	return strings.Join(append([]string{s.Task}, s.Trial.Lessons...), "\x00")
}

// begins reports whether h and other begin with the same messages.
func (h *history) begins(other *history) bool {
	return h.prompt == other.prompt && h.bare == other.bare && h.folding == other.folding && h.task == other.task &&
		reflect.DeepEqual(h.head, other.head)
}

// leadsTo reports whether all that h holds stands at the beginning of s.
func (h *history) leadsTo(s planner.State) bool {
	if len(h.steps) > len(s.Steps) || h.notes > len(s.Notes) || h.notes != notesBefore(s, len(h.steps)) {
		return false
	}
	for i, step := range h.steps {
		if step != (seenStep{s.Steps[i].N, len(s.Steps[i].Observations)}) {
			return false
		}
	}
	return true
}

// seen adds steps to those that a history holds.
func seen(list []seenStep, steps []planner.Step) []seenStep {
	for _, s := range steps {
		list = append(list, seenStep{s.N, len(s.Observations)})
	}
	return list
}

// notesBefore counts the notes that came before step n (from 1) was taken. No further ones can.
func notesBefore(s planner.State, n int) int {
	count := 0
	for count < len(s.Notes) && s.Notes[count].After < n {
		count++
	}
	return count
}
