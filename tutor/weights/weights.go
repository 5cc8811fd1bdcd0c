// Package weights is the tutor's trained network, embedded in the program: the file tutor.gguf, which
// package tiny runs. README.md says what the weights can do and how they were made.
package weights

import (
	_ "embed" // the file
	"sync"

	"github.com/shortleash/shortleash/model/tiny"
)

//go:embed tutor.gguf
var file []byte

var opened = sync.OnceValues(func() (*tiny.Model, error) { return tiny.Open(file, tiny.Config{}) })

// Open returns the embedded network, whose file is read once. The error says what is wrong with c.
func Open(c tiny.Config) (*tiny.Model, error) {
	m, err := opened()
	if err != nil {
		return nil, err
	}
	return m.With(c)
}

// Tokenizer returns the tokenizer of the embedded network, for networks that are to read the same tokens.
func Tokenizer() *tiny.Tokenizer {
	m, err := opened()
	if err != nil {
		panic("weights: BUG: " + err.Error()) // the file is part of this source
	}
	return m.Tokenizer()
}
