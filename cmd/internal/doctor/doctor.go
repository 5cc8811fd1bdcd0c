// Package doctor finds out what a model's server can be trusted with.
//
// [Examine] asks a server what it says about itself and a model, and then has the model do small
// things whose result shows whether it told the truth: a random word that only the answer format
// holds must come back, keys must keep their order, zero temperature must repeat itself, a prompt
// that is too long must be refused. Every request goes through the adapter that runs use, and is
// read to its end, because leaving one early is what some servers hang at.
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

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/tutor"
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

// A Patient is who is examined: a model of the Ollama server at Host, or Other.
type Patient struct {
	Host    string        // in the form of OLLAMA_HOST
	Name    string        // of the model; "" takes the newest that can be used
	Ollama  ollama.Config // how it is asked; its Host is not looked at
	Other   model.Model   // a model of another kind of server; nil for Ollama
	Server  string        // where Other is, for people
	Seed    uint64        // of the random words
	Machine int64         // bytes of memory of this machine; 0 if nobody knows
}

// An examination is a Report in the making.
type examination struct {
	Patient
	report Report
	model  model.Model
	info   ollama.ModelInfo
	about  ollama.Description
	dice   *rand.Rand
	dead   string // why nothing more can be tried; "" while it can
	policy string // about thoughts, as the last reply told it
}

// Examine examines p. It takes as long as some ten requests to the model; ctx bounds it. However it
// ends, what was found until then is in the Report.
func Examine(ctx context.Context, p Patient) Report {
	e := &examination{Patient: p, dice: rand.New(rand.NewPCG(p.Seed, p.Seed))}
	e.report.Server = p.Server
	if p.Other != nil {
		e.model = p.Other
		e.report.Model = p.Other.Name()
	} else {
		e.check(ctx, "server", e.server)
		e.check(ctx, "model", e.describe)
	}
	e.check(ctx, "grammar", e.grammar)
	e.check(ctx, "thinking", e.thinking)
	e.check(ctx, "key order", e.order)
	e.check(ctx, "repeatable", e.repeatable)
	e.check(ctx, "context", e.context)
	e.check(ctx, "speed", e.speed)
	if p.Other == nil {
		e.check(ctx, "memory", e.memory)
		e.report.Remarks = []string{"Ollama may hang when a reply is left in the middle (rare; seen on 0.11.4 and 0.17.4). If it stops answering, restart it."}
	}
	e.verdict()
	return e.report
}

// check makes one check, unless nothing can be tried any more.
func (e *examination) check(ctx context.Context, name string, f func(context.Context) Check) {
	if e.dead == "" && ctx.Err() != nil {
		e.dead = "the time is over"
	}
	c := Check{Result: Skipped, Found: "not tried: " + e.dead}
	if e.dead == "" {
		c = f(ctx)
	}
	c.Name = name
	e.report.Checks = append(e.report.Checks, c)
}

// failed returns the check that err makes, after which nothing more is tried if it would fail alike.
func (e *examination) failed(ctx context.Context, err error) Check {
	if ctx.Err() != nil {
		e.dead = "the time is over"
		return Check{Result: Fail, Found: "the model had not answered when the time was over", Do: "Allow more time with --timeout, or use a smaller model."}
	}
	if f, ok := errors.AsType[*model.Fault](err); ok {
		found, do := split(f.Message)
		if f.Kind != model.Broken && f.Kind != model.Rejected || f.Retry {
			e.dead = "the server fails"
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
func (e *examination) server(ctx context.Context) Check {
	base, _, err := ollama.ParseHost(e.Host)
	if err != nil {
		e.dead = "there is no such address"
		return Check{Result: Fail, Found: strings.TrimPrefix(err.Error(), "ollama: ")}
	}
	e.report.Server = base.String()
	began := time.Now()
	version, models, err := ollama.Installed(ctx, e.Host)
	if err != nil {
		c := e.failed(ctx, err)
		c.Do = strings.TrimSpace(c.Do + " The built-in rules work meanwhile: --model rules.")
		e.dead = "there is no server"
		return c
	}
	e.report.Version = version
	if e.Name == "" {
		info, ok := tutor.Newest(models)
		if !ok {
			e.dead = "there is no model"
			return Check{Result: Fail, Found: "no model is installed that could be used", Do: "Fetch one; `tutor models` says what suits this machine."}
		}
		e.Name = info.Name
	}
	for _, m := range models {
		if m.Name == e.Name || m.Name == e.Name+":latest" {
			e.info = m
		}
	}
	if version == "0.0.0" {
		version = "of an unknown version"
	}
	return Check{Result: OK, Found: fmt.Sprintf("Ollama %s, %s installed, answered in %v", version, count(len(models), "model"), round(time.Since(began)))}
}

// describe asks about the model.
func (e *examination) describe(ctx context.Context) Check {
	config := e.Ollama
	config.Host = e.Host
	m, err := ollama.New(e.Name, config)
	if err != nil {
		return e.failed(ctx, err)
	}
	e.model, e.report.Model = m, m.Name()
	if e.about, err = ollama.Describe(ctx, e.Host, e.Name); err != nil {
		c := e.failed(ctx, err)
		e.dead = "there is no model"
		return c
	}
	d := e.about
	found := []string{e.Name}
	if made := Made(e.info.Parameters, e.info.Quantization); made != "" {
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
		e.dead = "the model cannot write"
	case d.Format == "safetensors":
		c.Result, c.Do = Note, "Ollama up to 0.33 holds models of this kind (MLX) to no format. Prefer a GGUF model."
	case d.OwnMessages:
		c.Result, c.Do = Note, "Its Modelfile puts messages of its own in front of every prompt. Prefer one without."
	}
	return c
}

// verdict sums up.
func (e *examination) verdict() {
	failed, noted := 0, 0
	for _, c := range e.report.Checks {
		switch c.Result {
		case Fail:
			failed++
		case Note:
			noted++
		}
	}
	e.report.Fit = failed == 0
	switch {
	case failed > 0:
		e.report.Verdict = fmt.Sprintf("Not fit: %s failed. What to change stands beside each.", count(failed, "check"))
	case noted > 0:
		e.report.Verdict = fmt.Sprintf("Fit, with %s. Use it with: tutor --model %s", count(noted, "note"), e.report.Model)
	default:
		e.report.Verdict = "Fit. Use it with: tutor --model " + e.report.Model
	}
}

// Made words how a model was made, as far as its server knows.
func Made(parameters, quantization string) string {
	if quantization == "unknown" {
		quantization = ""
	}
	return strings.TrimSpace(parameters + " " + quantization)
}

// local reports whether the server runs on this machine.
func (e *examination) local() bool {
	u, err := url.Parse(e.report.Server)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
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
