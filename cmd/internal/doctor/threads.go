package doctor

import (
	"context"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model/ollama"
)

// faster is by what factor another number of threads must write faster to be worth a word: what a busy
// machine changes from one moment to the next is less.
const faster = 1.4

// threads has the model write with one thread, and with half of the cores, where the server computes on this
// machine without a GPU. The threads of a server wait for each other in busy loops, so on a machine that has
// other work more of them may be slower.
func (k *checker) threads(ctx context.Context) Check {
	if !k.local() || k.Cores < 2 || k.report.OutputRate == 0 {
		return Check{Result: Skipped, Found: "not tried: only a server on this machine, with two cores or more, is asked for other threads"}
	}
	if onGPU, err := k.onGPU(ctx); err != nil {
		return k.failed(ctx, err)
	} else if onGPU {
		return Check{Result: OK, Found: "the model is on a GPU, where threads do not matter"}
	}
	best, rate := 0, k.report.OutputRate
	tried := []string{"as set: " + show.Rounded(rate)}
	for _, n := range threadCounts(k.Cores) {
		written, err := k.writesWith(ctx, n)
		if err != nil {
			return k.failed(ctx, err)
		}
		tried = append(tried, fmt.Sprintf("%d: %s", n, show.Rounded(written)))
		if written > rate*faster {
			best, rate = n, written
		}
	}
	c := Check{Result: OK, Found: "tokens a second by threads: " + strings.Join(tried, ", ")}
	if best > 0 {
		c.Result, c.Do = Note, fmt.Sprintf("Use %d: make the model again with PARAMETER num_thread %d in its Modelfile.", best, best)
	}
	return c
}

// threadCounts are the numbers of threads to try on a machine with so many cores.
func threadCounts(cores int) []int {
	if cores/2 > 1 {
		return []int{1, cores / 2}
	}
	return []int{1}
}

// writesWith returns how many tokens a second the model writes with n threads. The first request loads it.
func (k *checker) writesWith(ctx context.Context, n int) (float64, error) {
	config := k.Ollama
	config.Host, config.Threads = k.Host, n
	m, err := ollama.New(k.Name, config)
	if err != nil {
		return 0, err
	}
	usual := k.model
	defer func() { k.model = usual }()
	k.model = m
	schema := grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(100, 120)})
	if _, _, err := k.ask(ctx, grammar.Enum("ready"), k.word(), 0); err != nil {
		return 0, err
	}
	reply, _, err := k.ask(ctx, schema, reading, 0)
	_, written := rates(reply.Usage)
	return written, err
}

// onGPU reports whether the server has a part of the model on a GPU.
func (k *checker) onGPU(ctx context.Context) (bool, error) {
	loaded, err := ollama.Loaded(ctx, k.Host)
	for _, m := range loaded {
		if m.Name == k.info.Name && m.GPUBytes > 0 {
			return true, err
		}
	}
	return false, err
}
