package tasks

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A statement is an answer as checks read it.
type statement struct {
	text    string
	numbers []float64 // amounts: the digits of ids, dates, times and ranges are none
}

// judgeAnswer says why an answer is not what it must be; "" says that it is. Nouns are the words for what has an id: the
// number in "order 3" is one.
func (c Check) judgeAnswer(answer, nouns string) string {
	text := spell(answer)
	s := statement{text, amounts(c.spreadDates(text), nouns)}
	if c.Impossible && !s.declines() {
		return "the answer does not say that it is impossible"
	}
	for _, text := range c.Answer {
		if !s.says(text) {
			return fmt.Sprintf("the answer does not say %q", text)
		}
	}
	for _, text := range c.Not {
		if s.says(text) {
			return fmt.Sprintf("the answer says %q", text)
		}
	}
	return ""
}

var (
	// assurance matches a negation that goes with success.
	assurance = regexp.MustCompile(`\bno (problem|worr|trouble|need|doubt|issue|error|longer|further|delay)\w*|\b(do not|don't) worry|` +
		`not (a problem|only)|(n't|not) [^.;,]*\bany ?(more|longer)\b`)
	// inability matches what says that something cannot be done or is not there. Models seldom use the word that they
	// were asked for.
	inability = regexp.MustCompile(`\b(impossible|unable|unavailable|unsupported|inaccessible|incompatible|nonexistent|undefined|` +
		`unknown|missing|lacks?|cannot|can't|(am|is|are|was|were|do|does|did|has|have|had|can|could|would)( not|n't)|\w+'(m|s|re) not|` +
		`(not|won't) (be )?(possible|able|found|available|allowed|supported|enough|provided|given|known|` +
		`listed|there|in|one|part|present|something)|no [a-z]+|none|nobody|nothing|out of stock|` +
		`only [^.;]* (in stock|available|left)|already (been )?shipped|beyond (my|what))\b`)
)

func (s statement) declines() bool {
	return inability.MatchString(assurance.ReplaceAllString(s.text, " "))
}

// says reports whether one of the alternatives in text, apart by "|", stands in the statement: a number as an amount,
// anything else as whole words.
func (s statement) says(text string) bool {
	return slices.ContainsFunc(strings.Split(text, "|"), func(one string) bool {
		one = spell(one)
		if plainNumber.MatchString(one) {
			return s.counts(one)
		}
		left := `(^|[^\p{L}\p{N}])`
		if strings.IndexAny(one, "0123456789") == 0 { // 5 kg is not in 1.5 kg, nor in -5 kg
			left = `(^|[^\p{L}\p{N}.,-]|[^\p{N}][.,]|[\p{L}\p{N}]-)`
		}
		right := `([^\p{L}\p{N}.,]|[.,][^\p{N}]|[.,]?$)` // nor version 2 in version 2.1
		return regexp.MustCompile(left + regexp.QuoteMeta(one) + right).MatchString(s.text)
	})
}

// plainNumber matches a wanted text that is a number. One that begins with a zero is a code.
var plainNumber = regexp.MustCompile(`^-?[$€£]?(0|[1-9]\d*|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?( ?[%€$£])?$`)

// counts reports whether an amount is the number in text: to as many digits as text has after its point, and exactly
// where it is whole.
func (s statement) counts(text string) bool {
	_, fraction, _ := strings.Cut(strings.TrimRight(text, " %€$£"), ".")
	scale := math.Pow10(len(fraction))
	return slices.ContainsFunc(amounts(text, ""), func(want float64) bool {
		return slices.ContainsFunc(s.numbers, func(have float64) bool {
			return have == want || fraction != "" && math.Round(have*scale) == math.Round(want*scale)
		})
	})
}

