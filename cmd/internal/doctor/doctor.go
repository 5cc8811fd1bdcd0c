// Package doctor checks how far the server of a model can be trusted.
//
// [Run] asks a server what it says about itself and a model, and then has the model do small
// things whose result shows whether it told the truth: a random word that only the answer format
// holds must come back, keys must keep their order, zero temperature must repeat itself, a prompt
// that is too long must be refused. Every request goes through the adapter that runs use, and is
// read to its end, because some servers hang when a reply is abandoned.
//
// The [Report] has one [Check] for each thing looked at, in words for people: what was found, and
// what to do about it. Nothing is changed on the server; a model may stay loaded.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
)

// A Result is how a check came out.
type Result string

// The results.
const (
	OK      Result = "ok"      // as it should be
	Note    Result = "note"    // usable, with something to know
	Fail    Result = "fail"    // not as it should be
	Skipped Result = "skipped" // not tried, because of an earlier one
)

// A Check is one thing that was looked at.
type Check struct {
	Name   string `json:"name"`
	Result Result `json:"result"`
	Found  string `json:"found"`            // what was found
	Do     string `json:"do_now,omitempty"` // what to do about it
}

// A Report is all that was found.
type Report struct {
	Server  string  `json:"server"` // its address
	Version string  `json:"version,omitempty"`
	Model   string  `json:"model,omitempty"` // as --model takes it
	Checks  []Check `json:"checks"`
	// Speed, in tokens a second; 0 where it was not measured.
	PromptRate float64 `json:"prompt_tokens_per_second,omitempty"`
	OutputRate float64 `json:"output_tokens_per_second,omitempty"`
	// Fit says whether no check failed; Verdict says it in words.
	Fit     bool     `json:"fit"`
	Verdict string   `json:"verdict"`
	Remarks []string `json:"remarks,omitempty"` // what is known of such servers and cannot be tested
}

// A Target is the model to check: one of the Ollama server at Host, or Other.
type Target struct {
	Host    string        // in the form of OLLAMA_HOST
	Name    string        // of the model; "" takes the one that Choose returns
	Ollama  ollama.Config // how it is asked; its Host is not looked at
	Other   model.Model   // a model of another kind of server; nil for Ollama
	Server  string        // where Other is, for people
	Seed    uint64        // of the random words
	Machine int64         // bytes of memory of this machine; 0 if that is not known
	Cores   int           // of the processors of this machine; 0 if that is not known

	// Done is called with each check when it is made; nil is not.
	Done func(Check)

	// Choose returns the model to take of those installed; false if none can be used.
	Choose func(installed []ollama.ModelInfo) (ollama.ModelInfo, bool)
	// Asked is the leash that was asked for, or ""; Leash says how runs are held then.
	Asked loop.Leash
	Leash func(asked loop.Leash) string
	// Meanwhile is advice for people whose server does not answer; "" is none.
	Meanwhile string
	// Program is the name of the program, for advice.
	Program string
	// PromptTokens and OutputTokens are what a usual step of the program adds to the prompt, and writes.
	PromptTokens, OutputTokens float64
}

// Address returns where the server of the target is.
func (t Target) Address() string {
	if t.Other != nil {
		return t.Server
	}
	if base, _, err := ollama.ParseHost(t.Host); err == nil {
		return base.String()
	}
	return t.Host
}

// A checker makes a Report.
type checker struct {
	Target
	report   Report
	model    model.Model
	info     ollama.ModelInfo
	about    ollama.Description
	dice     *rand.Rand
	dead     string // why nothing more can be tried; "" while it can
	thoughts string // how they are dealt with, as the last reply told it
}

// Run checks t. It takes as long as some ten requests to the model; ctx bounds it. However it ends, what
// was found until then is in the Report.
func Run(ctx context.Context, t Target) Report {
	k := &checker{Target: t, dice: rand.New(rand.NewPCG(t.Seed, t.Seed))}
	k.report.Server = t.Server
	if t.Other != nil {
		k.model = t.Other
		k.report.Model = t.Other.Name()
	} else {
		k.check(ctx, "server", k.server)
		k.check(ctx, "model", k.describe)
	}
	k.check(ctx, "grammar", k.grammar)
	k.check(ctx, "thinking", k.thinking)
	k.check(ctx, "key order", k.order)
	k.check(ctx, "repeatable", k.repeatable)
	k.check(ctx, "context", k.context)
	k.check(ctx, "speed", k.speed)
	if t.Other == nil {
		k.check(ctx, "memory", k.memory)
		if k.report.Version != "" {
			k.report.Remarks = []string{"Ollama may hang when a reply is left in the middle (rare; seen on 0.11.4 and 0.17.4). The " +
				"request that finds it so waits three minutes and has the model loaded anew."}
		}
	}
	if t.Leash != nil {
		k.check(ctx, "leash", func(context.Context) Check { return Check{Result: OK, Found: t.Leash(t.Asked)} })
	}
	k.verdict()
	return k.report
}

// check makes one check, unless nothing can be tried any more.
func (k *checker) check(ctx context.Context, name string, f func(context.Context) Check) {
	if k.dead == "" && ctx.Err() != nil {
		k.dead = "the time is over"
	}
	c := Check{Result: Skipped, Found: "not tried: " + k.dead}
	if k.dead == "" {
		c = f(ctx)
	}
	c.Name = name
	k.report.Checks = append(k.report.Checks, c)
	if k.Done != nil {
		k.Done(c)
	}
}

