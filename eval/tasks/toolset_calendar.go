package tasks

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/tools"
)

var calendar = Toolset{Name: "calendar", Description: "appointments of one week", Usual: `{"events": {
	"e1": {"date": "2026-03-09", "start": "09:00", "minutes": 30, "title": "Standup", "reminder": 0},
	"e2": {"date": "2026-03-09", "start": "11:00", "minutes": 60, "title": "Dentist", "reminder": 0},
	"e3": {"date": "2026-03-10", "start": "14:00", "minutes": 90, "title": "Budget review", "reminder": 15},
	"e4": {"date": "2026-03-11", "start": "10:00", "minutes": 45, "title": "Call with Mia", "reminder": 0},
	"e5": {"date": "2026-03-12", "start": "16:30", "minutes": 60, "title": "Piano lesson", "reminder": 0}}}`,
	open: openCalendar, nouns: "event", ids: ids{
		"move_event": {"id": "e"}, "cancel_event": {"id": "e"}, "set_reminder": {"id": "e"}}}

type (
	diary struct {
		Events map[string]*appointment `json:"events"` // by id
	}
	appointment struct {
		Date     string `json:"date"`
		Start    string `json:"start"`
		Minutes  int    `json:"minutes"`
		Title    string `json:"title"`
		Reminder int    `json:"reminder"` // minutes before; 0 is none
	}
	// An entry is an appointment as tools show it.
	entry struct {
		ID      string `json:"id"`
		Date    string `json:"date"`
		Start   string `json:"start"`
		Minutes int    `json:"minutes"`
		Title   string `json:"title"`
	}
	dateArg struct {
		Date string `json:"date" jsonschema:"maxLength=10" jsonschema_description:"like 2026-03-09"`
	}
	titlePartArg struct {
		Title string `json:"title" jsonschema:"minLength=1,maxLength=60" jsonschema_description:"the title, or a part of it"`
	}
	addEventArgs struct {
		Date    string `json:"date" jsonschema:"maxLength=10" jsonschema_description:"like 2026-03-09"`
		Minutes int    `json:"minutes" jsonschema:"minimum=1,maximum=600"`
		Start   string `json:"start" jsonschema:"maxLength=5" jsonschema_description:"like 14:30"`
		Title   string `json:"title" jsonschema:"minLength=1,maxLength=60"`
	}
	moveEventArgs struct {
		Date  string `json:"date" jsonschema:"maxLength=10" jsonschema_description:"like 2026-03-09"`
		ID    string `json:"id" jsonschema:"maxLength=8"`
		Start string `json:"start" jsonschema:"maxLength=5" jsonschema_description:"like 14:30"`
	}
	idArg struct {
		ID string `json:"id" jsonschema:"maxLength=8"`
	}
	reminderArgs struct {
		ID      string `json:"id" jsonschema:"maxLength=8"`
		Minutes int    `json:"minutes" jsonschema:"minimum=1,maximum=600" jsonschema_description:"how long before"`
	}
)

func openCalendar(start json.RawMessage, s *Session) (any, error) {
	d, err := remember[diary](start)
	if err != nil {
		return nil, err
	}
	if d.Events == nil {
		d.Events = map[string]*appointment{}
	}
	offer(s, "list_events", "the events of a day", func(in dateArg) ([]entry, error) {
		if _, err := day(in.Date); err != nil {
			return nil, err
		}
		return d.entries(func(a *appointment) bool { return a.Date == in.Date }), nil
	})
	offer(s, "find_event", "the events with this title, on any day", func(in titlePartArg) ([]entry, error) {
		title := strings.ToLower(in.Title)
		return d.entries(func(a *appointment) bool { return strings.Contains(strings.ToLower(a.Title), title) }), nil
	})
	offer(s, "add_event", "puts an event into the calendar and gives its id", d.add)
	offer(s, "move_event", "gives an event another date and start", d.move)
	offer(s, "cancel_event", "takes an event out of the calendar", func(in idArg) (string, error) {
		_, err := d.find(in.ID)
		delete(d.Events, in.ID)
		return "cancelled", err
	})
	offer(s, "set_reminder", "reminds of an event some minutes before it", func(in reminderArgs) (string, error) {
		a, err := d.find(in.ID)
		if err == nil {
			a.Reminder = in.Minutes
		}
		return "set", err
	})
	offer(s, "weekday", "the day of the week of a date", func(in dateArg) (string, error) {
		t, err := day(in.Date)
		return t.Weekday().String(), err
	})
	offer(s, "first_free_hour", "the first full hour of a day, from 09:00 to 16:00, without an event", d.free)
	return d, nil
}

func day(date string) (time.Time, error) {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return t, tools.BadArgument("%q is not a date like 2026-03-09", date)
	}
	return t, nil
}

func clock(start string) (time.Time, error) {
	t, err := time.Parse("15:04", start)
	if err != nil {
		return t, tools.BadArgument("%q is not a time like 14:30", start)
	}
	return t, nil
}

func (d *diary) find(id string) (*appointment, error) {
	a, ok := d.Events[id]
	if !ok {
		return nil, tools.NotFound("there is no event %q", id)
	}
	return a, nil
}

func (d *diary) entries(wanted func(*appointment) bool) []entry {
	list := []entry{}
	for _, id := range slices.Sorted(maps.Keys(d.Events)) {
		if a := d.Events[id]; wanted(a) {
			list = append(list, entry{id, a.Date, a.Start, a.Minutes, a.Title})
		}
	}
	return list
}

func (d *diary) add(in addEventArgs) (string, error) {
	if _, err := day(in.Date); err != nil {
		return "", err
	}
	if _, err := clock(in.Start); err != nil {
		return "", err
	}
	id := ""
	for n := 1; id == "" || d.Events[id] != nil; n++ {
		id = fmt.Sprintf("e%d", n)
	}
	d.Events[id] = &appointment{Date: in.Date, Start: in.Start, Minutes: in.Minutes, Title: in.Title}
	return id, nil
}

func (d *diary) move(in moveEventArgs) (string, error) {
	a, err := d.find(in.ID)
	if err != nil {
		return "", err
	}
	if _, err := day(in.Date); err != nil {
		return "", err
	}
	if _, err := clock(in.Start); err != nil {
		return "", err
	}
	a.Date, a.Start = in.Date, in.Start
	return "moved", nil
}

// free returns the first hour of a day that no event touches.
func (d *diary) free(in dateArg) (string, error) {
	if _, err := day(in.Date); err != nil {
		return "", err
	}
	for hour := 9; hour <= 16; hour++ {
		taken := false
		for _, a := range d.Events {
			start, err := clock(a.Start)
			from := start.Hour()*60 + start.Minute()
			taken = taken || err == nil && a.Date == in.Date && from < (hour+1)*60 && from+a.Minutes > hour*60
		}
		if !taken {
			return fmt.Sprintf("%02d:00", hour), nil
		}
	}
	return "", tools.NotFound("%s has no free hour", in.Date)
}
