package verb

import "slices"

// A Person is a grammatical person and number, spelled as the tools' schemas spell it.
type Person string

// The six persons. "You" is SecondSingular unless the sentence says otherwise.
const (
	FirstSingular  Person = "1sg"
	SecondSingular Person = "2sg"
	ThirdSingular  Person = "3sg"
	FirstPlural    Person = "1pl"
	SecondPlural   Person = "2pl"
	ThirdPlural    Person = "3pl"
)

// Persons lists the six in the order in which paradigms are printed.
var Persons = []Person{FirstSingular, SecondSingular, ThirdSingular, FirstPlural, SecondPlural, ThirdPlural}

// A Tense is one of the eight tenses that a verb can be conjugated in. The tutor judges five of them.
type Tense string

// The five tenses.
const (
	PresentSimple     Tense = "present_simple"
	PastSimple        Tense = "past_simple"
	FutureSimple      Tense = "future_simple"
	PresentPerfect    Tense = "present_perfect"
	PresentContinuous Tense = "present_continuous"
)

// The tenses that are conjugated and not judged.
const (
	PastContinuous Tense = "past_continuous"
	PastPerfect    Tense = "past_perfect"
	Conditional    Tense = "conditional" // with would
)

// Tenses lists the five in the order in which paradigms are printed.
var Tenses = []Tense{PresentSimple, PastSimple, FutureSimple, PresentPerfect, PresentContinuous}

// AllTenses lists the eight in the order in which paradigms are printed, the five first.
var AllTenses = append(slices.Clip(Tenses), PastContinuous, PastPerfect, Conditional)

// Valid reports whether p is one of the six persons.
func (p Person) Valid() bool { return slices.Contains(Persons, p) }

// Valid reports whether t is one of the five tenses that are judged.
func (t Tense) Valid() bool { return slices.Contains(Tenses, t) }

// Conjugates reports whether t is one of the eight tenses that [Conjugate] takes.
func (t Tense) Conjugates() bool { return slices.Contains(AllTenses, t) }

// Values lists the six, as the schemas of tools have them.
func (Person) Values() []string {
	return []string{"1sg", "2sg", "3sg", "1pl", "2pl", "3pl"}
}

// Values lists the five, as the schemas of tools have them.
func (Tense) Values() []string {
	return []string{"past_simple", "present_simple", "future_simple", "present_perfect", "present_continuous"}
}
