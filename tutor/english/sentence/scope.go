package sentence

import (
	"regexp"
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
	Undecided      Reason = "undecided" // of an answer that lacks evidence; the analysis never gives it
)

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
var codeSigns = []string{"</", "/>", "\":", "\",", "](", "&&", "||", "=>", "();", ");", "\\begin{", "{ ", "==", "!=", "+=",
	"<p>", "<b>", "<li", "<input", "<div", "\\item"}

// codeStarts are the words that open a command line.
var codeStarts = []string{"sudo ", "git ", "grep ", "npm ", "pip ", "cd ", "SELECT ", "# ", "## ", "### ", "```", "{", "["}

// codeLines are lines of code that have none of those signs: def go(home): return home, if (x > 3) return y;
var codeLines = regexp.MustCompile(`^(def|class|func|function|public|private|const|var|let)\s+\w+\s*(\(\S*\)|=|:=|\{)|` +
	`^(if|while|for|switch) ?\([^)]*[<>=;][^)]*\)|^for \w+ in \w+\(|^\\\w+|^from \w+ import |^(pip|npm) install `)

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

// scope returns why nothing is judged, or "" if something is.
func (a *Analysis) scope() Reason {
	judged, tenses, verbs, orders := false, false, 0, 0
	for _, g := range a.Groups {
		judged = judged || g.Judgment.Verdict != NotJudged
		if g.found.order {
			orders++
		}
		if g.found.finite && !(g.found.fault == bareGerund && g.Judgment.Verdict == NotJudged) {
			verbs++
			tenses = tenses || g.Judgment.Verdict == NotJudged && g.Tense == "" && !g.found.subjectless
		}
	}
	switch {
	case judged:
		return ""
	case orders > 0 && a.asksReader():
		return Request
	case orders > 0:
		return OtherStructure
	case tenses:
		return OtherTense
	case verbs == 0:
		return NotASentence
	}
	return OtherStructure
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
