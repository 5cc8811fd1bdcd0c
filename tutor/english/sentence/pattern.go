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
	FirstTime      Pattern = "the tense after the first time"       // the first time I eat it
	LostPassive    Pattern = "a passive without be"                 // the concert has cancelled
	HabitNow       Pattern = "the continuous of a habit"            // he is usually getting up at seven
	TimeAhead      Pattern = "a tense beside a time to come"        // next week we had a test
	PerfectThen    Pattern = "a perfect beside a time that is over" // I have bought it on 12 March
	Offer          Pattern = "a present that may be an offer"       // don't worry, I carry it
	DeniedTwice    Pattern = "two negations in one clause"          // he doesn't never listen
	YearsHad       Pattern = "have with an age"                     // my sister has twelve years
)

// Patterns lists the patterns, in the order in which the tutor prints them.
var Patterns = []Pattern{PastAndPresent, ClauseOfTime, ReportedSpeech, Conditional, LastingTime, LostBe, WantThat, TwoAuxiliaries,
	CauseOfPast, PresentSaid, BaseAfterBe, SinceInPast, PresentNow, ToOrGerund, NoVerb, BornAlone, QuestionOrder, FirstTime, LostPassive,
	HabitNow, TimeAhead, PerfectThen, Offer, DeniedTwice, YearsHad, AnotherError}

// note returns the note that stands for the pattern in the lines of an answer; "" where the words are as often
// right as wrong, so that only the report names it.
func (p Pattern) note() Note {
	switch p {
	case CauseOfPast, PresentSaid, BaseAfterBe, SinceInPast, PresentNow, ToOrGerund, NoVerb, BornAlone, QuestionOrder, FirstTime, LostPassive, HabitNow, TimeAhead,
		PerfectThen, Offer, YearsHad, DeniedTwice, AnotherError:
		return ""
	case LostBe, WantThat, TwoAuxiliaries:
		return OtherStructures
	}
	return OtherTenses
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
		add(PastAndPresent, a.mixesTenses(g))
		add(ClauseOfTime, a.mixesClauses(g))
		add(ReportedSpeech, a.isReported(g))
		add(Conditional, a.isWished(g))
		add(LastingTime, a.isLasting(g))
		add(LostBe, g.found.fault == bareGerund)
		add(WantThat, a.isWanted(g))
		add(CauseOfPast, a.isPresentCause(g) || a.isPossibleThen(g))
		add(Conditional, a.isUnreal(g))
		add(BornAlone, a.isBorn(g))
		add(QuestionOrder, a.asksOutOfOrder(g))
		add(PresentSaid, a.isPresentSaid(g))
		add(BaseAfterBe, a.isBaseAfterBe(g))
		add(SinceInPast, a.isPastSince(g))
		add(PresentNow, a.isPresentNow(g))
		add(ToOrGerund, a.takesBoth(g))
		add(FirstTime, a.isFirstTime(g))
		add(LostPassive, a.lacksPassive(g) || a.isDoneTo(g))
		add(LastingTime, a.isPresentFor(g))
		add(HabitNow, a.isHabitInProgress(g))
		add(TimeAhead, a.isPastAhead(g))
		add(PerfectThen, a.isPerfectThen(g))
		add(ClauseOfTime, a.byTheTime(g))
		add(Offer, a.isOffered(g))
		add(YearsHad, a.isYearsAlone(g))
		add(NoVerb, a.pairsWithPronoun(g))
	}
	for i := range a.Groups {
		if g := &a.Groups[i]; g.found.finite {
			add(DeniedTwice, a.isDeniedTwice(g))
		}
	}
	add(QuestionOrder, a.asksForTime())
	add(LostBe, a.gerundAlone())
	add(QuestionOrder, a.invertsInside())
	add(NoVerb, a.parser.lacksVerb())
	add(TwoAuxiliaries, a.parser.stacks())
	slices.SortFunc(list, func(x, y Pattern) int { return slices.Index(Patterns, x) - slices.Index(Patterns, y) })
	return list
}

// mixesTenses reports whether g is in the present and goes on a past, with no word that speaks of now.
func (a *Analysis) mixesTenses(g *Group) bool {
	f := g.found
	if g.Tense != verb.PresentSimple || a.hasPresent(f) || f.inverted {
		return false
	}
	return a.storyBefore(g) != nil
}

// mixesClauses reports whether one of g and a clause of time beside it is in the past and the other in
// the present.
func (a *Analysis) mixesClauses(g *Group) bool {
	i := a.conjunctionBefore(g.found)
	if i < 0 {
		return false
	}
	present := g.Tense == verb.PresentSimple || g.Tense == verb.PresentContinuous
	if past := a.isPast(g); past && a.perfectBeside(g, i) {
		return true // when we arrived, the train has left
	}
	past := a.isPast(g)
	if !present && !past {
		return false
	}
	beside := a.verbBefore(i)
	if i == 0 || beside == nil {
		beside = a.verbAfter(g.found)
	} else if a.asksWhen(beside) {
		return false
	}
	if beside == nil || !beside.found.finite || beside.Judgment.Verdict == Wrong && !a.isPast(beside) || a.hasPresent(beside.found) {
		return false
	}
	return present && a.isPast(beside) && (a.parser.words[i].lower != "before" || i == 0) || past && (beside.Tense == verb.PresentSimple || beside.Tense == verb.PresentContinuous)
}

// perfectBeside reports whether the first verb after the clause of time of g, which begins at word i, is in the present perfect.
func (a *Analysis) perfectBeside(g *Group, i int) bool {
	if i > 0 && !a.openedBy(i) {
		return false
	}
	after := a.verbAfter(g.found)
	return after != nil && after.Tense == verb.PresentPerfect && after.Judgment.Verdict != Wrong
}

// isReported reports whether g says in the future or the perfect what a verb of saying in the past reports.
func (a *Analysis) isReported(g *Group) bool {
	f := g.found
	if g.Tense != verb.FutureSimple && g.Tense != verb.PresentPerfect || f.kind == mainClause {
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
	return modal || g.Tense == verb.PresentSimple
}

// isLasting reports whether g is in the continuous and says since when.
func (a *Analysis) isLasting(g *Group) bool {
	if g.Tense != verb.PresentContinuous {
		return false
	}
	for i, w := range a.parser.words {
		if w.lower == "since" && a.governs(g.found, i) && i+1 < len(a.parser.words) {
			return true
		}
	}
	return false
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

// stacks reports whether a modal follows a modal, or being follows have.
func (p *parser) stacks() bool {
	for i := 1; i < len(p.words); i++ {
		first, second := p.words[i-1], p.words[i]
		if first.named() || second.named() || second.punct {
			continue
		}
		if p.lex.is(first.lower, "modal") && p.lex.is(second.lower, "modal") || p.lex.is(first.lower, "have") && first.lower != "having" && second.lower == "being" {
			return true
		}
	}
	return false
}
