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
	if c, done := k.elsewhere(ctx, "threads"); done {
		return c
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

// elsewhere says why it is of no use to try other settings of the processor: the server is on another machine, or the model on a GPU.
func (k *checker) elsewhere(ctx context.Context, settings string) (Check, bool) {
	if !k.local() || k.Cores < 2 || k.report.OutputRate == 0 {
		return Check{Result: Skipped, Found: "not tried: only a server on this machine, with two cores or more, is asked for other " + settings}, true
	}
	if onGPU, err := k.onGPU(ctx); err != nil {
		return k.failed(ctx, err), true
	} else if onGPU {
		return Check{Result: OK, Found: "the model is on a GPU, where " + settings + " do not matter"}, true
	}
	return Check{}, false
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
	config.Threads = n
	_, written, err := k.ratesWith(ctx, config, reading)
	return written, err
}

// smallBatch is the number of tokens read at once that is tried beside the server's own, which is 512.
const smallBatch = 64

// batch has the model read a prompt in smaller parts. Which is faster depends on the caches of the processor.
func (k *checker) batch(ctx context.Context) Check {
	if c, done := k.elsewhere(ctx, "batches"); done {
		return c
	}
	config := k.Ollama
	config.Batch = smallBatch
	read, _, err := k.ratesWith(ctx, config, k.longPrompt())
	if err != nil {
		return k.failed(ctx, err)
	}
	c := Check{Result: OK, Found: fmt.Sprintf("tokens read a second, as set: %s, in batches of %d: %s", show.Rounded(k.report.PromptRate), smallBatch, show.Rounded(read))}
	if read > k.report.PromptRate*faster {
		c.Result, c.Do = Note, fmt.Sprintf("Use %d: make the model again with PARAMETER num_batch %d in its Modelfile.", smallBatch, smallBatch)
	}
	return c
}

// ratesWith returns how many tokens a second the model reads and writes when it is asked as config says. The first request loads it.
func (k *checker) ratesWith(ctx context.Context, config ollama.Config, prompt string) (read, written float64, err error) {
	config.Host = k.Host
	m, err := ollama.New(k.Name, config)
	if err != nil {
		return 0, 0, err
	}
	usual := k.model
	defer func() { k.model = usual }()
	k.model = m
	if _, _, err := k.ask(ctx, grammar.Enum("ready"), k.word(), 0); err != nil {
		return 0, 0, err
	}
	reply, _, err := k.ask(ctx, shortStrings(6), prompt, 0)
	read, written = rates(reply.Usage)
	return read, written, err
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
