// Package answers turns a list of inputs into a file of answers: one line of JSON each, in order.
//
// [Read] makes [Input] values of a text or of lines of JSON objects. [Open] opens the file of
// answers and finds out how much of it is done already: no other file records that. [Run] answers what
// is left, several inputs at once, and appends line after line.
//
// However a run ends, a killed process included, the file holds whole lines for the first inputs
// and at most one torn line after them, which the next Open takes away. A file whose lines do not
// belong to the inputs is refused and left as it is.
package answers

import (
	"context"
	"fmt"
	"sync"
)

// An Answer makes the answer to one input: a JSON object that begins with the member "input" and
// holds the text. An error stops Run; nothing is written for this input or a later one.
type Answer func(ctx context.Context, text string) ([]byte, error)

// A Job says how to answer.
type Job struct {
	Inputs []Input
	Answer Answer
	// Jobs is how many inputs are answered at once. 0 is 1.
	Jobs int
	// Stop, when it is closed, keeps further inputs from being begun; what runs is finished and
	// written. Nil is never closed.
	Stop <-chan struct{}
	// Wrote is called with each line once it is written, without its end. Nil is not called.
	Wrote func(line []byte)
}

// lookahead is how many inputs for each job may be done or under way before the oldest is written.
const lookahead = 4

// A reply is what became of one input.
type reply struct {
	line []byte
	err  error
}

// Run answers the inputs that out does not hold yet. It returns when all is written, when Stop was
// closed and what ran is written, or at the first error, with nothing left running. When ctx ends,
// its error is returned and the inputs under way are left for the next time.
func Run(ctx context.Context, out *Output, j Job) error {
	if j.Jobs < 0 {
		return fmt.Errorf("answers: Jobs is negative")
	}
	ctx, cancel := context.WithCancel(ctx)
	jobs := max(j.Jobs, 1)
	slots := make(chan struct{}, jobs) // one for each input under way
	// Answers wait here for the ones before them. The bound limits how many can wait for a slow one.
	pending := make(chan chan reply, lookahead*jobs)
	var workers sync.WaitGroup
	workers.Go(func() {
		defer close(pending)
		for _, in := range j.Inputs[out.Done():] {
			if !acquire(ctx, j.Stop, slots) {
				return
			}
			result := make(chan reply, 1)
			workers.Go(func() {
				result <- j.answer(ctx, in)
				<-slots
			})
			select {
			case pending <- result:
			case <-ctx.Done():
				return
			}
		}
	})
	defer workers.Wait()
	defer cancel() // first, so that there is little to wait for
	for result := range pending {
		r := <-result
		if r.err != nil {
			return r.err
		}
		if err := out.append(r.line); err != nil {
			return err
		}
		if j.Wrote != nil {
			j.Wrote(r.line)
		}
	}
	return ctx.Err()
}

// acquire waits for a slot, and reports false when no input is to be begun any more.
func acquire(ctx context.Context, stop <-chan struct{}, slots chan<- struct{}) bool {
	select {
	case slots <- struct{}{}:
	case <-stop:
		return false
	case <-ctx.Done():
		return false
	}
	select { // where both were ready, the choice between a slot and the end was random
	case <-stop:
		return false
	case <-ctx.Done():
		return false
	default:
		return true
	}
}

func (j Job) answer(ctx context.Context, in Input) reply {
	answer, err := j.Answer(ctx, in.Text)
	if err != nil {
		return reply{err: err}
	}
	line, err := in.line(answer)
	return reply{line, err}
}
