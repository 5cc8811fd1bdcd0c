package models

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/shortleash/shortleash/model/ollama"
)

// suggestions lists models that follow a format well for their size, smallest first: the name, the
// size of the file in MB, and a word about it, separated by tabs.
//
//go:embed suggestions.tsv
var suggestions string

// A suggestion is a model that might be fetched.
type suggestion struct {
	Name      string `json:"name"`
	SizeBytes int64  `json:"size_bytes"` // to fetch
	Says      string `json:"says"`
}

// Size words how much there is to fetch.
func (s suggestion) Size() string { return humanize.Bytes(uint64(s.SizeBytes)) }

// overhead is what a model needs beside its file: the context, and the server's own buffers.
const overhead = 1500 << 20

// holds reports whether a machine of this memory holds a model of this size with room for others.
func holds(memory, size int64) bool { return memory == 0 || size+overhead <= memory*7/10 }

// suitable returns the models that a machine of this memory holds and that are not installed,
// smallest first. An unknown memory (0) holds the three smallest.
func suitable(memory int64, installed map[string]bool) []suggestion {
	list := []suggestion{}
	for line := range strings.Lines(suggestions) {
		s, err := parseSuggestion(strings.TrimSuffix(line, "\n"))
		if err != nil {
			panic("models: BUG: " + err.Error())
		}
		if !installed[s.Name] && holds(memory, s.SizeBytes) && (memory > 0 || len(list) < 3) {
			list = append(list, s)
		}
	}
	return list
}

func parseSuggestion(line string) (s suggestion, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 3 {
		return s, fmt.Errorf("suggestions.tsv: %q has %d fields", line, len(fields))
	}
	var mb int64
	if _, err := fmt.Sscanf(fields[1], "%d", &mb); err != nil {
		return s, fmt.Errorf("suggestions.tsv: %q: %w", line, err)
	}
	return suggestion{Name: fields[0], SizeBytes: mb * 1e6, Says: fields[2]}, nil
}

// useOf says in a few words what can be expected of an installed model on a machine of this memory.
func useOf(m ollama.ModelInfo, about ollama.Description, memory int64) string {
	switch {
	case m.Remote || about.Remote:
		return "cloud: leaves this machine, and is held to no format"
	case len(about.Capabilities) > 0 && !slices.Contains(about.Capabilities, "completion"):
		return "writes no text"
	case !holds(memory, m.SizeBytes):
		return fmt.Sprintf("too large: needs some %s of memory", humanize.Bytes(uint64(m.SizeBytes+overhead)))
	case about.Format == "safetensors":
		return "MLX: older servers hold it to no format"
	case about.NoTemplate:
		return "has no chat template: follows instructions badly"
	case about.Thinking == ollama.ThinkLow:
		return "fits; thinks before each answer"
	default:
		return "fits"
	}
}
