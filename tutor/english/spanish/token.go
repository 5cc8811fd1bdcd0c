package spanish

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A Group is one verb group of an English sentence: its main verb and the auxiliaries before it.
type Group struct {
	First, Last int         // the words it reaches over, both included; in a question the subject may stand between
	Base        string      // the infinitive of the main verb
	Tense       verb.Tense  // "" for an infinitive (to go), and with a modal
	Person      verb.Person // of the subject
	Negative    bool
	Modal       string // can, must, should, …; "" without one
}

// A token is one word of the sentence, with a contraction cut in two.
type token struct {
	text, lower string
	word        int // its place in the words that Compose was given
}

// contractions are the endings that English writes onto the word before.
var contractions = []string{"n't", "'m", "'re", "'s", "'ve", "'ll", "'d"}

// tokenize cuts contractions, drops spaces and makes curly apostrophes straight.
func tokenize(words []string) []token {
	var tokens []token
	for i, word := range words {
		word = strings.ReplaceAll(strings.TrimSpace(word), "’", "'")
		for _, part := range cutContraction(word) {
			if part != "" {
				tokens = append(tokens, token{part, strings.ToLower(part), i})
			}
		}
	}
	return tokens
}

func cutContraction(word string) []string {
	lower := strings.ToLower(word)
	if lower == "cannot" {
		return []string{word[:3], word[3:]}
	}
	for _, ending := range contractions {
		// The length is compared because lower case may be longer or shorter in other scripts.
		if strings.HasSuffix(lower, ending) && len(lower) == len(word) {
			cut := len(word) - len(ending)
			return []string{word[:cut], word[cut:]}
		}
	}
	return []string{word}
}

// A verbGroup is a finite group found among the tokens.
type verbGroup struct {
	Group

	auxiliaries []int // places of its tokens before the main verb, and of its negation
	main        int
}

var (
	formsOfBe = []string{"am", "is", "are", "was", "were", "be", "been", "'m", "'s", "'re"}
	negations = []string{"not", "n't"}
	// auxiliaryOf lists the auxiliaries that may stand in a group of each tense.
	auxiliaryOf = map[verb.Tense][]string{
		verb.PresentSimple:     {"do", "does"},
		verb.PastSimple:        {"did"},
		verb.FutureSimple:      {"will", "'ll", "wo"},
		verb.PresentPerfect:    {"have", "has", "'ve", "'s"},
		verb.PresentContinuous: {"am", "is", "are", "'m", "'re", "'s"},
	}
	allAuxiliaries = []string{
		"do", "does", "did", "will", "'ll", "wo", "have", "has", "had", "'ve", "'d", "am", "is", "are", "was",
		"were", "be", "been", "being", "'m", "'re", "'s", "can", "ca", "could", "may", "might", "must", "shall",
		"should", "would", "ought", "to", "not", "n't", "cannot",
	}
)

// locate finds the main verb and the auxiliaries of g. It is false when what stands there is not
// what its tense, modal and negation ask for.
func locate(tokens []token, g Group) (verbGroup, bool) {
	found := verbGroup{Group: g, main: -1}
	first := slices.IndexFunc(tokens, func(t token) bool { return t.word >= g.First })
	if first < 0 || g.Last < g.First {
		return found, false
	}
	end := first
	for end < len(tokens) && tokens[end].word <= g.Last {
		end++
	}
	for i := end - 1; i >= first && found.main < 0; i-- {
		lower := tokens[i].lower
		if g.Base == "be" && slices.Contains(formsOfBe, lower) ||
			g.Base != "be" && !slices.Contains(negations, lower) {
			found.main = i
		}
	}
	if found.main < 0 {
		return found, false
	}
	negative, helpers := false, 0
	for i := first; i < end; i++ {
		switch lower := tokens[i].lower; {
		case i == found.main:
		case slices.Contains(negations, lower):
			negative = true
			found.auxiliaries = append(found.auxiliaries, i)
		case i < found.main && found.expects(lower):
			helpers++
			found.auxiliaries = append(found.auxiliaries, i)
		case slices.Contains(allAuxiliaries, lower):
			return found, false
		}
	}
	// A "not" after a form of be may lie just outside the group.
	if g.Negative && !negative && found.main+1 < len(tokens) &&
		slices.Contains(negations, tokens[found.main+1].lower) {
		found.auxiliaries = append(found.auxiliaries, found.main+1)
		negative = true
	}
	return found, negative == g.Negative && found.enough(helpers)
}

// expects reports whether word may be an auxiliary of the group.
func (g verbGroup) expects(word string) bool {
	if g.Modal != "" {
		return word == g.Modal || g.Modal == "can" && word == "ca"
	}
	return slices.Contains(auxiliaryOf[g.Tense], word)
}

// enough reports whether a group of this tense is complete with that many auxiliaries.
func (g verbGroup) enough(helpers int) bool {
	if g.Modal == "" && (g.Tense == verb.PresentSimple || g.Tense == verb.PastSimple) {
		return helpers == 0 || helpers == 1 && g.Base != "be"
	}
	return helpers == 1
}
