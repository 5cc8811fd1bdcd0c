package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
)

// What a step of the tutor comes to, from its recorded runs: the part of a prompt that is new in it,
// and a decision.
const (
	stepPrompt = 150 // tokens
	stepOutput = 80  // tokens
	slowStep   = 30 * time.Second
)

// speed measures how fast the model reads and writes, and whether it reads the same beginning twice.
func (e *examination) speed(ctx context.Context) Check {
	prompt := e.word() + "\n" + strings.Repeat(reading+"\n", 1200/len(reading)+1) // the word keeps it out of every cache
	schema := grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(200, 220)})
	first, _, err := e.ask(ctx, schema, prompt, 0)
	if err != nil {
		return e.failed(ctx, err)
	}
	again, _, err := e.ask(ctx, schema, prompt, 0)
	if err != nil {
		return e.failed(ctx, err)
	}
	read, written := rates(first.Usage)
	if read == 0 || written == 0 {
		return Check{Result: Note, Found: "the server does not say how long it takes"}
	}
	e.report.PromptRate, e.report.OutputRate = read, written
	step := time.Duration((stepPrompt/read + stepOutput/written) * float64(time.Second))
	c := Check{Result: OK, Found: fmt.Sprintf("reads %s and writes %s tokens a second: a step takes about %v", rate(read), rate(written), round(step))}
	if first.Usage.Prompt > 200*time.Millisecond && again.Usage.Prompt > first.Usage.Prompt/2 {
		c.Result, c.Found = Note, c.Found+"; it reads the same prompt from the start again"
		c.Do = "Its prefix cache does not hold, so long prompts are slow. Do other programs use the server meanwhile?"
	}
	if step > slowStep {
		c.Result, c.Do = Note, "Use a smaller model; `tutor models` says what suits this machine."
	}
	return c
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

func rate(r float64) string {
	if r < 10 {
		return fmt.Sprintf("%.1f", r)
	}
	return fmt.Sprintf("%.0f", r)
}

// memory tells what the model takes.
func (e *examination) memory(ctx context.Context) Check {
	loaded, err := ollama.Loaded(ctx, e.Host)
	if err != nil {
		return e.failed(ctx, err)
	}
	for _, m := range loaded {
		if m.Name != e.info.Name {
			continue
		}
		where := "none of it on a GPU"
		switch {
		case m.GPUBytes >= m.SizeBytes && m.SizeBytes > 0:
			where = "all of it on a GPU"
		case m.GPUBytes > 0:
			where = fmt.Sprintf("%s of it on a GPU", Bytes(m.GPUBytes))
		}
		c := Check{Result: OK, Found: fmt.Sprintf("the model takes %s, %s", Bytes(m.SizeBytes), where)}
		if e.Machine > 0 && e.local() {
			c.Found += fmt.Sprintf("; this machine has %s", Bytes(e.Machine))
			if m.SizeBytes-m.GPUBytes > e.Machine*8/10 {
				c.Result, c.Do = Note, "That leaves little for anything else. Use a smaller model."
			}
		}
		return c
	}
	return Check{Result: Note, Found: "the model is not in memory any more", Do: "Another program may have made room for its own model; each change of model costs a load."}
}

// Bytes returns n in the unit that suits it.
func Bytes(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	default:
		return fmt.Sprintf("%.0f kB", float64(n)/1e3)
	}
}
