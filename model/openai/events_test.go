package openai

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dispatched reads the data of all events of a stream.
func dispatched(t *testing.T, stream io.Reader) []string {
	t.Helper()
	var all []string
	r := newEventReader(stream)
	for r.scan() {
		if r.dispatched {
			all = append(all, r.data)
		}
	}
	require.NoError(t, r.err())
	return all
}

// The rows are from the section "Parsing an event stream" of the HTML standard.
func TestEventsAreReadAsTheStandardSays(t *testing.T) {
	for name, row := range map[string]struct {
		stream string
		want   []string
	}{
		"a line feed ends a line":                       {"data: a\n\ndata: b\n\n", []string{"a", "b"}},
		"a carriage return ends a line":                 {"data: a\r\rdata: b\r\r", []string{"a", "b"}},
		"both together end one line":                    {"data: a\r\n\r\ndata: b\r\n\r\n", []string{"a", "b"}},
		"line ends may be mixed":                        {"data: a\r\ndata: b\n\r\ndata: c\r\n\n", []string{"a\nb", "c"}},
		"several data lines are joined by a line feed":  {"data: {\"a\":\ndata: 1}\n\n", []string{"{\"a\":\n1}"}},
		"other fields may stand between them":           {"data: a\nid: 7\ndata: b\n\n", []string{"a\nb"}},
		"a comment is ignored":                          {": hello\ndata: a\n: again\n\n", []string{"a"}},
		"an unknown field is ignored":                   {"data: a\nflavor: sweet\nsour\n\n", []string{"a"}},
		"one space after the colon is dropped":          {"data:a\n\ndata: b\n\ndata:  c\n\n", []string{"a", "b", " c"}},
		"data without a colon is an empty line":         {"data\ndata\n\ndata\n\n", []string{"\n", ""}},
		"a byte order mark is dropped, once":            {"\ufeffdata: a\n\n\ufeffdata: b\n\n", []string{"a"}},
		"blank lines without data are no event":         {"\n\nevent: x\n\ndata: a\n\n\n", []string{"a"}},
		"an event without its blank line is discarded":  {"data: a\n\ndata: b\n", []string{"a"}},
		"a line without its end is discarded":           {"data: a\n\ndata: b\n\ndata: c", []string{"a", "b"}},
		"the name of a field is compared with its case": {"Data: a\n\ndata: b\n\n", []string{"b"}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, row.want, dispatched(t, strings.NewReader(row.stream)))
			assert.Equal(t, row.want, dispatched(t, iotest.OneByteReader(strings.NewReader(row.stream))), "byte by byte")
		})
	}
}

func TestAnEventIsBounded(t *testing.T) {
	line := "data: " + strings.Repeat("a", 1<<20) + "\n"
	r := newEventReader(strings.NewReader(strings.Repeat(line, 9) + "\n"))
	for r.scan() {
	}
	assert.ErrorContains(t, r.err(), "token too long")
}

func TestWhatIsNoStreamOfEvents(t *testing.T) {
	for _, text := range []string{"<html>Log in</html>", "<html>\n<p>Log in\n", `{"error":"no"}`} {
		r := newEventReader(strings.NewReader(text))
		for r.scan() {
		}
		assert.ErrorIs(t, r.err(), errNoEvents, text)
	}
}

// A line that ends in a carriage return counts when that has come, not when the next byte has.
func TestACarriageReturnIsNotWaitedBehind(t *testing.T) {
	stream, server := io.Pipe()
	go func() { _, _ = server.Write([]byte("data: a\r\r")) }()
	r := newEventReader(stream)
	require.True(t, r.scan())
	require.True(t, r.scan())
	assert.Equal(t, "a", r.data)
}

func FuzzTheCutOfAStreamChangesNothing(f *testing.F) {
	f.Add("data: a\r\ndata: b\n\r\n: c\rdata\r\r")
	f.Fuzz(func(t *testing.T, text string) {
		assert.Equal(t, dispatchedOrError(strings.NewReader(text)), dispatchedOrError(iotest.OneByteReader(strings.NewReader(text))))
	})
}

func dispatchedOrError(stream io.Reader) []string {
	var all []string
	r := newEventReader(stream)
	for r.scan() {
		all = append(all, r.data)
	}
	if err := r.err(); err != nil {
		all = append(all, err.Error())
	}
	return all
}
