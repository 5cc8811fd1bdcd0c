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

// plainWork is how many operations a second one core stays under when it writes without vector instructions. A token
// takes one multiplication and one addition for each parameter. Two builds of Ollama, with SmolLM2-135M on a core of an
// AMD EPYC: 12 tokens a second without them (3.2e9), 49 to 120 with AVX2.
const plainWork = 5e9

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
	best, rate, alone := 0, k.report.OutputRate, 0.0
	tried := []string{"as set: " + show.Rounded(rate)}
	for _, n := range threadCounts(k.Cores) {
		written, err := k.writesWith(ctx, n)
		if err != nil {
			return k.failed(ctx, err)
		}
		tried = append(tried, fmt.Sprintf("%d: %s", n, show.Rounded(written)))
		if n == 1 {
			alone = written
		}
		if written > rate*faster {
			best, rate = n, written
		}
	}
	c := Check{Result: OK, Found: "tokens a second by threads: " + strings.Join(tried, ", ")}
	if best > 0 {
		c.Result, c.Do = Note, fmt.Sprintf("Use %d: make the model again with PARAMETER num_thread %d in its Modelfile.", best, best)
	}
	if work := 2 * float64(k.about.Parameters) * alone; 0 < work && work < plainWork {
		c.Result, c.Found = Note, c.Found+", far less than a processor with vector instructions can do"
		c.Do = strings.TrimSpace(c.Do + " Unless other programs keep this machine busy, the server was built without them. Ollama's own packages " +
			"have them; a build from source needs CGO_CFLAGS and CGO_CXXFLAGS with -O3 -march=x86-64-v3.")
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
	schema := shortStrings(6)
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
