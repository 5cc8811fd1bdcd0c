package agent

import (
	"testing"

	"github.com/shortleash/shortleash/internal/wording/wordingtest"
)

func TestSentencesForModelsStandInTheirFile(t *testing.T) { wordingtest.Check(t, phrases) }
