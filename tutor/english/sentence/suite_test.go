package sentence

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An item is one line of an evaluation suite.
type item struct {
	ID         string   `json:"id"`
	Input      string   `json:"input"`
	Accept     []string `json:"accept"`
	Clean      bool     `json:"clean"`
	DetectOnly bool     `json:"detect_only"`
}

// A score counts what came of the items of a suite.
type score struct {
	fix, fixed, wrong, clean, harmed, detect, detected int
}

func (s score) fixedShare() float64    { return share(s.fixed, s.fix) }
func (s score) harmShare() float64     { return share(s.harmed, s.clean) }
func (s score) detectedShare() float64 { return share(s.detected, s.detect) }

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}

// The ratchet: no suite may fall below its floors or rise above its ceiling. Figures are percent.
var suiteFloors = []struct {
	suite               string
	fixed, harm, detect float64
}{
	{"blimp_pp_verbs", 98.5, 0, 0},
	{"blimp_pp_adj", 99.5, 0, 0},
	{"blimp_reg_sva_1", 97, 0, 0},
	{"blimp_irr_sva_1", 98.5, 0, 0},
	{"blimp_reg_sva_2", 0, 0, 97},
	{"blimp_irr_sva_2", 0, 0, 99},
	{"blimp_distr_rel_noun", 98, 0, 0},
	{"blimp_distr_rel_clause", 94.5, 0, 0},
	{"harper", 87, 0, 0},
	{"harper_more", 95, 0, 0},
	{"harper_ignored", 0, 0, 0},
	{"languagetool_core", 86.5, 0, 0},
}

func TestSuites(t *testing.T) {
	folder := sharedFolder(t, "no suite was scored")
	for _, floor := range suiteFloors {
		t.Run(floor.suite, func(t *testing.T) {
			s := scoreSuite(t, filepath.Join(folder, "eval", floor.suite+".jsonl"))
			t.Logf("%-24s fixed %5.1f %% of %3d  harm %4.1f %% of %3d  detected %5.1f %% of %3d  wrong fix %d",
				floor.suite, s.fixedShare(), s.fix, s.harmShare(), s.clean, s.detectedShare(), s.detect, s.wrong)
			assert.GreaterOrEqual(t, s.fixedShare(), floor.fixed, "fixed")
			assert.GreaterOrEqual(t, s.detectedShare(), floor.detect, "detected")
			assert.LessOrEqual(t, s.harmShare(), floor.harm, "harm")
		})
	}
}

// The suites that this project typed itself stand in the repository.
var ownFloors = []struct {
	suite       string
	fixed, harm float64
}{
	{"beyond", 78, 0},
	{"untuned", 60, 0},
	{"learners", 50, 1.15},
	{"right", 0, 0}, // it has no mistakes
}

func TestOwnSuites(t *testing.T) {
	for _, floor := range ownFloors {
		t.Run(floor.suite, func(t *testing.T) {
			s := scoreSuite(t, filepath.Join("..", "..", "..", "testdata", floor.suite+".jsonl"))
			t.Logf("%-10s fixed %5.1f %% of %3d  harm %4.1f %% of %3d  wrong fix %d", floor.suite, s.fixedShare(), s.fix, s.harmShare(),
				s.clean, s.wrong)
			assert.GreaterOrEqual(t, s.fixedShare(), floor.fixed, "fixed")
			assert.LessOrEqual(t, s.harmShare(), floor.harm, "harm")
		})
	}
}

func scoreSuite(t *testing.T, path string) score {
	file, err := os.Open(path)
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	var s score
	show := os.Getenv("SUITE_MISSES") != ""
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var it item
		require.NoError(t, json.Unmarshal(lines.Bytes(), &it))
		got := Correct(it.Input)
		changed := normal(got) != normal(it.Input)
		miss := ""
		switch {
		case it.Clean:
			s.clean++
			if changed {
				s.harmed++
				miss = "harm"
			}
		case it.DetectOnly:
			s.detect++
			if changed {
				s.detected++
			} else {
				miss = "undetected"
			}
		default:
			s.fix++
			switch {
			case slices.ContainsFunc(it.Accept, func(a string) bool { return normal(a) == normal(got) }):
				s.fixed++
			case changed:
				s.wrong++
				miss = "wrong fix"
			default:
				miss = "unfixed"
			}
		}
		if show && miss != "" {
			t.Logf("%-10s %s\n      got %s", miss, it.Input, got)
		}
	}
	require.NoError(t, lines.Err())
	return s
}

// normal makes sentences comparable as the suites' README asks.
func normal(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "’", "'")), " ")
}

// sharedFolder returns the folder of shared material beside the repository. Without it the test is
// skipped, except in CI.
func sharedFolder(t *testing.T, lost string) string {
	dir, err := os.Getwd()
	require.NoError(t, err)
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	folder := filepath.Join(dir, "..", "shared")
	if _, err := os.Stat(folder); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("shared folder missing")
		}
		t.Skip("shared folder missing: " + lost)
	}
	return folder
}
