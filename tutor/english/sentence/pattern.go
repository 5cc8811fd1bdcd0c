package sentence

import (
	"slices"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A Pattern names words that often hold a verb error which only the situation decides, so that they are seen
// and not judged. A sentence with one is never said to be right as a whole.
type Pattern string

// The patterns.
const (
	PastAndPresent Pattern = "a past and a present side by side"  // it was midnight and the streets are empty
	ClauseOfTime   Pattern = "the tense beside a clause of time"  // they are watching a film when I got home
	ReportedSpeech Pattern = "the tense of reported speech"       // she said that she will come
	Conditional    Pattern = "the tense of a condition or a wish" // I wish I can play
	LastingTime    Pattern = "a present with since or for"        // I am learning it since May, they study it for two years
	LostBe         Pattern = "an -ing form without be"            // the dog eating my sandwich
	WantThat       Pattern = "a clause after want"                // I want that he comes
	TwoAuxiliaries Pattern = "two auxiliaries that do not go together"
	CauseOfPast    Pattern = "a present beside a past cause or result" // she left because she is ill
	PresentSaid    Pattern = "a present in reported speech"            // he said that he is tired
	BaseAfterBe    Pattern = "a base form after be"                    // what time is the film start
	SinceInPast    Pattern = "a past with since"                       // she was ill since Sunday
	PresentNow     Pattern = "the present simple of what goes on now"  // look, it snows
	ToOrGerund     Pattern = "to or -ing after a verb that takes both" // he stopped to smoke
	NoVerb         Pattern = "a clause without its verb"               // she very tired
	BornAlone      Pattern = "born without was or were"                // I born in May, she has born
	QuestionOrder  Pattern = "the order of words in a question"        // why you didn't tell me
	AnotherError   Pattern = "another error that shows once this one is mended"
	FirstTime      Pattern = "the tense after the first time"                              // the first time I eat it
	LostPassive    Pattern = "a passive without be"                                        // the concert has cancelled
	HabitNow       Pattern = "the continuous of a habit"                                   // he is usually getting up at seven
	TimeAhead      Pattern = "a tense beside a time to come"                               // next week we had a test
	PerfectThen    Pattern = "a perfect beside a time that is over"                        // I have bought it on 12 March
	Offer          Pattern = "a present that may be an offer"                              // don't worry, I carry it
	DeniedTwice    Pattern = "two negations in one clause"                                 // he doesn't never listen
	YearsHad       Pattern = "have with an age"                                            // my sister has twelve years
	StateGoesOn    Pattern = "a verb of state in the continuous"                           // we are needing more time to do it
	BareForGerund  Pattern = "a base form where an -ing form may be meant"                 // instead of study, smoke is bad
	BeMeant        Pattern = "have or make where be may be meant"                          // you have reason, it makes cold
	OrderDenied    Pattern = "an order with not alone"                                     // not touch that plate
	OddTag         Pattern = "a tag or a short answer that does not go with its statement" // you like it, isn't it; so am I
	Inversion      Pattern = "the order of words after so, neither or not only"            // neither I can, not only he came late
	FeltOrCaused   Pattern = "-ed or -ing of a feeling"                                    // the film was bored, I am boring
	UseTo          Pattern = "a present of used to"                                        // I use to play on Saturdays
	WordAstray     Pattern = "a verb or a pronoun that goes with no other word"            // my husband dry them
	TimeOver       Pattern = "a present beside a time that is over"                        // the boss starts here, I think, a month ago
	UnlikeForms    Pattern = "verbs side by side in different forms"                       // he likes swimming and to run
	AdverbPlace    Pattern = "the place of an adverb"                                      // my boss always is angry
	PersonAndTo    Pattern = "a person and to after a verb that takes none"                // she suggested me to go
	HaveDenied     Pattern = "a verb denied without do"                                    // we had not money, the man I met not works here
	GerundNumber   Pattern = "an -ing form and a noun with a verb in the plural"           // reading books help beginners
	WhoseMeant     Pattern = "a relative clause where whose may be meant"                  // a friend that her mother works
	AroundNoun     Pattern = "the words around a noun"                                     // a house very old, this shoes, brushed the teeth
	UnknownUse     Pattern = "a use of a verb that I do not know"                          // she dominates English, I put very red
	LostArticle    Pattern = "a noun that may lack its article"                            // she opened window
	UnknownWording Pattern = "a wording that I do not know"                                // unlike right sentences; the analysis never gives it
)

// Patterns lists the patterns, in the order in which the tutor prints them.
var Patterns = []Pattern{PastAndPresent, ClauseOfTime, ReportedSpeech, Conditional, LastingTime, LostBe, WantThat, TwoAuxiliaries,
	CauseOfPast, PresentSaid, BaseAfterBe, SinceInPast, PresentNow, ToOrGerund, NoVerb, BornAlone, QuestionOrder, FirstTime, LostPassive,
	HabitNow, TimeAhead, PerfectThen, Offer, DeniedTwice, YearsHad, StateGoesOn, BareForGerund, BeMeant,
	OrderDenied, OddTag, Inversion, FeltOrCaused, UseTo, WordAstray, TimeOver, UnlikeForms, AdverbPlace, PersonAndTo, HaveDenied, WhoseMeant, GerundNumber, AroundNoun, UnknownUse, LostArticle, UnknownWording, AnotherError}

// note returns the note that stands for the pattern in the lines of an answer; "" where the words are as often
// right as wrong, so that only the report names it.
func (p Pattern) note() Note {
	switch p {
	case CauseOfPast, PresentSaid, BaseAfterBe, SinceInPast, PresentNow, ToOrGerund, NoVerb, BornAlone, QuestionOrder, FirstTime, LostPassive, HabitNow, TimeAhead,
		PerfectThen, Offer, YearsHad, DeniedTwice, StateGoesOn, BareForGerund, BeMeant, OrderDenied, OddTag, Inversion, FeltOrCaused, UseTo, WordAstray, TimeOver, UnlikeForms, AdverbPlace, PersonAndTo, HaveDenied, WhoseMeant, GerundNumber, AroundNoun, UnknownUse, LostArticle, UnknownWording, AnotherError:
		return ""
	case LostBe, WantThat, TwoAuxiliaries:
		return OtherStructures
	}
	return OtherTenses
}

// Suspect reports whether the pattern is an error of the verbs more often than not. The others are as often right, or an
// error that no other verb mends.
func (p Pattern) Suspect() bool {
	switch p {
	case PastAndPresent, ClauseOfTime, ReportedSpeech, Conditional, WantThat, TwoAuxiliaries, CauseOfPast, ToOrGerund, BornAlone, LostPassive,
		HabitNow, PerfectThen, StateGoesOn, BareForGerund, UseTo, WordAstray, UnlikeForms:
		return true
	}
	return false
}

// findPatterns returns the patterns seen, in the order of Patterns.
func (a *Analysis) findPatterns() []Pattern {
	var list []Pattern
	add := func(p Pattern, seen bool) {
		if seen && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	for i := range a.Groups {
		g := &a.Groups[i]
		if !g.found.finite || g.found.subject == nil || g.Judgment.Verdict == Wrong {
			continue
		}
		add(PastAndPresent, a.mixesTenses(g) || a.fallsOutOfStory(g) || a.mayHaveBeen(g) || a.isPastNowadays(g))
		add(ClauseOfTime, a.mixesClauses(g) || a.perfectBesideWhen(g) || a.countedWhen(g))
		add(ReportedSpeech, a.isReported(g))
		add(Conditional, a.isWished(g))
		add(LastingTime, a.isLasting(g))
		add(LostBe, g.found.fault == bareGerund && !a.clipsQuestion(g.found))
		add(WantThat, a.isWanted(g) || a.isAskedOf(g) || a.wantsFinite(g))
		add(CauseOfPast, a.isPresentCause(g) || a.isPossibleThen(g) || a.hasPastResult(g) || a.cannotAfterSo(g))
		add(Conditional, a.isUnreal(g) || a.deniesUnreal(g) || a.isUnrealForm(g) || a.presentBesideWill(g))
		add(NoVerb, a.modalAlone(g) || g.Judgment.Verdict == NotJudged && a.skipsPhrase(g.found))
		add(BornAlone, a.isBorn(g) || g.Tense == verb.PresentPerfect && g.found.inverted && g.found.fronted && g.found.end < len(a.parser.words) && a.parser.words[g.found.end].lower == "born" || a.hasBeenBorn(g))
		add(HaveDenied, a.deniesHave(g))
		add(QuestionOrder, a.asksOutOfOrder(g) || a.asksHaveBase(g.found) || a.asksLate(g) || a.youKnow(g) || a.asksOr(g) || a.asksInStatement(g))
		add(PresentSaid, a.isPresentSaid(g))
		add(BaseAfterBe, (a.isBaseAfterBe(g) || a.isActAfterBe(g)) && !a.wrongAt(g.found.end))
		add(SinceInPast, a.mayBeSince(g) || a.isPastSince(g) || g.Tense == verb.PastSimple && a.sinceHappened(g))
		add(PresentNow, a.isPresentNow(g))
		add(ToOrGerund, a.takesBoth(g))
		add(FirstTime, a.isFirstTime(g))
		add(LostPassive, a.mayBeServiced(g) || a.lacksPassive(g) || a.isDoneTo(g))
		add(LastingTime, a.isPresentFor(g) || a.canSince(g))
		add(HabitNow, a.isHabitInProgress(g))
		add(TimeAhead, a.isPastAhead(g) || a.goesOnAhead(g) || a.comesAtOnce(g) || a.doneAhead(g))
		add(PerfectThen, a.isPerfectThen(g))
		add(ClauseOfTime, a.byTheTime(g) || a.lastedBefore(g) || a.overWhenCame(g) || a.losesVerb(g) || a.seenDone(g) || a.wasUnderWay(g))
		add(Offer, a.isOffered(g) || a.decidesNow(g))
		add(YearsHad, a.isYearsAlone(g))
		add(NoVerb, a.pairsWithPronoun(g))
		add(WordAstray, a.oddSubject(g) || a.wantsLoose(g) || a.insistsTo(g) || a.hasResumptivePronoun(g.found) || a.repeatsAntecedent(g.found) || a.repeatsTopic(g.found) || a.losesPreposition(g.found) ||
			a.resumesAfterPreposition(g.found) || a.doublesSubject(g.found) || a.resumesSubject(g.found) || a.repeatsSubject(g.found) || a.makesThat(g))
		add(UseTo, a.usesTo(g))
		add(StateGoesOn, a.isStateInProgress(g))
		add(BeMeant, a.meansBe(g))
		add(FeltOrCaused, a.feelsAbout() || a.mixesFeelings(g) || a.parser.feelingEvent())
		add(AdverbPlace, a.misplacesAdverb(g) || a.delaysFrequency(g) || a.opensWithAdverb(g))
		add(WhoseMeant, a.lacksWhose(g))
		add(GerundNumber, a.agreesWithGerundObject(g))
		add(TimeOver, a.canThen(g) || a.timeSets(g))
	}
	for i := range a.Groups {
		g := &a.Groups[i]
		add(PersonAndTo, a.asksPerson(g))
		add(ToOrGerund, g.Judgment.Verdict != Wrong && a.likesBase(g.found))
		if g.found.finite {
			add(DeniedTwice, a.isDeniedTwice(g))
			add(YearsHad, g.found.subject != nil && g.Judgment.Verdict == Wrong && g.Verb == "have" && a.isYearsAlone(g))
		} else {
			add(LostPassive, a.meansDone(g.found) || a.needsDoing(g.found))
			add(BaseAfterBe, g.Judgment.Verdict != Wrong && g.found.fault == bareWithBe && a.parser.noNoun(g.found.main)) // has to be eat today
		}
	}
	add(ToOrGerund, a.maybeInfinitive())
	add(UnlikeForms, a.unlikeForms())
	add(PastAndPresent, a.leavesStory() || a.bareInStory() || a.bareBetween())
	add(WordAstray, a.regularEndingAlone() || a.pronounAlone() || a.verbAlone() || a.actorAlone() || a.baseAlone())
	add(TimeOver, a.pastTimeAlone())
	add(BareForGerund, a.bareForGerund())
	add(HaveDenied, a.deniesFinite())
	add(ToOrGerund, a.gerundMayBeInfinitive())
	add(OrderDenied, a.parser.deniesOrder() && !a.mended(orderDenied) || slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.finite && a.ordersAfterThat(g.found) }))
	add(OddTag, a.oddTag() || a.oddShortAnswer() || a.answersWithVerb())
	add(Inversion, a.lacksInversion() || a.subjectAtEnd() || a.verbAfterPlace() || a.personAtEnd())
	add(WordAstray, a.parser.objectForSubject() || a.parser.maybeAfterItIs() && !a.mended(missingTo))
	add(QuestionOrder, a.asksForTime() || a.asksWithoutDo() || a.parser.asksMeaning() || a.parser.asksAfterColon() || slices.ContainsFunc(a.Groups, func(g Group) bool { return a.verbPrecedes(g.found) }))
	add(QuestionOrder, a.asksTwice())
	add(LostPassive, a.maybeCaused())
	add(WordAstray, a.parser.placeHas() || a.parser.repeatsPlace() || a.parser.resumesAfterToo())
	add(NoVerb, a.tiredAlone() || a.diedMeant())
	add(BareForGerund, a.parser.hardForBase())
	add(LostBe, a.gerundAlone())
	add(QuestionOrder, a.invertsInside())
	add(NoVerb, (a.parser.lacksVerb() || a.liesSomewhere() || a.pronounWithoutVerb() || a.nounWithoutVerb() || a.clauseWithoutVerb()) && !a.mended(verbless))
	add(TwoAuxiliaries, a.deniesAfterWant() || (a.parser.stacks() || a.parser.stacksOnHave() || a.parser.maybeBeBeforeModal()) && !a.mended(doubleModal))
	slices.SortFunc(list, func(x, y Pattern) int { return slices.Index(Patterns, x) - slices.Index(Patterns, y) })
	return list
}

