package sentence

// The costs of the parser, set by hand on the suites. A cost says how unlikely a reading is: the costs of
// the moves of a parse are added up, and the cheapest parse wins. A name that begins with "saves" is
// subtracted. A comment that begins with "the same" is about the case of the line above it where what follows
// holds too; some of these costs are added to the one above, and others take its place.

// Whole clauses.
const (
	costDisagrees         = 1.6  // a verb that does not agree with its subject
	costFragment          = 1.2  // a clause in which nothing was found
	costNoVerb            = 3.2  // a subject without a verb
	costNoSubject         = 3.0  // a finite verb without a subject
	costAuxiliaryEnds     = 0.1  // a question that ends with its auxiliary and subject: are you?
	costDependentAlone    = 0.3  // a subordinate clause without its main clause
	costExclamation       = 1.0  // a noun phrase that exclaims or asks for something: what a large ship!
	costHeading           = 1.4  // a heading of one noun, and what explains it: News that …
	costTitleNoun         = 2.0  // a sentence that is one common noun in the singular: Menu
	costAloneRelative     = 0.3  // a subject alone that ends in a relative clause: the man who lives
	costAloneNot          = 10.0 // a subject was asked for, and the words are more, or less
	costStrayWord         = 2.6  // a word that fits nowhere: a symbol, a foreign word
	costStrayVerb         = 2.4  // such a word that may be the verb its clause waits for
	costStrayFinite       = 1.5  // such a word that is a form of be, have or do, or a possessive
	costSecondSubjectless = 1.0  // a verb without a subject after a verb: rather something else was misread
)

// Adverbs, times and marks.
const (
	costAdverb           = 0.06 // an adverb, wherever it stands
	costAdverbFirst      = 0.02 // an adverb before the subject
	costAgoInside        = 0.5  // "ago" between subject and verb
	costThereAdverb      = 1.2  // "there" as an adverb where it can rather open a clause: on Mondays there is
	costThereAdverbTime  = 0.8  // the same after a time, or after a coordinator
	costFloating         = 0.3  // a quantifier away from its noun: they all know
	costAdverbBeforeVerb = 0.05 // an adverb before a verb
	costComparative      = 0.7  // a word that is rather part of a noun phrase: most people, last year
	costTimePhrase       = 0.1  // a listed expression of time: the day before yesterday
	costTimeNoun         = 0.15 // a noun phrase that is a time: last night
	costTimeExists       = 2.0  // the same where "there is" still waits for what there is: there are seven days
	costComma            = 0.5  // a comma that ends a clause
	costMark             = 0.2  // a stronger mark that ends a clause
	costClosingComma     = 0.05 // a comma that ends a clause inside another
	costParenthesis      = 0.9  // words between two commas after a subject, whatever they are
	costVocative         = 0.7  // a form of address that could be the subject: Ana, the train leaves at five
	costVocativeClear    = 0.1  // the same before a question or another subject: Ana, are you ready?
)

// The start of a clause.
const (
	costPronounClause     = 0.2  // "that", "what" or "which" as a subject: rather it opens a clause
	costMeAnd             = 0.3  // "me" as the first half of a subject
	costTimeSubject       = 0.6  // a time as a subject: next year we …
	costRelativeNoun      = 0.8  // a bare noun that opens a relative clause and may be its verb: the man who lives here
	costOrderThat         = 1.2  // a noun before "that" that may be an order: note that only …
	costOrderNoun         = 1.5  // a noun that opens the sentence and may be an order: turn left
	costAdjectiveFirst    = 0.9  // an adjective before the subject: happy, he …
	costUnknownOrder      = 0.9  // an order with a verb of no table
	costOrder             = 1.0  // an order
	costOrderInside       = 2.0  // an order where none is expected: in a subordinate clause, in a question
	costOrderJoined       = 1.2  // an order after a coordinator
	costOrderDont         = 0.3  // an order with don't
	savesOrder            = 0.7  // what an order costs less where an object follows that only a verb takes: close the door
	costInfinitiveBefore  = 0.6  // an infinitive before the subject: to be sure, he …
	costInfinitiveSubject = 0.7  // an infinitive as the subject: to err is …
	costGerundBefore      = 0.7  // an -ing form before the subject: walking home, he …
	costGerundSubject     = 0.5  // an -ing form as the subject: walking helps
	costParticipleBefore  = 1.2  // a participle before the subject: built in 1900, it …
	costSubordinator      = 0.05 // because, if, when …
	costThatFirst         = 1.5  // "that" as a subordinator where a clause starts
	costThatUnasked       = 1.0  // "that" after a verb that takes no clause
	savesThatObject       = 0.7  // what that costs less after an object: he told me that …
	savesDisagreesAgain   = 0.8  // the part of a disagreement that a second verb of the subject does not cost
	costPrepositionEmpty  = 1.0  // a verb right after a preposition, which misses what it takes
	costCommaBeforeVerb   = 0.8  // a comma between a subject and its verb: good morning, are these yours?
	costWhoDo             = 1.0  // "do" as the only verb of a question's subject: who do somebody ask
)

