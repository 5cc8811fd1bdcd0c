package sentence

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestDebug(t *testing.T) {
	for _, line := range strings.Split(os.Getenv("DEBUG_S"), "|") {
		if line == "" {
			continue
		}
		a := Analyze(line)
		fmt.Printf("%s\n  => %s  cost %.2f reason %s\n", line, a.Corrected(), a.cost, a.Reason)
		if a.parser != nil {
			for _, s := range a.steps {
				x := ""
				if s.nominal != nil {
					x = fmt.Sprintf("NP p=%06b k=%d c=%.2f", s.nominal.persons, s.nominal.kind, s.nominal.cost)
				}
				if s.found != nil {
					x += fmt.Sprintf(" VG %s fault=%d gov=%d cost=%.2f orphan=%v order=%v", s.found.base, s.found.fault, s.found.governor, s.found.cost, s.found.orphan, s.found.order)
				}
				fmt.Printf("    [%s] cl=%d %s\n", a.text(s.from, s.to), s.clause, x)
			}
		}
		for _, g := range a.Groups {
			fmt.Printf("    G %s main=%s tense=%s subj=%+v J=%+v\n", g.Verb, a.Tokens[g.Main].Text, g.Tense, g.Subject, g.Judgment)
		}
	}
}

func TestProse(t *testing.T) {
	path := os.Getenv("PROSE")
	if path == "" {
		return
	}
	b, _ := os.ReadFile(path)
	n, changed, judged := 0, 0, 0
	codes := map[Code]int{}
	for _, s := range strings.Split(string(b), "\n") {
		n++
		a := Analyze(s)
		if a.Reason == "" {
			judged++
		}
		if got := a.Corrected(); got != s {
			changed++
			fmt.Println("-", s)
			for _, e := range a.Edits() {
				codes[e.Rule]++
				fmt.Printf("      %s: %q -> %q\n", e.Rule, e.Original, e.Replacement)
			}
		}
	}
	fmt.Println(n, "sentences", changed, "changed", judged, "judged", codes)
}
