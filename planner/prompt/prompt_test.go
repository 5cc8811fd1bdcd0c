package prompt_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
)

// file returns a file system with one prompt file, p.md.
func file(text string) fstest.MapFS { return fstest.MapFS{"p.md": {Data: []byte(text)}} }

func TestAPromptFileWithUnknownBlocksIsRefused(t *testing.T) {
	parse := func(text string) error {
		_, err := prompt.Parse(file(text), "p.md", "")
		return err
	}
	assert.NoError(t, parse(`{{define "user task"}}{{.Task}}{{end}}`))
	assert.NoError(t, parse(`{{define "assistant repeated"}}I have it.{{end}}`))
	const want = "want an author, one of system, user, assistant, tool, and a place, one of " +
		"head, task, lessons, plan, folded, observation, verdict, note, status, repeated, repair"
	for text, says := range map[string]string{
		`{{define "narrator task"}}{{end}}`:                         `prompt: p.md:1: block "narrator task": ` + want,
		"Words.\n\n{{define \"user epilogue\"}}\nThe end.\n{{end}}": `prompt: p.md:3: block "user epilogue": ` + want,
		"\n{{define \"assistant repeted\"}}I have it.{{end}}":       `prompt: p.md:2: block "assistant repeted": ` + want,
		"\n{{define \"repeated\"}}I have it.{{end}}":                `prompt: p.md:2: block "repeated": ` + want,
		"\n{{define \"user repeated\"}}You have it.{{end}}": `prompt: p.md:2: block "user repeated": ` +
			`want "assistant repeated": these words are what the model says`,
		"\n{{define \"assistant repeated\"}}\nI have\n{{.It}}.{{end}}": `prompt: p.md:2: block "assistant ` +
			`repeated": it gets no data, and must be text alone: prompt: template: p.md:4:`,
		"\n{{define \"assistant repeated\"}}{{it}}{{end}}": `prompt: template: p.md:2: function "it" not defined`,
		`{{define "user task"}}`:                           "prompt: template: p.md:1: unexpected EOF",
		"{{define \"user task\"}}a{{end}}\n{{define \"system task\"}}b{{end}}": `prompt: p.md:1: block "user task": there ` +
			`is "system task" for this place too`,
	} {
		for range 10 { // the order of a map changes
			if err := parse(text); assert.Error(t, err, text) {
				assert.Contains(t, err.Error(), says)
			}
		}
	}
	_, err := prompt.Parse(fstest.MapFS{}, "p.md", "")
	assert.ErrorContains(t, err, "p.md")
}

func TestASetTakesTheGeneralPromptsInPlaceOfNone(t *testing.T) {
	own, err := prompt.Parse(file(`{{define "user task"}}{{.Task}}{{end}}`), "p.md", "")
	assert.NoError(t, err)
	set := prompt.Set{Critic: own}.OrGeneral()
	assert.Same(t, own, set.Critic)
	assert.Same(t, prompt.General().Planner, set.Planner)
	assert.Equal(t, prompt.General(), prompt.Set{}.OrGeneral())
}

func TestTheFirstErrorOfAConversationStays(t *testing.T) {
	p, err := prompt.Parse(file(`{{define "user task"}}{{.Task}}{{end}}`), "p.md", "")
	assert.NoError(t, err)
	c := prompt.NewConversation(p, nil)
	c.Add("task", struct{ Word string }{"no task"})
	c.AddFolded([]planner.Step{{}})
	_, err = c.Messages()
	assert.ErrorContains(t, err, "Task")
	assert.NotErrorIs(t, err, planner.ErrNoFolding)
}

func ExampleParse() {
	p, err := prompt.Parse(file(`
{{define "system head"}}You may call {{join .Tools ", "}}.{{end}}
{{define "user task"}}Task: {{.Task}}{{end}}
{{define "user repair"}}That could not be read: {{.Problem}}{{end}}`), "p.md", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	head := struct{ Tools []string }{[]string{"count", "spell"}}
	messages, err := p.Messages(nil, head, struct{ Task string }{"How long is leash?"})
	for _, m := range messages {
		fmt.Printf("%s: %s\n", m.Author, m.Content)
	}
	repair, _ := p.Repair(errors.New("it is prose"))
	fmt.Println(err, repair.Content)
	// Output:
	// system: You may call count, spell.
	// user: Task: How long is leash?
	// <nil> That could not be read: it is prose
}
