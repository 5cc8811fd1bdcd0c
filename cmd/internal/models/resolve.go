// Package models turns the names of models into models, and manages those of an Ollama server.
//
// A [Registry] resolves names as a flag spells them: servers' models, scripts and random ones, and those
// that a program brings along. [Command] lists the models of a server and fetches others.
package models

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/internal/didyoumean"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/model/openai"
	"github.com/shortleash/shortleash/model/pool"
)

// A BuiltIn is a model that a program brings along.
type BuiltIn struct {
	// Form is how a flag spells it: a word, or a word with an argument after a colon, like tiny:FILE.
	Form string
	// Open returns the model. detail is what stands after the colon.
	Open func(detail string) (model.Model, error)
}

// A Registry knows the models that a program can run with. All programs have these:
//
//	auto          a local model of the Ollama server at host
//	ollama:NAME   that model; without a name, the one that auto would take
//	openai:NAME   that model of a server of OpenAI's protocol at host
//	script:FILE   what the lines of FILE say, from the first line on for each input
//	random:SEED   random answers that fit
type Registry struct {
	// BuiltIn are the program's own models.
	BuiltIn []BuiltIn
}

// forms lists how a flag spells models.
func (r Registry) forms() []string {
	list := []string{"auto", "ollama:NAME", "openai:NAME"}
	for _, b := range r.BuiltIn {
		list = append(list, b.Form)
	}
	return append(list, "script:FILE", "random:SEED")
}

// Resolve returns the model that spec names, as a function that gives the model for one input, and a note
// that says which it is and why where spec left that open.
//
// Of several hosts, runs are spread over them; where a model is to be chosen, the first that answers is
// asked. No other host is contacted, and those of Ollama only for their versions and installed models: to choose,
// and to know how large a model is. An error says what there is instead, or is a *model.Fault where no model of Ollama can be
// chosen.
func (r Registry) Resolve(
	ctx context.Context, spec string, hosts Hosts,
) (newModel func() model.Model, note string, err error) {
	return r.resolve(ctx, spec, hosts, tuning{})
}

// resolve is Resolve for a model that is tuned.
func (r Registry) resolve(
	ctx context.Context, spec string, hosts Hosts, t tuning,
) (newModel func() model.Model, note string, err error) {
	kind, detail, named := strings.Cut(spec, ":")
	if err := t.fits(kind); err != nil {
		return nil, "", err
	}
	switch {
	case spec == "auto":
		return chosen(ctx, "", hosts, t)
	case kind == "ollama":
		return chosen(ctx, detail, hosts, t)
	case kind == "openai" && detail != "":
		return openaiModel(detail, hosts, t)
	case kind == "script" && detail != "":
		s, err := readScript(detail)
		if err != nil {
			return nil, "", cli.Misuse("%s", Plain(err))
		}
		return func() model.Model { return s.Fresh() }, "", nil
	case kind == "random" && named:
		seed, err := strconv.ParseInt(detail, 10, 64)
		if err != nil {
			return nil, "", cli.Misuse("the seed of a random model is a whole number, like random:1; %q is none", detail)
		}
		return shared(fake.Random(seed)), "", nil
	}
	for _, b := range r.BuiltIn {
		if name, _, takes := strings.Cut(b.Form, ":"); name == kind && takes == (detail != "") {
			m, err := b.Open(detail)
			if err != nil {
				return nil, "", cli.Misuse("%s", Plain(err))
			}
			return shared(m), "", nil
		}
	}
	return nil, "", cli.Misuse("%s", r.unknown(spec))
}

// maxScript bounds the file of a script, in bytes.
const maxScript = 100_000_000

func readScript(path string) (*fake.Scripted, error) {
	text, err := bounded.ReadFile(path, maxScript)
	if err != nil {
		return nil, err
	}
	s, err := fake.ReadScript(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%w (in %s)", err, path)
	}
	return s, nil
}

