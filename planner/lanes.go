package planner

import "strings"

// Lanes returns the ids of the plan steps of s that may run now, in order: those that are under way, and
// those that are pending and have all they depend on. How many of them a strategy opens, and whether a
// failure keeps others from beginning, is its own affair.
func Lanes(s State) []string {
	if s.Plan == nil {
		return nil
	}
	var ids []string
	for _, step := range s.Plan.Steps {
		if step.Status == StepRunning && len(s.Plan.Children(step.ID)) == 0 || s.Plan.Ready(step) {
			ids = append(ids, step.ID)
		}
	}
	return ids
}

// NestedLane names a lane of the strategy that carries out plan step id: one of its own lanes, or its
// decisions outside of lanes ("").
func NestedLane(id, lane string) string { return id + "/" + lane }

// SplitLane takes apart what NestedLane made. nested is false for a lane of the run's own strategy.
func SplitLane(name string) (id, lane string, nested bool) {
	id, lane, nested = strings.Cut(name, "/")
	return id, lane, nested
}
