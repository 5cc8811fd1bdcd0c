package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Choice is a flag with one of a few values.
type Choice struct {
	Value string
	Of    []string // all values
}

// NewChoice returns a choice of values, of which the first is its default.
func NewChoice(values ...string) Choice { return Choice{values[0], values} }

// String returns the value.
func (c *Choice) String() string { return c.Value }

// Type names the kind of the flag; it makes a Choice a [pflag.Value].
func (c *Choice) Type() string { return "choice" }

// List names all values in words.
func (c *Choice) List() string {
	if n := len(c.Of) - 1; n > 0 {
		return strings.Join(c.Of[:n], ", ") + " or " + c.Of[n]
	}
	return c.Of[0]
}

// Chosen returns the value, or all of them if none was given.
func (c *Choice) Chosen() []string {
	if c.Value == "" {
		return c.Of
	}
	return []string{c.Value}
}

// Set takes one of the values.
func (c *Choice) Set(value string) error {
	if !slices.Contains(c.Of, value) {
		return fmt.Errorf("want %s", c.List())
	}
	c.Value = value
	return nil
}

// A Count is a flag with a ceiling: a number, or 0 for its default.
type Count int

// String returns the number.
func (c *Count) String() string { return strconv.Itoa(int(*c)) }

// Type names the kind of the flag; it makes a Count a [pflag.Value].
func (c *Count) Type() string { return "count" }

// Set takes a number from 0.
func (c *Count) Set(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return errors.New("want a whole number, 0 for the default")
	}
	*c = Count(n)
	return nil
}

// A Bound is a flag with a ceiling that may be none at all: a number, where 0 is no default.
type Bound struct{ Value *int } // nil: not given

// String returns the number, or "" where none was given.
func (b *Bound) String() string {
	if b.Value == nil {
		return ""
	}
	return strconv.Itoa(*b.Value)
}

// Type names the kind of the flag; it makes a Bound a [pflag.Value].
func (b *Bound) Type() string { return "bound" }

// Set takes a number from 0.
func (b *Bound) Set(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return errors.New("want a whole number from 0")
	}
	b.Value = &n
	return nil
}

// A Fraction is a flag with a number from 0 to 1.
type Fraction struct{ Value *float64 } // nil: not given

// String returns the number, or "" where none was given.
func (f *Fraction) String() string {
	if f.Value == nil {
		return ""
	}
	return strconv.FormatFloat(*f.Value, 'g', -1, 64)
}

// Type names the kind of the flag; it makes a Fraction a [pflag.Value].
func (f *Fraction) Type() string { return "fraction" }

// Set takes a number from 0 to 1.
func (f *Fraction) Set(value string) error {
	p, err := strconv.ParseFloat(value, 64)
	if err != nil || !(p >= 0 && p <= 1) { // not a number fails too
		return errors.New("want a number from 0 to 1, like 0.9")
	}
	f.Value = &p
	return nil
}

// A Span is a flag with a length of time above zero.
type Span time.Duration

// String returns the length without seconds where there are none: "5m".
func (s *Span) String() string {
	text := time.Duration(*s).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	return text
}

// Type names the kind of the flag; it makes a Span a [pflag.Value].
func (s *Span) Type() string { return "span" }

// Set takes a length of time as Go spells it.
func (s *Span) Set(value string) error {
	d, err := time.ParseDuration(value)
	if err != nil || d <= 0 {
		return errors.New("want a length of time, like 30s or 5m")
	}
	*s = Span(d)
	return nil
}
