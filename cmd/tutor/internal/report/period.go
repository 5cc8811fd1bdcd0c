package report

import (
	"fmt"
	"slices"
	"time"
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