// Questions.
const (
	costQuestionWord     = 0.05 // a question word
	costWhatClause       = 0.4  // a clause with "what" as the subject: what he wants is …
	costWhatMatters      = 0.3  // the same where "what" is the subject inside too: what matters is …
	costWhoSubject       = 0.1  // "who" or "what" as the subject
	costHowMany          = 0.4  // "how" with the word that it asks about: how old, how fast
	costWhichNoun        = 0.1  // a question word with its noun: which books
	costWhichSubject     = 0.15 // the same as the subject: which boys know
	costWhatVerb         = 1.6  // "what" with a noun that is rather a verb: what matters is …
	costInversion        = 0.9  // an auxiliary before its subject where nothing asks
	costInversionAsks    = 0.1  // the same in a question
	costHaveAlone        = 1.9  // "have" as the only verb of a question: have you a car
	costDoAlone          = 2.0  // do or a modal as the only verb of a question that goes on: does she works
	costQuestionRelative = 0.3  // a relative clause after the subject of a question: does the man who …
)

// After a subject.
const (
	costContact            = 1.1  // a relative clause without its pronoun, with a pronoun as subject: the man I saw
	costContactNoun        = 0.7  // the same with another subject: the man Ana saw
	costSecondNoun         = 2.0  // a noun phrase right after the subject
	costSecondNounModified = 0.15 // the same after a participle or an adjective, which may take it
	costApposition         = 0.5  // the same after a comma: Ana, my sister, …
	costSecondNounPronoun  = 2.0  // a noun phrase after a pronoun or a time, which take none
	costSecondNounMark     = 3.0  // a noun phrase after a mark other than a comma: Lima, 2019: everyone …
	costSecondNounVerb     = 1.5  // a bare noun after the subject that may be its verb: my mother cook
	costNameParticiple     = 1.6  // a participle after a name, which seldom takes one
	costAdjectiveAfter     = 0.6  // an adjective after its noun
	costInfinitiveAfter    = 0.4  // an infinitive after a noun: the way to go
	costParticipleActive   = 2.0  // a participle with an object, which is rather a past: the man told us
	costParticipleAfter    = 0.7  // a participle or -ing form after its noun: the book written by …
	costUnattached         = 1.5  // a participle of a verb without a passive after a noun: the man gone
)

// Relative clauses.
const (
	costThatNoRelative  = 1.0  // "that" after what takes no relative clause: told me that, and that man
	costRelative        = 0.15 // a relative clause with a subject of its own: the man that I saw
	costRelativeSubject = 0.1  // a relative pronoun as the subject: the man who lives here
)

