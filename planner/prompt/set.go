package prompt

import (
	"cmp"
	"embed"
	"io/fs"
	"sync"
)

// A Set has the prompts of a strategy, one for each role and purpose.
type Set struct {
	Executor    *Prompt // decides outside lanes, as in ReAct
	Lane        *Prompt // carries out one plan step
	Answer      *Prompt // answers after a plan
	Planner     *Prompt // writes plans
	Synthesizer *Prompt // composes the answer from the outputs of plan steps
	Review      *Prompt // judges a plan step
	Reflector   *Prompt // judges an answer or a trial
	Refine      *Prompt // rewrites an answer
	Critic      *Prompt // examines plans
	Choice      *Prompt // scores candidate plans
}

//go:embed files/*.md
var files embed.FS

// General returns the prompts that any instruction-tuned model understands.
func General() Set { return general() }

var general = sync.OnceValue(func() Set {
	p, err := ReadSet(files, "files", "")
	if err != nil {
		panic("prompt: BUG: " + err.Error()) // embedded files, parsed by every test
	}
	return p
})

// waitWords says, in its observation block, that one can wait. They are the same for all prompts, since few tools have
// pending work.
var waitWords = sync.OnceValue(func() *Prompt {
	p, err := Parse(files, "files/wait.md", "")
	if err != nil {
		panic("prompt: BUG: " + err.Error()) // embedded
	}
	return p
})

// OrGeneral returns p with nil prompts replaced by the general ones.
func (p Set) OrGeneral() Set {
	g := general()
	for i, own := range p.all() {
		*own = cmp.Or(*own, *g.all()[i])
	}
	return p
}

// all returns where the prompts of p stand, in the order of their files.
func (p *Set) all() []**Prompt {
	return []**Prompt{&p.Executor, &p.Lane, &p.Answer, &p.Planner, &p.Synthesizer, &p.Review, &p.Reflector, &p.Refine, &p.Critic, &p.Choice}
}

// fileNames are the names of the files, without an ending, in the order of all.
var fileNames = []string{"react", "lane", "answer", "planner", "synthesizer", "review", "reflector", "refine", "critic", "choice"}

// ReadSet reads one file for each purpose from a folder: react.md, lane.md, answer.md, planner.md,
// synthesizer.md, review.md, reflector.md, refine.md, critic.md and choice.md; those of
// another form than the general one are called react.form.md and so on.
func ReadSet(files fs.FS, folder, form string) (Set, error) {
	var p Set
	suffix := ".md"
	if form != "" {
		suffix = "." + form + ".md"
	}
	for i, to := range p.all() {
		read, err := Parse(files, folder+"/"+fileNames[i]+suffix, form)
		if err != nil {
			return p, err
		}
		*to = read
	}
	return p, nil
}
