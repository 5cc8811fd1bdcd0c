package sentence

import (
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// After "of" stands a noun without a determiner (tea), a material (wood), a school subject (physics), a number (ten years), a day, a person, a place or another thing. Some words may stand after
// any noun and "of": a room of my own, the song of the summer, a matter of importance.

// kindAfterOf returns the kind of what begins at word i, after "of" and, where age is true, a noun for a person; "" for what any noun may have there.
func (p *parser) kindAfterOf(i int, age bool) string {
	if i >= len(p.words) || p.words[i].punct {
		return ""
	}
	w := p.words[i]
	switch {
	case p.lex.is(w.lower, "question", "relative", "possessive") || w.lower == "course" || w.lower == "mine" || strings.HasSuffix(w.lower, "self"):
		return ""
	case p.numeralAt(i):
		return p.kindOfNumber(i, age)
	case p.dayAt(i):
		return "day"
	case w.capital && !nationals[w.lower] && w.lower != "i":
		return p.kindOfName(i)
	case len(w.form(verb.Gerund)) > 0 && !p.lex.is(w.lower, "noun", "adjective"):
		return "doing"
	}
	if start, det, _ := p.determiner(i); det.words > 0 {
		return p.kindOfDetermined(i, start)
	}
	return p.kindOfBare(i)
}

// numeralAt reports whether a number stands at word i, in digits or not.
func (p *parser) numeralAt(i int) bool {
	return i < len(p.words) && !p.words[i].punct && (isDigits(p.words[i].text) || theTimes().numbers[p.words[i].lower])
}

// kindOfNumber returns the kind of a number at word i: of ten years old is never right, of ten may be an age or a year.
func (p *parser) kindOfNumber(i int, age bool) string {
	j := i
	for p.numeralAt(j) || p.wordAt(j) == "or" || p.wordAt(j) == "hundred" {
		j++
	}
	switch {
	case p.wordAt(j+1) == "old" && timeNouns()[p.wordAt(j)]:
		return "years old"
	case age && strings.HasPrefix(p.wordAt(j), "year") && p.phraseEnds(j+1):
		return "years old"
	case (p.phraseEnds(j) || p.verbAt(j)) && (age || isYear(p.words[i].text)), j < len(p.words) && p.words[j].capital:
		return "" // a boy of ten, the war of 1936, the letter of 5 May
	}
	return "number"
}

// dayAt reports whether a day, a month or a week that is near stands at word i, with nothing after it: yesterday, last week.
func (p *parser) dayAt(i int) bool {
	switch p.words[i].lower {
	case "yesterday", "today", "tomorrow", "tonight":
		return p.wordAt(i+1) != "'s"
	case "last", "next", "this":
		return weeks[p.wordAt(i+1)] && p.phraseEnds(i+2)
	}
	named := months[p.words[i].lower] || theFaults().sets["weekday"][p.words[i].lower]
	return named && p.words[i].capital && p.phraseEnds(i+1) && !(i+1 < len(p.words) && isDigits(p.words[i+1].text))
}

// kindOfName returns the kind of the name at word i: a language, a person or a place where that is known, else "name".
func (p *parser) kindOfName(i int) string {
	end := i + 1
	for end < len(p.words) && p.words[end].capital && !p.words[end].punct {
		end++
	}
	w := p.words[i]
	switch {
	case !p.phraseEnds(end) && !p.verbAt(end) || p.wordAt(end) == "'s" || w.owner:
		return ""
	case schoolSubjects[w.lower] && end == i+1:
		return "school"
	case givenNames[w.lower] && end == i+1:
		return "person"
	case theFaults().sets["country"][w.lower]:
		return "place"
	}
	return "name"
}

// kindOfDetermined returns the kind of the noun phrase with a determiner that begins at word i and its nouns at word start.
func (p *parser) kindOfDetermined(i, start int) string {
	if p.phraseEnds(start) || p.wordAt(start) == "own" {
		return "" // of this, of the other
	}
	end := p.endOfNouns(i, start)
	if end < 0 {
		return ""
	}
	head := p.words[end-1].lower
	switch {
	case p.wordAt(end) == "old" && timeNouns()[head]:
		return "years old" // of a year old
	case !theFaults().sets["own"][p.words[i].lower] && p.words[i].lower != "the" && goodQualities[head]:
		return "" // of few words
	case ofAnyNoun[strings.TrimSuffix(head, "s")] || timeNouns()[head] || timeNouns()[strings.TrimSuffix(head, "s")]:
		return ""
	case p.lex.is(p.words[i].lower, "determiner") && !theFaults().sets["own"][p.words[i].lower] && p.words[i].lower != "the" && p.personNoun(end-1):
		return "" // of a friend, of those men
	case p.personNoun(end - 1):
		if p.describedAt(end) {
			return "" // of the man who lives upstairs
		}
		return "person"
	case groupNouns[head]:
		return "group"
	case homeNouns[head]:
		return "home"
	}
	return "whole"
}

// describedAt reports whether what begins at word j describes the noun before it, which is too long for a genitive then.
func (p *parser) describedAt(j int) bool {
	return j < len(p.words) && (p.lex.is(p.words[j].lower, "relative", "preposition", "subject", "either", "coordinator", "determiner") || len(p.words[j].form(verb.Gerund)) > 0)
}

// kindOfBare returns the kind of the nouns without a determiner that begin at word i.
func (p *parser) kindOfBare(i int) string {
	end := p.endOfNouns(i, i)
	if end < 0 {
		return ""
	}
	head := p.words[end-1].lower
	switch {
	case head == "colour" || head == "color" || theFaults().sets["count"][head] && !p.numeralAt(end):
		return "one" // of red colour, of train
	case goodQualities[head] || describedBy[strings.TrimSuffix(head, "s")]:
		return ""
	case materials[head]:
		return "stuff"
	case schoolSubjects[head] && end == i+1:
		return "school"
	}
	return "bare"
}

// endOfNouns returns the word after the likeliest noun phrase that begins at word i and its nouns at word start; -1 where none ends.
func (p *parser) endOfNouns(i, start int) int {
	best := (*nominal)(nil)
	for _, n := range p.nominals(i) {
		if n.kind == nounPhrase && n.head >= start && (p.phraseEnds(n.end) || start > i && p.verbAt(n.end)) && (best == nil || n.cost <= best.cost) {
			best = n
		}
	}
	if best == nil {
		return -1
	}
	return best.end
}

// personNoun reports whether the noun at word k names a person or people: bride, neighbours.
func (p *parser) personNoun(k int) bool {
	if k < 0 || k >= len(p.words) {
		return false
	}
	w := p.words[k]
	return p.isPerson(w) || families[w.lower] || families[strings.TrimSuffix(w.lower, "s")]
}

var (
	families = setOf("bride groom owner winner victim ancestor hero heroine buyer seller employee employer colonist settler villager fan follower opponent inventor founder relative in-law hostess bridegroom loser murderer killer thief killer prophet saint family")
	// groupNouns are what somebody works in or belongs to; homeNouns are where people live.
	groupNouns = setOf("team company club group band school class party army church firm government police staff union court parliament committee board community council crew gang choir nation press project family office league association")
	homeNouns  = setOf("village town city country world region island tribe house street neighbourhood neighborhood area state earth future past north south east west mountain mountains desert valley coast sea forest county district province land jungle universe place planet dead sun soil republic kingdom")
	// ofAnyNoun are nouns that after "of" say of what kind a thing is, or in whose life it matters.
	ofAnyNoun = setOf(`age size colour color kind type sort shape height length weight width quality origin nature choice life dream childhood youth season match day week month year century decade moment summer winter spring
		autumn future past course period era generation history lifetime rest world make style variety standard brand model class level degree scale depth category genre value price importance period`)
	// goodQualities are what a person or a thing may be of without a determiner: a man of honour, a thing of beauty.
	goodQualities = setOf(`importance value interest quality note use help beauty honour honor faith principle principles courage character distinction taste wealth means action god peace war choice origin birth science
		letters words integrity genius talent vision power influence substance steel good evil virtue influence conscience culture learning reason sorts kinds sizes ages shapes types colours colors days times all significance relevance worth
		concern necessity urgency excellence renown standing rank passion mystery death strife business duty conviction`)
	// describedBy are nouns that say with an adjective, or in the plural, of what kind a thing is: of medium size, of different types.
	describedBy    = setOf("age size colour color kind type sort shape height length weight width quality origin nature choice standard value price class depth scale style make brand")
	materials      = setOf("wood gold silver plastic leather glass cotton wool paper metal steel iron stone brick bricks cardboard silk rubber concrete marble clay copper bronze aluminium aluminum tin ceramic porcelain linen nylon polyester denim velvet oak pine bamboo straw wax diamonds")
	schoolSubjects = setOf("maths math mathematics physics chemistry biology english spanish french german italian portuguese chinese japanese arabic russian latin greek history geography music art science economics literature philosophy religion psychology medicine law architecture engineering grammar gymnastics languages")
	givenNames     = setOf(`peter mary john anna ana maria maría david paul pedro juan jose josé carlos luis miguel javier antonio manuel pablo sergio alberto laura marta lucia lucía carmen elena sara sarah isabel cristina
		paula raquel pilar rosa sofia sofía andrea julia clara irene eva tom mike james robert michael susan linda emma lucy kate jane alice tim sam ben daniel andrew mark jack jim bob nick tony george kevin brian steve anne
		helen karen lisa nancy jorge diego fernando roberto ricardo rafael raul raúl alvaro álvaro hugo mario marcos teresa beatriz nuria silvia monica mónica patricia lola jaime ivan iván daniela valeria camila`)
)
