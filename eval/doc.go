// Package eval measures how well sentences are corrected.
//
// A [Suite] is a file of sentences with what is to become of them ([ReadSuite]). [Measure] has each
// corrected, several at a time, by a function of the caller that returns an
// [Answer], and counts into a [Score]: errors fixed, right sentences harmed, errors detected,
// contracts kept, edits in right sentences, for the suite and for each rule. A [Share] has an
// interval, since a suite is a sample; [Compare] says whether two scores differ by more than chance,
// and [Plot] draws shares. What was broken off goes on from its [Records].
//
// What is counted depends on the answers alone, not on their order in time. No figure is an average
// over suites: they differ in size and kind.
package eval
