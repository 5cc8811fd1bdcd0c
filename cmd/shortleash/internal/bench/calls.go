package bench

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/shortleash/internal/agent"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

// callsFile has the tasks, those of a set of tools in each line. Typed for this command; they stand in no public benchmark.
//
//go:embed calls.jsonl
var callsFile []byte

// A set is tools with tasks for them.
type set struct {
	Tools []struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
	} `json:"tools"`
	Items []item `json:"items"`
}

// An item is a task with the one call that it wants, or with why no call is right.
type item struct {
	Task   string          `json:"task"`
	Call   *wanted         `json:"call"`   // nil: none
	None   string          `json:"none"`   // why there is none
	Result json.RawMessage `json:"result"` // what the call gives; the model is to answer then. nil: the run ends with the call
	set    *set
}

// A wanted call has the only right value of each argument, or a list of them.
type wanted struct {
	Tool string         `json:"tool"`
	Args map[string]any `json:"args"`
}

// items returns the tasks, those of a set together: a server then reads their tools once. Of the first ones, however few, about three
// in five want a call, as of all.
func items() ([]item, error) {
	var list []item
	for d := json.NewDecoder(bytes.NewReader(callsFile)); ; {
		s := new(set)
		if err := d.Decode(s); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		for _, i := range s.Items {
			i.set = s
			list = append(list, i)
		}
	}
}

// right reports whether a call is the wanted one. Capital letters in values do not count.
func (w *wanted) right(tool string, args json.RawMessage) bool {
	var got map[string]any
	if tool != w.Tool || json.Unmarshal(args, &got) != nil || len(got) != len(w.Args) {
		return false
	}
	for name, want := range w.Args {
		values, several := want.([]any)
		if !several {
			values = []any{want}
		}
		if !slices.ContainsFunc(values, func(v any) bool { return sameValue(v, got[name]) }) {
			return false
		}
	}
	return true
}

func sameValue(a, b any) bool {
	x, text := a.(string)
	y, both := b.(string)
	return text && both && strings.EqualFold(x, y) || reflect.DeepEqual(a, b)
}

// A try is what one model did with one item in one form.
type try struct {
	Form     planner.Form    `json:"form"`
	Task     string          `json:"task"`
	Tool     string          `json:"tool,omitempty"` // that was called first
	Args     json.RawMessage `json:"args,omitempty"`
	Answer   json.RawMessage `json:"answer,omitempty"`
	Due      bool            `json:"due"`      // a call is wanted
	Valid    bool            `json:"valid"`    // all decisions were legal, at once
	Right    bool            `json:"right"`    // the wanted call, or none where none is
	Follows  bool            `json:"follows"`  // an answer is wanted after the call
	Finished bool            `json:"finished"` // it came
	Tokens   int             `json:"tokens"`
	MS       int64           `json:"ms"`
}

// steps are those of a run: a call, an answer, and two for what goes wrong.
const steps = 4

// once gives an item to a model in a form. The error is that of ctx, or says that the model could not be had.
func (i item) once(ctx context.Context, m model.Model, f planner.Form) (try, error) {
	t := try{Form: f, Task: i.Task, Due: i.Call != nil, Follows: i.Result != nil}
	var list []tools.Tool
	for _, about := range i.set.Tools {
		call := func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
			if t.Tool == "" {
				t.Tool, t.Args = about.Name, args
			}
			return i.Result, nil
		}
		made, err := tools.NewRaw(ctx, about.Name, about.Description, about.Parameters, call, tools.Options{})
		if err != nil {
			return t, err
		}
		list = append(list, made)
	}
	registry, err := tools.NewRegistry(list...)
	if err != nil {
		return t, err
	}
	c := loop.Config{Form: f, Budget: loop.Budget{Steps: steps, Wall: 10 * time.Minute}}
	agent.RestOnResults(&c)
	c.Approval.Stop = func(string) bool { return i.Result == nil }
	l, err := loop.New(strategy.ReAct{}, m, registry, c)
	if err != nil {
		return t, err
	}
	r, err := l.Run(ctx, i.Task, nil)
	switch {
	case err != nil:
		return t, err
	case ctx.Err() != nil:
		return t, ctx.Err()
	case r.Outcome == loop.ModelFailure && r.Reason != planner.ReasonInvalidOutput:
		return t, errors.New(r.Error)
	}
	t.Tokens, t.MS, t.Answer = r.Counters.Tokens, r.Counters.WallMS, r.Answer
	t.Valid = len(r.Steps) > 0 && r.Counters.Repairs == 0 && r.Counters.RecoverableErrors == 0
	if i.Call != nil {
		t.Right = i.Call.right(t.Tool, t.Args)
	} else {
		t.Right = t.Tool == "" && r.Outcome == loop.Final
	}
	t.Finished = t.Follows && t.Right && r.Outcome == loop.Final && r.Counters.ToolCalls == 1
	return t, nil
}
