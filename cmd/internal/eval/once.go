package eval

import (
	"context"
	"encoding/json"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/eval"
)

// Measure has the model that spec names correct so many sentences of each suite, with the usual strategy, tells step how
// many of all were corrected, and returns what the command prints with --json. A *[eval.NotRunError] says that runs did
// not happen; there are no figures then.
func Measure(ctx context.Context, c *cli.Console, s *cli.Settings, p Program, suites []eval.Suite, spec string, sample int, step func(done, total int)) ([]byte, error) {
	quiet := *s
	quiet.Quiet = true
	e := &evaluation{Console: c, about: p, settings: &quiet, step: step}
	for _, suite := range suites {
		e.suites = append(e.suites, suite.Sample(sample))
	}
	e.Models = []string{spec}
	e.Usual(s)
	scores, err := e.measure(ctx, setup{model: spec, planner: e.Planners[0]})
	if err != nil {
		return nil, err
	}
	return lines(scores)
}

// lines returns scores as --json prints them.
func lines(scores []scored) ([]byte, error) {
	var text []byte
	for _, s := range scores {
		line, err := json.Marshal(s)
		if err != nil {
			return nil, err
		}
		text = append(append(text, line...), '\n')
	}
	return text, nil
}