// mended reports whether a group with the fault is mended.
func (a *Analysis) mended(f fault) bool {
	return slices.ContainsFunc(a.Groups, func(g Group) bool { return g.found.fault == f && g.Judgment.Verdict == Wrong })
}

// isReported reports whether g says in the future or the perfect what a verb of saying in the past reports.
func (a *Analysis) isReported(g *Group) bool {
	f := g.found
	can := len(f.aux) > 0 && (a.parser.words[f.aux[0]].lower == "can" || a.parser.words[f.aux[0]].lower == "ca")
	if !can && g.Tense != verb.FutureSimple && g.Tense != verb.PresentPerfect || f.kind == mainClause {
		return false
	}
	before := a.verbBefore(f.subject.start)
	return before != nil && before.found.finite && a.isPast(before) && a.parser.lex.is(before.Verb, "clausal")
}

// isWished reports whether g stands in the present or with a modal after wish.
func (a *Analysis) isWished(g *Group) bool {
	f := g.found
	before := a.verbBefore(f.subject.start)
	if before == nil || before.Verb != "wish" || !before.found.finite {
		return false
	}
	modal := len(f.aux) > 0 && (a.parser.words[f.aux[0]].lower == "can" || a.parser.words[f.aux[0]].lower == "will" || a.parser.words[f.aux[0]].lower == "ca")
	return modal || g.Tense == verb.PresentSimple || g.Tense == verb.PastSimple && (a.isThen(f) || a.deniedThen(g)) // I wish I didn't eat so much yesterday
}

