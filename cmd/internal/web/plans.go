package web

import (
	"slices"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/planner"
)

// A graph is a plan laid out in columns: a plan step stands right of all that it depends on. Where it came after
// another plan, each step is marked with what is different there.
type graph struct {
	Plan          planner.Plan
	Nodes         []node
	Edges         []edge
	Differs       bool // some step is marked
	Width, Height int
}

type node struct {
	planner.PlanStep
	Mark mark
	X, Y int
}

// A mark says what a plan changed about a plan step.
type mark string

const (
	unmarked mark = ""
	added    mark = "new"
	changed  mark = "changed"
	dropped  mark = "dropped" // what is replaced stays in a plan, skipped
)

// Sign returns one character for the mark.
func (m mark) Sign() string {
	return map[mark]string{added: "+", changed: "~", dropped: "−"}[m]
}

// Label is the first line of a node: as much as has room.
func (n node) Label() string {
	text := n.ID
	if n.Tool != "" {
		text += " " + n.Tool
	}
	if sign := n.Mark.Sign(); sign != "" {
		text = sign + " " + text
	}
	return cli.Clip(text, labelSize)
}

// An edge is a curve from a plan step to one that depends on it. Dip leads it around what stands between them.
type edge struct{ X1, Y1, X2, Y2, Dip int }

// Bend1 and Bend2 are the points to which the curve is drawn.
func (e edge) Bend1() (point [2]int) { return [2]int{e.X1 + (e.X2-e.X1)/3, e.Y1 + e.Dip} }
func (e edge) Bend2() (point [2]int) { return [2]int{e.X2 - (e.X2-e.X1)/3, e.Y2 + e.Dip} }

// The size of a node and the distance from one to the next, in pixels, and the characters that have room in it.
const (
	nodeWidth, nodeHeight = 196, 44
	nodeRight, nodeDown   = 236, 60
	labelSize             = 26
)

// newGraph lays out a plan that came after before, which is nil for a first one.
func newGraph(p planner.Plan, before *planner.Plan) *graph {
	g := &graph{Plan: p}
	place, used := map[string]node{}, map[int]int{}
	for _, s := range slices.Concat(p.Steps, missingFrom(p, before)) { // those that it depends on stand before it
		column := 0
		for _, on := range s.DependsOn {
			if from, ok := place[on]; ok {
				column = max(column, from.X/nodeRight+1)
			}
		}
		n := node{s, markOf(s, p, before), column * nodeRight, used[column] * nodeDown}
		used[column]++
		for _, on := range s.DependsOn {
			if from, ok := place[on]; ok {
				e := edge{X1: from.X + nodeWidth, Y1: from.Y + nodeHeight/2, X2: n.X, Y2: n.Y + nodeHeight/2}
				if n.X > from.X+nodeRight {
					e.Dip = nodeDown * 2 / 3
				}
				g.Edges = append(g.Edges, e)
			}
		}
		place[s.ID] = n
		g.Nodes = append(g.Nodes, n)
		g.Differs = g.Differs || n.Mark != unmarked
		g.Width, g.Height = max(g.Width, n.X+nodeWidth), max(g.Height, n.Y+nodeHeight)
	}
	for _, e := range g.Edges { // a dipping edge has room
		g.Height = max(g.Height, max(e.Y1, e.Y2)+e.Dip)
	}
	return g
}

// missingFrom returns the open plan steps of before that a plan without a memory of it, as one that only guides, has
// not.
func missingFrom(p planner.Plan, before *planner.Plan) []planner.PlanStep {
	if before == nil {
		return nil
	}
	return slices.DeleteFunc(before.OpenSteps(), func(s planner.PlanStep) bool { return p.Step(s.ID) != nil })
}

// markOf says what a plan changed about a plan step against the one before it.
func markOf(s planner.PlanStep, p planner.Plan, before *planner.Plan) mark {
	if before == nil || len(before.Steps) == 0 {
		return unmarked
	}
	was := before.Step(s.ID)
	switch {
	case was == nil:
		return added
	case p.Step(s.ID) == nil:
		return dropped
	case s.Status == planner.StepSkipped && was.Status != planner.StepSkipped:
		return dropped
	case s.Description != was.Description || s.Tool != was.Tool || string(s.Args) != string(was.Args) ||
		!slices.Equal(s.DependsOn, was.DependsOn):
		return changed
	}
	return unmarked
}
