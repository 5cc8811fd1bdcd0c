package planner_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/planner"
)

// isCall is what fits in these tests: an object with a tool.
func isCall(object []byte) error {
	var call struct{ Tool *string }
	if json.Unmarshal(object, &call) != nil || call.Tool == nil {
		return errors.New("no tool")
	}
	return nil
}

// Case 28.
func TestFindObject(t *testing.T) {
	const call = `{"tool":"a"}`
	for _, row := range []struct{ claim, text, want string }{
		{"the object alone", call, call},
		{"white space around it", " \n" + call + "\n", call},
		{"a byte-order mark", "\uFEFF" + call, call},
		{"a think block, with an object in it", `<think>{"tool":"b"}</think>` + call, call},
		{"a fence", "```json\n" + call + "\n```", call},
		{"a fence without a line of its own", "```" + call + "```", call},
		{"all of them", "\uFEFF\n<think>hm</think>\n\n```json\n" + call, call},
		{"text behind it", call + " I hope that helps.", call},
		{"a second object behind it: the first counts", call + `{"tool":"b"}`, call},
		{"prose in front", "Sure! Here it is: " + call, call},
		{"prose around it", "I call " + call + ", as agreed.", call},
		{"a fence behind prose", "Sure!\n```json\n" + call + "\n```", call},
		{"braces and brackets in prose", "In {x} of [y]: " + call, call},
		{"an object in prose that is something else", `With {"n": 1} I write ` + call, call},
		{"two in prose", "Either " + call + ` or {"tool":"b"}.`, "error: there are several JSON objects, and one is wanted"},
		{"a list of one", "[" + call + "]", `error: there is no JSON object in "[{\"tool\":\"a\"}]"`},
		{"within another object", `Sure: {"call":` + call + "}", "error: no tool"},
		{"what is broken is not looked into", `Sure: {"x": y, "call":` + call + "}",
			"error: the JSON object is broken: invalid character 'y' looking for beginning of value"},
		{"cut off", `{"tool":"a`, "error: the JSON object is cut off: unexpected EOF"},
		{"cut off in prose", `Sure: {"tool":"a`, "error: the JSON object is cut off: unexpected EOF"},
		{"a thought that does not end", "<think>hm " + call, "error: <think> is not closed, and no JSON object follows it: unexpected EOF"},
		{"a call in words", "foo(bar)", `error: there is no JSON object in "foo(bar)"`},
		{"nothing", " \n", "error: there is no JSON object: the text is empty"},
		{"an object that does not fit", `{"n":1}`, "error: no tool"},
		{"a preface of 4 KiB", strings.Repeat(" ", 4096) + call, call},
		{"a preface over 4 KiB", strings.Repeat(" ", 4097) + call, "error: 4097 bytes stand before the JSON object, and at most 4096 may"},
		{"behind 4 KiB of prose", strings.Repeat("a", 4096) + call, `error: there is no JSON object in "` + strings.Repeat("a", 60) + `…"`},
		{"a long text", strings.Repeat("a", 65537), "error: the text has 65537 bytes, and may have 65536"},
	} {
		got, err := planner.FindObject(row.text, isCall)
		if err != nil {
			got = json.RawMessage("error: " + err.Error())
		}
		assert.Equal(t, row.want, string(got), row.claim)
	}
	_, err := planner.FindObject(`{"tool":`, isCall)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// FuzzFindObject: what is found fits, stands in the text, and is found again in what stands around it.
func FuzzFindObject(f *testing.F) {
	for _, seed := range []string{`{"tool":"a"}`, `Sure: {"tool":"a"} or {"tool":"b"}`,
		"\uFEFF<think>x</think>```json\n{\"tool\":\"a\"}", "[[[{", `{"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := planner.FindObject(text, isCall)
		if err != nil {
			require.Nil(t, got)
			return
		}
		require.NoError(t, isCall(got))
		require.Contains(t, text, string(got))
		for _, around := range []string{"%s", "\uFEFF<think>hm</think>%s", "Sure: %s"} {
			again, err := planner.FindObject(fmt.Sprintf(around, got), isCall)
			require.NoError(t, err)
			require.Equal(t, got, again)
		}
	})
}

func ExampleFindObject() {
	object, err := planner.FindObject("Sure! I write:\n```json\n{\"tool\": \"conjugate\"}\n```", isCall)
	fmt.Println(string(object), err)
	// Output: {"tool": "conjugate"} <nil>
}
