package tiny

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"sync"

	"github.com/shortleash/shortleash/model"
)

// TerseForm is the prompt form that the model was trained with: the compact one, and decisions
// without a thought.
const TerseForm = "terse"

// Config says how a model works. The zero value is the usual case.
type Config struct {
	// Name is the model's name. "" takes "tiny".
	Name string
	// States is how many texts are kept when nobody works on them, for requests that go on from
	// there; XS takes about one megabyte for each, and M two. 0 takes 4.
	States int
	// Unmasked lets the network write what it likes: what happens without a leash. For experiments.
	Unmasked bool
}

// A Model is a network with its weights. It is safe for concurrent use: each request computes in its
// own goroutine, and the weights are shared.
type Model struct {
	config  Config
	weights *weights
	pool    pool
}

var (
	_ model.Model      = (*Model)(nil)
	_ model.Specialist = (*Model)(nil)
	_ model.Bounded    = (*Model)(nil)
)

// Open returns the model in a GGUF file. file is not needed afterwards. The error names what is
// missing or does not fit.
func Open(file []byte, c Config) (*Model, error) {
	w, err := read(file)
	if err != nil {
		return nil, err
	}
	return newModel(w, c)
}

func newModel(w *weights, c Config) (*Model, error) {
	if c.States < 0 {
		return nil, fmt.Errorf("tiny: States is %d, want 0 or more", c.States)
	}
	if c.States == 0 {
		c.States = 4
	}
	if c.Name == "" {
		c.Name = "tiny"
	}
	return &Model{config: c, weights: w, pool: pool{shape: w.shape, limit: c.States}}, nil
}

// folder holds the GGUF files of weights/ and nothing else of weight. A pattern that matches no file
// does not compile, so this one also takes .gitattributes, which is there without weights too.
//
//go:embed weights/*.g*
var folder embed.FS

// ErrNoWeights says that this binary was built without weights.
var ErrNoWeights = errors.New("tiny: there are no weights in this program: model/tiny/weights holds no GGUF file where it was built; name a file, as in tiny:FILE, or use another model")

// Embedded returns the model in this binary, whose file is read once. The error is ErrNoWeights if
// there is none.
func Embedded(c Config) (*Model, error) {
	w, err := embedded()
	if err != nil {
		return nil, err
	}
	return newModel(w, c)
}

var embedded = sync.OnceValues(func() (*weights, error) { return only(folder) })

// only returns the weights in a file system, which must have one file of them.
func only(files fs.FS) (*weights, error) {
	names, err := fs.Glob(files, "weights/*.gguf")
	if err != nil {
		return nil, err
	}
	switch len(names) {
	case 0:
		return nil, ErrNoWeights
	case 1:
		file, err := fs.ReadFile(files, names[0])
		if err != nil {
			return nil, err
		}
		return read(file)
	default:
		return nil, fmt.Errorf("tiny: this program holds several models, want one: %v", names)
	}
}

// Name returns the configured name.
func (m *Model) Name() string { return m.config.Name }

// Shape returns the size of the network.
func (m *Model) Shape() Shape { return m.weights.shape }

// Threshold returns the confidence below which an answer of these weights should count as unsure,
// as their file says; 0 if it does not.
func (m *Model) Threshold() float64 { return m.weights.threshold }

// Roles returns the executor's role with the terse prompt form.
func (m *Model) Roles() []model.RoleForm {
	return []model.RoleForm{{Role: model.Executor, Form: TerseForm}}
}

// ContextTokens returns Context.
func (m *Model) ContextTokens() int { return Context }

// Generate implements [model.Model]. A request without a grammar is answered with any text. Usage
// has its Walk.
func (m *Model) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		prompt, err := Encode(req.Messages)
		if err == nil {
			err = ctx.Err()
		} else {
			err = &model.Fault{Kind: model.Rejected, Message: err.Error(), Err: err}
		}
		if err == nil && len(prompt) >= Context {
			err = &model.Fault{Kind: model.Overflow, Message: fmt.Sprintf(
				"the prompt is %d tokens, and %s reads %d together with its reply; shorten the conversation", len(prompt), m.Name(), Context)}
		}
		if err != nil {
			yield(model.Chunk{}, err)
			return
		}
		g := newGeneration(m, req, prompt, yield)
		defer m.pool.put(g.state)
		if err := g.run(ctx); err != nil && !g.left {
			yield(model.Chunk{}, err)
		}
	}
}
