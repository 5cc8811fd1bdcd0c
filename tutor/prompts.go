package tutor

import (
	"bytes"
	"embed"
)

//go:embed prompts/*.md prompts/*.txt
var embeddedPrompts embed.FS

// promptFiles are the prompt files. Those that ask for an answer share its description.
var promptFiles = prompts{embeddedPrompts, "prompts/answer_object.txt"}

// mixedPrompts are those of the leash Mixed, where an answer is described otherwise.
var mixedPrompts = prompts{embeddedPrompts, "prompts/answer_object_mixed.txt"}

type prompts struct {
	embed.FS
	answerObject string // a file
}

// ReadFile returns a prompt file with the description of the answer in place of {{answer object}}. The
// description lists all reasons but sentence.Undecided, because a model that knows of it would give up before it
// asks a tool: the grammar alone offers that reason, in the words that package answer explains it with, and only
// while evidence is missing.
func (p prompts) ReadFile(name string) ([]byte, error) {
	text, err := p.FS.ReadFile(name)
	if err != nil {
		return nil, err
	}
	object, err := p.FS.ReadFile(p.answerObject)
	return bytes.ReplaceAll(text, []byte("{{answer object}}"), bytes.TrimSpace(object)), err
}
