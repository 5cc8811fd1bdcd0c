package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/ollama"
)

// A cell is a row of one model.
type cell struct {
	model, row, variant string
	meter               *meter // nil in the row rules
	answer              row
}

// run asks for what is not recorded, and writes the page.
func (s *study) run(ctx context.Context) (err error) {
	tasks, err := readTasks(s.suites, s.n)
	if err != nil {
		return err
	}
	readOnly := len(s.models) == 0 && s.page != ""
	records, err := openStore(s.records, readOnly)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, records.file.Close()) }()
	if !readOnly {
		if err := s.measure(ctx, tasks, records); err != nil {
			return err
		}
	}
	if s.page == "" {
		return nil
	}
	text, err := s.pageOf(tasks, records)
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.page, text, 0o644); err != nil {
		return misuse("cannot write the page: %w", err)
	}
	return nil
}

// A question is a sentence for one row of one model.
type question struct {
	cell
	task
}

// measure asks for the answers that are not there.
func (s *study) measure(ctx context.Context, tasks []task, records store) error {
	cells, err := s.cells(ctx, records)
	if err != nil {
		return err
	}
	var all []question
	for part := range slices.Chunk(tasks, s.block) {
		for _, c := range cells {
			for _, t := range part {
				q := question{c, t}
				if _, known := records.Get(q.record()); !known {
					all = append(all, q)
				}
			}
		}
	}
	missing, why := 0, ""
	_, err = eval.Runner[question, record]{
		Do: func(ctx context.Context, q question) (record, error) {
			l := q.record()
			if err := q.ask(ctx, l.Record); err != nil {
				return *l.Record, fmt.Errorf("%s %s, %s: %w", q.model, q.row, q.ID, err)
			}
			if l.Record.Answer.NotRun != "" {
				return *l.Record, nil
			}
			s.tell(q.task, *l.Record)
			return *l.Record, records.Keep(l)
		},
		NotRun:  func(r record) string { return r.Answer.NotRun },
		Missing: func(question, string) record { missing++; return record{} },
		Came: func(i int, r record) {
			if r.Answer.NotRun != "" {
				missing, why = missing+1, r.Answer.NotRun
				fmt.Fprintf(s.stderr, "study: %s %s, %s: no answer was to be had: %s\n", r.Model, r.Row, r.ID, why)
			}
		},
	}.Run(ctx, all)
	if err == nil && missing > 0 {
		err = fmt.Errorf("%d answers could not be had, the last one because: %s\n%d are recorded in %s; the same command asks for the others",
			missing, why, len(records.answers()), s.records)
	}
	return err
}

// record returns the line of the answer that is not there yet.
func (q question) record() line {
	return line{Record: &record{Model: q.model, Row: q.row, Variant: q.variant, Suite: q.suite, ID: q.ID, Input: q.Input}}
}

// ask fills a record with what comes of its sentence.
func (c cell) ask(ctx context.Context, r *record) error {
	if c.meter != nil {
		c.meter.take()
	}
	r.At = time.Now().UTC().Truncate(time.Second)
	start := time.Now()
	o, err := c.answer(ctx, r.Input)
	if c.meter != nil {
		r.Cost = c.meter.take()
	}
	o.ModelCalls, o.Read, o.Written, o.Tokens = r.Cost.Requests, r.Cost.Read, r.Cost.Written, r.Cost.Read+r.Cost.Written
	o.Elapsed = max(time.Since(start)-r.Cost.Load, 0)
	r.Answer, r.Illegal = o.Answer, o.illegal
	return err
}

// tell prints a line on an answer.
func (s *study) tell(t task, r record) {
	became := "unchanged"
	if r.Answer.Corrected != nil {
		became = *r.Answer.Corrected
	}
	verdict := "wrong"
	if t.Right(r.Answer) {
		verdict = "right"
	}
	fmt.Fprintf(s.stdout, "%-10s %-9s %-24s %s %s, %d requests, %d + %d tokens, %.1f s: %q → %q\n", r.Model, r.Row, r.ID,
		verdict, r.Answer.Outcome,
		r.Cost.Requests, r.Cost.New, r.Cost.Written, r.Answer.Elapsed.Seconds(), r.Input, became)
}