// Plain returns what err says to a person: of a file what is wrong with it, and of others what they say
// without the names of packages.
func Plain(err error) string {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Sprintf("cannot read %s: %v", p.Path, p.Err)
	}
	return cli.Problem(err)
}

func shared(m model.Model) func() model.Model { return func() model.Model { return m } }

// chosen returns a model of Ollama; without a name, the fittest one.
func chosen(ctx context.Context, name string, hosts Hosts, t tuning) (func() model.Model, string, error) {
	if err := hosts.Check(); err != nil {
		return nil, "", err
	}
	if name != "" {
		return ollamaModel(ctx, name, hosts, t, "")
	}
	name, note, err := choose(ctx, hosts)
	if err != nil {
		return nil, "", err
	}
	return ollamaModel(ctx, name, hosts, t, note)
}

// Missing returns why a model of Ollama cannot be had now: no server answers, or none has it. What else is amiss its first request
// says. Servers of other protocols need not say what they have.
func Missing(ctx context.Context, m model.Model) error {
	if p, ok := m.(pool.Prober); ok && strings.HasPrefix(m.Name(), "ollama:") {
		f, _ := errors.AsType[*model.Fault](p.Ready(ctx))
		if f != nil && (f.Kind == model.Unreachable || f.Kind == model.NoModel) {
			return f
		}
	}
	return ctx.Err()
}

func ollamaModel(ctx context.Context, name string, hosts Hosts, t tuning, note string) (func() model.Model, string, error) {
	return pooled(hosts, note, func(host string) (model.Model, error) {
		return ollama.New(name, ollama.Config{Host: host, Context: hosts.Context, Size: sizeOf(ctx, host, name), Think: ollama.Thinking(t.think),
			Elsewhere: "--host or OLLAMA_HOST"})
	})
}

// sizeOf returns how many parameters a model has; 0 where the host does not say, also because it does not answer:
// that shows at the first request, in words that fit it.
func sizeOf(ctx context.Context, host, name string) int64 {
	_, installed, err := ollama.Installed(ctx, host)
	if err != nil {
		return 0
	}
	for _, m := range installed {
		if m.Name == name || m.Name == name+":latest" {
			return m.Size()
		}
	}
	return 0
}

func openaiModel(name string, hosts Hosts, t tuning) (func() model.Model, string, error) {
	return pooled(hosts, "", func(host string) (model.Model, error) {
		return openai.New(name, openai.Config{Host: host, Effort: openai.Effort(t.effort), Elsewhere: "--host"})
	})
}

// pooled returns the model of each of hosts: of several, a pool.
func pooled(hosts Hosts, note string, newModel func(host string) (model.Model, error)) (func() model.Model, string, error) {
	var members []model.Model
	for _, host := range hosts.Each() {
		m, err := newModel(host)
		if err != nil {
			return nil, "", cli.Misuse("%s", Plain(err))
		}
		members = append(members, m)
	}
	if len(members) == 1 {
		return shared(members[0]), note, nil
	}
	p, err := pool.New(members, pool.Config{Drained: hosts.tell})
	if err != nil {
		return nil, "", cli.Misuse("%s", Plain(err))
	}
	return shared(p), note, nil
}

// choose returns the fittest model of the first host that has one, and says why it is that one. The error is that of the last.
func choose(ctx context.Context, hosts Hosts) (name, note string, err error) {
	for _, host := range hosts.Each() {
		var installed []ollama.ModelInfo
		_, installed, err = ollama.Installed(ctx, host)
		if err == nil {
			if m, why := hosts.Fittest(ctx, host, installed); m.Name != "" {
				return m.Name, fmt.Sprintf("Model: ollama:%s at %s: %s.", m.Name, host, why), nil
			}
			err = &model.Fault{
				Kind:    model.NoModel,
				Message: fmt.Sprintf("Ollama at %s has no model that could be used; install one, for example: ollama pull llama3.2", host),
			}
		}
		if ctx.Err() != nil {
			break
		}
	}
	return "", "", err
}

