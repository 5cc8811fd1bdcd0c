package main

import (
	"flag"
	"fmt"
	"testing"
	"testing/synctest"
)

// testingT returns a test that never ends, for an ordinary program to open bubbles in: a fake clock
// ([synctest]) exists only within a test. One goroutine of it never ends.
func testingT() *testing.T {
	if err := flag.CommandLine.Parse(nil); err != nil { // or testing.Main would read our arguments
		panic("soak: BUG: no arguments failed to parse: " + err.Error())
	}
	given := make(chan *testing.T)
	everything := func(string, string) (bool, error) { return true, nil }
	go testing.Main(everything, []testing.InternalTest{{Name: "soak", F: func(t *testing.T) {
		given <- t
		select {} // testing.Main would end the program
	}}}, nil, nil)
	return <-given
}

// bubble calls f under a fake clock. A goroutine of f that goes on waiting when f has returned, if only
// for a timer, is the problem that bubble returns; "" is none.
func bubble(t *testing.T, f func()) (problem string) {
	defer func() {
		if p := recover(); p != nil {
			problem = fmt.Sprintf("goroutine left behind: %v", p)
		}
	}()
	synctest.Test(t, func(*testing.T) { f() })
	return ""
}
