package tasks

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tools"
)

var people = Toolset{Name: "people", Description: "an address book", Usual: `{"people": {
	"p1": {"name": "Ana Ruiz", "phone": "555-0101", "street": "4 Oak Street", "city": "Bristol", "born": "1990-05-14"},
	"p2": {"name": "Ben Ode", "phone": "555-0102", "street": "12 Mill Lane", "city": "Leeds", "born": "1985-11-02"},
	"p3": {"name": "Chloe Park", "phone": "555-0103", "street": "7 High Road", "city": "Bristol", "born": "1999-02-27"},
	"p4": {"name": "Dev Shah", "phone": "555-0104", "street": "31 Station Road", "city": "York", "born": "1978-05-30"},
	"p5": {"name": "Ana Lopez", "phone": "555-0105", "street": "2 Park View", "city": "Leeds", "born": "2001-08-19"}}}`,
	open: openPeople, nouns: "person", ids: ids{
		"get_person": {"id": "p"}, "set_phone": {"id": "p"}, "set_address": {"id": "p"}, "remove_person": {"id": "p"}, "age_on": {"id": "p"}}}

type (
	addressBook struct {
		People map[string]*contact `json:"people"` // by id
	}
	contact struct {
		Name   string `json:"name"`
		Phone  string `json:"phone"`
		Street string `json:"street"`
		City   string `json:"city"`
		Born   string `json:"born"`
	}
	// A reference is a person as lists show it.
	reference struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	nameArg struct {
		Name string `json:"name" jsonschema:"minLength=1,maxLength=60" jsonschema_description:"the name, or a part of it"`
	}
	cityArg struct {
		City string `json:"city" jsonschema:"minLength=1,maxLength=40"`
	}
	phoneArgs struct {
		ID    string `json:"id" jsonschema:"maxLength=8"`
		Phone string `json:"phone" jsonschema:"minLength=1,maxLength=20"`
	}
	addressArgs struct {
		City   string `json:"city" jsonschema:"minLength=1,maxLength=40"`
		ID     string `json:"id" jsonschema:"maxLength=8"`
		Street string `json:"street" jsonschema:"minLength=1,maxLength=60"`
	}
	addPersonArgs struct {
		City  string `json:"city" jsonschema:"maxLength=40"`
		Name  string `json:"name" jsonschema:"minLength=1,maxLength=60"`
		Phone string `json:"phone" jsonschema:"maxLength=20"`
	}
	ageArgs struct {
		Date string `json:"date" jsonschema:"maxLength=10" jsonschema_description:"like 2026-03-09"`
		ID   string `json:"id" jsonschema:"maxLength=8"`
	}
)

func openPeople(start json.RawMessage, s *Session) (any, error) {
	b, err := remember[addressBook](start)
	if err != nil {
		return nil, err
	}
	if b.People == nil {
		b.People = map[string]*contact{}
	}
	offer(s, "find_person", "the ids of the people with this name", func(in nameArg) ([]reference, error) {
		name := strings.ToLower(in.Name)
		return b.references(func(c *contact) bool { return strings.Contains(strings.ToLower(c.Name), name) }), nil
	})
	offer(s, "get_person", "phone, address and birthday of a person", func(in idArg) (*contact, error) { return b.find(in.ID) })
	offer(s, "people_in_city", "the ids of the people who live in a city", func(in cityArg) ([]reference, error) {
		return b.references(func(c *contact) bool { return strings.EqualFold(c.City, in.City) }), nil
	})
	offer(s, "set_phone", "gives a person another phone number", func(in phoneArgs) (string, error) {
		c, err := b.find(in.ID)
		if err == nil {
			c.Phone = in.Phone
		}
		return "changed", err
	})
	offer(s, "set_address", "gives a person another street and city", func(in addressArgs) (string, error) {
		c, err := b.find(in.ID)
		if err == nil {
			c.Street, c.City = in.Street, in.City
		}
		return "changed", err
	})
	offer(s, "add_person", "adds a person and gives the id", b.add)
	offer(s, "remove_person", "removes a person", func(in idArg) (string, error) {
		_, err := b.find(in.ID)
		delete(b.People, in.ID)
		return "removed", err
	})
	offer(s, "age_on", "how old a person is on a date", b.age)
	return b, nil
}

func (b *addressBook) find(id string) (*contact, error) {
	c, ok := b.People[id]
	if !ok {
		return nil, tools.NotFound("there is no person with the id %q", id)
	}
	return c, nil
}

func (b *addressBook) references(wanted func(*contact) bool) []reference {
	list := []reference{}
	for _, id := range slices.Sorted(maps.Keys(b.People)) {
		if c := b.People[id]; wanted(c) {
			list = append(list, reference{id, c.Name})
		}
	}
	return list
}

func (b *addressBook) add(in addPersonArgs) (string, error) {
	id := ""
	for n := 1; id == "" || b.People[id] != nil; n++ {
		id = fmt.Sprintf("p%d", n)
	}
	b.People[id] = &contact{Name: in.Name, Phone: in.Phone, City: in.City}
	return id, nil
}

func (b *addressBook) age(in ageArgs) (int, error) {
	c, err := b.find(in.ID)
	if err != nil {
		return 0, err
	}
	on, err := day(in.Date)
	if err != nil {
		return 0, err
	}
	born, err := day(c.Born)
	if err != nil {
		return 0, tools.NotFound("the birthday of %s is not known", c.Name)
	}
	age := on.Year() - born.Year()
	if on.Month() < born.Month() || on.Month() == born.Month() && on.Day() < born.Day() {
		age--
	}
	return age, nil
}
