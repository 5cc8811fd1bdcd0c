package trial

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/shortleash/shortleash/bench/engine"
)

// A Greeting is the first line a runner writes, once it has read the job and indexed the vocabulary.
type Greeting struct {
	About engine.About `json:"about"`
	Index int64        `json:"index"` // nanoseconds for all that depends on the vocabulary alone
}

// Serve is a runner: args are the job file and the item to begin with, counted from 0. It writes a
// Greeting and then one Result a line to w. Go's scheduler is given one thread of execution, so the
// time for collecting an engine's garbage is in that engine's figures.
func Serve(args []string, w io.Writer, index func(Header) (engine.Engine, error)) error {
	if len(args) != 2 {
		return fmt.Errorf("trial: want JOB and FROM, got %q", args)
	}
	from, err := strconv.Atoi(args[1])
	if err != nil {
		return fmt.Errorf("trial: FROM: %w", err)
	}
	f, err := os.Open(args[0])
	if err != nil {
		return err
	}
	job, err := ReadJob(f)
	f.Close() // read only: nothing is lost
	if err != nil {
		return err
	}
	if from < 0 || from > len(job.Items) {
		return fmt.Errorf("trial: FROM %d is not within the %d items", from, len(job.Items))
	}
	runtime.GOMAXPROCS(1)
	runtime.LockOSThread()
	start := time.Now()
	e, err := index(job.Header)
	if err != nil {
		return err
	}
	out := json.NewEncoder(w)
	if err := out.Encode(Greeting{About: e.About(), Index: int64(time.Since(start))}); err != nil {
		return err
	}
	for _, item := range job.Items[from:] {
		if err := out.Encode(Run(e, item, job.MaskEvery)); err != nil {
			return err
		}
	}
	return nil
}
