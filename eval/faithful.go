package eval

import (
	"fmt"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// A FaithfulCounter counts the values in the answers of runs, and how many of them occur in the
// task or in the results of calls ([loop.Faithful]). It watches one run after another.
type FaithfulCounter struct {
	Values Share // of the answers so far

	told planner.State // what the present run was told
}

// Watch takes an event of a run.
func (c *FaithfulCounter) Watch(e loop.Event) {
	switch {
	case e.Run != nil:
		c.told = planner.State{Task: e.Run.Task}
	case e.Note != nil:
		c.told.Notes = append(c.told.Notes, *e.Note)
	case e.Result != nil && e.Result.Answer != nil:
		c.told.Steps = e.Result.Steps
		f := loop.Faithful(c.told, e.Result.Answer)
		c.Values.Add(Share{len(f) - len(f.Unfounded()), len(f)})
	}
}

// Faithful counts the values of several answers.
type Faithful struct {
	Values  Share `json:"values"`  // values of answers; counted if they occur in the task or in the results of calls
	Answers Share `json:"answers"` // answers with values; counted if all their values do
}

// Add counts the values of one answer.
func (f *Faithful) Add(values Share) {
	if values.Of > 0 {
		f.Values.Add(values)
		f.Answers.Count(values.Hits == values.Of)
	}
}

// Join adds the counts of another one.
func (f *Faithful) Join(o Faithful) {
	f.Values.Add(o.Values)
	f.Answers.Add(o.Answers)
}

// String words it in one line; "" where no answer has values.
func (f Faithful) String() string {
	if f.Values.Of == 0 {
		return ""
	}
	return fmt.Sprintf("faithful: %d/%d %.1f of the values, %d/%d %.1f of the answers with any",
		f.Values.Hits, f.Values.Of, f.Values.Percent(), f.Answers.Hits, f.Answers.Of, f.Answers.Percent())
}
