package tools

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// exactDigits is how many digits a double keeps of every decimal.
const exactDigits = 15

// numbers yields the numbers of a JSON text and where they begin.
func numbers(text []byte) func(yield func(at int, number []byte) bool) {
	return func(yield func(int, []byte) bool) {
		for at := 0; at < len(text); at++ {
			switch b := text[at]; {
			case b == '"':
				for at++; text[at] != '"'; at++ {
					if text[at] == '\\' {
						at++
					}
				}
			case b == '-' || '0' <= b && b <= '9':
				n := len(text) - at - len(bytes.TrimLeft(text[at:], "+-.0123456789eE"))
				if !yield(at, text[at:at+n]) {
					return
				}
				at += n - 1
			}
		}
	}
}

// doubles reports whether all numbers of a JSON text are doubles as they are spelled.
func doubles(text []byte) bool {
	for _, n := range numbers(text) {
		if len(n) > exactDigits && len(strings.TrimLeft(string(n), "-0.")) > exactDigits || bytes.ContainsAny(n, "eE") {
			return false
		}
	}
	return true
}

// canonicalNumbers returns text, which is canonical but for its numbers, with those canonical too.
func canonicalNumbers(text []byte) (out []byte, err error) {
	from := 0
	for at, n := range numbers(text) {
		canon, err := canonicalNumber(n)
		if err != nil {
			return nil, err
		}
		out = append(append(out, text[from:at]...), canon...)
		from = at + len(n)
	}
	return append(out, text[from:]...), nil
}

// canonicalNumber returns n as ECMAScript prints it, or as a plain decimal where that would be another number.
func canonicalNumber(n []byte) ([]byte, error) {
	canon := jsontext.Value(bytes.Clone(n))
	if _, err := strconv.ParseFloat(string(n), 64); err != nil {
		return nil, fmt.Errorf("%s: %w", phrases.Say("out of range", "Number", string(n)), errNotJSON)
	}
	if err := canon.Canonicalize(); err != nil {
		return nil, fmt.Errorf("%w: %w", errNotJSON, err)
	}
	digits, point := decimal(n)
	written, at := decimal(canon)
	switch {
	case digits == written && point == at:
		return canon, nil
	case written == "":
		return nil, fmt.Errorf("%s: %w", phrases.Say("out of range", "Number", string(n)), errNotJSON)
	}
	out := bytes.TrimRight(n[:1], "0123456789") // the sign
	out = bytes.Clone(out)
	switch {
	case point <= 0:
		return append(append(append(out, "0."...), strings.Repeat("0", -point)...), digits...), nil
	case point >= len(digits):
		return append(append(out, digits...), strings.Repeat("0", point-len(digits))...), nil
	}
	return append(append(append(out, digits[:point]...), '.'), digits[point:]...), nil
}

// decimal returns the digits of a number, without zeros around them, and how many of them stand before the point.
func decimal(n []byte) (digits string, point int) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(strings.TrimPrefix(string(n), "-")), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	point, _ = strconv.Atoi(exponent) // what is beyond an int is beyond a double too, or zero
	point += len(whole)
	digits = strings.TrimLeft(whole+fraction, "0")
	point -= len(whole) + len(fraction) - len(digits)
	digits = strings.TrimRight(digits, "0")
	if digits == "" {
		point = 0
	}
	return digits, point
}
