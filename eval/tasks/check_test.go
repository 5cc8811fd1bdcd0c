package tasks_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/eval/tasks"
)

// answers returns an agent that makes calls, of which some may fail, and then answers.
func answers(text string, calls ...tasks.Call) tasks.Agent {
	return func(ctx context.Context, _ string, s *tasks.Session) (tasks.Reply, error) {
		for _, c := range calls {
			s.Call(ctx, c.Tool, c.Args)
		}
		return tasks.Reply{Answer: &text, Outcome: "final"}, nil
	}
}

func TestAnswersToWhatIsWanted(t *testing.T) {
	rows := []struct {
		claim, answer string
		want          []string
		done          bool
	}{
		{"a number is the same number", "It costs 1,240.50 euros.", []string{"1240.5"}, true},
		{"with a sign of currency", "It's $1,240.50, or €17.", []string{"1240.5", "17"}, true},
		{"also in the check", "1240 euros", []string{"€1,240"}, true},
		{"a percentage", "36% of it", []string{"36"}, true},
		{"a percentage wanted as one", "15 percent", []string{"15%"}, true},
		{"a comma before one digit is no thousand", "10 or 5", []string{"10,5"}, false},
		{"a unit stands beside it", "20kg, 14.7m², 37°C, 3rd", []string{"20", "14.7", "37", "3"}, true},
		{"a unit follows a hyphen", "a 90-minute meeting of a 35-year-old", []string{"90", "35"}, true},
		{"a formula", "17×23=391; **42**", []string{"391", "42"}, true},
		{"a list without blanks", "[12,19,7]", []string{"12", "19", "7"}, true},
		{"a list has no thousands", "1,2345", []string{"12345"}, false},
		{"a word", "There are three, or twenty-one.", []string{"3", "21"}, true},
		{"another word", "thirty-one", []string{"30"}, false},
		{"a number within a number", "1391", []string{"391"}, false},
		{"a power of ten is not a unit", "1e3", []string{"1"}, false},

		{"a result is rounded as the check is", "about 3.14159", []string{"3.14"}, true},
		{"and not further", "about 3.1", []string{"3.14"}, false},
		{"a whole number is exact", "about 100", []string{"96"}, false},
		{"as is one that has a point", "4828.03 meters", []string{"4828"}, false},
		{"but zeros after it change nothing", "4828.0 meters", []string{"4828"}, true},

		{"a date has no negative numbers", "2026-03-01", []string{"-3"}, false},
		{"nor positive ones", "You have 2 events on 2026-03-09.", []string{"3"}, false},
		{"unless its year is wanted", "He was born on 1985-11-02.", []string{"1985", "11|November", "02|2|2nd"}, true},
		{"in any form", "Born 2 November 1985.", []string{"1985", "11|November", "02|2|2nd"}, true},
		{"another day", "He was born on 1985-11-03.", []string{"1985", "11", "2"}, false},
		{"a date is a text", "2026‑03‑12T16:30", []string{"2026-03-12", "16:30"}, true},
		{"a range is neither number", "between 3–4", []string{"-4|4|3"}, false},
		{"a telephone number has none", "555-0104", []string{"104|-104|555"}, false},
		{"nor has a version", "1.2.30", []string{"1.2|30"}, false},
		{"nor a fraction", "3/4", []string{"3|4"}, false},
		{"a negative number is one", "It is -4 degrees.", []string{"-4"}, true},
		{"with another sign", "It is −4 °C, or minus 20, and -$5.", []string{"-4", "-20", "-5"}, true},
		{"and not the positive one", "minus 4, −5, -$6", []string{"4|5|6"}, false},
		{"an item of a list is positive", "- 4 apples", []string{"4"}, true},

		{"a time has no numbers", "at 14:30, or 3 PM", []string{"14|30|3"}, false},
		{"it is the same in either clock", "from 9:05AM to 3 p.m., 12 am", []string{"09:05", "15:00", "00:00"}, true},
		{"in the check too", "at 15:00", []string{"3 pm"}, true},
		{"and half a day later another", "at 9:00 pm", []string{"09:00|9 am"}, false},

		{"the digits of an id are no number", "I looked at p20, item_20, INV-20, #20 and 20.txt.", []string{"20"}, false},
		{"an id in words", "Order 17 is open, order number 17.", []string{"17"}, false},
		{"an order is also a verb", "Ana can order 17 trays.", []string{"17"}, true},
		{"a person is also a measure", "That is per person 30.", []string{"30"}, true},
		{"a sentence may end in an order", "I cancelled the order. 17 trays are left.", []string{"17"}, true},
		{"a number after another word", "platform 17", []string{"17"}, true},
		{"an id is a text", "Order o3, not o31", []string{"o3"}, true},
		{"a code may begin with zeros", "The code is 471.", []string{"0471"}, false},

		{"one of two texts", "It leaves at four.", []string{"16:00|four"}, true},
		{"a word within a word", "anagram", []string{"ana"}, false},
		{"also beside another letter", "anaïs", []string{"ana"}, false},
		{"a number within a text", "1.5 kg, -5 kg", []string{"5 kg"}, false},
		{"a text within a number", "version 2.1", []string{"version 2"}, false},
		{"with its point", "The area is 5 kg. It is version 2.", []string{"5 kg", "version 2"}, true},
		{"a name that is not a number", "Ask Nan.", []string{"Nan"}, true},
	}
	for _, row := range rows {
		r, err := tasks.Do(t.Context(), tasks.Task{ID: "t", Toolset: "shop", Check: tasks.Check{Answer: row.want}}, answers(row.answer))
		require.NoError(t, err)
		assert.Equal(t, row.done, r.Done, "%s: %s", row.claim, r.Why)
	}
	r, err := tasks.Do(t.Context(), tasks.Task{ID: "t", Toolset: "shop", Check: tasks.Check{Answer: []string{"Ana"}, Not: []string{"ben"}}},
		answers("Ana and Ben"))
	require.NoError(t, err)
	assert.Equal(t, `the answer says "ben"`, r.Why)
}

