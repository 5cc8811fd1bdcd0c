package planner

import (
	"io/fs"

	"github.com/shortleash/shortleash/model"
)

// Prompts are the prompt files of a strategy, one for each role and purpose.
type Prompts struct {
	Executor    *Prompt // decides outside of lanes, as in ReAct
	Lane        *Prompt // carries out one plan step
	Answer      *Prompt // answers after a plan
	Planner     *Prompt // writes plans
	Synthesizer *Prompt // puts the answer together from what plan steps gave
	Review      *Prompt // judges a plan step
	Reflector   *Prompt // judges an answer or a trial
	Refine      *Prompt // writes an answer again
	Critic      *Prompt // examines plans
	Choice      *Prompt // scores candidate plans
}

// GeneralPrompts returns the prompts that any instructed model understands.
func GeneralPrompts() Prompts {
	p, err := ReadPrompts(promptFiles, "prompts", "")
	if err != nil {
		panic("planner: BUG: " + err.Error()) // embedded files, parsed by every test
	}
	return p
}

// ReadPrompts reads one file for each purpose from a folder: react.md, lane.md, answer.md, planner.md,
// synthesizer.md, review.md, reflector.md, refine.md, critic.md and choice.md; those of another form
// than the general one are called react.form.md and so on.
func ReadPrompts(files fs.FS, folder, form string) (Prompts, error) {
	var p Prompts
	suffix := ".md"
	if form != "" {
		suffix = "." + form + ".md"
	}
	for _, file := range []struct {
		name string
		to   **Prompt
	}{
		{"react", &p.Executor}, {"lane", &p.Lane}, {"answer", &p.Answer}, {"planner", &p.Planner}, {"synthesizer", &p.Synthesizer},
		{"review", &p.Review}, {"reflector", &p.Reflector}, {"refine", &p.Refine}, {"critic", &p.Critic}, {"choice", &p.Choice},
	} {
		prompt, err := ParsePrompt(files, folder+"/"+file.name+suffix, form)
		if err != nil {
			return p, err
		}
		*file.to = prompt
	}
	return p, nil
}

func roleForm(role model.Role, p *Prompt) model.RoleForm {
	return model.RoleForm{Role: role, Form: p.Form()}
}