var (
	// token matches a mark, or a word or number of any kind with its sign: a time, a ratio or a fraction, which is no
	// amount, or what stands together without a blank. A hyphen is a sign only before all of it.
	token = regexp.MustCompile(`(#?)(minus |negative |[$€£¥]?-)?[$€£¥]?` +
		`(?:\d[\d.,]*(?:[:/]\d[\d.,]*)+|([\p{L}\p{N}]+(?:[-._,][\p{L}\p{N}]+)*))|[.:;,!?]`)
	// amount matches a token that is a number, alone or with a unit or an ending, as 1,240.50, 20kg, 2nd and 90-minute.
	amount = regexp.MustCompile(`^((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?:-?\p{L}[\p{L}-]*|\p{L}*m[23²³])?$`)
)

// amounts returns the numbers of a text that say how much or how many.
func amounts(text, nouns string) []float64 {
	var list []float64
	var last, before string // words
	for _, m := range token.FindAllStringSubmatch(text, -1) {
		word := m[3]
		named := slices.Contains(strings.Fields(nouns), last) && !slices.Contains(strings.Fields("to can could may per each"), before)
		for part := range strings.FieldsFuncSeq(word, func(r rune) bool { return r == ',' && !amount.MatchString(word) }) {
			if n, ok := value(part); ok && m[1] == "" && !named {
				if m[2] != "" {
					n = -n
				}
				list = append(list, n)
			}
		}
		if word != "id" && word != "number" && word != "no" {
			last, before = word, last
		}
	}
	return list
}

// value returns the number that a token is, in digits or, below a hundred, as a word.
func value(token string) (float64, bool) {
	if m := amount.FindStringSubmatch(token); m != nil {
		n, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
		return n, err == nil
	}
	n := slices.Index(small, token)
	ten, one, _ := strings.Cut(token, "-")
	if i := slices.Index(tens, ten); i >= 0 {
		n = 10*(i+2) + max(0, slices.Index(small[:10], one))
	}
	return float64(n), n >= 0
}

var (
	small = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
		"seventeen eighteen nineteen")
	tens = strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
)

// date matches one in digits.
var date = regexp.MustCompile(`\b(\d{4})-\d\d-\d\d\b|\b\d{1,2}[/.]\d{1,2}[/.](\d{4})\b`)

// spreadDates writes the parts of a date apart if its year is wanted: then month and day may be wanted as numbers too.
func (c Check) spreadDates(text string) string {
	return date.ReplaceAllStringFunc(text, func(d string) string {
		m := date.FindStringSubmatch(d)
		if !slices.ContainsFunc(c.Answer, func(t string) bool { return slices.Contains(strings.Split(t, "|"), m[1]+m[2]) }) {
			return d
		}
		return strings.NewReplacer("-", " ", "/", " ", ".", " ").Replace(d)
	})
}

var (
	dateTime = regexp.MustCompile(`(\d{4}-\d\d-\d\d)t(\d\d:)`)
	halfDay  = regexp.MustCompile(`\b(\d{1,2})(:\d\d)? ?([ap])\.?m\b`)
	oneDigit = regexp.MustCompile(`(^|[^\d:])(\d:\d\d)\b`)
	dashes   = strings.NewReplacer("‐", "-", "‑", "-", "–", "-", "−", "-")
)

// spell makes texts of answers comparable: folded, each dash a hyphen, each time as in 09:05.
func spell(text string) string {
	text = dateTime.ReplaceAllString(fold(dashes.Replace(text)), "$1 $2")
	text = halfDay.ReplaceAllStringFunc(text, func(clock string) string {
		m := halfDay.FindStringSubmatch(clock)
		if t, err := time.Parse("3:04pm", m[1]+cmp.Or(m[2], ":00")+m[3]+"m"); err == nil {
			return t.Format("15:04")
		}
		return m[1] + m[2]
	})
	return oneDigit.ReplaceAllString(text, "${1}0$2")
}

// fold makes texts comparable: lower case, one space between words, no point at the end.
func fold(text string) string {
	return strings.TrimRight(strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(text, "’", "'")), " ")), ".")
}