func TestImpossibleInOtherWords(t *testing.T) {
	rows := map[bool][]string{
		true: {
			"Impossible.", "There is no such file.", "The e-mail address isn’t provided.", "No teapots found.", "I found nothing about Rome.",
			"The note Locker does not have a tag private.", "There's no event called e9.", "I can't do that.", "I found no flight.",
			"I won't be able to print it.", "I'm not able to.", "You have no meeting with the bank.", "None of the tools sends mail.",
			"Only 3 teapots are in stock.", "It has already been shipped.", "I lack a printer.", "Sorry, that is beyond what I can do.",
			"Nobody called Zoe King is in the address book.", "Her address is missing.", "It was not carried out.",
		},
		false: {
			"Done.", "No problem, Mia was invited.", "Don't worry, Mia was invited.", "Order o2 was cancelled and will not be shipped.",
			"I removed the tag; the note is not private any more.", "Mia was invited, with no delay.", "The invitation was sent to Mia, not Ben.",
		},
	}
	for done, texts := range rows {
		for _, text := range texts {
			r, err := tasks.Do(t.Context(), tasks.Task{ID: "t", Toolset: "shop", Check: tasks.Check{Impossible: true}}, answers(text))
			require.NoError(t, err)
			assert.Equal(t, done, r.Done, text)
		}
	}
}

// TestImpossibleIsSeen: what only the tools can show is not said without a call, and what no tool does needs none.
func TestImpossibleIsSeen(t *testing.T) {
	read := tasks.Call{Tool: "read_file", Args: json.RawMessage(`{"path":"budget.xlsx"}`)}
	rows := []struct {
		claim       string
		gold, calls []tasks.Call
		fails       string
		done        bool
	}{
		{"it looked", []tasks.Call{read}, []tasks.Call{read}, "", true},
		{"it did not", []tasks.Call{read}, nil, "", false},
		{"it wrote a call that is none", []tasks.Call{read}, []tasks.Call{{Tool: "read", Args: read.Args}}, "", false},
		{"the tool did not respond", []tasks.Call{read, read}, []tasks.Call{read}, "read_file", false},
		{"and it called again", []tasks.Call{read, read}, []tasks.Call{read, read}, "read_file", true},
		{"there was nothing to look at", nil, nil, "", true},
	}
	for _, row := range rows {
		task := tasks.Task{ID: "t", Toolset: "files", Setup: tasks.Setup{Fails: row.fails}, Check: tasks.Check{Impossible: true}, Calls: row.gold}
		r, err := tasks.Do(t.Context(), task, answers("impossible", row.calls...))
		require.NoError(t, err)
		assert.Equal(t, row.done, r.Done, "%s: %s", row.claim, r.Why)
	}
}

