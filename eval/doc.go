// Package eval measures how well sentences are corrected.
//
// A [Suite] is a file of sentences with the corrections that are wanted ([ReadSuite]). [Measure] gives each
// sentence, several at a time, to a function of the caller that returns an [Answer], and sums the answers up
// in a [Score]: errors fixed, right sentences harmed, errors detected, contracts kept, edits in right
// sentences, for the suite and for each rule. A [Share] has an interval, since a suite is a sample; [Compare]
// says whether two scores differ by more than chance, and [Plot] draws shares. [Records] keep the answers, so
// that a measurement that was interrupted goes on where it was.
//
// A score depends on the answers alone, not on their order in time. No figure is an average
// over suites: they differ in size and kind.
package eval
