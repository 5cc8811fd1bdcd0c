// Package trial puts one engine through schemas and texts, and keeps every time and every verdict.
//
// A [Job] holds a vocabulary, and schemas with texts already cut into ids. [Drive] runs it in a
// process of its own, so that an engine may crash or hang at one schema and go on at the next, and
// so that engines in any language can be measured: the process is given a job file and writes one
// [Result] a line. [Serve] is that process for engines with a Go interface; competitors/runner.py
// is it for Python. Times come from the process's own monotonic clock around the calls, on one
// thread.
package trial

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/shortleash/shortleash/bench/corpus"
	"github.com/shortleash/shortleash/bench/vocab"
)

// A Job is what every engine of a comparison is given.
type Job struct {
	Header
	Items []Item
}

// A Header is the first line of a job file.
type Header struct {
	Vocabulary string   `json:"vocabulary"` // its name
	Tokens     [][]byte `json:"tokens"`     // base64 in the file
	End        []int    `json:"end"`
	Control    []int    `json:"control"`
	Split      string   `json:"split"` // as in vocab.Vocabulary
	// MaskEvery is for engines whose masks cannot be computed at every position in reasonable time:
	// they compute one at about one position in this many, and probe single ids between. 0 and 1 mean
	// every position.
	MaskEvery int `json:"mask_every"`
}

// An Item is one schema, a line of a job file.
type Item struct {
	Name   string `json:"name"`
	Schema string `json:"schema"` // as text, so that no reader reorders keys
	Texts  []Text `json:"texts"`
}

// A Text is one spelling of one instance.
type Text struct {
	Text string `json:"text"`
	IDs  []int  `json:"ids"`
}

// NewJob cuts the instances of schemas, each in both spellings, compact first.
func NewJob(v *vocab.Vocabulary, schemas []corpus.Schema) (Job, error) {
	job := Job{Header: Header{Vocabulary: v.Name, Tokens: v.Tokens, End: v.End, Control: v.Control, Split: v.Split}}
	for _, s := range schemas {
		item := Item{Name: s.Name, Schema: string(s.Schema)}
		for _, t := range s.Tests {
			compact, spaced := t.Spellings()
			for _, text := range []string{string(compact), string(spaced)} {
				ids, err := v.Encode(text)
				if err != nil {
					return Job{}, fmt.Errorf("trial: %s: %w", s.Name, err)
				}
				item.Texts = append(item.Texts, Text{Text: text, IDs: ids})
			}
		}
		job.Items = append(job.Items, item)
	}
	return job, nil
}

// Write writes the job as a file that Serve and the runners in other languages read.
func (j Job) Write(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	err = e.Encode(j.Header)
	for i := 0; err == nil && i < len(j.Items); i++ {
		err = e.Encode(j.Items[i])
	}
	if err == nil {
		err = w.Flush()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return fmt.Errorf("trial: write job: %w", err)
	}
	return nil
}

// A Reader reads what Write wrote, an item at a time: what a runner holds is read by each collection of garbage, at
// the cost of the engine that is measured.
type Reader struct {
	d    *json.Decoder
	read int // items
}

// NewReader reads the first line.
func NewReader(r io.Reader) (*Reader, Header, error) {
	j, h := &Reader{d: json.NewDecoder(r)}, Header{}
	if err := j.d.Decode(&h); err != nil {
		return nil, Header{}, fmt.Errorf("trial: read job: %w", err)
	}
	return j, h, nil
}

// Next returns the next item; the error is io.EOF after the last.
func (j *Reader) Next() (Item, error) {
	var item Item
	err := j.d.Decode(&item)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("trial: read job: item %d: %w", j.read, err)
	}
	j.read++
	return item, err
}
