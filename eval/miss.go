package eval

import "strings"

// A Miss is an item of an evaluation that went wrong, in words.
type Miss struct {
	ID        string   `json:"id"`
	Input     string   `json:"input"`
	Wanted    []string `json:"wanted"`               // any of them; none: that the sentence stays
	AnyChange bool     `json:"any_change,omitempty"` // counts as right
	Got       string   `json:"got"`
	Corrected string   `json:"corrected,omitempty"` // the sentence that came, if one did
	Trace     string   `json:"trace,omitempty"`     // the command that shows each step; "": there is none
	Steps     []string `json:"steps,omitempty"`     // in lines, where they were asked for
}

// Want says what the item wants.
func (m Miss) Want() string {
	switch {
	case m.AnyChange:
		return "any change"
	case len(m.Wanted) == 0:
		return "that nothing is changed"
	}
	return strings.Join(m.Wanted, "  or  ")
}
