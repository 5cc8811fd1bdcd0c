// Package answers turns inputs into a file of answers: one line of JSON each, in order.
//
// [Read] reads [Input] values from a text or from lines of JSON objects, as they are wanted. [Open] opens
// the file of answers and finds out how much of it is done already, and what is to be done again: no other
// file records that. [Run] answers what is left, several inputs at once, and appends line after line.
//
// However a run ends, a killed process included, the file holds whole lines for the first inputs
// and at most one torn line after them, which the next Open takes away. One [Output] has the file at a
// time. A file whose lines do not belong to the inputs is refused and left as it is. No more than a few
// inputs and answers are in memory at once.
package answers

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
)

// An Answer makes the answer to one input: a JSON object that begins with the member "input" and
// holds the text. An error stops Run; nothing is written for this input or a later one.
type Answer func(ctx context.Context, in Input) ([]byte, error)

// A Job says how to answer.
type Job struct {
	Answer Answer
	// Jobs is how many inputs are answered at once. 0 is 1.
	Jobs int
	// Stop, when it is closed, keeps further inputs from being begun; what runs is finished and
	// written. Nil is never closed.
	Stop <-chan struct{}
	// Wrote is called with each new line, without its end. Nil is not called.
	Wrote func(line []byte)
}

// lookahead is how many inputs for each job may be done or under way before the oldest is written.
const lookahead = 4

// A task is an input to be answered.
type task struct {
	Input
	again *earlier // its line in the file, which the answer replaces; nil: the file has none
	reply chan reply
	// failure says why the input could not be read; it is the last task then.
	failure error
}

// A reply is what became of one input.
type reply struct {
	line []byte
	err  error
}

// Run makes the answers that are to be made again, then those that out does not hold yet. It returns when
// all is written, when Stop was closed and what ran is written, or at the first error, with nothing left
// running. When ctx ends, its error is returned and the inputs under way are left for the next time.
func Run(ctx context.Context, out *Output, j Job) (err error) {
	if j.Jobs < 0 {
		return fmt.Errorf("answers: Jobs is negative")
	}
	defer func() { err = errors.Join(err, out.flush()) }()
	ctx, cancel := context.WithCancel(ctx)
	jobs := max(j.Jobs, 1)
	slots := make(chan struct{}, jobs) // one for each input under way
	// Answers wait here for the ones before them. The bound limits how many can wait for a slow one.
	pending := make(chan task, lookahead*jobs)
	var workers sync.WaitGroup
	workers.Go(func() {
		defer close(pending)
		for t := range out.tasks() {
			if !acquire(ctx, j.Stop, slots) {
				return
			}
			t.reply = make(chan reply, 1)
			workers.Go(func() {
				if t.failure != nil {
					t.reply <- reply{err: t.failure}
				} else {
					t.reply <- j.answer(ctx, t.Input)
				}
				<-slots
			})
			select {
			case pending <- t:
			case <-ctx.Done():
				return
			}
		}
	})
	defer workers.Wait()
	defer cancel() // first, so that there is little to wait for
	for t := range pending {
		r := <-t.reply
		if r.err != nil {
			return r.err
		}
		if err := out.write(t, r.line); err != nil {
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
	answer, err := j.Answer(ctx, in)
	if err != nil {
		return reply{err: err}
	}
	line, err := in.line(answer)
	return reply{line, err}
}

// tasks yields what is to be answered, in the order in which it is written.
func (o *Output) tasks() iter.Seq[task] {
	again := slices.Clone(o.again) // flush changes it meanwhile
	return func(yield func(task) bool) {
		for _, e := range again {
			if !yield(task{Input: e.input, again: e}) {
				return
			}
		}
		for {
			in, ok, err := o.inputs.next()
			if err == nil && !ok {
				return
			}
			if !yield(task{Input: in, failure: err}) || err != nil {
				return
			}
		}
	}
}

// write writes the line of a task.
func (o *Output) write(t task, line []byte) error {
	if t.again != nil {
		return o.replace(t.again, line)
	}
	if err := o.flush(); err != nil { // the end of the file moves with it
		return err
	}
	return o.append(line)
}
