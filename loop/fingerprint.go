package loop

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"

	"github.com/shortleash/shortleash/model"
)

func fingerprint(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// fingerprints hashes the prompts of a run, one after the other. Prompts only grow at their end, a
// trailing line apart, so only what is new is hashed.
type fingerprints struct {
	hashed []model.Message // what sum covers: the last prompt without its last message
	sum    hash.Hash
	space  []byte
}

// fingerprint returns the hash of a prompt.
func (f *fingerprints) fingerprint(prompt []model.Message) string {
	if !f.covers(prompt) {
		f.hashed, f.sum = nil, sha256.New()
	}
	last := max(len(f.hashed), len(prompt)-1)
	f.write(f.sum, prompt[len(f.hashed):last])
	f.hashed = prompt[:last]
	whole, err := f.sum.(hash.Cloner).Clone()
	if err != nil {
		panic("loop: BUG: a hash that cannot be copied: " + err.Error())
	}
	f.write(whole, prompt[last:])
	return hex.EncodeToString(whole.Sum(nil))
}

// covers reports whether the prompt begins with what was hashed.
func (f *fingerprints) covers(prompt []model.Message) bool {
	if f.sum == nil || len(prompt) < len(f.hashed) {
		return false
	}
	for i, m := range f.hashed {
		if prompt[i] != m {
			return false
		}
	}
	return true
}

func (f *fingerprints) write(sum hash.Hash, messages []model.Message) {
	f.space = slices.Grow(f.space[:0], bytesOf(messages)+2*len(messages))
	for _, m := range messages {
		f.space = append(append(f.space, m.Author...), 0)
		f.space = append(append(f.space, m.Content...), 0)
	}
	sum.Write(f.space) // a hash never fails
}
