package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A choice is a flag with one of a few values.
type choice struct {
	value string
	of    []string
}

func (c *choice) String() string { return c.value }

// Type names the kind of the flag; it makes a choice a [pflag.Value].
func (c *choice) Type() string { return "choice" }

// list names the values in words.
func (c *choice) list() string {
	if n := len(c.of) - 1; n > 0 {
		return strings.Join(c.of[:n], ", ") + " or " + c.of[n]
	}
	return c.of[0]
}

// chosen returns the value, or all of them if none was given.
func (c *choice) chosen() []string {
	if c.value == "" {
		return c.of
	}
	return []string{c.value}
}

// Set takes one of the values.
func (c *choice) Set(value string) error {
	if !slices.Contains(c.of, value) {
		return fmt.Errorf("want %s", c.list())
	}
	c.value = value
	return nil
}

// A count is a flag with a ceiling: a number, or 0 for its default.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }

// Type names the kind of the flag; it makes a count a [pflag.Value].
func (c *count) Type() string { return "count" }

// Set takes a number from 0.
func (c *count) Set(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return errors.New("want a whole number, 0 for the default")
	}
	*c = count(n)
	return nil
}

// A fraction is a flag with a number from 0 to 1.
type fraction struct{ value *float64 } // nil: not given

func (f *fraction) String() string {
	if f.value == nil {
		return ""
	}
	return strconv.FormatFloat(*f.value, 'g', -1, 64)
}

// Type names the kind of the flag; it makes a fraction a [pflag.Value].
func (f *fraction) Type() string { return "fraction" }

// Set takes a number from 0 to 1.
func (f *fraction) Set(value string) error {
	p, err := strconv.ParseFloat(value, 64)
	if err != nil || !(p >= 0 && p <= 1) { // not a number fails too
		return errors.New("want a number from 0 to 1, like 0.9")
	}
	f.value = &p
	return nil
}

// A span is a flag with a length of time above zero.
type span time.Duration

func (s *span) String() string {
	text := time.Duration(*s).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	return text
}

// Type names the kind of the flag; it makes a span a [pflag.Value].
func (s *span) Type() string { return "span" }

// Set takes a length of time as Go spells it.
func (s *span) Set(value string) error {
	d, err := time.ParseDuration(value)
	if err != nil || d <= 0 {
		return errors.New("want a length of time, like 30s or 5m")
	}
	*s = span(d)
	return nil
}
