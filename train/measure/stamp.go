package main

import (
	"bytes"
	"os"
	"slices"

	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/model/tiny"
)

// stamp replaces the calibration and the threshold in a file of weights. The file is replaced whole or stays
// as it was.
func stamp(path string, entries ...gguf.Entry) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if data, err = withConfidence(data, entries...); err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", data, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// withConfidence returns a file of weights with these entries as its only ones about confidence.
func withConfidence(data []byte, entries ...gguf.Entry) ([]byte, error) {
	file, err := gguf.Read(data)
	if err != nil {
		return nil, err
	}
	file.Metadata = append(slices.DeleteFunc(file.Metadata, func(e gguf.Entry) bool {
		return e.Key == tiny.ThresholdKey || e.Key == tiny.SlopeKey || e.Key == tiny.OffsetKey
	}), entries...)
	var b bytes.Buffer
	_, err = file.WriteTo(&b)
	return b.Bytes(), err
}

// stamped returns the entries about confidence.
func stamped(threshold float32, c tiny.Calibration) []gguf.Entry {
	return []gguf.Entry{{Key: tiny.ThresholdKey, Value: threshold}, {Key: tiny.SlopeKey, Value: c.Slope}, {Key: tiny.OffsetKey, Value: c.Offset}}
}
