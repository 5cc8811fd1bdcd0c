// Package card holds the rule cards: what is told to people about each kind of verb error.
//
// A [Card] is one case of a [sentence.Code], such as the missing -s of SVA-PRON: a sentence about it
// in English and in Spanish, a pair of a wrong and a right sentence, the contrast with Spanish that
// causes the error, and two [Frame] values to practice with. [All] lists the cards, [Of] those of one
// code, and [For] finds the one that a correction is about.
//
// The cards are files in tables/rules, read once, when first asked for. Their texts mark English and
// Spanish words that are quoted with stars, as Markdown does; [Quoted] makes quotation marks of them.
package card

import (
	"cmp"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/tables"
)

// A Card is about one case of a kind of error.
type Card struct {
	Name     string        `json:"name"` // of its file: sva-pron-missing-s
	Code     sentence.Code `json:"code"`
	Case     string        `json:"case"` // missing-s
	Level    string        `json:"level"`
	English  string        `json:"english"` // the rule
	Spanish  string        `json:"spanish"` // the rule
	Wrong    string        `json:"wrong"`
	Right    string        `json:"right"`
	Contrast string        `json:"for_spanish_speakers"` // in Spanish: why they make this error
	Frames   []Frame       `json:"frames"`
}

// A Frame is a sentence with a gap, ___, for each word of its answer, and the infinitive in
// parentheses after the last. An answer for two gaps has a comma between its parts.
type Frame struct {
	Text       string `json:"text"`
	Infinitive string `json:"infinitive"`
	Answer     string `json:"answer"`
}

// Filled returns the sentence with the answer in its gaps.
func (f Frame) Filled() string {
	text := strings.Replace(f.Text, " ("+f.Infinitive+")", "", 1)
	for part := range strings.SplitSeq(f.Answer, ", ") {
		text = strings.Replace(text, gap, part, 1)
	}
	return text
}

const gap = "___"

// All returns the cards in the order of [sentence.Codes], those of one code by their names. The
// caller must not modify them.
func All() []Card { return all() }

var all = sync.OnceValue(func() []Card {
	list, err := read(tables.Cards())
	if err != nil {
		panic("card: BUG: " + err.Error())
	}
	return list
})

// Of returns the cards of one code; none if there is no such code.
func Of(code sentence.Code) []Card {
	var list []Card
	for _, c := range All() {
		if c.Code == code {
			list = append(list, c)
		}
	}
	return list
}

// Named returns the card with that name.
func Named(name string) (Card, bool) {
	i := slices.IndexFunc(All(), func(c Card) bool { return c.Name == name })
	if i < 0 {
		return Card{}, false
	}
	return All()[i], true
}

// Quoted returns the text of a card with quotation marks where it has stars.
func Quoted(text string) string {
	var b strings.Builder
	for i, piece := range strings.Split(text, "*") {
		switch {
		case i > 0 && i%2 == 1:
			b.WriteString("“")
		case i > 0:
			b.WriteString("”")
		}
		b.WriteString(piece)
	}
	return b.String()
}

func read(folder fs.FS) ([]Card, error) {
	names, err := fs.Glob(folder, "*.md")
	if err != nil {
		return nil, err
	}
	var list []Card
	for _, name := range names {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		c, err := parse(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if c.Name+".md" != name {
			return nil, fmt.Errorf("%s: the card is %s", name, c.Name)
		}
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b Card) int {
		return cmp.Or(
			slices.Index(sentence.Codes, a.Code)-slices.Index(sentence.Codes, b.Code),
			cmp.Compare(a.Case, b.Case))
	})
	return list, nil
}

// parse reads a card strictly: its front matter, then its sections, all in their order.
func parse(text string) (Card, error) {
	var c Card
	head, body, found := strings.Cut(text, "\n---\n\n")
	head, opened := strings.CutPrefix(head, "---\n")
	if !found || !opened {
		return c, fmt.Errorf("there is no front matter between two lines of ---")
	}
	fields := []struct {
		name  string
		value *string
	}{{"code", (*string)(&c.Code)}, {"case", &c.Case}, {"level", &c.Level}}
	lines := strings.Split(head, "\n")
	for i, f := range fields {
		if i >= len(lines) || !strings.HasPrefix(lines[i], f.name+": ") {
			return c, fmt.Errorf("line %d is not %q", i+2, f.name+": ")
		}
		*f.value = strings.TrimPrefix(lines[i], f.name+": ")
	}
	if len(lines) > len(fields) {
		return c, fmt.Errorf("line %d: the front matter has more than code, case and level", len(fields)+2)
	}
	var frames string
	sections := []struct {
		name  string
		value *string
	}{
		{"English", &c.English}, {"Spanish", &c.Spanish}, {"Wrong", &c.Wrong}, {"Right", &c.Right},
		{"For Spanish speakers", &c.Contrast}, {"Exercise frames", &frames},
	}
	blocks := strings.Split("\n"+body, "\n## ")
	for i, s := range sections {
		if len(blocks) != len(sections)+1 || !strings.HasPrefix(blocks[i+1], s.name+"\n\n") {
			return c, fmt.Errorf("the sections are not the six of a card: %q is missing or out of place", s.name)
		}
		*s.value = strings.TrimSpace(strings.TrimPrefix(blocks[i+1], s.name+"\n\n"))
	}
	c.Name = strings.ToLower(string(c.Code)) + "-" + c.Case
	for line := range strings.SplitSeq(frames, "\n") {
		f, err := parseFrame(line)
		if err != nil {
			return c, err
		}
		c.Frames = append(c.Frames, f)
	}
	return c, nil
}

var frameLine = regexp.MustCompile(`^[12]\. (.*___.* \(([a-z ]+)\).*) = (.+)$`)

func parseFrame(line string) (Frame, error) {
	m := frameLine.FindStringSubmatch(line)
	if m == nil {
		return Frame{}, fmt.Errorf("%q is no exercise frame, such as: 1. She ___ (live) here. = lives", line)
	}
	f := Frame{Text: m[1], Infinitive: m[2], Answer: m[3]}
	if gaps, parts := strings.Count(f.Text, gap), strings.Count(f.Answer, ", ")+1; gaps != parts {
		return Frame{}, fmt.Errorf("frame %q has %d gaps and %d answers", f.Text, gaps, parts)
	}
	return f, nil
}
