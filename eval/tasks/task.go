// Package tasks measures how well an agent does tasks with tools.
//
// A [Task] is a line of JSON: what an agent is asked, the world in which it acts, and what that world and the
// answer must be at the end ([Read], [ReadFiles]). The world belongs to a [Toolset]: five to nine tools over
// files, notes, a calendar, a shop, numbers or people, not all of which the task needs. Some tasks cannot be
// done, and the right answer says so; in others, a tool fails once and works when it is called again.
//
// [Measure] gives each task to an [Agent], which is [LoopAgent] or the caller's own, checks the end state with
// code, and counts the results in a [Score]. An interrupted measurement continues from its [eval.Records]. Each
// task also lists the calls that solve it; [Gold] makes them, which shows whether a task and its check are sound.
package tasks

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/eval"
)

// Hint follows each task, for all agents: without it there is no agreed wording for "impossible".
const Hint = "Look and act with the tools. Only if their results show that it cannot be done, answer with the word " +
	"impossible and the reason."

// A Task is what an agent is asked to do, and how the result is checked.
type Task struct {
	ID      string `json:"id"`
	Toolset string `json:"toolset"` // the name of one of Toolsets
	Setup   Setup  `json:"setup"`
	Task    string `json:"task"` // what the agent is asked
	Check   Check  `json:"check"`
	Calls   []Call `json:"calls"` // one way to do it; empty if nothing needs to be called
}

// A Setup describes the world in which a task begins.
type Setup struct {
	// World changes the usual world of the toolset, as a JSON merge patch (RFC 7396). Empty means no change.
	World json.RawMessage `json:"world,omitempty"`
	// Fails names a tool whose first call ends with the error "unavailable". "" means no tool.
	Fails string `json:"fails,omitempty"`
}

// A Check says what must be true at the end.
type Check struct {
	// Answer lists texts that must all occur in the answer, ignoring case; "one|two" means one of the two. A
	// number matches an amount in the answer: exactly if it is whole, otherwise to as many digits as it has here.
	Answer []string `json:"answer,omitempty"`
	// Not lists texts of the same form that must not occur in the answer.
	Not []string `json:"not,omitempty"`
	// State is what the agent must have changed, as a merge patch of the world in which the task
	// began. Everything else must be unchanged, except the ids of new items and the order of lists.
	State json.RawMessage `json:"state,omitempty"`
	// Impossible says that the task cannot be done: the answer must say so, and, if the task lists calls, only after a
	// tool has answered.
	Impossible bool `json:"impossible,omitempty"`
}

// A Call is one call of the sequence that solves a task.
type Call struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"`
}

// Prompt returns the text for an agent.
func (t Task) Prompt() string { return t.Task + "\n" + Hint }

// Development reports whether the task belongs to the half that is used to develop prompts and
// defaults; reported figures are measured on the other half. A hash of the id decides.
func (t Task) Development() bool { return t.hash()%2 == 0 }

func (t Task) hash() uint32 {
	h := fnv.New32a()
	h.Write([]byte(t.ID)) // never fails
	sum := h.Sum32()
	return sum ^ sum>>16 // the low bits of FNV alone follow the last byte
}

// digest names all that the task says.
func (t Task) digest() string {
	text, err := json.Marshal(t)
	if err != nil {
		panic("tasks: BUG: " + err.Error()) // it was read from JSON
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}

// Sample returns n of tasks, chosen by a hash of their ids, in the order of tasks; all of them if
// there are at most n, or if n is zero.
func Sample(tasks []Task, n int) []Task {
	if n <= 0 || n >= len(tasks) {
		return tasks
	}
	chosen := slices.SortedFunc(slices.Values(tasks), func(a, b Task) int {
		x, y := sha256.Sum256([]byte(a.ID)), sha256.Sum256([]byte(b.ID)) // ids that differ in a digit lie apart
		return bytes.Compare(x[:], y[:])
	})[:n]
	return slices.DeleteFunc(slices.Clone(tasks), func(t Task) bool {
		return !slices.ContainsFunc(chosen, func(c Task) bool { return c.ID == t.ID })
	})
}

// Read reads tasks, one per line, and checks that each fits its toolset. The error is an
// [*eval.SuiteError] or an error of r.
func Read(r io.Reader) ([]Task, error) {
	var tasks []Task
	err := eval.ReadLines(r, "task", func(line []byte) (string, error) {
		t, err := readTask(line)
		tasks = append(tasks, t)
		return t.ID, err
	})
	if err != nil {
		return nil, err
	}
	return tasks, nil
}

func readTask(line []byte) (Task, error) {
	var t Task
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&t); err != nil {
		return t, err
	}
	if t.ID == "" || t.Task == "" {
		return t, errors.New(`"id" and "task" are not empty`)
	}
	if len(t.Check.Answer) == 0 && t.Check.State == nil && !t.Check.Impossible {
		return t, errors.New(`"check" wants an answer, a state or "impossible"`)
	}
	s, err := Open(t)
	if err != nil {
		return t, err
	}
	if _, known := s.Tools().Lookup(t.Setup.Fails); t.Setup.Fails != "" && !known {
		return t, fmt.Errorf("%q fails, and is not a tool of %s", t.Setup.Fails, t.Toolset)
	}
	for _, c := range t.Calls {
		if err := s.Tools().Check(context.Background(), c.call()); err != nil {
			return t, fmt.Errorf("the call of %q does not fit: %w", c.Tool, err)
		}
	}
	return t, nil
}

// ReadFiles reads the tasks in files, and in the .jsonl files of folders. No two may have the same
// id. The error is an [*eval.FileError] or an error of the system.
func ReadFiles(names ...string) ([]Task, error) {
	var all []Task
	err := eval.EachFile(names, "suite of tasks", func(_ string, text io.Reader) error {
		more, err := Read(text)
		for _, t := range more {
			if slices.ContainsFunc(all, func(o Task) bool { return o.ID == t.ID }) {
				return &eval.SuiteError{Line: 1, Message: fmt.Sprintf("the id %q is there twice", t.ID)}
			}
		}
		all = append(all, more...)
		return err
	})
	return all, err
}

// names lists what may stand for a toolset.
func names() string {
	var list []string
	for _, t := range Toolsets {
		list = append(list, t.Name)
	}
	return strings.Join(list, ", ")
}
