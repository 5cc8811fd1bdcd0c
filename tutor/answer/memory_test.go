package answer

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/tutor/english/spanish"
)

func TestAMemoryAnalyzesASentenceOnce(t *testing.T) {
	m := &Memory{}
	s := m.NewIn("He go home.", spanish.LatinAmerica)
	assert.Same(t, s, m.NewIn("He go home.", spanish.LatinAmerica))
	assert.NotSame(t, s, m.NewIn("He go home.", spanish.Spain), "another Spanish has other glosses")
	assert.NotSame(t, s, (*Memory)(nil).NewIn("He go home.", spanish.LatinAmerica))
}

func TestAMemoryIsBounded(t *testing.T) {
	m := &Memory{}
	for i := range memorySize + 10 {
		m.NewIn(fmt.Sprint(i), spanish.LatinAmerica)
	}
	assert.LessOrEqual(t, len(m.kept), memorySize)
}
