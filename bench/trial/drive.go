package trial

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A Runner is a command that takes a job file and a first item as its last two arguments.
type Runner struct {
	Command []string
	// Timeout is for one item. The engine is ended when it is over, and started again at the next.
	Timeout time.Duration
	// Memory bounds the address space of the process, in MiB; 0 means 12,288.
	Memory int
}

const (
	defaultMemory = 12 << 10 // MiB
	indexTimeout  = 5 * time.Minute
	stderrKept    = 64 << 10 // bytes
)

// An Outcome is what one engine did with a job.
type Outcome struct {
	Greeting Greeting
	Results  []Result // one for each item, in order
	// Share is how much of the elapsed time the engine had a processor. Much below 1 means that other
	// programs were running and that the high percentiles are theirs.
	Share float64
}

// Drive runs a job. The error is not nil when the runner could not begin at all, or when ctx ended.
func (r Runner) Drive(ctx context.Context, job Job) (Outcome, error) {
	dir, err := os.MkdirTemp("", "shortleash-bench-")
	if err != nil {
		return Outcome{}, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "job.jsonl")
	if err := job.Write(path); err != nil {
		return Outcome{}, err
	}
	var out Outcome
	var elapsed, processor time.Duration
	for len(out.Results) < len(job.Items) {
		start := time.Now()
		p := r.once(ctx, path, len(out.Results))
		elapsed += time.Since(start)
		processor += p.processor
		if err := ctx.Err(); err != nil {
			return Outcome{}, err
		}
		if p.greeting == nil {
			return Outcome{}, fmt.Errorf("trial: %s: %s", r.Command[0], p.trouble)
		}
		out.Greeting = *p.greeting
		out.Results = append(out.Results, p.results...)
		if n := len(out.Results); n < len(job.Items) {
			out.Results = append(out.Results, Result{Name: job.Items[n].Name, Trouble: cmp.Or(p.trouble, "the runner ended early")})
		}
	}
	for i, got := range out.Results {
		if i >= len(job.Items) || got.Name != job.Items[i].Name {
			return Outcome{}, fmt.Errorf("trial: %s: result %d is about %q, which is not asked for there", r.Command[0], i, got.Name)
		}
	}
	if elapsed > 0 {
		out.Share = processor.Seconds() / elapsed.Seconds()
	}
	return out, nil
}

// A process is what one start of a runner gave.
type process struct {
	greeting  *Greeting // nil when none came
	results   []Result
	trouble   string // why it ended before all results came
	processor time.Duration
}

// once starts the runner at an item and reads until it ends, by itself or by us.
func (r Runner) once(ctx context.Context, path string, from int) process {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	limit := fmt.Sprintf(`ulimit -v %d && exec "$@"`, cmp.Or(r.Memory, defaultMemory)<<10)
	args := append([]string{"-c", limit, "sh"}, r.Command...)
	command := exec.CommandContext(ctx, "sh", append(args, path, strconv.Itoa(from))...)
	said := &tail{limit: stderrKept}
	command.Stderr = said
	stdout, err := command.StdoutPipe()
	if err != nil {
		return process{trouble: err.Error()}
	}
	if err := command.Start(); err != nil {
		return process{trouble: err.Error()}
	}
	lines := make(chan []byte)
	go readLines(ctx, stdout, lines)
	var p process
	p.greeting, p.results, p.trouble = r.collect(lines)
	cancel()
	for range lines { // until the reader is done
	}
	if err := command.Wait(); err != nil && p.trouble == "" {
		p.trouble = fmt.Sprintf("crash: %v: %s", err, said.summary())
	}
	if state := command.ProcessState; state != nil {
		p.processor = state.UserTime() + state.SystemTime()
	}
	return p
}

// collect reads a greeting and results until the lines end or do not come in time.
func (r Runner) collect(lines <-chan []byte) (greeting *Greeting, results []Result, trouble string) {
	patience := indexTimeout
	for {
		timer := time.NewTimer(patience)
		select {
		case line, ok := <-lines:
			timer.Stop()
			if !ok {
				return greeting, results, ""
			}
			if greeting == nil {
				greeting = &Greeting{}
				if err := json.Unmarshal(line, greeting); err != nil {
					return nil, nil, fmt.Sprintf("bad greeting: %v", err)
				}
				patience = r.Timeout
				continue
			}
			var result Result
			if err := json.Unmarshal(line, &result); err != nil {
				return greeting, results, fmt.Sprintf("bad line: %v", err)
			}
			results = append(results, result)
		case <-timer.C:
			return greeting, results, fmt.Sprintf("timeout: no answer within %v", patience)
		}
	}
}

// readLines sends lines, without their ends, and closes the channel at the end of r or of ctx.
func readLines(ctx context.Context, r io.Reader, lines chan<- []byte) {
	defer close(lines)
	in := bufio.NewReaderSize(r, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil { // a line without an end was cut off by a crash
			return
		}
		select {
		case lines <- bytes.TrimSuffix(line, []byte{'\n'}):
		case <-ctx.Done():
			return
		}
	}
}

// A tail keeps the last bytes written to it.
type tail struct {
	limit int
	kept  []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - t.limit; over > 0 {
		t.kept = t.kept[over:]
	}
	return len(p), nil
}

// summary returns the line that says most about a crash: that of a C++ exception, an assertion or the
// signal in Go's runtime, and otherwise the last line.
func (t *tail) summary() string {
	lines := strings.Split(strings.TrimSpace(string(t.kept)), "\n")
	for _, sign := range []string{"what():", "GGML_ASSERT", "fatal error:", "SIGABRT", "SIGSEGV", "MemoryError"} {
		for _, line := range lines {
			if strings.Contains(line, sign) {
				return strings.TrimSpace(line)
			}
		}
	}
	return lines[len(lines)-1]
}
