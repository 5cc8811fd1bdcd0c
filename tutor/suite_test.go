package tutor

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/rules"
)

var everyItem = flag.Int("every-item", 10, "which share of the evaluation suites goes through the whole tutor: one item of so many")

// An item is one line of an evaluation suite.
type item struct {
	Input      string   `json:"input"`
	Accept     []string `json:"accept"`
	Clean      bool     `json:"clean"`
	DetectOnly bool     `json:"detect_only"`
}

// A score counts what came of the items of a suite.
type score struct{ fix, fixed, clean, harmed, detect, detected int }

func (s *score) add(it item, got string) {
	changed := normal(got) != normal(it.Input)
	switch {
	case it.Clean:
		s.clean++
		s.harmed += number(changed)
	case it.DetectOnly:
		s.detect++
		s.detected += number(changed)
	default:
		s.fix++
		s.fixed += number(slices.ContainsFunc(it.Accept, func(a string) bool { return normal(a) == normal(got) }))
	}
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// normal makes sentences comparable as the suites' README asks.
func normal(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "’", "'")), " ")
}

// The policy costs nothing: with the rules as its model the whole tutor corrects what the analysis alone
// would correct, item by item, and so reaches its figures. All items: -every-item 1.
func TestTheWholeTutorReachesWhatTheAnalysisDoes(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(sharedFolder(t, "the whole tutor was not held to the suites"), "eval", "*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	tutor, err := New(Options{Model: func() model.Model { return rules.New() }, Loop: loop.Config{}, Trace: true})
	require.NoError(t, err)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
			items := readItems(t, file)
			got := make([]Report, len(items))
			var all sync.WaitGroup
			workers := runtime.GOMAXPROCS(0)
			for w := range workers {
				all.Go(func() {
					for i := w; i < len(items); i += workers {
						r, err := tutor.Correct(t.Context(), items[i].Input, nil, nil)
						assert.NoError(t, err)
						got[i] = r
					}
				})
			}
			all.Wait()
			var floor, reached score
			var v verdict
			for i, it := range items {
				mended := ""
				for _, part := range sentence.Split(it.Input) {
					mended += sentence.Analyze(part).Corrected()
				}
				answered := it.Input
				if got[i].Corrected != nil {
					answered = *got[i].Corrected
				}
				floor.add(it, mended)
				reached.add(it, answered)
				assert.Equal(t, loop.Final, got[i].Outcome, "%s: %s", it.Input, got[i].Problem)
				assert.Equal(t, mended, answered)
				v.judge(got[i])
			}
			assert.Equal(t, floor, reached)
			assert.Empty(t, v.breaches)
			t.Logf("fixed %d of %d, harm %d of %d, detected %d of %d; in scope %d of %d",
				reached.fixed, reached.fix, reached.harmed, reached.clean, reached.detected, reached.detect, v.runs-v.outside, v.runs)
		})
	}
}

// readItems returns one item of every so many.
func readItems(t *testing.T, path string) []item {
	file, err := os.Open(path)
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	var list []item
	lines := bufio.NewScanner(file)
	for n := 0; lines.Scan(); n++ {
		var it item
		require.NoError(t, json.Unmarshal(lines.Bytes(), &it))
		if n%*everyItem == 0 {
			list = append(list, it)
		}
	}
	require.NoError(t, lines.Err())
	return list
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
