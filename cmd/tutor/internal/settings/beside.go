package settings

import (
	"errors"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/tutor"
)

// Check refuses flags of the command line that do nothing beside the others, where sentences are corrected with the model
// and the strategy of the settings.
func (s *Settings) Check() error {
	return errors.Join(s.CheckPlanners(s.Planner.Value), s.CheckHost(s.Model), s.CheckAnswers())
}

// CheckHost refuses --host where none of the models that specs name, nor any beside them, is one of a server.
func (s *Settings) CheckHost(specs ...string) error {
	return models.CheckHost(&s.Settings, append(specs[:len(specs):len(specs)], s.Escalate)...)
}

// CheckAnswers refuses what says how answers are shown where they are not shown so.
func (s *Settings) CheckAnswers() error {
	objects, with := s.JSON || s.Events, "with --json"
	if s.Events {
		with = "with --events"
	}
	return s.Refuse(
		cli.Beside{Flags: []string{"color"}, Idle: objects, Why: with},
		cli.Beside{Flags: []string{"spanish"}, Idle: s.gloss.Value == string(tutor.GlossOff), Why: "with --gloss off"},
		cli.Beside{Flags: []string{"trace"}, Idle: s.Quiet && !s.JSON, Why: "with --quiet"},
	)
}