func TestTheWorldAtTheEnd(t *testing.T) {
	call := func(tool, args string) tasks.Call { return tasks.Call{Tool: tool, Args: json.RawMessage(args)} }
	write := func(text string) tasks.Call {
		return tasks.Call{Tool: "write_file", Args: json.RawMessage(`{"path":"/a.txt","text":"` + text + `"}`)}
	}
	drop := call("delete_file", `{"path":"old/draft.txt"}`)
	mug := call("place_order", `{"customer":"c1","product":"p1","quantity":1}`)
	tray := call("place_order", `{"customer":"c2","product":"p5","quantity":2}`)
	const (
		hi     = `{"files": {"a.txt": "hi", "old/draft.txt": null}}`
		lines  = `{"files": {"a.txt": "milk\neggs"}}`
		orders = `{"products": {"p1": {"stock": 11}, "p5": {"stock": 4}}, "orders": {
			"o4": {"customer": "c1", "product": "p1", "quantity": 1, "status": "open"},
			"o5": {"customer": "c2", "product": "p5", "quantity": 2, "status": "open"}}}`
		haircut = `{"events": {"e2": null, "e6": {"date": "2026-03-09", "start": "11:00", "minutes": 45, "title": "Haircut", "reminder": 0}}}`
		tags    = `{"notes": {"Trip": {"tags": ["travel", "new", "old"]}}}`
	)
	add := call("add_event", `{"date":"2026-03-09","start":"11:00","minutes":45,"title":"Haircut"}`)
	cancel := call("cancel_event", `{"id":"e2"}`)
	rows := []struct {
		claim, toolset, state string
		calls                 []tasks.Call
		why                   string // "" is done
	}{
		{"it is as wanted", "files", hi, []tasks.Call{drop, write("Hi ")}, ""},
		{"something else was changed too", "files", hi, []tasks.Call{drop, write("hi"), call("write_file", `{"path":"b.txt","text":"hi"}`)},
			"files.b.txt should not be there"},
		{"not all was changed", "files", hi, []tasks.Call{drop}, "files.a.txt is missing"},
		{"lines are joined", "files", lines, []tasks.Call{write("milk eggs")}, `files.a.txt is "milk eggs", want "milk\neggs"`},
		{"a break is written as two characters", "files", lines, []tasks.Call{write(`milk\\neggs`)},
			`files.a.txt is "milk\\neggs", want "milk\neggs"`},
		{"a line is empty", "files", lines, []tasks.Call{write(`milk\n\neggs`)}, `files.a.txt is "milk\n\neggs", want "milk\neggs"`},
		{"one break more at the end", "files", lines, []tasks.Call{write(`milk\r\neggs\n`)}, ""},
		{"a line after a break", "files", lines, []tasks.Call{write(`milk\n`), call("append_file", `{"path":"a.txt","text":"eggs"}`)}, ""},
		{"two orders", "shop", orders, []tasks.Call{mug, tray}, ""},
		{"in the other order", "shop", orders, []tasks.Call{tray, mug}, ""},
		{"one is missing", "shop", orders, []tasks.Call{tray}, "orders.o4 is missing"},
		{"the wrong one is cancelled", "shop", `{"products": {"p1": {"stock": 14}}, "orders": {"o3": {"status": "cancelled"}}}`,
			[]tasks.Call{call("cancel_order", `{"id":"o1"}`)}, `orders.o1.status is "cancelled", want "open"`},
		{"a new event, then the old one goes", "calendar", haircut, []tasks.Call{add, cancel}, ""},
		{"its id is free again", "calendar", haircut, []tasks.Call{cancel, add}, ""},
		{"tags have no order", "notes", tags, []tasks.Call{call("tag_note", `{"title":"Trip","tag":"old"}`),
			call("tag_note", `{"title":"Trip","tag":"new"}`)}, ""},
		{"a tag too many", "notes", `{"notes": {"Trip": {"tags": ["travel"]}}}`, []tasks.Call{call("tag_note", `{"title":"Trip","tag":"old"}`)},
			`notes.Trip.tags is ["travel","old"], want ["travel"]`},
	}
	for _, row := range rows {
		check := tasks.Check{State: json.RawMessage(row.state)}
		r, err := tasks.Do(t.Context(), tasks.Task{ID: "t", Toolset: row.toolset, Check: check}, answers("done", row.calls...))
		require.NoError(t, err)
		assert.Equal(t, row.why == "", r.Done, row.claim)
		assert.Equal(t, row.why, r.Why, row.claim)
	}
	impossible := tasks.Task{ID: "t", Toolset: "files", Check: tasks.Check{Impossible: true}}
	r, err := tasks.Do(t.Context(), impossible, answers("It cannot be done.", drop))
	require.NoError(t, err)
	assert.Equal(t, "files.old/draft.txt is missing", r.Why, "impossible, and something was changed")
}
