package loop

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/planner"
)

const (
	maxValues = 512 // values, so that the grammar of a decision stays small
	maxPhrase = 6   // words of a value that stands in running text
	maxText   = 120 // bytes of a value: an id, a path, a title
)

// Shown returns a Values function for a [Domain], for values that the model must not invent, such as
// ids, paths and names that another tool has to find first. It allows the values that occur in the task
// and the results of the run, latest first. If form is given, only values that match it are allowed.
//
// Each string in a result is a value, and so is each key of an object. Running text, in the task or in
// a result, contributes its quoted parts and every sequence of up to six words, without surrounding
// punctuation. There are at most 512 values of at most 120 bytes. What a model wrote itself, in
// arguments or thoughts, does not count, and neither do errors, because they repeat the arguments.
func Shown(form *regexp.Regexp) func(planner.State) []string {
	return func(s planner.State) []string {
		v := shown{form: form, has: map[string]bool{}}
		for _, step := range slices.Backward(s.Steps) {
			for _, o := range step.Observations {
				if o.OK {
					v.result(gjson.ParseBytes(o.Output))
				}
			}
		}
		v.text(s.Task)
		return v.values
	}
}

// shown collects values in the order in which they come.
type shown struct {
	form   *regexp.Regexp
	values []string
	has    map[string]bool
}

func (v *shown) add(value string) {
	if value == "" || len(value) > maxText || len(v.values) == maxValues || v.has[value] || v.form != nil && !v.form.MatchString(value) {
		return
	}
	v.has[value] = true
	v.values = append(v.values, value)
}

// result adds what stands in the output of a tool.
func (v *shown) result(r gjson.Result) {
	switch {
	case r.IsObject() || r.IsArray():
		r.ForEach(func(key, value gjson.Result) bool {
			if key.Type == gjson.String {
				v.add(key.String())
			}
			v.result(value)
			return true
		})
	case r.Type == gjson.String:
		v.add(r.String())
		v.text(r.String())
	}
}

// text adds the parts of running text.
func (v *shown) text(text string) {
	for i, quoted := range strings.Split(text, `"`) {
		if i%2 == 1 {
			v.add(quoted)
		}
	}
	words := strings.Fields(text)
	for i := range words {
		for n := 1; n <= maxPhrase && i+n <= len(words); n++ {
			phrase := strings.Join(words[i:i+n], " ")
			v.add(phrase)
			v.add(strings.Trim(phrase, `.,;:!?"'()[]`))
		}
	}
}
