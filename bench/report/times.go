package report

import "github.com/shortleash/shortleash/bench/trial"

// Times are what results say about speed, pooled over schemas that compile. In nanoseconds.
type Times struct {
	Compile []int64 // of a schema
	First   []int64 // TTFM: compiling and the first mask, of a schema
	Mask    []int64 // of a position
	Commit  []int64 // of a token that was taken
	Between []int64 // TBM: mask and commit, of a position; a refused token has no commit
	Cold    []int64 // the same in the first text after compiling, which finds caches empty
}

// NewTimes pools the times of results that compile.
func NewTimes(results []trial.Result) Times {
	var t Times
	for _, r := range results {
		if !r.Compiled() {
			continue
		}
		t.Compile = append(t.Compile, r.Compile)
		if r.First > 0 {
			t.First = append(t.First, r.Compile+r.First)
		}
		for i, mask := range r.Masks {
			commit := r.Commits[i]
			t.Mask = append(t.Mask, mask)
			t.Between = append(t.Between, mask+commit)
			if i < r.Cold {
				t.Cold = append(t.Cold, mask+commit)
			}
			if commit > 0 {
				t.Commit = append(t.Commit, commit)
			}
		}
	}
	return t
}
