package planner

import "strings"

// Lanes returns the ids of the plan steps of s that may run now, in order: those that are running,
// and those that are pending and have everything they depend on. The strategy decides how many of
// them to open, and whether a failure prevents others from starting.
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

// NestedLane names a lane of the nested strategy that carries out plan step id: one of its own
// lanes, or "" for its decisions outside lanes.
func NestedLane(id, lane string) string { return id + "/" + lane }

// SplitLane splits a name made by [NestedLane]. nested is false for a lane of the run's own strategy.
func SplitLane(name string) (id, lane string, nested bool) {
	id, lane, nested = strings.Cut(name, "/")
	return id, lane, nested
}
