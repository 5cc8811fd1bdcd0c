package regex

import (
	"encoding/binary"
	"math/big"
	"strings"
)

func (m *number) accepts(state int32) bool { return m.states[state].accepts }

func (m *number) step(state int32, r rune) int32 {
	i := strings.IndexRune(numChars, r)
	if i < 0 {
		return -1
	}
	if known := m.states[state].next[i]; known != 0 {
		return max(known-1, -1)
	}
	if st, ok := m.read(&m.states[state], numChars[i]); ok {
		if to := m.enter(st); to >= 0 {
			m.states[state].next[i] = to + 1
			return to
		}
	}
	m.states[state].next[i] = -1
	return -1
}

// heads tells all characters apart: to try them here would make states that nobody may need.
func (m *number) heads(state int32, add func(lo, hi rune, value int32)) {
	for i, r := range numChars {
		if m.states[state].next[i] >= 0 {
			add(r, r, int32(i))
		}
	}
}

// read returns what c makes of st, if a JSON number may go on so. The limits come later.
func (m *number) read(st *numState, c byte) (to numState, ok bool) {
	to = numState{
		phase: st.phase, minus: st.minus, before: st.before, behind: st.behind, digits: st.digits,
		expLo: st.expLo, expHi: st.expHi, expMinus: st.expMinus, exp: st.exp, expRead: st.expRead,
	}
	switch digit := c >= '0' && c <= '9'; st.phase {
	case numStart, numMinus:
		switch {
		case c == '-' && st.phase == numStart:
			to.phase, to.minus = numMinus, true
			return to, true
		case digit:
			to.phase, to.before, to.digits = numInt, 1, big.NewInt(int64(c-'0'))
			if c == '0' {
				to.phase = numZero
			}
			return to, true
		}
	case numZero, numInt, numPoint, numFrac:
		switch {
		case digit && st.phase != numZero:
			return m.readDigit(to, c), true
		case c == '.' && m.Fraction && st.phase <= numInt:
			to.phase = numPoint
			return to, true
		case (c == 'e' || c == 'E') && m.Exponent && st.phase != numPoint:
			to.phase = numE
			to.expLo, to.expHi = m.exponents(st)
			return to, true
		}
	default:
		switch {
		case digit:
			to.phase, to.exp, to.expRead = numEDigit, st.exp*10+int(c-'0'), st.expRead+1
			return to, st.expRead < expDigits
		case st.phase == numE && (c == '+' || c == '-'):
			to.phase, to.expMinus = numESign, c == '-'
			return to, true
		}
	}
	return to, false
}

func (m *number) readDigit(to numState, c byte) numState {
	to.digits = new(big.Int).Mul(to.digits, big.NewInt(10))
	to.digits.Add(to.digits, big.NewInt(int64(c-'0')))
	if to.phase == numInt {
		to.before++
	} else {
		to.phase = numFrac
		to.behind++
	}
	return to
}

// enter returns the state for st, or -1 if no number begins so.
func (m *number) enter(st numState) int32 {
	key := m.keyOf(&st)
	if id, ok := m.index[string(key)]; ok {
		return id
	}
	text := string(key) // live may use the scratch
	if !m.live(&st) {
		return -1
	}
	switch st.phase {
	case numZero, numInt, numFrac:
		st.accepts = m.hits(&m.sides[boolIndex(st.minus)], st.digits, st.digits, -st.behind)
	case numEDigit:
		e := st.exp
		if st.expMinus {
			e = -e
		}
		st.accepts = st.expLo <= e && e <= st.expHi
	}
	id := int32(len(m.states))
	m.states = append(m.states, st)
	m.index[text] = id
	return id
}

// keyOf returns equal bytes only for states that allow the same to follow.
func (m *number) keyOf(st *numState) []byte {
	key := append(m.key[:0], byte(st.phase))
	if st.phase >= numE {
		// What the exponents may be says all there is to say of the digits.
		key = binary.AppendVarint(key, int64(st.expLo))
		key = binary.AppendVarint(key, int64(st.expHi))
		key = append(key, byte(boolIndex(st.expMinus)), byte(st.expRead))
		key = binary.AppendVarint(key, int64(st.exp))
		m.key = key
		return key
	}
	key = append(key, byte(boolIndex(st.minus)))
	key = binary.AppendVarint(key, int64(st.before))
	key = binary.AppendVarint(key, int64(st.behind))
	switch {
	case m.exact:
		key = st.digits.Append(key, 16)
	case st.phase > numMinus:
		side := &m.sides[boolIndex(st.minus)]
		key = append(key, byte(1+m.compare(st, side.lo, &side.loDigits)))
		key = append(key, byte(1+m.compare(st, side.hi, &side.hiDigits)))
		if m.Step != nil {
			key = m.remainder(st).Append(key, 16)
		}
	}
	m.key = key
	return key
}

// compare returns how the digits of st relate to as many digits of bound: -1, 0 or 1; 0 if there is no
// bound. Texts of equal shape for which it is the same are bounded alike. known remembers the digits.
func (m *number) compare(st *numState, bound *big.Rat, known *map[int]*big.Int) int {
	if bound == nil {
		return 0
	}
	shape := st.before
	if st.phase >= numPoint {
		shape = -1 - st.behind
	}
	digits, ok := (*known)[shape]
	if !ok {
		digits = remember(known, shape, m.leading(bound, shape))
	}
	return st.digits.Cmp(digits)
}

// leading returns the first shape digits of bound, all it has before the point if they are fewer; or
// if shape is negative those and -1-shape digits behind the point.
func (m *number) leading(bound *big.Rat, shape int) *big.Int {
	if shape < 0 {
		num, den := m.scaled(bound, 1+shape)
		return new(big.Int).Quo(num, den)
	}
	whole := new(big.Int).Quo(bound.Num(), bound.Denom())
	size := 1
	for whole.Cmp(m.pow(size)) >= 0 {
		size++
	}
	return whole.Quo(whole, m.pow(max(size-shape, 0)))
}

// remainder returns the remainder of the digits of st that decides which digits make a multiple.
func (m *number) remainder(st *numState) *big.Int {
	places, _ := decimals(m.Step)
	if st.behind > places {
		return new(big.Int).Mod(st.digits, m.modulus(-st.behind))
	}
	mod := m.modulus(-places)
	common := new(big.Int).GCD(nil, nil, mod, m.pow(places-st.behind))
	return common.Mod(st.digits, common.Quo(mod, common))
}
