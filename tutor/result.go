package tutor

import (
	"iter"

	"github.com/shortleash/shortleash/loop"
)

// runResult shows the events of a run to watch and returns how it ended.
func runResult(events iter.Seq2[loop.Event, error], watch func(loop.Event)) (loop.Result, error) {
	var last loop.Result
	for e, err := range events {
		if err != nil {
			return last, err
		}
		if watch != nil {
			watch(e)
		}
		if e.Result != nil {
			last = *e.Result
		}
	}
	return last, nil
}