// How many parameters a model should have: fewer are too few for work with tools, more are slow without a GPU. From the middle
// number on a model is taken to make most calls right.
const (
	smallParameters  = 1_000_000_000
	middleParameters = 3_000_000_000
	largeParameters  = 9_000_000_000
)

// unmeasured is the share of calls that a model is taken to make right that was not measured. One that makes fewer is too small for tools.
const unmeasured = 0.5

// A candidate is a model that may be chosen, with what was measured of it.
type candidate struct {
	ollama.ModelInfo
	Measured
}

// Fittest returns that of the models of a host by which this machine is best served, and why. It is none without a name.
func (h Hosts) Fittest(ctx context.Context, host string, installed []ollama.ModelInfo) (best ollama.ModelInfo, why string) {
	h.List = host
	var list []candidate
	for _, m := range installed {
		if writes(m) {
			of, _ := h.Measured(ctx, "ollama:"+m.Name)
			list = append(list, candidate{m, of})
		}
	}
	if len(list) == 0 {
		return best, ""
	}
	return fittest(list, Memory())
}

// fittest returns the model that a machine with so many bytes of memory is best served by, and why: rather one that the machine
// holds; then one that made more of the calls right, where an unmeasured one counts as half, from the middle number of parameters on as
// three quarters, and small or slow as a quarter; then the largest that is neither slow nor small, else the smallest that is slow, else
// the largest that is small; of equal ones the first, since servers list the newest first. A memory of 0 is not known.
func fittest(list []candidate, memory int64) (ollama.ModelInfo, string) {
	const tooLarge = -1 << 50
	rank := func(m candidate) int64 {
		switch size := m.Size(); {
		case !holds(memory, m.SizeBytes):
			return tooLarge - m.SizeBytes - 1 // the smaller the better
		case size > 0 && size < smallParameters:
			return size - 1<<48
		case size > largeParameters:
			return -size
		default:
			return size
		}
	}
	able := func(m candidate) float64 {
		switch {
		case m.Of > 0:
			return float64(m.Right) / float64(m.Of)
		case rank(m) < 0:
			return unmeasured / 2
		case m.Size() >= middleParameters:
			return unmeasured + unmeasured/2
		}
		return unmeasured
	}
	best := slices.MaxFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(min(rank(a), tooLarge), min(rank(b), tooLarge)), cmp.Compare(able(a), able(b)), cmp.Compare(rank(a), rank(b)))
	})
	why := "the largest that fits, up to 9 billion parameters"
	switch {
	case rank(best) < tooLarge:
		return best.ModelInfo, "the smallest, which is too large for this machine"
	case best.Right > 0:
		return best.ModelInfo, "measured best by `shortleash bench`"
	case best.Size() > largeParameters:
		why = "the smallest that is slow without a GPU"
	}
	if best.Of == 0 && slices.ContainsFunc(list, func(m candidate) bool { return m.Of > 0 }) {
		why += ", of those not measured by `shortleash bench`"
	}
	return best.ModelInfo, why
}

// writes reports whether a model writes text on this machine. The list does not say what a model can do; its name does.
func writes(m ollama.ModelInfo) bool {
	return !m.Remote && !strings.Contains(strings.ToLower(m.Name), "embed")
}

// unknown says what there is instead of spec.
func (r Registry) unknown(spec string) string {
	forms := r.forms()
	text := fmt.Sprintf("there is no model %q; there is: %s", spec, strings.Join(forms, ", "))
	kind, _, _ := strings.Cut(spec, ":")
	var names []string
	for _, form := range forms {
		name, _, _ := strings.Cut(form, ":")
		names = append(names, name)
	}
	near := didyoumean.Of(kind, names)
	switch {
	case near != "":
		return text + ". Did you mean " + forms[slices.Index(names, near)] + "?"
	case spec != "":
		return text + ". For a model of Ollama, write ollama:" + spec
	}
	return text
}
