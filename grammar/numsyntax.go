package grammar

// The states of the syntax of a number.
type numState uint8

const (
	numStart numState = iota
	numMinus
	numZero
	numWhole
	numPoint
	numFraction
	numE
	numSign
	numExponent
)

// step returns the state after b, and whether b continues a number.
func (s numState) step(b byte) (numState, bool) {
	digit := b >= '0' && b <= '9'
	switch s {
	case numStart, numMinus:
		switch {
		case b == '0':
			return numZero, true
		case digit:
			return numWhole, true
		}
		return numMinus, b == '-' && s == numStart
	case numZero, numWhole, numFraction:
		switch {
		case digit:
			return s, s != numZero
		case b == '.':
			return numPoint, s != numFraction
		}
		return numE, b == 'e' || b == 'E'
	case numPoint:
		return numFraction, digit
	case numE:
		if b == '+' || b == '-' {
			return numSign, true
		}
		return numExponent, digit
	default:
		return numExponent, digit
	}
}

// complete reports whether a number may end here.
func (s numState) complete() bool {
	return s == numZero || s == numWhole || s == numFraction || s == numExponent
}
