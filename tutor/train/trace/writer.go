package trace

import (
	"bufio"
	"encoding/binary"
	"errors"
	"os"
)

// A Writer writes traces into one shard, which is four files of little-endian numbers:
//
//	NAME.ids     uint16: the tokens of all traces
//	NAME.kinds   uint8: the kind of each
//	NAME.masks   40 bytes for each choice, a bit for each token that was legal
//	NAME.index   int64 pairs: tokens and choices before each trace, and in all
//
// The files appear under their names when Close has succeeded.
type Writer struct {
	name    string
	files   [4]*os.File
	out     [4]*bufio.Writer
	tokens  int64
	choices int64
	traces  int
	err     error
}

var endings = [4]string{".ids", ".kinds", ".masks", ".index"}

// NewWriter creates the shard name, which is a path without an ending.
func NewWriter(name string) (*Writer, error) {
	w := &Writer{name: name}
	for i, ending := range endings {
		f, err := os.Create(name + ending + ".new")
		if err != nil {
			w.Abort()
			return nil, err
		}
		w.files[i], w.out[i] = f, bufio.NewWriterSize(f, 1<<16)
	}
	return w, nil
}

// Write adds one trace.
func (w *Writer) Write(t Trace) {
	w.put(3, []int64{w.tokens, w.choices})
	w.put(0, t.IDs)
	w.put(1, t.Kinds)
	for _, mask := range t.Masks {
		w.put(2, mask)
	}
	w.tokens += int64(len(t.IDs))
	w.choices += int64(len(t.Masks))
	w.traces++
}

func (w *Writer) put(file int, numbers any) {
	w.err = errors.Join(w.err, binary.Write(w.out[file], binary.LittleEndian, numbers))
}

// Close finishes the files. After an error none of them is there.
func (w *Writer) Close() error {
	w.put(3, []int64{w.tokens, w.choices})
	for i := range w.files {
		w.err = errors.Join(w.err, w.out[i].Flush(), w.files[i].Close())
	}
	if w.err != nil {
		w.Abort()
		return w.err
	}
	for _, ending := range endings {
		w.err = errors.Join(w.err, os.Rename(w.name+ending+".new", w.name+ending))
	}
	return w.err
}

// Abort removes what was written.
func (w *Writer) Abort() {
	for i, f := range w.files {
		if f != nil {
			_ = f.Close() // of a file that goes away; closed twice after a failed Close
			_ = os.Remove(w.name + endings[i] + ".new")
		}
	}
}
