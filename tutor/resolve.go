package tutor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/internal/didyoumean"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/model/openai"
	"github.com/shortleash/shortleash/model/pool"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/rules"
	"github.com/shortleash/shortleash/tutor/weights"
)

// kinds are the models that Resolve knows, as a flag spells them.
var kinds = []string{"auto", "ollama:NAME", "openai:NAME", "rules", "tiny", "tiny:FILE", "script:FILE", "random:SEED"}

// Resolve returns the model that spec names, as a function that gives the model for one input, and
// a note that says which it is and why where spec left that open. spec is one of
//
//	auto          a local model of the Ollama server at host, else the embedded network, if it plays the
//	              strategy planner, else rules
//	ollama:NAME   that model; without a name, the one auto would take
//	openai:NAME   that model of a server of OpenAI's protocol at host
//	rules         the built-in rules: the teacher of the embedded network
//	tiny          the embedded network
//	tiny:FILE     the network in a GGUF file that train/ made
//	script:FILE   what the lines of FILE say, from the first line on for each input
//	random:SEED   random answers that fit
//
// planner is one of Planners; "" is the first. host may be several, with commas between: then runs are spread over them, and the first is asked
// where a model is to be chosen. Nobody else is contacted, and that one only to choose: for its
// version and its installed models. An error
// is a *Misuse, or a *model.Fault where no model of Ollama can be chosen.
func Resolve(ctx context.Context, spec, host, planner string) (newModel func() model.Model, note string, err error) {
	kind, detail, named := strings.Cut(spec, ":")
	switch {
	case spec == "auto":
		return resolveAuto(ctx, host, planner)
	case kind == "ollama" && detail != "":
		return ollamaModel(detail, host, "")
	case kind == "ollama":
		info, err := choose(ctx, host)
		if err != nil {
			return nil, "", err
		}
		return ollamaModel(info.Name, host, newest(info, host))
	case kind == "openai" && detail != "":
		return openaiModel(detail, host)
	case spec == "rules":
		return shared(rules.Model{Gloss: true, Cache: &answer.Cache{}}), "", nil
	case kind == "tiny":
		return tinyModel(detail)
	case kind == "script" && detail != "":
		s, err := fake.ScriptFile(detail)
		if err != nil {
			return nil, "", misuse("%s", plain(err))
		}
		return func() model.Model { return s.Fresh() }, "", nil
	case kind == "random" && named:
		seed, err := strconv.ParseInt(detail, 10, 64)
		if err != nil {
			return nil, "", misuse("the seed of a random model is a whole number, like random:1; %q is none", detail)
		}
		return shared(fake.Random(seed)), "", nil
	}
	return nil, "", misuse("%s", unknown(spec))
}

// plain returns what err says to a person: without the names of packages in front, and of a file
// what is wrong with it.
func plain(err error) string {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Sprintf("cannot read %s: %v", p.Path, p.Err)
	}
	text := err.Error()
	for _, name := range []string{"fake: ", "script: ", "ollama: ", "openai: ", "pool: ", "tiny: "} {
		text = strings.TrimPrefix(text, name)
	}
	return text
}

// tinyModel returns the network in file, or the one in this program if file is "".
func tinyModel(file string) (func() model.Model, string, error) {
	var m *tiny.Model
	var err error
	if file == "" {
		m, err = weights.Open(tiny.Config{})
	} else {
		var content []byte
		if content, err = os.ReadFile(file); err == nil {
			m, err = tiny.Open(content, tiny.Config{Name: "tiny:" + file})
			if err != nil {
				err = fmt.Errorf("%s holds no network: %s", file, strings.TrimPrefix(plain(err), "gguf: not a file that can be read: "))
			}
		}
	}
	if err != nil {
		return nil, "", misuse("%s", plain(err))
	}
	return shared(m), "", nil
}

func shared(m model.Model) func() model.Model { return func() model.Model { return m } }

func ollamaModel(name, hosts, note string) (func() model.Model, string, error) {
	return pooled(hosts, note, func(host string) (model.Model, error) {
		return ollama.New(name, ollama.Config{Host: host})
	})
}

func openaiModel(name, hosts string) (func() model.Model, string, error) {
	return pooled(hosts, "", func(host string) (model.Model, error) {
		return openai.New(name, openai.Config{Host: host})
	})
}

