package sentence

// A Code names a kind of verb error, as the answers, the rule cards and the suites spell it.
type Code string

// The kinds of verb errors.
const (
	SubjectPronoun    Code = "SVA-PRON"     // He go
	SubjectNoun       Code = "SVA-NP"       // The dogs barks
	SubjectDistant    Code = "SVA-DISTR"    // The list of items are
	Overregular       Code = "INFL-OVERREG" // goed
	Misspelling       Code = "INFL-SPELL"   // stoping
	PastParticiple    Code = "PAST-PTCP"    // He done it; have went
	ParticipleBefore  Code = "PTCP-ADJ"     // the broke vase
	DoSupport         Code = "DO-SUPPORT"   // didn't went
	DoMissing         Code = "DO-MISSING"   // I no understand
	ModalBase         Code = "MODAL-BASE"   // can to swim
	ToBase            Code = "TO-BASE"      // want to went
	BeGerund          Code = "BE-ING"       // He is run; I moving
	ThereBe           Code = "THERE-BE"     // there is ideas
	AuxiliarySpelling Code = "AUX-SPELL"    // dint see; could of seen
	TenseAdverb       Code = "TENSE-ADV"    // Yesterday I go
)

// Codes lists all kinds of errors, in the order of the tutor's notes.
var Codes = []Code{
	SubjectPronoun, SubjectNoun, SubjectDistant, Overregular, Misspelling, PastParticiple, ParticipleBefore,
	DoSupport, DoMissing, ModalBase, ToBase, BeGerund, ThereBe, AuxiliarySpelling, TenseAdverb,
}

// Level returns the CEFR level at which learners meet the rule: A1, A2 or B1.
func (c Code) Level() string {
	switch c {
	case SubjectDistant, ParticipleBefore:
		return "B1"
	case Misspelling, PastParticiple, AuxiliarySpelling, TenseAdverb:
		return "A2"
	}
	return "A1"
}
