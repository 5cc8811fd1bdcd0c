package endpoint

import (
	"encoding/json"
	"slices"
	"strings"
)

// A stopList is a client's stop: one text or a list of them.
type stopList []string

// UnmarshalJSON reads either form, and null as an empty text, which ends nothing.
func (l *stopList) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*l = stopList{one}
	} else if json.Unmarshal(data, (*[]string)(l)) != nil {
		return invalid("stop", "stop is neither text nor a list of texts")
	}
	return nil
}

// A stopper passes on text up to the first stop sequence.
type stopper struct {
	stops []string
	held  string // the end of the text so far, because it may begin a stop sequence
	at    string // the stop sequence that ended the text, or ""
}

// add returns what may be passed on after more text. The sequence that is complete first ends the text, however it is divided; of
// sequences with the same end, it is the longest.
func (s *stopper) add(text string) string {
	text, s.held = s.held+text, ""
	end := len(text) + 1
	for _, stop := range s.stops {
		i := strings.Index(text, stop)
		if at := i + len(stop); i >= 0 && (at < end || at == end && len(stop) > len(s.at)) {
			end, s.at = at, stop
		}
	}
	if s.at != "" {
		return text[:end-len(s.at)]
	}
	for i := range text {
		if slices.ContainsFunc(s.stops, func(stop string) bool { return strings.HasPrefix(stop, text[i:]) }) {
			s.held = text[i:]
			return text[:i]
		}
	}
	return text
}
