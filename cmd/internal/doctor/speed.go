package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
)

// slowStep is how long a step takes on a server that is too slow.
const slowStep = 30 * time.Second

// plainWork is how many operations a second one core stays under when it writes without vector instructions. A token
// takes one multiplication and one addition for each parameter. Two builds of Ollama, with SmolLM2-135M on a core of an
// AMD EPYC: 12 tokens a second without them (3.2e9), 49 to 120 with AVX2.
const plainWork = 5e9

// speed measures how fast the model reads and writes, and whether it reads the same beginning twice.
func (k *checker) speed(ctx context.Context) Check {
	prompt := k.longPrompt()
	schema := shortStrings(8)
	first, _, err := k.ask(ctx, schema, prompt, 0)
	if err != nil {
		return k.failed(ctx, err)
	}
	again, _, err := k.ask(ctx, schema, prompt, 0)
	if err != nil {
		return k.failed(ctx, err)
	}
	read, written := rates(first.Usage)
	if read == 0 || written == 0 {
		return Check{Result: Note, Found: "the server does not say how long it takes"}
	}
	k.report.PromptRate, k.report.OutputRate = read, written
	step := time.Duration((k.PromptTokens/read + k.OutputTokens/written) * float64(time.Second))
	c := Check{Result: OK, Found: fmt.Sprintf("reads %s and writes %s tokens a second: a step takes about %v",
		show.Rounded(read), show.Rounded(written), round(step))}
	if first.Usage.Prompt > 200*time.Millisecond && again.Usage.Prompt > first.Usage.Prompt/2 {
		c.Result, c.Found = Note, c.Found+"; it reads the same prompt from the start again"
		c.Do = "Its prefix cache does not hold, so long prompts are slow. Do other programs use the server meanwhile?"
	}
	if work := 2 * float64(k.about.Parameters) * written / float64(max(k.Cores, 1)); k.local() && 0 < work &&
		work < plainWork && !k.onGPU(ctx) {
		c.Result, c.Found = Note, c.Found+", far less than a processor with vector instructions can do"
		c.Do = strings.TrimSpace(c.Do + " Unless other programs keep this machine busy, the server was built without them. " +
			"Ollama's own packages " +
			"have them; a build from source needs CGO_CFLAGS and CGO_CXXFLAGS with -O3 -march=x86-64-v3.")
	}
	if step > slowStep {
		c.Result, c.Do = Note, "Use a smaller model; `"+k.Program+" models` says what suits this machine."
	}
	return c
}

// longPrompt returns a prompt of some 300 tokens, whose first word keeps it out of every cache.
func (k *checker) longPrompt() string {
	return k.word() + "\n" + strings.Repeat(reading+"\n", 1200/len(reading)+1)
}

// rates returns tokens a second, or 0 where something was not counted.
func rates(u model.Usage) (read, written float64) {
	if u.Prompt > 0 {
		read = float64(u.PromptTokens) / u.Prompt.Seconds()
	}
	if rest := u.Total - u.Load - u.Prompt; rest > 0 {
		written = float64(u.OutputTokens) / rest.Seconds()
	}
	return read, written
}

// onGPU reports whether the server has a part of the model on a GPU, or may have it: it does not say.
func (k *checker) onGPU(ctx context.Context) bool {
	loaded, err := ollama.Loaded(ctx, k.Host)
	return err != nil || slices.ContainsFunc(loaded, func(m ollama.LoadedModel) bool { return m.Name == k.info.Name && m.GPUBytes > 0 })
}

// memory tells what the model takes.
func (k *checker) memory(ctx context.Context) Check {
	loaded, err := ollama.Loaded(ctx, k.Host)
	if err != nil {
		return k.failed(ctx, err)
	}
	for _, m := range loaded {
		if m.Name != k.info.Name {
			continue
		}
		where := "none of it on a GPU"
		switch {
		case m.GPUBytes >= m.SizeBytes && m.SizeBytes > 0:
			where = "all of it on a GPU"
		case m.GPUBytes > 0:
			where = fmt.Sprintf("%s of it on a GPU", humanize.Bytes(uint64(m.GPUBytes)))
		}
		c := Check{Result: OK, Found: fmt.Sprintf("the model takes %s, %s", humanize.Bytes(uint64(m.SizeBytes)), where)}
		context := k.about.ContextBytes * int64(m.ContextTokens)
		if context > 0 {
			c.Found += fmt.Sprintf("; %s of it hold %s tokens of context", humanize.Bytes(uint64(context)), humanize.Comma(int64(m.ContextTokens)))
		}
		if k.Machine > 0 && k.local() {
			c.Found += fmt.Sprintf("; this machine has %s", humanize.Bytes(uint64(k.Machine)))
			if m.SizeBytes-m.GPUBytes > k.Machine*8/10 {
				c.Result, c.Do = Note, "That leaves little for anything else. Use a smaller model."
			}
		}
		return c
	}
	return Check{Result: Note, Found: "the model is not in memory any more",
		Do: "Another program may have made room for its own model; each change of model costs a load."}
}
