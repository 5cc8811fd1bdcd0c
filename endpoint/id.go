package endpoint

import (
	"crypto/rand"
	"strings"
)

// newID returns an identifier without the prefix of a protocol.
func newID() string { return strings.ToLower(rand.Text()[:20]) }