// isLasting reports whether g is in the continuous and says since when, or in the present simple of what lasts and asks how long or
// says since what.
func (a *Analysis) isLasting(g *Group) bool {
	p, f := a.parser, g.found
	if a.asksHowLong(g) || a.yearsThat(g) || a.sinceEvent(g) || a.opensSoFar(g) || g.Tense == verb.PresentSimple && a.sinceHappened(g) {
		return true
	}
	if g.Tense == verb.PresentSimple && (p.lex.is(g.Verb, "lasting") || g.Verb == "be" && p.acts(f.subject)) && !f.inverted {
		for i := f.end; i+2 < len(p.words); i++ {
			if p.words[i].lower == "since" && p.words[i-1].text != "," && a.governs(f, i) && possessives[p.words[i+1].lower] {
				return true
			}
		}
	}
	if g.Tense != verb.PresentContinuous {
		return false
	}
	for i, w := range a.parser.words {
		if i+1 < len(a.parser.words) && a.governs(g.found, i) && (w.lower == "since" || w.lower == "from" && isYear(a.parser.words[i+1].text) && (i+2 == len(a.parser.words) || a.parser.words[i+2].punct)) {
			return true
		}
	}
	return false
}

// sinceEvent reports whether g stands in the present after a clause with since about an event: since I arrived, it rains every day.
func (a *Analysis) sinceEvent(g *Group) bool {
	p, f := a.parser, g.found
	if p.words[0].lower != "since" || g.Tense != verb.PresentSimple && g.Tense != verb.PresentContinuous || f.kind != mainClause || f.subject.start == 1 {
		return false
	}
	first := a.verbBefore(f.subject.start)
	return first != nil && first.found.finite && first.found.subject != nil && first.found.subject.start == 1 && a.isPast(first) && (p.lex.is(first.Verb, "event", "moves", "beginning") || first.Verb == "move")
}

