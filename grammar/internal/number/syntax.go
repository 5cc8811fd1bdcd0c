package number

// A State is how far the syntax of a number has come.
type State uint8

const (
	Start State = iota
	Minus
	Zero
	Whole
	Point
	Fraction
	ExponentMark
	ExponentSign
	Exponent
)

// Step returns the state after b, and whether b continues a number.
func (s State) Step(b byte) (State, bool) {
	digit := b >= '0' && b <= '9'
	switch s {
	case Start, Minus:
		switch {
		case b == '0':
			return Zero, true
		case digit:
			return Whole, true
		}
		return Minus, b == '-' && s == Start
	case Zero, Whole, Fraction:
		switch {
		case digit:
			return s, s != Zero
		case b == '.':
			return Point, s != Fraction
		}
		return ExponentMark, b == 'e' || b == 'E'
	case Point:
		return Fraction, digit
	case ExponentMark:
		if b == '+' || b == '-' {
			return ExponentSign, true
		}
		return Exponent, digit
	default:
		return Exponent, digit
	}
}

// complete reports whether a number may end here.
func (s State) complete() bool {
	return s == Zero || s == Whole || s == Fraction || s == Exponent
}