// cells returns all rows of all models, and notes where the answers come from.
func (s *study) cells(ctx context.Context, records store) ([]cell, error) {
	var list []cell
	if slices.Contains(s.rows, rowRules) {
		r, err := newRules()
		if err != nil {
			return nil, err
		}
		list = append(list, cell{row: rowRules, answer: r})
	}
	if len(s.models) == 0 {
		return list, nil
	}
	base, _, err := ollama.ParseHost(s.host)
	if err != nil {
		return nil, misuseError{err}
	}
	client := api.NewClient(base, http.DefaultClient)
	for _, name := range s.models {
		now, tools, err := s.describe(ctx, client, name)
		if err != nil {
			return nil, err
		}
		if err := records.begin(now); err != nil {
			return nil, err
		}
		m, err := ollama.New(name, ollama.Config{Host: s.host, Context: s.context, Threads: s.threads,
			Size: ollama.ModelInfo{Parameters: now.Parameters}.Size(), FirstByte: 10 * time.Minute, Total: 15 * time.Minute})
		if err != nil {
			return nil, misuseError{err}
		}
		metered := &meter{Model: m}
		for _, r := range s.rows {
			c := cell{model: name, row: r, meter: metered}
			switch r {
			case rowRules:
				continue
			case rowDirect:
				c.answer, err = newDirect(metered)
			case rowFree:
				if !tools {
					fmt.Fprintf(s.stderr, "study: the template of %s has no tools: there is no row free for it\n", name)
					continue
				}
				c.answer, err = s.newFree(client, name, metered)
			default:
				c.answer, err = s.newLeash(metered, loop.Leash(r))
			}
			if err != nil {
				return nil, err
			}
			list = append(list, c)
		}
	}
	return list, nil
}

// describe asks the server about a model. tools reports whether its template knows tool calls.
func (s *study) describe(ctx context.Context, client *api.Client, name string) (now setup, tools bool, err error) {
	version, err := client.Version(ctx)
	if err != nil {
		return setup{}, false, fmt.Errorf("no Ollama server answers at %s: %w", s.host, err)
	}
	installed, err := client.List(ctx)
	if err != nil {
		return setup{}, false, err
	}
	at := slices.IndexFunc(installed.Models, func(m api.ListModelResponse) bool {
		return strings.TrimSuffix(m.Name, ":latest") == strings.TrimSuffix(name, ":latest")
	})
	if at < 0 {
		return setup{}, false, misuse("the server at %s has no model %s", s.host, name)
	}
	m := installed.Models[at]
	about, err := client.Show(ctx, &api.ShowRequest{Model: name})
	if err != nil {
		return setup{}, false, err
	}
	return setup{
		Model: name, Digest: m.Digest, Weights: weights(about.Modelfile, m.Digest), Size: m.Size,
		Parameters: m.Details.ParameterSize, Quantization: m.Details.QuantizationLevel,
		Server: "Ollama " + version, Machine: fmt.Sprintf("%s, %d cores", eval.Processor(), runtime.NumCPU()), Context: s.context,
		Threads: s.threads, Start: time.Now().UTC().Truncate(time.Second),
	}, slices.Contains(about.Capabilities, "tools"), nil
}

// weights returns the digest of the file of weights that a model is made from, or that of the model if its server does
// not name the file.
func weights(modelfile, digest string) string {
	for line := range strings.Lines(modelfile) {
		if file, ok := strings.CutPrefix(line, "FROM "); ok {
			if _, sum, ok := strings.Cut(file, "sha256-"); ok {
				return strings.TrimSpace(sum)
			}
		}
	}
	return digest
}
