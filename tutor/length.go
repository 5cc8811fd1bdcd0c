package tutor

import (
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
)

// Lengths lists how much the tutor's policy holds, the loosest first.
//
//	off       JSON; the rest is detected after the fact
//	enum      the names of tools, the types of arguments
//	grounded  words come from the tools, choices from the model: for trained language models that are not small
//	mixed     full, but where the analysis judges nothing, verbs of which it has no opinion are the model's choice: for small trained models
//	full      what the analysis of the sentence bears out: for models that know less than it does
var Lengths = []loop.Enforce{loop.Off, loop.Enum, loop.GroundedPolicy, loop.MixedPolicy, loop.Full}

// LengthFor returns the length that a model is held at where none is asked for. A model that was made for the
// tutor, that draws or that plays what it says knows less than the analysis of the sentence. A small trained model
// knows less where the analysis sees an error, and may know more elsewhere, as docs/real-models.md shows for 0.1 to 1.5
// billion parameters; of any other model that is not known.
func LengthFor(m model.Model) loop.Enforce {
	switch m.(type) {
	case model.Specialist, fake.Randomized, *fake.Scripted, *fake.Adversary:
		return loop.Full
	}
	if w, ok := m.(interface{ Unwrap() model.Model }); ok && parametersOf(m) == 0 {
		return LengthFor(w.Unwrap())
	}
	return LengthForSize(parametersOf(m))
}

// parametersOf returns how many parameters a model says that it has, or the model that it wraps does; 0 are unknown.
func parametersOf(m model.Model) int64 {
	if s, ok := m.(model.Sized); ok && s.Parameters() > 0 {
		return s.Parameters()
	}
	if w, ok := m.(interface{ Unwrap() model.Model }); ok {
		return parametersOf(w.Unwrap())
	}
	return 0
}

// LengthForSize returns the length for a trained model of so many parameters; 0 are unknown.
func LengthForSize(parameters int64) loop.Enforce {
	if 0 < parameters && parameters < smallest {
		return loop.MixedPolicy
	}
	return loop.GroundedPolicy
}

// lengthFor returns the length that was asked for, or that of the model.
func lengthFor(asked loop.Enforce, m model.Model) loop.Enforce {
	if asked == "" {
		return LengthFor(m)
	}
	return asked
}

// escalatedLength returns the length that is asked for where another model tries again: one that was chosen to
// hold less stays, and any other is that of the model.
func escalatedLength(asked loop.Enforce) loop.Enforce {
	if asked.Rules() {
		return ""
	}
	return asked
}
