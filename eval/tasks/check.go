package tasks

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// judge says why the end of a task is not what it must be; "" says that it is. An answer of nil is none.
func (s *Session) judge(answer *string) (string, error) {
	if answer == nil {
		return "there is no answer", nil
	}
	if s.task.Check.Impossible && len(s.task.Calls) > 0 && !s.called() {
		return "the answer says that it is impossible without a look", nil
	}
	if why := s.task.Check.judgeAnswer(*answer); why != "" {
		return why, nil
	}
	want, err := patch(s.start, s.task.Check.State)
	if err != nil {
		return "", err
	}
	have, err := s.state()
	if err != nil {
		return "", err
	}
	return difference("", want, have), nil
}

func (c Check) judgeAnswer(answer string) string {
	if c.Impossible && !declines(answer) {
		return "the answer does not say that it is impossible"
	}
	for _, text := range c.Answer {
		if !says(answer, text) {
			return fmt.Sprintf("the answer does not say %q", text)
		}
	}
	for _, text := range c.Not {
		if says(answer, text) {
			return fmt.Sprintf("the answer says %q", text)
		}
	}
	return ""
}

// inability matches an answer that says that something cannot be done or is not there. Models seldom use the word
// that they were asked for.
var inability = regexp.MustCompile(
	`(?i)\b(impossible|unable|cannot|can't|(is|are|was|were|do|does|did|has|have|had|can|could|will)( not|n't)|` +
		`not (possible|able|found|available|allowed|supported|enough)|no such|there (is|are|was|were) no|no tool|no [a-z ]+ ` +
		`(found|available|exist)|` +
		`out of stock|already shipped|undefined|nothing can)\b`)

func declines(answer string) bool {
	return inability.MatchString(strings.ReplaceAll(answer, "’", "'"))
}

// says reports whether one of the alternatives in text, apart by "|", stands in the answer as whole words.
func says(answer, text string) bool {
	answer = fold(answer)
	return slices.ContainsFunc(strings.Split(text, "|"), func(one string) bool {
		if want, err := strconv.ParseFloat(one, 64); err == nil {
			return saysNumber(answer, one, want)
		}
		one = fold(one)
		for rest := answer; ; {
			i := strings.Index(rest, one)
			if i < 0 {
				return false
			}
			if !wordAt(rest, i-1) && !wordAt(rest, i+len(one)) {
				return true
			}
			rest = rest[i+1:]
		}
	})
}

// wordAt reports whether the byte of text at i is a letter or a digit.
func wordAt(text string, i int) bool {
	if i < 0 || i >= len(text) {
		return false
	}
	b := text[i]
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9'
}

// saysNumber reports whether a number in the answer is want: to as many digits as text has after its point, and
// exactly where want is whole.
func saysNumber(answer, text string, want float64) bool {
	_, fraction, _ := strings.Cut(text, ".")
	scale := math.Pow10(len(fraction))
	return slices.ContainsFunc(numbers(answer), func(have float64) bool {
		return have == want || fraction != "" && math.Round(have*scale) == math.Round(want*scale)
	})
}

// number matches a number in a text.
var number = regexp.MustCompile(`\d+(,\d{3})*(\.\d+)?`)

// numbers returns those that a text has. The digits of an id, as in p20, are none, and a hyphen is a minus only where a
// number may begin: not in a date, a range or a word.
func numbers(text string) []float64 {
	var list []float64
	for _, at := range number.FindAllStringIndex(text, -1) {
		one := strings.ReplaceAll(text[at[0]:at[1]], ",", "")
		if at[0] > 0 && text[at[0]-1] == '-' && !wordAt(text, at[0]-2) {
			one = "-" + one
		}
		if n, err := strconv.ParseFloat(one, 64); err == nil && !wordAt(text, at[0]-1) {
			list = append(list, n)
		}
	}
	return list
}

// fold makes texts comparable: lower case, one space between words, no point at the end.
func fold(text string) string {
	return strings.TrimRight(strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(text, "’", "'")), " ")), ".")
}

// difference names the first place at which two worlds differ, or returns "". Texts are compared folded,
// line by line.
func difference(path string, want, have any) string {
	if w, ok := want.(map[string]any); ok {
		h, ok := have.(map[string]any)
		if !ok {
			return fmt.Sprintf("%s is %v", path, have)
		}
		both := maps.Clone(w)
		maps.Copy(both, h)
		for _, name := range slices.Sorted(maps.Keys(both)) {
			_, wanted := w[name]
			_, there := h[name]
			at := strings.TrimPrefix(path+"."+name, ".")
			switch {
			case !there:
				return at + " is missing"
			case !wanted:
				return at + " should not be there"
			}
			if why := difference(at, w[name], h[name]); why != "" {
				return why
			}
		}
		return ""
	}
	if sameValue(want, have) {
		return ""
	}
	return fmt.Sprintf("%s is %s, want %s", path, asJSON(have), asJSON(want))
}

func sameValue(want, have any) bool {
	switch w := want.(type) {
	case string:
		h, ok := have.(string)
		return ok && slices.EqualFunc(lines(w), lines(h), func(a, b string) bool { return fold(a) == fold(b) })
	case float64:
		h, ok := have.(float64)
		return ok && math.Abs(w-h) < 1e-6*max(1, math.Abs(w))
	default:
		return asJSON(want) == asJSON(have)
	}
}

// lines returns those of a text without what is blank at its ends.
func lines(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// patched returns the world that text describes, changed by a merge patch.
func patched(text, change json.RawMessage) (any, error) {
	var world any
	if err := json.Unmarshal(text, &world); err != nil {
		return nil, err
	}
	return patch(world, change)
}

// patch returns target changed by a JSON merge patch (RFC 7396). An empty change changes nothing. target is
// not modified.
func patch(target any, change json.RawMessage) (any, error) {
	if len(change) == 0 {
		return target, nil
	}
	var c any
	if err := json.Unmarshal(change, &c); err != nil {
		return nil, err
	}
	return merge(target, c), nil
}

func merge(target, change any) any {
	c, ok := change.(map[string]any)
	if !ok {
		return change
	}
	t, _ := target.(map[string]any)
	merged := maps.Clone(t)
	if merged == nil {
		merged = map[string]any{}
	}
	for name, value := range c {
		if value == nil {
			delete(merged, name)
		} else {
			merged[name] = merge(merged[name], value)
		}
	}
	return merged
}
