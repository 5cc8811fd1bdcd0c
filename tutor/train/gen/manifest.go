package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/train/corpus"
	"github.com/shortleash/shortleash/tutor/train/trace"
)

// A shard names the files of a shard by what is in them.
type shard struct {
	Name   string            `json:"name"`
	SHA256 map[string]string `json:"sha256"` // by ending
}

// hashed reads the shard name.
func hashed(folder, name string) (shard, error) {
	s := shard{Name: name, SHA256: map[string]string{}}
	for _, ending := range []string{"ids", "kinds", "masks", "index"} {
		f, err := os.Open(filepath.Join(folder, name+"."+ending))
		if err != nil {
			return s, err
		}
		sum := sha256.New()
		_, err = io.Copy(sum, f)
		_ = f.Close() // read only
		if err != nil {
			return s, err
		}
		s.SHA256[ending] = hex.EncodeToString(sum.Sum(nil))
	}
	return s, nil
}

// writeManifest says what the folder holds. The hash of all shards stands for them in the weights.
func (j *job) writeManifest(path string) error {
	slices.SortFunc(j.shards, func(x, y shard) int { return strings.Compare(x.Name, y.Name) })
	list, err := json.Marshal(j.shards)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(list)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", " ")
	err = e.Encode(struct {
		Seed   uint64                   `json:"seed"`
		Pieces string                   `json:"pieces"`
		Data   string                   `json:"data"`
		Splits map[corpus.Split]*counts `json:"splits"`
	}{j.seed, trace.Tokenizer().PiecesHash(), hex.EncodeToString(sum[:]), j.counts})
	if err != nil {
		return err
	}
	shards := strings.TrimSuffix(path, "manifest.json") + "shards.json"
	if err := os.WriteFile(shards, append(list, '\n'), 0o644); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// readForbidden returns whether a text is the input or a correction of some line of the files.
func readForbidden(files []string) (func(string) bool, error) {
	known := map[string]bool{}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for n := 1; lines.Scan(); n++ {
			var line struct {
				Input     string   `json:"input"`
				Corrected *string  `json:"corrected"`
				Accept    []string `json:"accept"`
			}
			if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
				return nil, fmt.Errorf("%s, line %d: %w", name, n, err)
			}
			for _, text := range append(line.Accept, line.Input) {
				known[caseFolded(text)] = true
			}
			if line.Corrected != nil {
				known[caseFolded(*line.Corrected)] = true
			}
		}
		_ = f.Close() // read only
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return func(text string) bool { return known[caseFolded(text)] }, nil
}

// caseFolded is what two spellings of a sentence share.
func caseFolded(text string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r >= 0x80)
	}), " "))
}
