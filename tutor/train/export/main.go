// Command export turns the trainer's output into the file that the binary embeds and Ollama loads.
//
//	go run ./tutor/train/export -from run -o tutor/weights
//
// It writes tutor.gguf, and beside it the loss.csv and reference.json of the run and config.json, which
// says how the weights were made and how the trainer evaluated them. After an error it writes nothing.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/tutor/train/trace"
)

func main() {
	from := flag.String("from", "", "the folder that train.py wrote to")
	out := flag.String("o", "", "the folder to write to")
	flag.Parse()
	if *from == "" || *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := export(*from, *out); err != nil {
		fmt.Fprintf(os.Stderr, "export: %v\n", err)
		os.Exit(1)
	}
}

// A trained net is train.py's description of its weights.
type trained struct {
	Size string `json:"size"`
	Data struct {
		Data   string `json:"data"`
		Pieces string `json:"pieces"`
	} `json:"data"`
	Tensors []tensor `json:"tensors"`
}

// A tensor is described by where its numbers are in weights.bin.
type tensor struct {
	Name   string   `json:"name"`
	Type   string   `json:"type"`
	Shape  []uint64 `json:"shape"` // the innermost dimension first
	Offset int64    `json:"offset"`
	Bytes  int64    `json:"bytes"`
}

// beside are the files of the run that are copied.
var beside = []string{"loss.csv", "reference.json"}

func export(from, to string) error {
	described, err := os.ReadFile(filepath.Join(from, "weights.json"))
	if err != nil {
		return err
	}
	var net trained
	if err := json.Unmarshal(described, &net); err != nil {
		return fmt.Errorf("weights.json: %w", err)
	}
	if net.Data.Pieces != trace.Tokenizer().PiecesHash() {
		return fmt.Errorf("the traces were cut into other pieces than those of this source; make them anew")
	}
	numbers, err := os.ReadFile(filepath.Join(from, "weights.bin"))
	if err != nil {
		return err
	}
	file, err := build(net, numbers)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := file.WriteTo(&b); err != nil {
		return err
	}
	contents := map[string][]byte{"tutor.gguf": b.Bytes()}
	for _, name := range beside {
		if contents[name], err = os.ReadFile(filepath.Join(from, name)); err != nil {
			return err
		}
	}
	seen, err := os.ReadFile(filepath.Join(from, "eval.json"))
	if err != nil {
		return err
	}
	if contents["config.json"], err = config(described, seen); err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for name, content := range contents {
		if err := os.WriteFile(filepath.Join(to, name+".new"), content, 0o644); err != nil {
			return err
		}
	}
	for name := range contents {
		if err := os.Rename(filepath.Join(to, name+".new"), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	return nil
}

// config returns the published description of a net: the trainer's own, without the offsets of tensors, and
// its evaluation on the held-out traces.
func config(described, seen []byte) ([]byte, error) {
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(described, &all); err != nil {
		return nil, fmt.Errorf("weights.json: %w", err)
	}
	if !json.Valid(seen) {
		return nil, errors.New("eval.json is no JSON")
	}
	delete(all, "tensors")
	all["eval"] = seen
	text, err := json.MarshalIndent(all, "", " ")
	return append(text, '\n'), err
}

// build returns the file of a net.
func build(net trained, numbers []byte) (*gguf.File, error) {
	sizes := tiny.Sizes()
	i := slices.IndexFunc(sizes, func(s tiny.Shape) bool { return strings.EqualFold(s.Name, net.Size) })
	if i < 0 {
		return nil, fmt.Errorf("weights.json: there is no size %q", net.Size)
	}
	f := &gguf.File{Metadata: sizes[i].Metadata(
		"shortleash-tutor-"+sizes[i].Name, trace.Tokenizer(),
		gguf.Entry{Key: "shortleash.pieces", Value: net.Data.Pieces},
		gguf.Entry{Key: "general.license", Value: "apache-2.0"},
		gguf.Entry{Key: "shortleash.data", Value: net.Data.Data},
	)}
	for _, want := range sizes[i].Tensors(trace.Tokenizer().Size()) {
		at := slices.IndexFunc(net.Tensors, func(t tensor) bool { return t.Name == want.Name })
		if at < 0 {
			return nil, fmt.Errorf("weights.json: %s is missing", want.Name)
		}
		t := net.Tensors[at]
		kind := gguf.F32
		if t.Type == "F16" {
			kind = gguf.F16
		}
		if t.Offset < 0 || t.Bytes < 0 || t.Offset+t.Bytes > int64(len(numbers)) || !slices.Equal(t.Shape, want.Dimensions()) {
			return nil, fmt.Errorf("%s has the shape %v and %d bytes at %d of %d, want the shape %v", t.Name, t.Shape, t.Bytes,
				t.Offset, len(numbers), want.Dimensions())
		}
		f.Tensors = append(f.Tensors, gguf.Tensor{Name: t.Name, Shape: t.Shape, Type: kind, Data: numbers[t.Offset : t.Offset+t.Bytes]})
	}
	return f, nil
}
