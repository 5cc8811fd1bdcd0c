package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Fit says by names and values what an answer depends on besides the line: the program, its version, the model,
// the settings. Batches and workers are brought together when their fits are equal.
type Fit map[string]string

// key names the fit in subjects: 16 hexadecimal digits.
func (f Fit) key() string {
	text, err := json.Marshal(f) // sorts the names
	if err != nil {
		panic("cluster: BUG: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Differences says in which values f and other differ, sorted by name, as "model: a here, b there".
func (f Fit) Differences(other Fit) string {
	var parts []string
	for name, value := range f {
		if o := other[name]; o != value {
			parts = append(parts, fmt.Sprintf("%s: %s here, %s there", name, orNone(value), orNone(o)))
		}
	}
	for name, o := range other {
		if _, ok := f[name]; !ok && o != "" {
			parts = append(parts, fmt.Sprintf("%s: none here, %s there", name, o))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, "; ")
}

func orNone(value string) string {
	if value == "" {
		return "none"
	}
	return value
}

// String returns the values, sorted by their names.
func (f Fit) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(f)) {
		parts = append(parts, name+" "+f[name])
	}
	return strings.Join(parts, ", ")
}
