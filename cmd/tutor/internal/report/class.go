package report

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/loop"
)

// A Class is what the answers of a batch say, counted.
type Class struct {
	Title   string
	Noun    string // what a pupil is: "pupil", or another member
	Pupils  []*Pupil
	Rules   []*Rule  // the most frequent first
	Periods []string // the first first
	ByDate  bool     // they are dates; else quarters of each pupil's texts
	Total
	torn    bool     // the last line was not whole
	named   bool     // some answer says whose text it is
	dated   bool     // some answer has a date
	members []string // that the first answer carries from its input
}

// A Total counts texts.
type Total struct {
	Texts, Words  int
	Errors        int // edits
	Unsure        int // texts whose correction is not certain
	Unjudged      int // texts that were not judged
	Unanswered    int // texts whose run gave no answer
	Right         int // texts without an error of the kinds that are known
	CorrectedText int // texts with one
}

// A Pupil is one whose texts they are.
type Pupil struct {
	Name    string
	Rules   []*Rule // the most frequent first
	Periods []Rate  // as those of the class
	Total
	texts []text
	kept  map[string]int // examples of each rule
}

// A Rule is how often a rule was broken.
type Rule struct {
	Code     string // "": edits that no rule names
	Errors   int
	Pupils   int // how many broke it; of a class alone
	Periods  []Rate
	Examples []Example
	first    []*Example // of each period; nil: none was kept
}

// A Rate is how often something happened in a period.
type Rate struct{ Errors, Words int }

// Per100 returns the errors in 100 words; 0 where there are none.
func (r Rate) Per100() float64 { return 100 * float64(r.Errors) / float64(max(r.Words, 1)) }

// Per100 returns the errors in 100 words; 0 where there are none.
func (t Total) Per100() float64 { return Rate{t.Errors, t.Words}.Per100() }

// A text is one answer.
type text struct {
	words  int
	when   string
	period int
	edits  []edit
}

type edit struct {
	rule    string
	example *Example // nil: there are enough
}

// A lineError says which line of the answers cannot be read.
type lineError struct {
	line    int
	problem string
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.problem) }

const (
	maxAnswer   = 64 << 20 // bytes of a line
	maxPupils   = 2_000
	maxExamples = 3  // of a rule for a pupil, on the page
	maxKept     = 40 // of these, with the first of each text for the periods of the table
)

// pupilMembers may say whose text it is, the first first.
var pupilMembers = []string{"pupil", "student", "name", "author"}