// After a verb: objects.
const (
	costRelativeObject     = 0.1  // a relative clause after an object, which it may belong to
	costAdjective          = 0.1  // an adjective after a verb: is happy
	costAdjectiveLive      = 2.0  // "live" after be before the place where people live: are live on the fifth floor
	costAdjectiveObject    = 2.0  // an object after a participle that is an adjective too: is lost five matches
	costBackToStart        = 0.4  // going on before the subject after a clause that came first
	costMainAfterDependent = 0.7  // a main clause without a comma after its subordinate clause: when he came I left
	costMainAfterThere     = 2.5  // the same after "there is", which waits for what there is
	costLeavesJoined       = 2.0  // leaving a clause right after its coordinator: a helicopter flown over us and woke me
	costPairParticiple     = 1.0  // a second half of a subject after a participle: the boys building a house and they need wood
	costCutOff             = 3.0  // a clause that ends with an auxiliary: has, doesn't
	costEndsUnfinite       = 0.1  // a clause that ends with a verb that is not finite
	costEndsGet            = 1.5  // a clause that ends with get
	costEndsVerb           = 0.4  // a clause that ends with any other verb
	costJoinedVerb         = 2.0  // a noun after a coordinator and a verb that may be the next verb: he sings and dances
	costCutShort           = 2.8  // a noun after "he is" that is rather a verb without its -ing: he is sleep
	costJoinedThird        = 0.7  // a noun after a coordinator that may be a verb in -s: my uncles lives here and works there
	costJoinedThirdGoes    = 1.5  // the same where what follows goes on a verb: fell off his bike and starts to cry
	costJoinedVerbLike     = 2.2  // a noun after a coordinator that is rather the next verb: works all day and study at night
	costPairComma          = 0.6  // a pair with a comma: rather two clauses
	costJoinedObject       = 0.05 // a further object after a coordinator
	costJoinedBase         = 0.6  // the same after a pronoun, where it may be the next verb: I know him and work here
	costBareThenDetermined = 2.0  // a determined object after a bare one and be: she is drinks a cup
	costObjectMark         = 2.0  // an object after a mark other than a comma: I sleep here; you and Ana …
	costObjectComma        = 1.5  // a first object after a comma
	costSecondObjectVerb   = 1.2  // a second object that may be the verb of the first: says his dog jump
	costPersonActs         = 1.8  // a noun after a person that may be what the person does: live in Madrid and my wife work
	costSecondObject       = 0.35 // a second object
	costOneObject          = 1.3  // the same after a verb that takes only one
	costThirdObject        = 1.2  // a third object, or more
	costDependentObject    = 0.8  // an object after a comma in a subordinate clause: although it rains, every boy …
	costDidObject          = 1.2  // an object of "did" where it may be the next verb's subject: what did Ana and I see
	costSubjectForm        = 1.5  // a pronoun in its subject form as an object: why was Ana and I late
	costSubjectFormJoined  = 1.5  // the same after a coordinator
	costOpensClause        = 1.9  // an object that opens a clause without "that", after a verb that takes none
	costOpensClauseTaken   = 0.25 // the same after a verb that takes clauses: I think he …
	costOpensInRelative    = 0.8  // the same in a relative clause
	costOpensAfterComma    = 0.6  // the same after a comma
	costThereClause        = 0.1  // "there" that opens a clause after a verb: I think there is time
	costObjectContact      = 1.0  // a relative clause without its pronoun after an object: the book I read
	costObjectContactNoun  = 0.8  // the same with a subject that is no pronoun
	costHalfSubject        = 2.4  // an object before a coordinator that is rather half a subject: I think Ana and her brother …
	costEmbedded           = 0.2  // a question inside a clause: I know what he wants
	costEmbeddedUnasked    = 2.0  // the same after a verb that takes none: there are two brothers who live here
)

// After a verb: verbs that are not finite.
const (
	costInfinitive     = 0.05 // an infinitive: wants to go
	costToWork         = 0.5  // "to work" after a verb of motion, where it says where: walks to work
	costGerund         = 0.2  // an -ing form: likes reading
	costParticiple     = 0.35 // a participle: have it done
	costParticipleLate = 0.8  // the same where it may be a base form: the dog always run
	costBase           = 2.6  // a base form that nothing asks for
	costBareInfinitive = 0.1  // a base form after a verb that takes one: lets him go
	costGoAnd          = 0.6  // a base form after go, come or try: go see
	costBaseJoined     = 0.3  // a base form after a coordinator and another one: can swim and dance
	costOwnSubject     = 2.5  // a participle after a noun phrase that is rather its subject: said that everyone eaten it
	costOwnSubjectSaid = 2.2  // the same after think, know, say: I think we spoken
	costHelpedPast     = 0.3  // a past form after help: helped designed
)

// Coordinators.
const (
	costCommaPronoun    = 0.9  // a pair with a comma whose second half is a pronoun: …, and we left
	costPair            = 0.1  // a second noun phrase: Ana and Luis
	costStrandedPronoun = 3    // a pair whose first half follows a pronoun that would have no verb: she | live in Madrid and he
	costJoinsOther      = 2.4  // a coordinator after a subject that joins no noun phrases
	costCoordinator     = 0.1  // a coordinator
	costNewClause       = 0.2  // a new clause after a coordinator
	costNewClauseInside = 0.15 // the same where the clause before it stands inside another
	costSameSubject     = 0.15 // another verb with the same subject: he sings and dances
	costOuterSubject    = 0.1  // the same with the subject of a clause around, for each clause between
)

