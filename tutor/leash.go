package tutor

import (
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
)

// Mixed is a leash of the tutor's own: as loop.Full, but where the analysis of a sentence sees no error and is not
// sure, a model writes the sentence, whose verbs may change into forms that the tools returned.
const Mixed loop.Leash = "mixed"

// Leashes lists how short the tutor's leash can be, the longest first.
//
//	enum   the names of tools, the types of arguments
//	mixed  full, but verbs of which the analysis has no opinion are the model's choice: for trained models
//	full   what the analysis of the sentence bears out: for models that know less than it does
var Leashes = []loop.Leash{loop.Enum, Mixed, loop.Full}

// LeashFor returns the leash of a model where none is asked for. A model that was made for the tutor, that draws or
// that plays what it says knows less than the analysis of the sentence. A trained model knows less where the analysis
// sees an error, and may know more elsewhere (docs/evidence/real-models.md).
func LeashFor(m model.Model) loop.Leash {
	switch m.(type) {
	case model.Specialist, fake.Randomized, *fake.Scripted, *fake.Adversary:
		return loop.Full
	}
	if w, ok := m.(interface{ Unwrap() model.Model }); ok {
		return LeashFor(w.Unwrap())
	}
	return Mixed
}

// escalatedLeash returns the leash that is asked for where another model tries again: one that was chosen to
// hold less stays, and any other is that of the model.
func escalatedLeash(asked loop.Leash) loop.Leash {
	if asked.Rules() {
		return ""
	}
	return asked
}
