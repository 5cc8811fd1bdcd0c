package loop

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/tidwall/gjson"
)

// A Divergence is the first place where a run and its log differ.
type Divergence struct {
	Seq      int    // of the recorded event
	Field    string // gjson path into the event: "ask.messages"
	Recorded string // the value in the log
	Now      string // the value of the run
	What     string // what has changed, in plain words, if it is something that Config.AllowChanged accepts; else ""
}

// Error returns one line.
func (d *Divergence) Error() string {
	difference := fmt.Sprintf("event %d differs from the log: %s was %s, and is %s now", d.Seq, d.Field, d.Recorded, d.Now)
	if d.What == "" {
		return "loop: " + difference
	}
	return "loop: " + d.What + "; go on with what made the log, or set AllowChanged (" + difference + ")"
}

// difference returns the first field in which two events differ, times apart, or nil.
func difference(recorded, now Event) *Divergence {
	a, b := comparable(recorded), comparable(now)
	if bytes.Equal(a, b) {
		return nil
	}
	path, was, is := firstDifference("", gjson.ParseBytes(a), gjson.ParseBytes(b))
	return &Divergence{Seq: recorded.Seq, Field: path, Recorded: was, Now: is, What: describeDrift(recorded, now, path)}
}

// comparable is an event as JSON, without what depends on the clock.
func comparable(e Event) []byte {
	e.Time, e.Seq = time.Time{}, 0
	if e.Result != nil {
		result := *e.Result
		result.Counters.WallMS = 0
		e.Result = &result
	}
	line, err := json.Marshal(e)
	if err != nil {
		panic("loop: BUG: an event failed to encode: " + err.Error())
	}
	return line
}

// firstDifference finds the path to the first value that differs.
func firstDifference(path string, a, b gjson.Result) (at, was, is string) {
	switch {
	case a.IsObject() && b.IsObject():
		keys := a.Get("@keys").Array()
		for _, key := range append(keys, b.Get("@keys").Array()...) {
			x, y := a.Get(gjson.Escape(key.Str)), b.Get(gjson.Escape(key.Str))
			if x.Raw != y.Raw {
				return firstDifference(join(path, key.Str), x, y)
			}
		}
	case a.IsArray() && b.IsArray():
		x, y := a.Array(), b.Array()
		for i := range max(len(x), len(y)) {
			switch {
			case i == len(x):
				return firstDifference(join(path, strconv.Itoa(i)), gjson.Result{}, y[i])
			case i == len(y):
				return firstDifference(join(path, strconv.Itoa(i)), x[i], gjson.Result{})
			case x[i].Raw != y[i].Raw:
				return firstDifference(join(path, strconv.Itoa(i)), x[i], y[i])
			}
		}
	}
	was, is = clip(a.Raw, b.Raw)
	return path, was, is
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// maxShown is how much of a value an error shows, in characters.
const maxShown = 80

// clip shortens two values for an error to where they differ.
func clip(was, is string) (string, string) {
	x, y := []rune(was), []rune(is)
	same := 0
	for same < min(len(x), len(y)) && x[same] == y[same] {
		same++
	}
	from := 0
	if same > maxShown/2 {
		from = same - maxShown/4
	}
	return window(x, from), window(y, from)
}

// window returns what stands at from in a value, with marks where something is left out.
func window(value []rune, from int) string {
	if len(value) == 0 {
		return "missing"
	}
	before, after := "", ""
	if from > 0 {
		before = "…"
	}
	value = value[from:]
	if len(value) > maxShown {
		value, after = value[:maxShown], "…"
	}
	return before + string(value) + after
}
