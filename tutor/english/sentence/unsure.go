package sentence

import "slices"

// The verbs are said to look right only where each was confirmed. These checks ask, where no fault was seen, whether each verb has its subject, its object and its adverbs in
// places where the parse is sure of them. They are broader than the rules that name a fault: what they find may be right, and is never corrected.

// nameUnsure adds the patterns of what was read in one way only because nothing better was found. It is asked where nothing is wrong: a sentence that is corrected
// is not said to look right.
func (a *Analysis) nameUnsure() {
	for _, one := range []struct {
		pattern Pattern
		seen    bool
	}{
		{WordAstray, a.hasUnsureSubject() || a.existsAsIt()},
		{WordAstray, slices.ContainsFunc(a.Groups, func(g Group) bool { return a.lacksUnsureObject(g.found) })},
		{WordAstray, a.hasUnsureForm() || a.hasUnsureRelative() || a.hasOddReference()},
		{QuestionOrder, a.questionWordInSitu() || a.statesAsQuestion()},
		{Inversion, a.onlyWithoutInversion()},
		{AdverbPlace, a.parser.frequencyBeforeSubject()},
		{WordAstray, slices.ContainsFunc(a.Groups, func(g Group) bool { return a.repeatsSpeaker(g.found) })},
		{AdverbPlace, slices.ContainsFunc(a.Groups, func(g Group) bool { return a.delaysObject(g.found) || a.delaysUsually(g.found) })},
		{WordAstray, slices.ContainsFunc(a.Groups, func(g Group) bool { return a.doublesObject(g.found) || a.isMany(g.found) })},
		{AroundNoun, a.hasOddAdjective() || a.hasOddDeterminer() || a.hasOddName() || a.hasOddOf()},
		{LostArticle, a.lacksArticle()},
		{UnknownUse, a.hasUnknownQuality()},
		{UnknownUse, a.hasOddPlace()},
		{UnknownUse, a.lacksSomePreposition()},
		{UnknownUse, slices.ContainsFunc(a.Groups, func(g Group) bool { return a.isUnknownUse(g.found) })},
	} {
		if one.seen {
			a.Patterns = append(a.Patterns, one.pattern)
		}
	}
	slices.SortFunc(a.Patterns, func(x, y Pattern) int { return slices.Index(Patterns, x) - slices.Index(Patterns, y) })
	a.Patterns = slices.Compact(a.Patterns)
}
