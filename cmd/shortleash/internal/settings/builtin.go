package settings

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tools/builtin"
)

// A Toolbox holds the built-in tools that flags open. Close it.
type Toolbox struct {
	Tools  []tools.Tool
	Folder *builtin.Folder // nil without --files
}

// Close releases the folder.
func (b *Toolbox) Close() error {
	if b.Folder == nil {
		return nil
	}
	return b.Folder.Close()
}

// anyCommand is the value of --run that leaves the commands to the model, each with an approval.
const anyCommand = "ask"

// Toolbox returns the tools that --files, --write, --web and --run open.
func (s *Settings) Toolbox() (*Toolbox, error) {
	b := &Toolbox{}
	if s.Files == "" && s.Write {
		return nil, cli.Misuse("--write is about the folder of --files, and there is none:  --files . --write")
	}
	if s.Files != "" {
		folder, err := builtin.OpenFolder(s.Files, builtin.FolderOptions{Write: s.Write})
		if err != nil {
			return nil, cli.Misuse("--files: %s", strings.TrimPrefix(err.Error(), "builtin: "))
		}
		b.Folder = folder
		b.Tools = append(folder.Tools(), builtin.Calculate(), builtin.Today(time.Now))
	}
	var problems []error
	add := func(t tools.Tool, err error) {
		if err != nil {
			problems = append(problems, cli.Misuse("%s", strings.TrimPrefix(err.Error(), "builtin: ")))
			return
		}
		b.Tools = append(b.Tools, t)
	}
	if len(s.Web) > 0 {
		add(builtin.Fetch(s.Web, nil))
	}
	if len(s.Run) > 0 {
		o := builtin.CommandOptions{Dir: s.Files}
		for _, command := range s.Run {
			if command == anyCommand {
				o.Any = true
			} else {
				o.Named = append(o.Named, command)
			}
		}
		add(builtin.Command(o))
	}
	if err := errors.Join(problems...); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// CheckFolder refuses a folder in which there is nothing to read, where reading it is all that can be done.
func (s *Settings) CheckFolder() error {
	if s.Files == "" || s.Write || len(s.Web)+len(s.Run)+len(s.MCP) > 0 {
		return nil
	}
	b, err := s.Toolbox()
	if err != nil {
		return err
	}
	defer b.Close() // it was only read
	if why := b.Folder.Nothing(); why != "" {
		return cli.Misuse("--files: there is nothing to read in %s: %s. With --write, files can be made there", s.Files, why)
	}
	return nil
}

// maxInstructions bounds instructions, in bytes: a model reads them with each request.
const maxInstructions = 6000

// InstructionText returns the instructions in the file that --instructions names and in AGENTS.md of the folder, and what a person
// should know of the latter, whose file the person may not have named.
func (s *Settings) InstructionText(b *Toolbox) (all, note string, _ error) {
	var parts []string
	if s.Instruct != "" {
		text, err := bounded.ReadFile(s.Instruct, maxInstructions)
		if err != nil {
			return "", "", cli.Misuse("cannot read %s: %v", s.Instruct, cli.Cause(err))
		}
		if !utf8.Valid(text) {
			return "", "", cli.Misuse("%s is not UTF-8 text", s.Instruct)
		}
		parts = append(parts, strings.TrimSpace(string(text)))
	}
	if b.Folder != nil {
		text, err := b.Folder.Text(agentsFile, math.MaxInt)
		text = strings.TrimSpace(text)
		used := beginning(text)
		switch e, _ := errors.AsType[*tools.Error](err); {
		case e != nil && e.Class != tools.ClassNotFound:
			note = fmt.Sprintf("%s of the folder is not taken as instructions: %s.", agentsFile, e.Message)
		case len(used) < len(text):
			note = fmt.Sprintf("%s of the folder is taken as instructions: the first %d bytes of %d.", agentsFile, len(used), len(text))
		case text != "":
			note = agentsFile + " of the folder is taken as instructions."
		}
		parts = append(parts, strings.TrimSpace(used))
	}
	return strings.TrimSpace(strings.Join(parts, "\n")), note, nil
}

// beginning returns as many whole lines of a text as instructions may have, or of its first line what they may have.
func beginning(text string) string {
	if len(text) <= maxInstructions {
		return text
	}
	text = text[:maxInstructions]
	if end := strings.LastIndexByte(text, '\n'); end >= 0 {
		return text[:end+1]
	}
	return strings.ToValidUTF8(text, "")
}

// agentsFile is where a folder has instructions for agents.
const agentsFile = "AGENTS.md"
