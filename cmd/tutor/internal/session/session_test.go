package session

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// A fault in our own code is our fault, whatever else did not end final.
func TestHowRunsEndedIsTheStatus(t *testing.T) {
	for _, row := range []struct {
		ended []loop.Outcome
		want  error
	}{
		{[]loop.Outcome{loop.Final}, nil},
		{[]loop.Outcome{loop.ModelFailure, loop.Final}, cli.StatusOther},
		{[]loop.Outcome{loop.ProgramFailure, loop.Cycle}, cli.StatusFault},
		{[]loop.Outcome{loop.Cycle, loop.ProgramFailure}, cli.StatusFault},
	} {
		s := &Session{}
		for _, o := range row.ended {
			s.count(tutor.Report{Outcome: o})
		}
		assert.Equal(t, row.want, s.Close(nil), "%v", row.ended)
	}
}
