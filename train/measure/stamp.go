package main

import (
	"bytes"
	"os"
	"slices"

	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/model/tiny"
)

// stamp writes how far the confidence can be trusted into a file of weights, in place of what the file says
// of it. The file appears whole or stays as it was.
func stamp(path string, said ...gguf.Entry) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if data, err = withConfidence(data, said...); err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", data, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// withConfidence returns a file of weights that says this of its confidence, and nothing else.
func withConfidence(data []byte, said ...gguf.Entry) ([]byte, error) {
	file, err := gguf.Read(data)
	if err != nil {
		return nil, err
	}
	file.Metadata = append(slices.DeleteFunc(file.Metadata, func(e gguf.Entry) bool {
		return e.Key == tiny.ThresholdKey || e.Key == tiny.SlopeKey || e.Key == tiny.OffsetKey
	}), said...)
	var b bytes.Buffer
	_, err = file.WriteTo(&b)
	return b.Bytes(), err
}

// stamped returns what a file says.
func stamped(threshold float32, c tiny.Calibration) []gguf.Entry {
	return []gguf.Entry{{Key: tiny.ThresholdKey, Value: threshold}, {Key: tiny.SlopeKey, Value: c.Slope}, {Key: tiny.OffsetKey, Value: c.Offset}}
}
