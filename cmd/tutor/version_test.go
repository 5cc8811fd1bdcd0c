package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestVersion(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"--version"}} {
		s := newStage(t)
		s.env["TUTOR_VERSION"] = "of something else"
		code, stdout, stderr := s.exec(args...)
		assert.Zero(t, code, stderr)
		assert.Regexp(t, `^tutor \S+ \(go1\.\S+, \w+/\w+\)\n$`, stdout)
	}
}