// isYear reports whether a word is a year in digits.
func isYear(text string) bool { return len(text) == 4 && isDigits(text) && text[0] != '0' }

// asksHowLong reports whether g asks in the present how long a person does or is something: how long are you in Madrid?
func (a *Analysis) asksHowLong(g *Group) bool {
	p, f := a.parser, g.found
	if !p.question || !f.inverted || !f.fronted || !p.matches(0, []string{"how", "long"}) || !p.acts(f.subject) || g.Verb == "stay" || g.Verb == "go" {
		return false
	}
	switch g.Tense {
	case verb.PresentSimple:
		object := f.end < len(p.words) && !p.words[f.end].punct && f.subject.kind == pronoun
		switch g.Verb {
		case "be":
			end := f.subject.end
			return end < len(p.words) && !p.words[end].punct && p.words[end].lower != "away"
		case "know", "live", "study", "learn", "have", "own", "play":
			return object
		}
	case verb.PresentContinuous:
		return true
	}
	return false
}

// yearsThat reports whether g stands in the present after a length of time: it is two years that I live here.
func (a *Analysis) yearsThat(g *Group) bool {
	p, i := a.parser, g.found.subject.start-1
	if g.Tense != verb.PresentSimple && g.Tense != verb.PresentContinuous || i < 3 || p.words[i].lower != "that" && p.words[i].lower != "since" {
		return false
	}
	there := p.words[0].lower == "there" && p.words[1].lower == "are" && i == 4
	return timeNouns()[p.words[i-1].lower] && (there || p.words[0].lower == "it" && (p.words[1].lower == "is" || p.words[1].lower == "'s"))
}

