package main

import (
	"bytes"
	"os"
	"slices"

	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/model/tiny"
)

// stamp writes a threshold into a file of weights, in place of the one it may have. The file appears
// whole or stays as it was.
func stamp(path string, threshold float32) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	file, err := gguf.Read(data)
	if err != nil {
		return err
	}
	entry := gguf.Entry{Key: tiny.ThresholdKey, Value: threshold}
	if i := slices.IndexFunc(file.Metadata, func(e gguf.Entry) bool { return e.Key == entry.Key }); i >= 0 {
		file.Metadata[i] = entry
	} else {
		file.Metadata = append(file.Metadata, entry)
	}
	var b bytes.Buffer
	if _, err := file.WriteTo(&b); err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", b.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
