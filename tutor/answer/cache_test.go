package answer

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/tutor/english/spanish"
)

func TestAMemoryAnalyzesASentenceOnce(t *testing.T) {
	m := &Cache{}
	s := m.Sentence("He go home.", spanish.LatinAmerica)
	assert.Same(t, s, m.Sentence("He go home.", spanish.LatinAmerica))
	assert.NotSame(t, s, m.Sentence("He go home.", spanish.Spain), "another Spanish has other glosses")
	assert.NotSame(t, s, (*Cache)(nil).Sentence("He go home.", spanish.LatinAmerica))
}

func TestAMemoryIsBounded(t *testing.T) {
	m := &Cache{}
	for i := range cacheSize + 10 {
		m.Sentence(fmt.Sprint(i), spanish.LatinAmerica)
	}
	assert.LessOrEqual(t, len(m.kept), cacheSize)
}
