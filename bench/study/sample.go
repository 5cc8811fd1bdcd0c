package main

import (
	"cmp"
	"crypto/sha256"
	"slices"

	"github.com/shortleash/shortleash/eval"
)

// A task is one sentence of a suite.
type task struct {
	suite string
	eval.Item
}

// readTasks returns n sentences of each suite, chosen by a hash of their ids, in turns: whenever a study is
// stopped, it has about as many of each suite. Items of which any change counts are left out, and of contracts
// the sentence alone is looked at.
func readTasks(files []string, n int) ([]task, error) {
	suites, err := eval.ReadFiles(files...)
	if err != nil {
		return nil, misuseError{err}
	}
	longest := 0
	for i := range suites {
		s := &suites[i]
		s.Items = slices.DeleteFunc(s.Items, func(item eval.Item) bool { return item.DetectOnly })
		slices.SortFunc(s.Items, func(a, b eval.Item) int { return cmp.Compare(digest(a.ID), digest(b.ID)) })
		if n > 0 && n < len(s.Items) {
			s.Items = s.Items[:n]
		}
		longest = max(longest, len(s.Items))
	}
	var tasks []task
	for i := range longest {
		for _, s := range suites {
			if i < len(s.Items) {
				item := s.Items[i]
				item.Contract = nil
				tasks = append(tasks, task{s.Name, item})
			}
		}
	}
	return tasks, nil
}

func digest(id string) string {
	sum := sha256.Sum256([]byte(id))
	return string(sum[:])
}
