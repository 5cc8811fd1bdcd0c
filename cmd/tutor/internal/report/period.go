package report

import (
	"fmt"
	"slices"
	"time"

	"github.com/tidwall/gjson"
)

// maxPeriods is how many periods fit beside each other.
const maxPeriods = 8

// dateOf returns the date at the beginning of text, as 2026-01-31; "" if there is none.
func dateOf(text string) string {
	if len(text) < len(time.DateOnly) {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)]); err != nil {
		return ""
	}
	return text[:len(time.DateOnly)]
}

// layOut lays the texts into periods: days, months or years, whichever are few enough, or else quarters of
// each pupil's texts in their order.
func (c *Class) layOut(dated bool) {
	if dated {
		for _, cut := range []int{len("2026-01-31"), len("2026-01"), len("2026")} {
			if c.byDate(cut) {
				return
			}
		}
	}
	const quarters = 4
	for i := range quarters {
		c.Periods = append(c.Periods, fmt.Sprintf("quarter %d", i+1))
	}
	for _, p := range c.Pupils {
		for i := range p.texts {
			p.texts[i].period = i * quarters / len(p.texts)
		}
	}
}

// byDate lays the texts into periods by the beginnings of their dates, unless these are too many or one.
func (c *Class) byDate(cut int) bool {
	var names []string
	for _, p := range c.Pupils {
		for _, t := range p.texts {
			if i, found := slices.BinarySearch(names, t.when[:cut]); !found {
				names = slices.Insert(names, i, t.when[:cut])
			}
		}
	}
	if len(names) > maxPeriods || len(names) < 2 {
		return false
	}
	c.Periods, c.ByDate = names, true
	for _, p := range c.Pupils {
		for i := range p.texts {
			p.texts[i].period, _ = slices.BinarySearch(names, p.texts[i].when[:cut])
		}
	}
	return true
}

// context is how many characters of a text stand on each side of an edit in an example.
const context = 60

// exampleOf returns an edit of an input with the words around it. What the answer says of its place may lie
// beyond the input.
func exampleOf(input, corrected string, e gjson.Result, pupil, place string, unsure bool) Example {
	runes := []rune(input)
	at := min(max(int(e.Get("offset").Int()), 0), len(runes))
	end := min(max(at+int(min(max(e.Get("length").Int(), 0), int64(len(runes)))), at), len(runes))
	before, after := runes[:at], runes[end:]
	x := Example{Before: string(before), Was: string(runes[at:end]), Now: e.Get("replacement").String(), After: string(after),
		Pupil: pupil, Place: place, Unsure: unsure, input: input, corrected: corrected}
	if len(before) > context {
		x.Before = "…" + string(before[len(before)-context:])
	}
	if len(after) > context {
		x.After = string(after[:context]) + "…"
	}
	return x
}
