package sentence

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A Reason says why a sentence was not judged.
type Reason string

// The reasons.
const (
	NotASentence   Reason = "not_a_sentence"
	NotEnglish     Reason = "not_english"
	Request        Reason = "request"
	TooLong        Reason = "too_long"
	OtherTense     Reason = "other_tense"
	OtherStructure Reason = "other_structure"
	NotVerb        Reason = "not_verb"
	Undecided      Reason = "undecided" // of an answer that lacks evidence; the analysis never gives it
)

// A Note names something beside the judged verbs that was seen and not checked.
type Note string

// The notes. The analysis gives all but Punctuation, which an answer may name too.
const (
	Articles        Note = "articles"
	OtherStructures Note = "other structures"
	OtherTenses     Note = "other tenses"
	Plurals         Note = "plurals"
	Prepositions    Note = "prepositions"
	Punctuation     Note = "punctuation"
	Spelling        Note = "spelling"
	WordChoice      Note = "word choice"
	WordOrder       Note = "word order"
)

// Notes lists the notes in alphabetical order: what an answer, an item of a suite and a row of
// tables/beside.tsv may name.
var Notes = []Note{
	Articles, OtherStructures, OtherTenses, Plurals, Prepositions, Punctuation, Spelling, WordChoice, WordOrder,
}

// maxWords bounds a sentence; longer ones are not parsed.
const maxWords = 60

// refusal returns why a text is not parsed at all, or "".
func (p *parser) refusal(text string) Reason {
	letters, foreign := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
			if r >= 0x250 {
				foreign++
			}
		}
	}
	count := 0
	for _, w := range p.words {
		if !w.punct {
			count++
		}
	}
	switch {
	case isCode(text):
		return OtherStructure
	case letters == 0 || strings.Contains(text, "<|"):
		return NotASentence
	case foreign*2 > letters:
		return NotEnglish
	case count > maxWords:
		return TooLong
	case p.foreign():
		return NotEnglish
	}
	return ""
}

// codeSigns are pieces of text that stand in code, markup and data, and not in sentences.
var codeSigns = []string{"</", "/>", "\":", "\",", "](", "&&", "||", "=>", "();", ");", "\\begin{", "{ ", "==", "!=", "+=", "<p>", "<b>", "<li", "<input", "<div", "\\item"}

// codeStarts are the words that open a command line.
var codeStarts = []string{"sudo ", "git ", "grep ", "npm ", "pip ", "cd ", "SELECT ", "# ", "## ", "### ", "```", "{", "["}

// codeLines are lines of code that have none of those signs: def go(home): return home, if (x > 3) return y;
var codeLines = regexp.MustCompile(`^(def|class|func|function|public|private|const|var|let)\s+\w+\s*(\(\S*\)|=|:=|\{)|^(if|while|for|switch) ?\([^)]*[<>=;][^)]*\)|^for \w+ in \w+\(|^\\\w+|^from \w+ import |^(pip|npm) install `)

// isCode reports whether text is code, markup or data rather than a sentence.
func isCode(text string) bool {
	text = strings.TrimSpace(text)
	if codeLines.MatchString(text) {
		return true
	}
	for _, start := range codeStarts {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	for _, sign := range codeSigns {
		if at := strings.Index(text, sign); at >= 0 && (sign != "\"," && sign != "\":" || strings.Count(text, "\"") > 3) {
			return true
		}
	}
	return false
}

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// scope returns why nothing is judged, or "" if something is, and what else was seen.
func (a *Analysis) scope() (Reason, []Note) {
	judged, wrong, tenses, verbs, orders := false, false, false, 0, 0
	for _, g := range a.Groups {
		switch g.Judgment.Verdict {
		case Right:
			judged = true
		case Wrong:
			judged, wrong = true, true
		}
		if g.found.order {
			orders++
		}
		if g.found.finite && !(g.found.fault == bareGerund && g.Judgment.Verdict == NotJudged) {
			verbs++
			if g.Judgment.Verdict == NotJudged && g.Tense == "" && !g.found.subjectless {
				tenses = true
			}
		}
	}
	a.Patterns = a.findPatterns()
	notes, other := []Note(nil), false
	if judged {
		notes, other = a.otherFaults()
	}
	if !other && len(notes) == 0 {
		a.nameValency()
		if !wrong {
			a.nameUnsure()
		}
	}
	if judged && !wrong && (other || len(notes) > 0) && !slices.ContainsFunc(a.Patterns, func(p Pattern) bool { return p != QuestionOrder }) {
		a.dropJudgments()
		return NotVerb, nil
	}
	for _, p := range a.Patterns {
		tenses = tenses || p.note() == OtherTenses
		if judged && p.note() == OtherStructures && !slices.Contains(notes, OtherStructures) {
			notes = append(notes, OtherStructures)
		}
	}
	if tenses && !slices.Contains(notes, OtherTenses) {
		notes = append(notes, OtherTenses)
	}
	switch {
	case judged:
		return "", notes[:min(len(notes), MaxNotes)]
	case orders > 0 && a.asksReader():
		return Request, nil
	case orders > 0:
		return OtherStructure, nil
	case tenses:
		return OtherTense, nil
	case verbs == 0:
		return NotASentence, nil
	}
	return OtherStructure, nil
}

// MaxNotes bounds the notes of an analysis, and so of an answer.
const MaxNotes = 3

// dropJudgments drops all judgments, where the only faults are not those of verbs.
func (a *Analysis) dropJudgments() {
	for i := range a.Groups {
		a.Groups[i].Judgment = Judgment{Verdict: NotJudged}
	}
}

// asksReader reports whether the sentence begins with a verb that asks the reader to write or do
// something, as requests to a machine do.
func (a *Analysis) asksReader() bool {
	for _, w := range a.parser.words {
		if w.punct || a.parser.lex.is(w.lower, "interjection", "adverb") || w.lower == "can" || w.lower == "you" {
			continue
		}
		return requests[w.lower]
	}
	return false
}

var requests = setOf(`write tell give translate ignore explain list summarize summarise forget generate create make show help find
	answer correct fix describe draw compose pretend act repeat print output say define compare suggest recommend rewrite`)