// isWanted reports whether g stands in a clause with that after want.
func (a *Analysis) isWanted(g *Group) bool {
	n := g.found.subject
	if n.start < 2 || a.parser.words[n.start-1].lower != "that" {
		return false
	}
	opener := a.before(n.start - 1)
	return opener != nil && a.wantsThat(opener)
}

// stacks reports whether a modal follows a modal. Will is a name too: will Will will.
func (p *parser) stacks() bool {
	if p.question && len(p.words) > 4 && p.lex.is(p.words[0].lower, "modal") && p.lex.is(p.words[1].lower, "subject", "either") && p.lex.is(p.words[2].lower, "modal") {
		return true // will you can come?
	}
	for i := 1; i < len(p.words); i++ {
		first, second := p.words[i-1], p.words[i]
		if first.lower == "to" && (second.lower == "can" || second.lower == "must" || second.lower == "should") && i+1 < len(p.words) && has(p.words[i+1].readings, verb.Base) {
			return true // I am going to can speak
		}
		if first.named() || second.named() || second.punct || i == 1 || p.lex.is(p.words[i-2].lower, "determiner", "adjective", "preposition", "relative") { // in the will can
			continue
		}
		if p.lex.is(first.lower, "modal") && p.lex.is(second.lower, "modal") && !(first.lower == "will" && second.lower == "will") {
			return true
		}
	}
	return false
}
