// Growth prints how compiling a schema grows with the schema, for families of schemas that were written to be
// expensive:
//
//	go run ./growth [-family REGEXP] [-all]
//
// Each family doubles until its schema is longer than 1 MiB, an error repeats, or one compilation takes longer
// than -stop. A family runs in a process of its own, with -memory MB of address space. A line is printed for the
// last size; -all prints every size. The exponent of a line is the slope between its size and the one before:
// 1 is linear, 2 is quadratic.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/internal/hostile"
)

// mostBytes is the size of the longest schema that is compiled.
const mostBytes = 1 << 20

type settings struct {
	all    bool
	stop   time.Duration
	memory int
	child  string
}

func main() {
	var s settings
	only := flag.String("family", "", "only families that match this `regexp`")
	flag.BoolVar(&s.all, "all", false, "print every size, not the last")
	flag.DurationVar(&s.stop, "stop", 2*time.Second, "end a family after a compilation of this time")
	flag.IntVar(&s.memory, "memory", 6000, "`MB` of address space of a family")
	flag.StringVar(&s.child, "child", "", "compile this family in this process; growth calls itself so")
	flag.Parse()
	if err := run(s, *only); err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(1)
	}
}

func run(s settings, only string) error {
	match, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	if s.child == "" {
		fmt.Printf("%-20s %8s %9s %10s %9s %8s %8s  %s\n", "family", "n", "bytes", "ms", "made MB", "peak MB", "exponent", "ends with")
	}
	for _, f := range hostile.Families() {
		switch {
		case s.child == f.Name:
			return grow(s, f)
		case s.child == "" && match.MatchString(f.Name):
			if err := apart(s, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// apart grows f in a process of its own and prints what it says.
func apart(s settings, f hostile.Family) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*s.stop)
	defer cancel()
	child := exec.CommandContext(ctx, self, "-child", f.Name, "-stop", s.stop.String(), "-memory", strconv.Itoa(s.memory))
	out, err := child.StdoutPipe()
	if err != nil {
		return err
	}
	if err := child.Start(); err != nil {
		return err
	}
	last := ""
	for lines := bufio.NewScanner(out); lines.Scan(); {
		last = lines.Text()
		if s.all {
			fmt.Println(last)
		}
	}
	if err := child.Wait(); err != nil {
		if !s.all {
			fmt.Println(last)
		}
		_, err = fmt.Printf("%-20s ended by %v (memory, or time)\n", f.Name, err)
		return err
	}
	if !s.all {
		fmt.Println(last)
	}
	return nil
}

// A cost is what one compilation came to.
type cost struct {
	n, bytes int
	took     time.Duration
	made     float64 // MB
	err      error
}

// grow compiles f at one size after another and prints a line for each.
func grow(s settings, f hostile.Family) error {
	runtime.LockOSThread()
	limit := uint64(s.memory) << 20
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		return err
	}
	var before cost
	refused := 0
	for n := f.Start(); f.Most == 0 || n <= f.Most; n = f.Next(n) {
		schema := f.Make(n)
		if len(schema) > mostBytes || refused == 3 {
			break
		}
		c := compile(schema)
		c.n = n
		exponent := "-"
		if before.n > 0 && before.took > time.Millisecond && c.err == nil {
			exponent = fmt.Sprintf("%.1f", math.Log(float64(c.took)/float64(before.took))/math.Log(float64(n)/float64(before.n)))
		}
		ending := "compiled"
		if c.err != nil {
			ending = strings.TrimPrefix(fmt.Sprintf("%.150s", c.err.Error()), "grammar: schema: ")
			refused++
		}
		fmt.Printf("%-20s %8d %9d %10.2f %9.1f %8.0f %8s  %s\n", f.Name, n, c.bytes, c.took.Seconds()*1000, c.made, peak(), exponent, ending)
		if c.took > s.stop {
			break
		}
		before = c
	}
	return nil
}

// threadTime returns the processor time of this thread, which other processes do not lengthen. The background work
// of the collector is not in it.
func threadTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(1, &u); err != nil { // RUSAGE_THREAD
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// compile returns the least cost of a few compilations.
func compile(schema []byte) cost {
	best := cost{took: time.Hour, bytes: len(schema)}
	for range 3 {
		debug.FreeOSMemory()
		var at, end runtime.MemStats
		runtime.ReadMemStats(&at)
		start := threadTime()
		_, err := grammar.Compile(context.Background(), schema, grammar.Options{})
		took := threadTime() - start
		runtime.ReadMemStats(&end)
		if took < best.took {
			best.took, best.err, best.made = took, err, float64(end.TotalAlloc-at.TotalAlloc)/1e6
		}
		if took > 500*time.Millisecond {
			break
		}
		if e, ok := errors.AsType[*grammar.CompileError](err); err != nil && !ok {
			best.err = fmt.Errorf("NOT A CompileError: %w", err)
		} else if ok && e.Err == nil {
			best.err = errors.New("A CompileError WITHOUT A REASON")
		}
	}
	return best
}

// peak returns the most memory that this process has held so far, in MB.
func peak() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return n / 1024
		}
	}
	return 0
}