// Prepositions.
const (
	costPreposition         = 0.05 // a preposition and what it takes
	costPrepositionFirst    = 0.15 // the same before the subject
	costToNoun              = 2.5  // "to" as a preposition before a word that may be a base form
	costToOnly              = 2.0  // "to" as a preposition after a word that takes infinitives only: want to; "like" where a verb may stand
	costPrepositionVerb     = 1.0  // a preposition right after a pronoun that is a subject
	costLikePronoun         = 3.0  // "like" there, which is rather the verb: she like dogs
	costLikeNoun            = 2.5  // "like" with a pronoun after a person, which is rather the verb: but my wife like it
	costStranded            = 0.5  // a preposition without what it takes
	costParticle            = 0.15 // a particle, or a preposition stranded after a verb: look after
	costStrandedFirst       = 1.2  // a stranded preposition before the subject
	costParticleSubject     = 0.6  // a particle after the subject
	costPrepositionGerund   = 0.1  // an -ing form after a preposition: without asking
	costPrepositionQuestion = 0.1  // a question word after a preposition: in which, with whom
	costPrepositionWhich    = 0.2  // a relative pronoun after a preposition: the house in which …
)

// Noun phrases: pronouns and determiners.
const (
	costDigits          = 0.4  // digits as a noun: in 2015
	costNumberAlone     = 0.6  // a number in words without its noun: at nine
	costYouAlone        = 1.0  // "you" without the words that belong to it: you two
	costIndefinite      = 0.25 // an indefinite pronoun: some, this
	costDeterminerAlone = 2.0  // a determiner without the noun that follows it: this fish
	costOneMore         = 1.75 // "one" without "more": one more ticket
	costThatPronoun     = 2.0  // "that" as a pronoun before a subject: that he …
	costThatDeterminer  = 1.5  // "that" as a pronoun before what can begin a clause: that the …
	costGenitive        = 0.05 // a genitive: Ana's
	costLateVerbalHead  = 0.15 // a later word of a noun phrase that may be a verb as its head
	costGuessedHead     = 1.0  // the same, after a noun, of a verb of no table: are the boys blicking
	costAdjectiveHead   = 2.0  // an adjective as the head after a noun: were the man happy
	costThatName        = 1.8  // "that" before a name as its determiner: I know that Ana …
	savesName           = 0.05 // what a name costs less as a noun phrase of its own
	costAdjectiveLate   = 1.0  // an adjective after a noun inside a noun phrase
	costTimeLate        = 1.0  // the same of an adjective of time: many tourists last year
)

// Noun phrases: heads.
const (
	costAdverbHead          = 3.0 // an adverb as a head
	costLetterI             = 0.2 // "i" as a letter
	costClosedHead          = 0.5 // a word of a closed class as a head: can, will, past
	costBareNoun            = 0.9 // a noun that is rather another word, without a determiner
	costBarePassive         = 1.2 // the same where a participle should stand: was broke
	costBarePast            = 1.3 // the same of a past form: found
	costAdjectiveAlone      = 0.8 // an adjective as a head
	costAdjectiveBeforeNoun = 2.6 // the same before a noun: an old church
	costThePoor             = 0.3 // the same after "the", of an adjective that names people: the poor
	costLyHead              = 2.5 // a word in -ly as a head
	savesCapital            = 1.0 // what such a word costs less with a capital
	nameFactor              = 0.3 // the part of its cost that a name has as a bare head
	mostName                = 0.5 // the most that a name costs as a head
	costVerbHead            = 0.8 // a word that is chiefly a verb as the head after other words: my car need oil
)

// Noun phrases: verbs as nouns.
const (
	costNotNoun          = 4.0 // a form that is no noun: went
	costMassNoun         = 0.3 // a mass or collective noun that is a verb too: work, team
	costGuessedNoun      = 0.7 // a word of no table that may be a form of a verb
	costAlsoNoun         = 0.3 // a verb that is a noun too: walk
	costChieflyVerb      = 0.6 // the same of a word that is chiefly a verb: need
	costChieflyVerbThird = 0.8 // the same of its third person: needs
	costGerundNoun       = 0.7 // an -ing form as a noun
	costThirdNoun        = 3.5 // a third person as a noun
	costBaseNoun         = 2.5 // a base form as a noun
	costMisformedNoun    = 2.0 // a misformed verb as a noun: stoping
	costParticipleNoun   = 3.0 // a participle as a noun
	surelyNoun           = 0.5 // below it, a word reads as a noun without doubt
)

