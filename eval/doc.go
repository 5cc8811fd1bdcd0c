// Package eval measures how well sentences are corrected, and has what all measuring here shares.
//
// A [Suite] is a file of sentences with the corrections that are wanted ([ReadSuite]). [Measure] gives each
// sentence, several at a time, to a function of the caller that returns an [Answer], and sums the answers up
// in a [Score]: errors fixed, right sentences harmed, errors detected, contracts kept, edits in right
// sentences, for the suite and for each rule. A [Share] has an interval, since a suite is a sample; [Compare]
// says whether two scores differ by more than chance.
//
// Package eval/tasks measures tasks with tools in the same way. Both make their runs with a [Runner], which
// gives up a model that is not there, keep them in [Records], so that a measurement that was interrupted goes
// on where it was, and write their figures with [Page].
//
// A score depends on the answers alone, not on their order in time. No figure is an average
// over suites: they differ in size and kind.
package eval
