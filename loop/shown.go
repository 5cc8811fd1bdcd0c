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

// Shown makes the values of a [Domain] whose values are not invented, such as ids, paths and names that another tool has to
// find first: those that the task and the results of the run have shown, the latest first. With a form, only
// those that match it.
//
// A string in a result is a value as it stands, and so is a key of an object. Running text, in the task or in a
// result, gives its quoted parts and every run of up to six words, without the punctuation around it. There are at most
// 512 values of at most 120 bytes. What a model wrote itself, in arguments or thoughts, shows nothing, and neither do
// errors, which repeat what was asked for.
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
