package sentence

// A verb that is English and well formed may stand where another is meant: one language has one verb for what is to know and to meet, to win and to earn, to remember
// and to remind. What stands with the verb shows it. The conditions are in false_friend.go, where two verbs share a translation, and in calque.go and calque_object.go,
// where a whole expression is taken over.

// wrongVerbs are the verbs that often stand for another, each with the condition of its being so.
var wrongVerbs = map[string]func(*Analysis, *found) bool{
	"approve":    (*Analysis).sitsExam,
	"attend":     (*Analysis).attendsPerson,
	"be":         func(a *Analysis, f *found) bool { return a.agesWithoutOld(f) || a.isHardTo(f) },
	"borrow":     (*Analysis).borrowsPersonThing,
	"change":     (*Analysis).changesOf,
	"complete":   (*Analysis).completesYears,
	"compromise": (*Analysis).compromisesTo,
	"contest":    (*Analysis).contestsNothing,
	"discuss":    (*Analysis).discussesWith,
	"do":         (*Analysis).makesMeal,
	"enjoy":      (*Analysis).likesThat,
	"fall":       (*Analysis).fellsThing,
	"feel":       (*Analysis).isLikeFeeling,
	"fell":       (*Analysis).fellsThing,
	"find":       (*Analysis).findsNothing,
	"fulfill":    (*Analysis).completesYears,
	"grow":       (*Analysis).growsInThing,
	"know":       (*Analysis).meetsPerson,
	"lack":       (*Analysis).lacksWithoutSubject,
	"learn":      (*Analysis).learnsPerson,
	"lend":       func(a *Analysis, f *found) bool { return a.borrowsYours(f) || a.lendsFrom(f) },
	"let":        (*Analysis).leavesThing,
	"like":       func(a *Analysis, f *found) bool { return a.pleasesPerson(f) || a.likesThat(f) },
	"look":       (*Analysis).isLikeFeeling,
	"lose":       (*Analysis).missesRide,
	"love":       (*Analysis).likesThat,
	"make":       (*Analysis).makesQuestion,
	"molest":     (*Analysis).disturbs,
	"pass":       (*Analysis).spendsTime,
	"prefer":     (*Analysis).prefersThingThan,
	"pretend":    (*Analysis).pretendsPlan,
	"put":        func(a *Analysis, f *found) bool { return a.putsNothing(f) || a.putsWithoutOn(f) },
	"record":     (*Analysis).recordsKin,
	"remember":   (*Analysis).remindsTo,
	"result":     (*Analysis).resultsQuality,
	"say":        (*Analysis).tellsTo,
	"seem":       (*Analysis).isLikeFeeling,
	"sound":      (*Analysis).isLikeFeeling,
	"stay":       (*Analysis).staysAway,
	"support":    (*Analysis).standsPerson,
	"suspend":    (*Analysis).sitsExam,
	"tell":       (*Analysis).tellsThat,
	"treat":      (*Analysis).treatsAbout,
	"win":        func(a *Analysis, f *found) bool { return a.beatsPerson(f) || a.earnsMoney(f) },
}

// isWrongVerb reports whether f is a verb in the place of another.
func (a *Analysis) isWrongVerb(f *found) bool {
	if a.parser.words[f.main].capital && f.main > 0 {
		return false
	}
	wrong := wrongVerbs[f.base]
	return wrong != nil && wrong(a, f) || a.actsOnItself(f) || a.lacksObject(f) || a.buysAtLibrary(f)
}
