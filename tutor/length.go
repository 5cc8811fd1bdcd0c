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
//	full      what the analysis of the sentence bears out: for models that know less than it does
var Lengths = []loop.Enforce{loop.Off, loop.Enum, loop.GroundedPolicy, loop.Full}

// LengthFor returns the length that a model is held at where none is asked for. A model that was made for the
// tutor, that draws or plays what it says, or that says that it is small, knows less than the analysis of the
// sentence, as docs/real-models.md shows for 0.1 to 1.5 billion parameters; of any other one that is not known.
func LengthFor(m model.Model) loop.Enforce {
	switch m := m.(type) {
	case model.Specialist:
		return loop.Full
	case fake.Randomized, *fake.Scripted, *fake.Adversary:
		return loop.Full
	case model.Sized:
		if n := m.Parameters(); n > 0 {
			return LengthForSize(n)
		}
	}
	if m, ok := m.(interface{ Unwrap() model.Model }); ok {
		return LengthFor(m.Unwrap())
	}
	return loop.GroundedPolicy
}

// LengthForSize returns the length for a trained model of so many parameters; 0 are unknown.
func LengthForSize(parameters int64) loop.Enforce {
	if 0 < parameters && parameters < smallest {
		return loop.Full
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
