// Package tasks measures how well an agent does tasks with tools.
//
// A [Task] is a line of JSON: what an agent is asked, the world in which it acts, and what that world and
// the answer must be in the end ([Read], [ReadFiles]). The world is that of a [Toolset]: five to nine tools
// over files, notes, a calendar, a shop, numbers or people, some of which the task does not need. Some tasks
// cannot be done, and the right answer says so; in some a tool fails once and works when it is called again.
//
// [Measure] gives each task to an [Agent], which is [LoopAgent] or the caller's own, checks the end state by
// program, and counts into a [Score]. A measurement that was interrupted goes on from its [Records]. Each task also lists the calls that
// solve it: [Gold] is a model that makes them, so that a task can be told from a fault in its check.
package tasks
