package trace

import (
	"context"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/train/corpus"
	"github.com/shortleash/shortleash/tutor"
)

// A Student is a net that has been trained before, and is asked what it still has to learn. Several
// goroutines may use one.
type Student struct {
	tutor     *tutor.Tutor
	threshold float64
}

// NewStudent returns the student that plays with m.
func NewStudent(m *tiny.Model) (*Student, error) {
	config := loop.Usual()
	config.Retries, config.Repairs = 0, 0 // a second try would give the same reply
	t, err := tutor.New(tutor.Options{Model: func() model.Model { return m }, Loop: config, Gloss: tutor.GlossOff})
	return &Student{tutor: t, threshold: m.Threshold()}, err
}

// Knows reports whether the net answers e with the truth, at least as surely as its file asks of an answer.
func (s *Student) Knows(ctx context.Context, e corpus.Example) (bool, error) {
	report, err := s.tutor.Correct(ctx, e.Text, nil, nil)
	if err != nil || !agrees(report, e) {
		return false, err
	}
	return report.Confidence == nil || *report.Confidence >= s.threshold, nil
}
