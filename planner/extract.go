package planner

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// The bounds of FindObject, in bytes: of the text, and of what may stand before the object.
const (
	maxObjectText = 64 << 10
	maxPreface    = 4 << 10
)

// FindObject finds the one JSON object that a model meant in a reply without a grammar. A byte-order
// mark, white space, one <think> block and the opening of a code fence may come before it; then it is the
// object that begins there, and whatever follows is ignored. Otherwise it may be inside prose, if fits
// accepts exactly one object there; of two, either might be meant. FindObject repairs nothing, takes
// nothing out of another object or a list, and searches at most 4 KiB of preface and 64 KiB of text.
//
// fits returns an error if an object is not what was asked for; FindObject returns that error if it
// found an object. The error for a text that is cut off wraps [io.ErrUnexpectedEOF].
func FindObject(text string, fits func([]byte) error) (json.RawMessage, error) {
	if len(text) > maxObjectText {
		return nil, phrases.Error("long text", "Bytes", len(text), "Most", maxObjectText)
	}
	rest, err := afterPreface(text)
	switch {
	case err != nil:
		return nil, err
	case len(text)-len(rest) > maxPreface:
		return nil, phrases.Error("long preface", "Bytes", len(text)-len(rest), "Most", maxPreface)
	case rest == "":
		return nil, phrases.Error("empty text")
	case rest[0] != '{':
		return inProse(rest[:min(len(rest), maxPreface)], rest, fits)
	}
	object, err := objectAt(rest)
	if err == nil {
		err = fits(object)
	}
	if err != nil {
		return nil, err
	}
	return object, nil
}

var openFence = regexp.MustCompile("^```[^\n`{]*\n?")

// afterPreface returns text from where the object should begin.
func afterPreface(text string) (string, error) {
	const open, shut = "<think>", "</think>"
	rest := trimmed(text)
	if strings.HasPrefix(rest, open) {
		_, after, closed := strings.Cut(rest, shut)
		if !closed {
			return "", fmt.Errorf("%s: %w", phrases.Say("open thought", "Mark", open), io.ErrUnexpectedEOF)
		}
		rest = trimmed(after)
	}
	return trimmed(rest[len(openFence.FindString(rest)):]), nil
}

// trimmed is text without white space and a byte-order mark in front.
func trimmed(text string) string {
	return strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(text, " \t\r\n"), "\uFEFF"), " \t\r\n")
}

// objectAt returns the object, or the list, that text begins with.
func objectAt(text string) (json.RawMessage, error) {
	d := json.NewDecoder(strings.NewReader(text))
	var object json.RawMessage
	if err := d.Decode(&object); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, fmt.Errorf("%s: %w", phrases.Say("cut object"), err)
		}
		return nil, fmt.Errorf("%s: %w", phrases.Say("broken object"), err)
	}
	return object, nil
}

// beginsObject is how a JSON object begins, where a brace in prose need not.
var beginsObject = regexp.MustCompile(`^\{\s*["}]`)

// maxBrackets is how many square brackets in prose may turn out to begin no list.
const maxBrackets = 64

// inProse finds the one object in text that fits, of those that begin in its front.
func inProse(front, text string, fits func([]byte) error) (json.RawMessage, error) {
	var found json.RawMessage
	var problem error
	brackets := 0
	for i := 0; i < len(front); i++ {
		switch {
		case front[i] == '[' && brackets < maxBrackets:
			if list, err := objectAt(text[i:]); err == nil {
				i += len(list) - 1
			} else {
				brackets++
			}
		case front[i] == '{' && beginsObject.MatchString(text[i:]):
			object, err := objectAt(text[i:])
			if err != nil {
				return nil, err
			}
			i += len(object) - 1
			switch err = fits(object); {
			case err != nil && problem == nil:
				problem = err
			case err == nil && found != nil:
				return nil, phrases.Error("several objects")
			case err == nil:
				found = object
			}
		}
	}
	if found == nil && problem == nil {
		problem = phrases.Error("no object", "Text", Truncate(text, 60))
	}
	if found == nil {
		return nil, problem
	}
	return found, nil
}
