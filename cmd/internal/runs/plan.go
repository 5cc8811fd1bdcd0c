package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// A Person answers the questions of runs at the terminal.
type Person struct {
	*cli.Console
	Lines cli.LineReader // what is typed; nil: standard input
	// Check refuses a reply that does not fit, so that it is asked again; nil leaves that to the run.
	Check func(loop.Reply, loop.Interrupt) error
	// Show shows a question.
	Show func(loop.Interrupt)
}

// Approve asks the person: for loop.Config.Approve.
func (p *Person) Approve(ctx context.Context, i loop.Interrupt) (loop.Reply, error) {
	if p.Lines == nil {
		p.Lines = p.NewStream()
	}
	p.Show(i)
	asked := i // i gets the plan as the person left it
	for {
		reply, err := AtTerminal(ctx, p.Console, p.Lines, &i)
		if errors.Is(err, io.EOF) {
			err = errors.New("no one answered")
		}
		if err != nil {
			return loop.Reply{}, err
		}
		if p.Check != nil {
			err = p.Check(*reply, asked)
		}
		if err == nil {
			return *reply, nil
		}
		p.Say("%s", cli.Problem(err))
		if reply.Plan != nil {
			i.Plan = keptEdit(i.Plan, reply.Plan)
		}
	}
}

// keptEdit returns the plan as the person left it, to go on with, where that can be read.
func keptEdit(p *planner.Plan, text json.RawMessage) *planner.Plan {
	var written struct {
		Facts string
		Steps []planner.PlanStep
	}
	if json.Unmarshal(text, &written) != nil {
		return p
	}
	kept := *p.Clone()
	kept.Facts, kept.Steps = written.Facts, written.Steps
	return &kept
}

// A planText is a plan as a person edits it: what [planner.EditPlan] reads.
type planText struct {
	Facts string     `json:"facts"`
	Steps []stepText `json:"steps"`
}

type stepText struct {
	ID          string             `json:"id"`
	Description string             `json:"description"`
	DependsOn   []string           `json:"depends_on"`
	Expected    string             `json:"expected,omitempty"`
	Tool        string             `json:"tool,omitempty"`
	Args        json.RawMessage    `json:"tool_args,omitempty"`
	When        *planner.Condition `json:"when,omitempty"`
	Expand      bool               `json:"expand,omitempty"`
	Status      planner.PlanStatus `json:"status,omitempty"` // of a settled plan step
}

// editHelp stands over a plan in the editor. Lines that begin with # are left out when it is read.
const editHelp = `# Change the plan, save it and leave the editor. An empty file leaves the plan as it was.
# A plan step without id gets the next one. Plan steps with a status must stay as they are.`

// PlanText spells a plan as a person edits it.
func PlanText(p planner.Plan) (string, error) {
	t := planText{Facts: p.Facts, Steps: []stepText{}}
	for _, s := range p.Steps {
		one := stepText{ID: s.ID, Description: s.Description, DependsOn: append([]string{}, s.DependsOn...), Expected: s.Expected, Tool: s.Tool,
			Args: s.Args, When: s.When, Expand: s.Expand}
		if s.Settled() {
			one.Status = s.Status
		}
		t.Steps = append(t.Steps, one)
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(t)
	return b.String(), err
}

var errUnedited = errors.New("the file is empty; nothing was changed")

// editPlan has the person change a plan in the editor that VISUAL or EDITOR names, and returns what was written.
func editPlan(ctx context.Context, c *cli.Console, p planner.Plan) (json.RawMessage, error) {
	text, err := PlanText(p)
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp("", "plan-*.json")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name()) // it holds nothing that the log does not
	_, err = file.WriteString(editHelp + "\n" + text)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	if err := openEditor(ctx, c, file.Name()); err != nil {
		return nil, err
	}
	return readPlan(file.Name())
}

// usualEditor is taken where no variable names one.
const usualEditor = "vi"

func openEditor(ctx context.Context, c *cli.Console, name string) error {
	words := strings.Fields(c.Env("VISUAL"))
	if len(words) == 0 {
		words = strings.Fields(c.Env("EDITOR"))
	}
	if len(words) == 0 {
		words = []string{usualEditor}
	}
	cmd := exec.CommandContext(ctx, words[0], append(words[1:], name)...)
	if in, ok := c.In.(*os.File); ok {
		cmd.Stdin = in
	}
	cmd.Stdout, cmd.Stderr = c.Err, c.Err // standard output is for answers
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the editor %s failed: %w; EDITOR names another one", words[0], err)
	}
	return nil
}

// maxPlanFile bounds the file of a plan, in bytes.
const maxPlanFile = 1_000_000

// readPlan reads a plan that a person wrote into a file.
func readPlan(name string) (json.RawMessage, error) {
	text, err := bounded.ReadFile(name, maxPlanFile)
	if err != nil {
		return nil, err
	}
	var kept []string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			kept = append(kept, line)
		}
	}
	plan := strings.TrimSpace(strings.Join(kept, ""))
	if plan == "" {
		return nil, errUnedited
	}
	return json.RawMessage(plan), nil
}
