package automaton

import (
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/schema"
)

// maxDetour bounds how many bytes come no nearer to the end; a byte that was chosen counts as choiceCost. Where items must
// differ, those that would lead there may have run out. Where names come in any order, distances are estimates, and a
// walk could add items for ever of which an array does not need any.
// What does not follow a single reading is a first try, which ends sooner.
const (
	maxDetour  = 1 << 16
	firstTry   = 1 << 10
	choiceCost = 16
)

// maxLost bounds how often it is not known, because of a pattern with very many states, how many characters lead to the
// end: each takes some milliseconds, and a walk that is not led may go on for ever.
const maxLost = 512

// MinimalCompletion returns a shortest rest of the document: of several, the one with the lowest bytes. In
// grammars whose numbers may have exponents, whose names come in any order, or whose patterns want letters beyond ASCII,
// it may be longer than the shortest. It returns nil if it finds none, because items that must differ have run out,
// within most bytes, or because of a pattern with very many states.
func (m *Matcher) MinimalCompletion(most int) []byte {
	if m.g.Cost[m.g.Root]-m.offset > most {
		return nil
	}
	if rest := m.complete(most, false); rest != nil {
		return rest
	}
	return m.complete(most, true)
}

// complete returns a rest of the document of at most so many bytes, or nil. With straight, it follows a single reading, the one that is
// nearest to the end after each byte, so that none can draw it off the way that another has begun.
func (m *Matcher) complete(most int, straight bool) []byte {
	at := m.begin()
	m.straight, m.lost, m.finishes = straight, 0, map[item]int{}
	defer func() {
		m.straight, m.finishes = false, nil
		m.end(at)
	}()
	out := []byte{}
	least, detour, longest := number.Unbounded, 0, firstTry
	if straight {
		longest = maxDetour
	}
	for !m.CanEnd() {
		b, distance, ok := m.nearest()
		switch {
		case distance < least:
			least, detour = distance, 0
		case distance < number.Unbounded:
			detour += choiceCost
		default:
			detour++
		}
		if detour > longest { // how far it is was not asked where there was no choice
			here := m.distance()
			if here >= least {
				return nil
			}
			least, detour = here, 0
		}
		if !ok || len(out) >= most || m.lost > maxLost || !m.push(b) {
			return nil
		}
		out = append(out, b)
		if straight {
			m.keepNearest()
		}
		m.compact(at)
	}
	return out
}

// keepNearest drops all threads but one that is nearest to the end.
func (m *Matcher) keepNearest() {
	best, least := m.live()[0], number.Unbounded
	for _, t := range m.live() {
		if n := m.threadDistance(t); n < least {
			best, least = t, n
		}
	}
	m.threads = append(m.threads, best)
	m.hi = int32(len(m.threads))
	m.lo = m.hi - 1
}

// compact drops the threads of a walk that will not be taken back step by step.
func (m *Matcher) compact(at mark) {
	if int(m.lo) < at.threads {
		return
	}
	n := copy(m.threads[at.threads:], m.live())
	m.lo, m.hi = int32(at.threads), int32(at.threads+n)
	m.threads = m.threads[:m.hi]
}

// nearest returns the next byte that leads soonest to the end, and how far it is from there: unbounded if
// it is the only one.
func (m *Matcher) nearest() (best byte, least int, ok bool) {
	least = number.Unbounded
	candidates := m.candidates()
	if candidates.Len() == 1 {
		return candidates.First(), least, true
	}
	for _, b := range candidates.Bytes() {
		at := m.mark()
		if !m.push(b) {
			continue
		}
		if n := m.distance(); n < least || !ok {
			best, least, ok = b, n, true
		}
		m.back(at)
	}
	return best, least, ok
}

// candidates returns the bytes among which the nearest is.
func (m *Matcher) candidates() jsontext.ByteSet {
	next := m.Next()
	var few jsontext.ByteSet
	switch {
	case m.mode == modeNumber:
		digit, ok := m.briefDigit()
		if ok {
			few.Add(digit)
			return few
		}
		for _, b := range []byte(",]}") {
			few.Add(b)
		}
	case m.mode == modeValue || m.mode == modeFirst || m.mode == modeItem:
		few.AddRange('A', '~')
		few.Add('"')
		m.eachValue(func(set schema.SetID, frame int32) {
			for _, id := range m.g.sets[set].nums {
				if brief := m.recognizer(id, frame).ShortestMember(); len(brief) > 0 {
					few.Add(brief[0])
				}
			}
		})
	case m.mode == modeString && m.dec.State == jsontext.Idle && m.anyCharacters():
		few.Add('"')
		few.Add(' ')
	case m.mode == modeString || m.mode == modeKey:
		return next
	default:
		few.AddRange('!', '~')
	}
	for i := range next {
		next[i] &= few[i]
	}
	return next
}

// briefDigit returns the next digit of the shortest end of the number that is being read, if it
// does not end here.
func (m *Matcher) briefDigit() (b byte, more bool) {
	least := number.Unbounded
	for _, t := range m.live() {
		rest := m.restOfNumber(t)
		n := schema.AddCost(len(rest), m.outer(t.frame))
		if rest == nil || n >= least {
			continue
		}
		least, more = n, len(rest) > 0
		if more {
			b = rest[0]
		}
	}
	return b, more
}

func (m *Matcher) restOfNumber(t thread) []byte {
	return m.recognizer(t.rule, t.frame).Shortest(m.digits(), m.num, m.g.Form)
}

// eachValue calls use for every set the next value may satisfy.
func (m *Matcher) eachValue(use func(set schema.SetID, frame int32)) {
	for _, t := range m.live() {
		switch {
		case m.mode != modeValue:
			m.eachItem(t.frame, func(set schema.SetID, _ frame) bool {
				use(set, t.frame)
				return true
			})
		case t.rule >= 0:
			use(t.rule, t.frame)
		}
	}
}

// anyCharacters reports whether all readings let any character come.
func (m *Matcher) anyCharacters() bool {
	for _, t := range m.live() {
		if !m.anyCharacter(t) {
			return false
		}
	}
	return true
}