// failed returns the check that err makes, after which nothing more is tried if it would fail alike.
func (k *checker) failed(ctx context.Context, err error) Check {
	if ctx.Err() != nil {
		k.dead = "the time is over"
		return Check{Result: Fail, Found: "the model had not answered when the time was over",
			Do: "Allow more time with --timeout, or use a smaller model."}
	}
	if f, ok := errors.AsType[*model.Fault](err); ok {
		found, do := split(f.Message)
		if f.Kind != model.Broken && f.Kind != model.Rejected || f.Retry {
			k.dead = "the server fails"
		}
		return Check{Result: Fail, Found: found, Do: do}
	}
	return Check{Result: Fail, Found: err.Error()}
}

// split parts the first sentence of a message, what is wrong, from what to do.
func split(message string) (found, do string) {
	found, do, _ = strings.Cut(message, ". ")
	return strings.TrimSuffix(found, "."), do
}

// server asks who is there.
func (k *checker) server(ctx context.Context) Check {
	base, _, err := ollama.ParseHost(k.Host)
	if err != nil {
		k.dead = "there is no such address"
		return Check{Result: Fail, Found: cli.Problem(err)}
	}
	k.report.Server = base.String()
	began := time.Now()
	version, models, err := ollama.Installed(ctx, k.Host)
	if err != nil {
		c := k.failed(ctx, err)
		c.Do = strings.TrimSpace(c.Do + " " + k.Meanwhile)
		k.dead = "there is no server"
		return c
	}
	k.report.Version = version
	if k.Name == "" {
		info, ok := k.Choose(models)
		if !ok {
			k.dead = "there is no model"
			return Check{Result: Fail, Found: "no model is installed that could be used", Do: "Fetch one; `" + k.Program +
				" models` says what suits this machine."}
		}
		k.Name = info.Name
	}
	for _, m := range models {
		if m.Name == k.Name || m.Name == k.Name+":latest" {
			k.info = m
		}
	}
	if version == "0.0.0" {
		version = "of an unknown version"
	}
	return Check{Result: OK, Found: fmt.Sprintf("Ollama %s, %s installed, answered in %v", version, cli.Plural(len(models),
		"model"), round(time.Since(began)))}
}

// describe asks about the model.
func (k *checker) describe(ctx context.Context) Check {
	config := k.Ollama
	config.Host, config.Elsewhere = k.Host, "--host or OLLAMA_HOST"
	m, err := ollama.New(k.Name, config)
	if err != nil {
		return k.failed(ctx, err)
	}
	k.model, k.report.Model = m, m.Name()
	if k.about, err = ollama.Describe(ctx, k.Host, k.Name); err != nil {
		c := k.failed(ctx, err)
		k.dead = "there is no model"
		return c
	}
	d := k.about
	found := []string{k.Name}
	if made := k.info.Build(); made != "" {
		found = append(found, made)
	}
	if d.ContextTokens > 0 {
		found = append(found, fmt.Sprintf("trained with %d tokens of context", d.ContextTokens))
	}
	found = append(found, "can: "+strings.Join(d.Capabilities, ", "))
	c := Check{Result: OK, Found: strings.Join(found, " · ")}
	switch {
	case d.Remote:
		c.Result, c.Do = Fail, "This is a cloud model: requests leave this machine, and replies are not held to a format. Use a local one."
	case len(d.Capabilities) > 0 && !slices.Contains(d.Capabilities, "completion"):
		c.Result, c.Do = Fail, "This model cannot write text. Use another one."
		k.dead = "the model cannot write"
	case d.Format == "safetensors":
		c.Result, c.Do = Note, "Ollama up to 0.33 holds models of this kind (MLX) to no format. Prefer a GGUF model."
	case d.NoTemplate:
		c.Result, c.Do = Note, "Its file has no chat template, so it sees bare text and follows instructions badly. "+
			"Make it again with a Modelfile that has the TEMPLATE and the stop parameters of its family."
	case d.OwnMessages:
		c.Result, c.Do = Note, "Its Modelfile puts messages of its own in front of every prompt. Prefer one without."
	}
	return c
}

// verdict sums up.
func (k *checker) verdict() {
	failed, noted := 0, 0
	for _, c := range k.report.Checks {
		switch c.Result {
		case Fail:
			failed++
		case Note:
			noted++
		}
	}
	k.report.Fit = failed == 0
	switch {
	case failed > 0:
		k.report.Verdict = fmt.Sprintf("Not fit: %s failed. What to change stands beside each.", cli.Plural(failed, "check"))
	case noted > 0:
		k.report.Verdict = fmt.Sprintf("Fit, with %s. Use it with: %s --model %s", cli.Plural(noted, "note"), k.Program, k.report.Model)
	default:
		k.report.Verdict = fmt.Sprintf("Fit. Use it with: %s --model %s", k.Program, k.report.Model)
	}
}

// local reports whether the server runs on this machine.
func (k *checker) local() bool {
	u, err := url.Parse(k.report.Server)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// round shortens a duration to what one wants to read.
func round(d time.Duration) time.Duration {
	switch {
	case d < 10*time.Millisecond:
		return d.Round(100 * time.Microsecond)
	case d < 10*time.Second:
		return d.Round(10 * time.Millisecond)
	default:
		return d.Round(time.Second)
	}
}