// Noun phrases: words before the head.
const (
	costNameBeforeVerb     = 0.5  // a name before a word that may be its verb: Maria needs
	costAdverbModifier     = 0.15 // an adverb before an adjective: a very old man
	costAdverbBare         = 0.4  // the same without a determiner
	costFrequencyVerb      = 1.5  // an adverb of frequency before what may be a verb: the dog always run
	costLyModifier         = 0.1  // a word in -ly before the head
	costPastModifier       = 1.2  // a past form before the head, which is wrong: the broke vase
	costMisformedModifier  = 1.6  // a misformed participle before the head: the choosed one
	costParticipleModifier = 0.2  // a participle before the head: the broken vase
	costParticipleBare     = 0.35 // the same without a determiner
	costGerundModifier     = 0.3  // an -ing form before the head: the sleeping dog
	costGerundBare         = 0.5  // the same without a determiner
	costVerbModifier       = 0.25 // a word that may be a verb before the head: a walk home
	costVerbModifierFirst  = 0.5  // the same at the start, without a determiner
	costActorModifier      = 1.8  // a person or an animal before a word that may be a verb: my dog bark
	costKinModifier        = 1.4  // the same of a relation: my mother cook
	costTimeModifier       = 1.5  // a time before a name: next week Ana
	costPluralModifier     = 0.8  // a plural before the head, which is seldom one in a compound
	mostModifier           = 5.0  // from it on, a word does not stand before a head
)

// Verb groups: auxiliaries.
const (
	costNoDont      = 1.0  // "no" or "not" before a base form: he not like it
	costBeAlone     = 0.15 // be or have as the main verb
	costCliticAlone = 0.2  // 's as the main verb
	costDoMain      = 0.5  // do as the main verb
	costModalAlone  = 1.2  // a modal without a verb
	costCutHave     = 1.5  // have without the participle that follows
	costCutDo       = 0.8  // do or a modal without the verb that follows
	costCutBe       = 0.6  // be without the participle or -ing form that follows
	costHadBetter   = 0.1  // had better
	costHaveTo      = 0.1  // have to, be to
	costDoTo        = 0.8  // "do" before "to", where it is rather the verb: what I do to help
	costDoModal     = 0.5  // a modal after do: don't can swim
	costStrayTo     = 0.6  // "to" after a modal or do: can to swim
)

// Verb groups: forms of the main verb.
const (
	costMisformed           = 0.6 // a word that is no form of any verb: goed
	costMisformedFree       = 1.0 // the same without a governor
	costWrongForm           = 0.8 // another form than the governor asks for
	costBareParticiple      = 1.8 // a participle without an auxiliary: she gone home
	costBareParticipleApart = 3.2 // the same after a mark or before "by", where it is rather no verb of its own
	costBareGerund          = 2.4 // an -ing form without an auxiliary: I moving
	costBeForm              = 1.0 // another form than be asks for
	costBeBase              = 1.6 // a base form after be: he is go
	costBeNoun              = 1.8 // the same of a word that is a noun too
	savesGerundSubject      = 0.8 // what an -ing form without an auxiliary costs less after I, he, she, we, they
	savesGerundIt           = 0.4 // the same after it
	savesBeActor            = 0.4 // what a base form after be costs less where the subject acts: my uncle is cook
	costToForm              = 0.4 // another form after a "to" that only an infinitive follows: sorry to visits
	costHaveBase            = 1.4 // a base form after have
	costCliticForm          = 1.2 // another form than 's or 'd asks for
	costThirdAfterDo        = 1.0 // a third person that is a noun too after do or a modal
)

// Verb groups: whether a word is a verb at all.
const (
	costNameVerb            = 2.0  // a name as a verb
	savesNameGoverned       = 1.2  // what it costs less after an auxiliary
	costCapitals            = 0.5  // a word in capitals
	costLooksLike           = 2.5  // "like" after a verb that it goes with: it looks like rain
	costGuessedVerb         = 0.5  // a verb of no table
	costGuessedThird        = 1.3  // the same of a third person, which may be a plural
	costNounOf              = 1.2  // a word that is a noun too before "of"
	costNounPreposition     = 0.2  // the same before another preposition
	costNameCapital         = 1.2  // a name with a capital that is a verb too: Will, Mark
	costNounVerb            = 0.25 // a word that is a noun too
	costChieflyNoun         = 1.4  // a word that is chiefly a noun: brush
	savesChieflyNoun        = 1.1  // what it costs less after a pronoun: he brush his teeth
	costAdjectiveVerb       = 0.7  // a word that is an adjective too
	costNounListed          = 0.4  // a word that is chiefly a noun or an adverb in the tables
	costPrepositionOrPlural = 0.3  // a word that is a preposition or a plural too
)

// Limits.
const (
	mostOpening     = 2.0 // the most that a noun phrase costs that may open a clause
	mostSubjectless = 2.5 // the most that a verb without a subject costs if it is judged
)

// costIf returns cost where the condition holds, and else 0.
func costIf(condition bool, cost float64) float64 {
	if condition {
		return cost
	}
	return 0
}
