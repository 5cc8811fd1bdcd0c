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

// A Greeting is the first line a runner writes, once it has indexed the vocabulary.
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
	if err == nil && from < 0 {
		err = strconv.ErrRange
	}
	if err != nil {
		return fmt.Errorf("trial: FROM: %w", err)
	}
	f, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer f.Close()
	items, header, err := NewReader(f)
	if err != nil {
		return err
	}
	for range from {
		if _, err := items.Next(); err == io.EOF {
			return fmt.Errorf("trial: FROM %d is not within the %d items", from, items.read-1)
		} else if err != nil {
			return err
		}
	}
	runtime.GOMAXPROCS(1)
	start := time.Now()
	e, err := index(header)
	if err != nil {
		return err
	}
	header.Tokens = nil // 200,000 slices, for each collection of garbage; the engine keeps what it needs
	out := json.NewEncoder(w)
	if err := out.Encode(Greeting{About: e.About(), Index: int64(time.Since(start))}); err != nil {
		return err
	}
	for {
		item, err := items.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := out.Encode(Run(e, item, header.MaskEvery)); err != nil {
			return err
		}
	}
}
