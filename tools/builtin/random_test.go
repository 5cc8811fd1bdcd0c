package builtin_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tools/builtin"
)

var folderRuns = flag.Int("folder-runs", 40, "how many runs TestRandomRunsKeepAFolder makes")

// TestRandomRunsKeepAFolder has a model that says anything that its grammar allows change folders, in whole runs in which a person
// approves every call: no edit misses its text, a file changes only if an approved call names it, and undo brings
// back all of it to the byte.
func TestRandomRunsKeepAFolder(t *testing.T) {
	runs, count := *folderRuns, map[string]int{}
	if testing.Short() {
		runs = 8
	}
	for seed := range runs {
		dir := t.TempDir()
		r := &randomRun{t: t, seed: seed, dir: dir, count: count}
		before := r.generate(rand.New(rand.NewPCG(uint64(seed), 7)))
		r.run(before)
		folder, err := builtin.OpenFolder(dir, builtin.FolderOptions{Write: true})
		require.NoError(t, err)
		_, err = folder.Undo(r.seen)
		require.NoError(t, err, "seed %d", seed)
		require.NoError(t, folder.Close())
		require.Equal(t, before, r.files(), "seed %d: undone", seed)
	}
	for _, tool := range []string{"add_lines", "edit_file", "write_file", "rename_file", "delete_file"} {
		assert.Positive(t, count[tool+" done"], tool)
	}
	t.Logf("%d runs: %v", runs, count)
}

// A randomRun is one run over a folder.
type randomRun struct {
	t     *testing.T
	seed  int
	dir   string
	count map[string]int
	seen  []tools.Observation
}

// generate writes files of every kind, and returns what they hold.
func (r *randomRun) generate(rng *rand.Rand) map[string]string {
	texts := []string{"milk", "eggs", "", " ", "tea\tgreen", "caf\u00e9", "x", "\u0436\u0443\u043a", strings.Repeat("long ", 700),
		"a \u2026", "\"q\" \\"}
	for i := range 2 + rng.IntN(4) {
		var b strings.Builder
		end := []string{"\n", "\r\n"}[rng.IntN(2)]
		for range rng.IntN(12) {
			b.WriteString(texts[rng.IntN(len(texts))] + end)
		}
		text := b.String()
		switch rng.IntN(6) {
		case 0:
			text = strings.TrimSuffix(text, end)
		case 1:
			text = "\ufeff" + text
		case 2:
			text = "caf\xe9" + end + "x" + end
		case 3:
			text = "\xff\xfea\x00\n\x00b\x00"
		}
		path := filepath.Join(r.dir, fmt.Sprintf("d%d", i%2), fmt.Sprintf("f%d.txt", i))
		require.NoError(r.t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(r.t, os.WriteFile(path, []byte(text), 0o644))
	}
	return r.files()
}

func (r *randomRun) files() map[string]string {
	files := map[string]string{}
	require.NoError(r.t, filepath.WalkDir(r.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(r.dir, path)
		files[filepath.ToSlash(name)] = string(data)
		return err
	}))
	return files
}

// run makes the run, and looks at the folder after each call.
func (r *randomRun) run(before map[string]string) {
	registry, err := tools.NewRegistry(builtin.Files(r.dir, builtin.FolderOptions{Write: true})...)
	require.NoError(r.t, err)
	approve := func(_ context.Context, i loop.Interrupt) (loop.Reply, error) {
		return loop.Reply{Interrupt: i.ID, Do: loop.Approve}, nil
	}
	l, err := loop.New(strategy.ReAct{}, model.Guard(fake.Random(int64(r.seed))), registry, loop.Config{
		Approval: loop.Approval{Ask: approve}, Budget: loop.Budget{Steps: 16},
		Allowances: loop.Allowances{RecoverableErrors: 1000, FatalErrors: 1000},
		Rules:      []loop.Rule{loop.Require{Tool: "edit_file"}, loop.Require{Tool: "rename_file"}, loop.Require{Tool: "delete_file"}},
	})
	require.NoError(r.t, err)
	var args struct {
		File    string `json:"file"`
		NewName string `json:"new_name"`
	}
	tool := ""
	for e, err := range l.Watch(r.t.Context(), "Tidy up.", nil) {
		require.NoError(r.t, err)
		switch e.Kind {
		case loop.CallStarted:
			tool, args.File, args.NewName = e.Call.Tool, "", ""
			require.NoError(r.t, json.Unmarshal(e.Call.Args, &args))
		case loop.Observed:
			after := r.files()
			o := *e.Observation
			r.seen = append(r.seen, o)
			for name := range union(before, after) {
				if name != args.File && name != args.NewName || !o.OK {
					require.Equal(r.t, before[name], after[name], "seed %d: %s touched %s", r.seed, tool, name)
				}
			}
			before = after
			if o.OK {
				r.count[tool+" done"]++
				continue
			}
			r.count[tool+" refused"]++
			require.NotContains(r.t, o.Error.Message, "any more", "seed %d: an edit missed its text", r.seed)
			r.t.Logf("seed %d: %s: %s", r.seed, tool, o.Error.Message)
		}
	}
}

func union(a, b map[string]string) map[string]bool {
	all := map[string]bool{}
	for name := range a {
		all[name] = true
	}
	for name := range b {
		all[name] = true
	}
	return all
}
