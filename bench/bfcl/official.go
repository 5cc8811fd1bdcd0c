package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"

	"github.com/shortleash/shortleash/eval"
)

//go:embed official.py
var script string

// An item is one question to one row.
type item struct {
	record                  // without what came of it
	URL     string          // of the row
	Request json.RawMessage // of OpenAI's protocol
	Names   []string        // of its tools
}

// measure asks for what is not known yet, and keeps what comes. The items come from a process that runs the benchmark's own code
// with these arguments and the package of a folder, and it judges.
func measure(folder string, args []string, known *eval.Records[record], full *json.Encoder, stderr io.Writer) error {
	process := exec.Command("python3", append([]string{"-c", script}, args...)...)
	process.Env, process.Stderr = append(process.Environ(), "PYTHONPATH="+folder), stderr
	in, _ := process.StdinPipe() // fails only where there is one
	out, _ := process.StdoutPipe()
	if err := process.Start(); err != nil {
		return err
	}
	ask, answer := json.NewEncoder(in), json.NewDecoder(out)
	var items []item
	if err := answer.Decode(&items); err != nil {
		return fmt.Errorf("bfcl-eval gave no items: %w; is it installed in the folder of -package?", err)
	}
	for _, it := range items {
		if _, ok := known.Get(it.record); ok {
			continue
		}
		r, err := it.ask()
		all := []reply{r}
		if r.Row == "server" { // whose own record comes last, for it is looked for above
			all = []reply{r.fromText(it.Names), r}
		}
		for _, r := range all {
			if err == nil && r.Verdict == "" {
				err = errors.Join(ask.Encode(r), answer.Decode(&r))
			}
			if err == nil {
				err = errors.Join(full.Encode(r), known.Keep(r.record))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