// pooled returns the model of each of hosts, which commas part: of several, a pool.
func pooled(hosts, note string, newModel func(host string) (model.Model, error)) (func() model.Model, string, error) {
	var members []model.Model
	for host := range strings.SplitSeq(hosts, ",") {
		m, err := newModel(host)
		if err != nil {
			return nil, "", misuse("%s", plain(err))
		}
		members = append(members, m)
	}
	if len(members) == 1 {
		return shared(members[0]), note, nil
	}
	p, err := pool.New(members, pool.Config{})
	if err != nil {
		return nil, "", misuse("%s", plain(err))
	}
	return shared(p), note, nil
}

// first returns the first of hosts, which is asked where a model is to be chosen.
func first(hosts string) string {
	host, _, _ := strings.Cut(hosts, ",")
	return host
}

// resolveAuto falls back on what is built in whenever there is nothing else to take.
func resolveAuto(ctx context.Context, host, planner string) (func() model.Model, string, error) {
	if _, _, err := ollama.ParseHost(first(host)); err != nil {
		return nil, "", misuse("%s", plain(err))
	}
	info, err := choose(ctx, host)
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if err != nil {
		return builtIn(planner, reason(err, host))
	}
	return ollamaModel(info.Name, host, newest(info, host))
}

// builtIn returns the embedded network, or rules where it does not play the planner,
// and a note that begins with why one of them was wanted.
func builtIn(planner, why string) (func() model.Model, string, error) {
	m, err := weights.Open(tiny.Config{})
	switch {
	case err != nil:
		return nil, "", misuse("%s", plain(err))
	case planner != "" && planner != Planners[0]:
		why += ", and tiny plays the strategy " + Planners[0] + " only"
	default:
		return shared(m), "Model: tiny, which is built in: " + why + ".", nil
	}
	return shared(rules.Model{Gloss: true, Cache: &answer.Cache{}}), "Model: rules, which is built in: " + why + ".", nil
}

func newest(info ollama.ModelInfo, host string) string {
	return "Model: ollama:" + info.Name + ", the newest one installed at " + host + "."
}

// reason says in a few words why there is no Ollama model to take.
func reason(err error, host string) string {
	if f, ok := errors.AsType[*model.Fault](err); ok {
		switch f.Kind {
		case model.Unreachable:
			return "no Ollama answers at " + host
		case model.NoModel:
			return "Ollama at " + host + " has no model to use"
		case model.Silent:
			return "Ollama at " + host + " is too slow to ask"
		}
	}
	return "Ollama at " + host + " cannot be used: " + strings.TrimSuffix(plain(err), ".")
}

// choose returns the newest model of the server at host that runs there and can talk.
func choose(ctx context.Context, host string) (ollama.ModelInfo, error) {
	_, installed, err := ollama.Installed(ctx, first(host))
	if err != nil {
		return ollama.ModelInfo{}, err
	}
	if m, ok := Newest(installed); ok {
		return m, nil
	}
	return ollama.ModelInfo{}, &model.Fault{
		Kind:    model.NoModel,
		Message: fmt.Sprintf("Ollama at %s has no model that could be used; install one, for example: ollama pull llama3.2", host),
	}
}

// Newest returns the first of models, as a server lists them, that runs there and can talk.
func Newest(models []ollama.ModelInfo) (m ollama.ModelInfo, ok bool) {
	for _, m := range models {
		// The list does not say what a model can do; its name does.
		if !m.Remote && !strings.Contains(strings.ToLower(m.Name), "embed") {
			return m, true
		}
	}
	return ollama.ModelInfo{}, false
}

// unknown says what there is instead of spec.
func unknown(spec string) string {
	text := fmt.Sprintf("there is no model %q; there is: %s", spec, strings.Join(kinds, ", "))
	kind, _, _ := strings.Cut(spec, ":")
	var names []string
	for _, k := range kinds {
		name, _, _ := strings.Cut(k, ":")
		names = append(names, name)
	}
	near := didyoumean.Of(kind, names)
	switch {
	case near != "":
		return text + ". Did you mean " + kinds[slices.Index(names, near)] + "?"
	case spec != "":
		return text + ". For a model of Ollama, write ollama:" + spec
	}
	return text
}
