package tasks

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sync"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tools"
)

// A Toolset is a kind of world with the tools to look at it and change it.
type Toolset struct {
	Name        string
	Description string
	Usual       string // the world in which its tasks begin, as JSON

	ids   ids
	nouns string                                                         // for what has an id
	open  func(start json.RawMessage, s *Session) (world any, err error) // a value that JSON holds whole
}

// ids name, by tool and argument, what is an id, and the letter that it begins with.
type ids map[string]map[string]string

// Toolsets lists all toolsets.
var Toolsets = []Toolset{files, notes, calendar, shop, units, people}

// A Session is one task in progress: its world, its tools, and the calls so far. Its tools may be called concurrently.
type Session struct {
	task     Task
	toolset  Toolset
	world    any // what the tools act on, in the form of Toolset.Usual
	start    any
	tools    []tools.Tool
	registry *tools.Registry

	mu      sync.Mutex // guards the world and what follows
	failing bool       // the tool that fails has not failed yet
	looked  bool       // a tool answered
	made    []Made
	illegal int
}

// A Made is a call that a tool carried out.
type Made struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"` // written by the model, in canonical form
	OK   bool            `json:"ok"`
}

// Open creates the world of a task.
func Open(t Task) (*Session, error) {
	i := slices.IndexFunc(Toolsets, func(s Toolset) bool { return s.Name == t.Toolset })
	if i < 0 {
		return nil, fmt.Errorf("%q is not a toolset; those are %s", t.Toolset, names())
	}
	start, err := patched(json.RawMessage(Toolsets[i].Usual), t.Setup.World)
	if err != nil {
		return nil, fmt.Errorf("the setup: %w", err)
	}
	text, err := json.Marshal(start)
	if err != nil {
		return nil, err
	}
	s := &Session{task: t, toolset: Toolsets[i], start: start, failing: t.Setup.Fails != ""}
	if s.world, err = Toolsets[i].open(text, s); err != nil {
		return nil, fmt.Errorf("the setup: %w", err)
	}
	s.registry, err = tools.NewRegistry(s.tools...)
	return s, err
}

// Tools returns the tools of the session, which count their calls.
func (s *Session) Tools() *tools.Registry { return s.registry }

// Rules returns the toolset's rules for a loop: an id must be one that the task or a result has shown.
func (s *Session) Rules() []loop.Rule {
	var list []loop.Rule
	for _, tool := range slices.Sorted(maps.Keys(s.toolset.ids)) {
		for _, argument := range slices.Sorted(maps.Keys(s.toolset.ids[tool])) {
			form := regexp.MustCompile("^" + s.toolset.ids[tool][argument] + "[0-9]+$")
			list = append(list, loop.Domain{Tool: tool, Argument: argument, Values: loop.Shown(form)})
		}
	}
	return list
}

// Call makes one call for an agent that has its own loop. A call of an unknown tool, or with
// arguments that do not fit, is illegal: it is counted but changes nothing.
func (s *Session) Call(ctx context.Context, tool string, args json.RawMessage) tools.Observation {
	c := tools.Call{Tool: tool, Args: args}
	if err := s.registry.Check(ctx, c); err != nil {
		s.mu.Lock()
		s.illegal++
		s.mu.Unlock()
	}
	return s.registry.Call(ctx, c)
}

// hasLooked reports whether a tool answered a call, be it that there is nothing.
func (s *Session) hasLooked() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.looked
}

// state returns the world as it is now.
func (s *Session) state() (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return plain(s.world)
}

// offer adds a tool to the session. f is called by one goroutine at a time.
func offer[In, Out any](s *Session, name, description string, f func(In) (Out, error)) {
	call := func(_ context.Context, in In) (out Out, err error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		args, err := canonical(in)
		if err != nil {
			return out, err
		}
		if s.failing && s.task.Setup.Fails == name {
			s.failing = false
			err = &tools.Error{Class: tools.ClassUnavailable, Message: name + " did not respond this time; the same call may work now"}
		} else {
			s.looked = true
			out, err = f(in)
		}
		s.made = append(s.made, Made{Tool: name, Args: args, OK: err == nil})
		return out, err
	}
	s.tools = append(s.tools, tools.Must(tools.New(name, description, call, tools.Options{})))
}

func canonical(v any) (json.RawMessage, error) {
	text, err := tools.Encode(v)
	if err != nil {
		return nil, err
	}
	return tools.Canonical(text)
}

func (c Call) call() tools.Call { return tools.Call{Tool: c.Tool, Args: c.Args} }

// remember returns the world that start describes.
func remember[T any](start json.RawMessage) (*T, error) {
	world := new(T)
	return world, json.Unmarshal(start, world)
}

// plain returns v as the maps, lists and scalars of its JSON form.
func plain(v any) (any, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var out any
	return out, json.Unmarshal(text, &out)
}
