package regex

import (
	"errors"
	"fmt"
	"math/big"
)

// A Number says which JSON numbers a language holds, by value, and in which spellings. Bounds and
// step must be finite decimals, as all JSON numbers are. The zero value is every integer of at most
// DefaultDigits digits.
type Number struct {
	Lo, Hi         *big.Rat // the least and greatest value; nil is no bound
	LoOpen, HiOpen bool     // whether the bound itself is excluded
	Step           *big.Rat // every value is a multiple of it; nil is no such rule; must be positive

	Fraction  bool // whether a spelling may have a point: 1.5, and 1.0 for 1
	Exponent  bool // whether a spelling may have an exponent of up to MaxExponent
	MinusZero bool // whether -0 is a spelling of 0
	MaxDigits int  // the digits of a spelling without its exponent; 0: DefaultDigits
}

// DefaultDigits is the number of digits that a number may have when Number does not say.
const DefaultDigits = 24

// MaxExponent bounds the exponent of a spelling, which has at most three digits: beyond it a float64
// ends.
const MaxExponent = 308

// Number returns the language of the JSON spellings of n. It is exact for any bounds, and building it
// costs the same for all: states are found when they are needed. The error says which field of n is
// no use; a number without values is Nothing.
func (s *Space) Number(n Number) (Expr, error) {
	m, err := newNumber(n)
	if err != nil {
		return Nothing, err
	}
	start := m.enter(numState{phase: numStart, digits: new(big.Int)})
	if start < 0 {
		return Nothing, nil
	}
	return s.newLeaf(m, start), nil
}

// Integer returns the language of the integers from lo to hi without point or exponent; a nil bound
// is none. With minusZero -0 is a spelling of 0.
func (s *Space) Integer(lo, hi *big.Int, minusZero bool) Expr {
	n := Number{MinusZero: minusZero}
	if lo != nil {
		n.Lo = new(big.Rat).SetInt(lo)
	}
	if hi != nil {
		n.Hi = new(big.Rat).SetInt(hi)
	}
	e, err := s.Number(n)
	if err != nil {
		panic("regex: BUG: " + err.Error())
	}
	return e
}

// number is the leaf of a Number. A state is what was read, and two texts share a state when the same
// may follow: when they relate in the same way to the bounds and leave the same remainder. So only
// the first text of each state is kept, and arithmetic on it answers exactly whether a value can
// still be reached.
type number struct {
	Number
	sides  [2]side // of the magnitudes without and with a minus
	stepOn side    // from Step on
	places int     // digits behind the point beyond which nothing new can be hit
	exact  bool    // spellings with exponent under bounds: every text has its own state

	states []numState
	index  map[string]int32
	powers []*big.Int       // powers of ten
	moduli map[int]*big.Int // of Step, by scale
	key    []byte           // scratch
}

// A side is the interval of the magnitudes that one sign may have.
type side struct {
	lo, hi         *big.Rat // lo >= 0; hi nil is no bound
	loOpen, hiOpen bool
	none           bool

	// What was asked before, by scale; and the leading digits of the bounds, by shape.
	leasts, greatests  map[int]*big.Int
	loDigits, hiDigits map[int]*big.Int
}

type numPhase uint8

const (
	numStart  numPhase = iota
	numMinus           // behind the minus
	numZero            // behind a leading zero
	numInt             // among digits before the point
	numPoint           // behind the point
	numFrac            // among digits behind the point
	numE               // behind the e
	numESign           // behind the sign of the exponent
	numEDigit          // among the digits of the exponent
)

// A numState is what matters of the text read so far.
type numState struct {
	phase  numPhase
	minus  bool
	before int      // digits before the point
	behind int      // digits behind it
	digits *big.Int // all of them, as one integer

	// From the e on: the exponents that give a legal value, and what was read of one.
	expLo, expHi int
	expMinus     bool
	exp, expRead int

	accepts bool
	next    [len(numChars)]int32 // 0 is not known, -1 dead, else the next state + 1
}

// numChars are the characters of JSON numbers, in ascending order.
const numChars = "+-.0123456789Ee"

func newNumber(n Number) (*number, error) {
	if n.MaxDigits < 0 {
		return nil, errors.New("regex: Number.MaxDigits is negative")
	}
	if n.MaxDigits == 0 {
		n.MaxDigits = DefaultDigits
	}
	if n.Step != nil && n.Step.Sign() <= 0 {
		return nil, errors.New("regex: Number.Step is not positive")
	}
	m := &number{
		Number: n,
		exact:  n.Exponent && (n.Lo != nil || n.Hi != nil || n.Step != nil),
		index:  make(map[string]int32),
	}
	for _, r := range []*big.Rat{n.Lo, n.Hi, n.Step} {
		places, ok := decimals(r)
		if !ok {
			return nil, fmt.Errorf("regex: Number: %v is no finite decimal", r)
		}
		m.places = max(m.places, places)
	}
	m.places++ // behind a bound that is excluded there is always a decimal with one more digit
	m.sides[0] = clip(n.Lo, n.Hi, n.LoOpen, n.HiOpen)
	m.sides[1] = clip(negated(n.Hi), negated(n.Lo), n.HiOpen, n.LoOpen)
	m.stepOn.lo = n.Step
	if minus := &m.sides[1]; !n.MinusZero && minus.lo.Sign() == 0 {
		minus.loOpen = true
	}
	return m, nil
}

func negated(r *big.Rat) *big.Rat {
	if r == nil {
		return nil
	}
	return new(big.Rat).Neg(r)
}

// clip returns what of the interval lo..hi is not negative.
func clip(lo, hi *big.Rat, loOpen, hiOpen bool) side {
	if lo == nil || lo.Sign() < 0 {
		lo, loOpen = new(big.Rat), false
	}
	none := false
	if hi != nil {
		c := lo.Cmp(hi)
		none = c > 0 || c == 0 && (loOpen || hiOpen)
	}
	return side{lo: lo, hi: hi, loOpen: loOpen, hiOpen: hiOpen, none: none}
}

// decimals returns how many digits r has behind the point, and whether that many are enough.
func decimals(r *big.Rat) (int, bool) {
	if r == nil || r.IsInt() {
		return 0, true
	}
	den := new(big.Int).Set(r.Denom())
	count := func(prime int64) (n int) {
		p, rest := big.NewInt(prime), new(big.Int)
		for q := new(big.Int); ; n++ {
			if q.QuoRem(den, p, rest); rest.Sign() != 0 {
				return n
			}
			den.Set(q)
		}
	}
	twos, fives := count(2), count(5)
	return max(twos, fives), den.IsInt64() && den.Int64() == 1
}

// pow returns ten to the n. The caller must not modify it.
func (m *number) pow(n int) *big.Int {
	for len(m.powers) <= n {
		if len(m.powers) == 0 {
			m.powers = append(m.powers, big.NewInt(1))
			continue
		}
		m.powers = append(m.powers, new(big.Int).Mul(m.powers[len(m.powers)-1], big.NewInt(10)))
	}
	return m.powers[n]
}

// clone returns m itself: a Space with numbers is never cloned.
func (m *number) clone() leaf { return m }