// read counts the answers in r. by and when name members; "" finds them.
func read(r io.Reader, by, when string) (*Class, error) {
	c := &counter{class: &Class{}, by: by, when: cmp.Or(when, "date"), pupils: map[string]*Pupil{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxAnswer)
	lines.Split(func(data []byte, atEnd bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			return i + 1, data[:i], nil
		}
		if atEnd && len(data) > 0 {
			c.class.torn = true
			return len(data), nil, nil
		}
		return 0, nil, nil
	})
	number := 0
	for lines.Scan() {
		if number++; len(lines.Bytes()) == 0 {
			continue
		}
		if problem := c.add(lines.Bytes()); problem != "" {
			return nil, &lineError{number, problem}
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return nil, &lineError{number + 1, fmt.Sprintf("it has more than %d MB", maxAnswer>>20)}
	}
	if lines.Err() != nil {
		return nil, lines.Err()
	}
	c.finish()
	return c.class, nil
}

// A counter counts answers.
type counter struct {
	class    *Class
	by, when string
	pupils   map[string]*Pupil
	dated    int // texts with a date
}

// add counts one answer. problem is "" if all is well.
func (c *counter) add(line []byte) (problem string) {
	if !gjson.ValidBytes(line) || line[0] != '{' {
		return "this is no answer of tutor batch"
	}
	r := gjson.GetManyBytes(line, "input", "outcome", "corrected", "in_scope", "unsure", "edits", "file", "line")
	if r[0].Type != gjson.String || r[1].Type != gjson.String || !r[5].IsArray() {
		return "this is no answer of tutor batch: \"input\", \"outcome\" or \"edits\" is missing"
	}
	if c.by == "" {
		c.by = whose(line)
	}
	if c.class.Texts == 0 {
		gjson.ParseBytes(line).ForEach(func(name, _ gjson.Result) bool {
			c.class.members = append(c.class.members, name.Str)
			return name.Str != "input"
		})
	}
	c.class.named = c.class.named || gjson.GetBytes(line, gjsonName(c.by)).String() != ""
	p, problem := c.pupil(line, r[6].Str)
	if problem != "" {
		return problem
	}
	t := text{words: len(strings.Fields(r[0].Str)), when: dateOf(gjson.GetBytes(line, gjsonName(c.when)).String())}
	if t.when != "" {
		c.dated++
		c.class.dated = true
	}
	var total Total
	total.Texts, total.Words = 1, t.words
	switch {
	case r[1].Str != string(loop.Final):
		total.Unanswered = 1
	case r[2].Type == gjson.String:
		total.CorrectedText = 1
	case r[3].Bool():
		total.Right = 1
	default:
		total.Unjudged = 1
	}
	if r[4].Bool() {
		total.Unsure = 1
	}
	a, seen := newAnswered(r[0].Str, r[5]), map[string]bool{}
	for _, e := range a.edits {
		found := edit{rule: e.rule}
		if n := p.kept[e.rule]; n < maxExamples || n < maxKept && !seen[e.rule] {
			x := a.example(e)
			x.Pupil, x.File, x.Line, x.Unsure = p.Name, r[6].Str, r[7].Int(), r[4].Bool()
			found.example = &x
			p.kept[e.rule]++
		}
		seen[e.rule] = true
		t.edits = append(t.edits, found)
	}
	total.Errors = len(t.edits)
	p.texts = append(p.texts, t)
	p.add(total)
	c.class.add(total)
	return ""
}

func (t *Total) add(o Total) {
	t.Texts += o.Texts
	t.Words += o.Words
	t.Errors += o.Errors
	t.Unsure += o.Unsure
	t.Unjudged += o.Unjudged
	t.Unanswered += o.Unanswered
	t.Right += o.Right
	t.CorrectedText += o.CorrectedText
}

// gjsonName returns the path of a member with a name, whatever is in that.
func gjsonName(name string) string {
	var b strings.Builder
	for _, r := range name {
		if strings.ContainsRune(`.*?|#@!{}[]()\:"`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// whose returns the member that says whose text an answer is about; "file" where there is none.
func whose(line []byte) string {
	for _, name := range pupilMembers {
		if gjson.GetBytes(line, name).Type == gjson.String {
			return name
		}
	}
	return "file"
}

// pupil returns whose text it is.
func (c *counter) pupil(line []byte, file string) (p *Pupil, problem string) {
	name := gjson.GetBytes(line, gjsonName(c.by)).String()
	if c.by == "file" {
		name = pupilOf(file)
	}
	name = cmp.Or(strings.TrimSpace(name), "(no name)")
	if p = c.pupils[name]; p != nil {
		return p, ""
	}
	if len(c.pupils) == maxPupils {
		return nil, fmt.Sprintf("there are more than %d different values of %q; name what tells pupils apart with --by", maxPupils, c.by)
	}
	p = &Pupil{Name: name, kept: map[string]int{}}
	c.pupils[name] = p
	c.class.Pupils = append(c.class.Pupils, p)
	return p, ""
}

// pupilOf returns the pupil that a file belongs to: its first folder, or its name without the ending.
func pupilOf(file string) string {
	first, _, inFolder := strings.Cut(file, "/")
	if inFolder {
		return first
	}
	return strings.TrimSuffix(file, path.Ext(file))
}

// finish orders what was counted, and lays the texts into periods.
func (c *counter) finish() {
	class := c.class
	class.Noun = "pupil"
	if !slices.Contains(pupilMembers, c.by) {
		class.Noun = c.by
	}
	slices.SortFunc(class.Pupils, func(a, b *Pupil) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	class.layOut(c.dated == class.Texts)
	all := map[string]*Rule{}
	words := make([]int, len(class.Periods))
	for _, p := range class.Pupils {
		own := map[string]*Rule{}
		p.Periods = make([]Rate, len(class.Periods))
		for _, t := range p.texts {
			p.Periods[t.period].Words += t.words
			p.Periods[t.period].Errors += len(t.edits)
			words[t.period] += t.words
			for _, e := range t.edits {
				r, total := ruleIn(own, e.rule, len(class.Periods)), ruleIn(all, e.rule, len(class.Periods))
				r.count(t.period)
				total.count(t.period)
				if e.example == nil {
					continue
				}
				if r.first[t.period] == nil {
					r.first[t.period] = e.example
				}
				if len(r.Examples) < maxExamples {
					r.Examples = append(r.Examples, *e.example)
				}
				if len(r.Examples) == 1 && len(total.Examples) < maxExamples { // of several pupils
					total.Examples = append(total.Examples, *e.example)
				}
			}
		}
		p.Rules = inOrder(own, func(i int) int { return p.Periods[i].Words })
		for code := range own {
			all[code].Pupils++
		}
		p.texts, p.kept = nil, nil
	}
	class.Rules = inOrder(all, func(i int) int { return words[i] })
}

func ruleIn(rules map[string]*Rule, code string, periods int) *Rule {
	if rules[code] == nil {
		rules[code] = &Rule{Code: code, Periods: make([]Rate, periods), first: make([]*Example, periods)}
	}
	return rules[code]
}

func (r *Rule) count(period int) {
	r.Errors++
	r.Periods[period].Errors++
}

// inOrder returns rules, the most frequent first, with the words of each period.
func inOrder(rules map[string]*Rule, words func(period int) int) []*Rule {
	list := slices.SortedFunc(maps.Values(rules), func(a, b *Rule) int {
		return cmp.Or(b.Errors-a.Errors, strings.Compare(a.Code, b.Code))
	})
	for _, r := range list {
		for i := range r.Periods {
			r.Periods[i].Words = words(i)
		}
	}
	return list
}
