// Package soak has the test that makes random runs of the loop and checks each against what the loop promises.
//
// A run is a model in a scenario. The model is valid-random, one of the hostile kinds, a rotation of calls,
// or a mixture that changes its kind within the run. The scenario is a configuration from a wide range,
// tools that work, fail, panic, wait or ignore their context, and rules. Both are drawn from the run's
// seed, and so are cancellations and watchers that stop watching. Nearly all runs use a fake clock: a
// model that is silent for five minutes costs nothing, and time limits are checked to the nanosecond. A
// small share uses the real clock, with very short limits.
//
//	go test ./soak -run TestSoak -soak "-runs 100000 -seed 1" -timeout 0 -v   a table, and progress
//	go test ./soak -run TestSoak -soak "-only 4294967297" -v                  one run alone, with its events
//
// It fails on any breach, and tells the seed of the run. With -soak -h it tells its other settings.
package soak
