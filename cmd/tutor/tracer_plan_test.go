package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

var costLine = regexp.MustCompile(`(?m)^     schema of .*\n`)

// TestARunOfEachStrategyIsShown shows the same sentence under each strategy, without what each request
// cost: that is in the golden file of one run.
func TestARunOfEachStrategyIsShown(t *testing.T) {
	s := newStage(t)
	var all strings.Builder
	for _, name := range []string{"react", "plan-execute", "plan-act", "plan-act-reflect", "preflect:plan-act",
		"reflexion:react", "self-refine:react"} {
		log := s.dir + "/" + strings.ReplaceAll(name, ":", "-")
		code, _, stderr := s.exec("--quiet", "--gloss", "off", "--model", "rules", "--planner", name, "--log", log, "He goed to school.")
		assert.Zero(t, code, stderr)
		_, stdout, _ := s.exec("runs", "show", log)
		all.WriteString(costLine.ReplaceAllString(anonymous(stdout), "") + "\n")
	}
	golden(t, "runs_show_strategies.golden", all.String())
}
