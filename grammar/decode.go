package grammar

import "unicode/utf8"

// A decoder turns the bytes of a JSON string into code points, one byte at a time. Its zero value
// stands between two characters. It knows which code points the bytes read so far can still become,
// so a character is judged before it is complete.
type decoder struct {
	state  decodeState
	left   uint8  // continuation bytes or hex digits still to come
	lo, hi uint8  // bounds of the next continuation byte
	value  uint32 // bits read so far
	high   uint32 // the first half of a surrogate pair, less 0xD800
}

type decodeState uint8

const (
	decodeIdle decodeState = iota
	decodeUTF8
	decodeEscape // behind a backslash
	decodeHex
	decodePair    // behind the first half of a surrogate pair: a backslash must come
	decodePairU   // and a u
	decodePairHex // and the second half
)

// What a byte did to a decoder.
type decoded uint8

const (
	decodeRefused decoded = iota
	decodePartial
	decodeDone
)

// A span is a range of code points.
type span struct{ lo, hi rune }

// step reads b. When it completes a character that is r. A decoder that refused is unchanged.
func (d *decoder) step(b byte, foreign bool) (r rune, what decoded) {
	switch d.state {
	case decodeIdle:
		return d.first(b)
	case decodeUTF8:
		if b < d.lo || b > d.hi {
			return 0, decodeRefused
		}
		d.value = d.value<<6 | uint32(b&0x3f)
		d.lo, d.hi = 0x80, 0xbf
		if d.left--; d.left > 0 {
			return 0, decodePartial
		}
		d.state = decodeIdle
		return rune(d.value), decodeDone
	case decodeEscape:
		return d.escape(b, foreign)
	case decodePair:
		if b != '\\' {
			return 0, decodeRefused
		}
		d.state = decodePairU
		return 0, decodePartial
	case decodePairU:
		if b != 'u' {
			return 0, decodeRefused
		}
		d.state, d.left, d.value = decodePairHex, 4, 0
		return 0, decodePartial
	}
	return d.hex(b, foreign)
}

func (d *decoder) first(b byte) (rune, decoded) {
	next := decoder{state: decodeUTF8, lo: 0x80, hi: 0xbf}
	switch {
	case b == '\\':
		d.state = decodeEscape
		return 0, decodePartial
	case b < 0x20:
		return 0, decodeRefused
	case b < utf8.RuneSelf:
		return rune(b), decodeDone
	case b >= 0xc2 && b <= 0xdf:
		next.left, next.value = 1, uint32(b&0x1f)
	case b >= 0xe0 && b <= 0xef:
		next.left, next.value = 2, uint32(b&0x0f)
		if b == 0xe0 {
			next.lo = 0xa0
		}
		if b == 0xed {
			next.hi = 0x9f
		}
	case b >= 0xf0 && b <= 0xf4:
		next.left, next.value = 3, uint32(b&0x07)
		if b == 0xf0 {
			next.lo = 0x90
		}
		if b == 0xf4 {
			next.hi = 0x8f
		}
	default:
		return 0, decodeRefused
	}
	*d = next
	return 0, decodePartial
}

// escape reads the byte behind a backslash. What is not foreign uses an escape only where JSON
// needs one, and then the short form if there is one.
func (d *decoder) escape(b byte, foreign bool) (rune, decoded) {
	if b == 'u' {
		d.state, d.left, d.value = decodeHex, 4, 0
		return 0, decodePartial
	}
	r, ok := unescape(b)
	if !ok || (b == '/' && !foreign) {
		return 0, decodeRefused
	}
	d.state = decodeIdle
	return r, decodeDone
}

func (d *decoder) hex(b byte, foreign bool) (rune, decoded) {
	digit, ok := hexDigit(b)
	if !ok || (!foreign && b >= 'A' && b <= 'F') {
		return 0, decodeRefused
	}
	value, left := d.value<<4|digit, d.left-1
	switch {
	case d.state == decodePairHex:
		if !hexWithin(value, left, 0xdc00, 0xdfff) {
			return 0, decodeRefused
		}
	case !foreign:
		if !hexWithin(value, left, 0, 0x1f) || (left == 0 && shortEscape(value)) {
			return 0, decodeRefused
		}
	case hexInside(value, left, 0xdc00, 0xdfff):
		return 0, decodeRefused // a second half without a first
	}
	d.value, d.left = value, left
	if left > 0 {
		return 0, decodePartial
	}
	switch {
	case d.state == decodePairHex:
		r := rune(0x10000 + d.high<<10 + value - 0xdc00)
		*d = decoder{}
		return r, decodeDone
	case value >= 0xd800 && value <= 0xdbff:
		*d = decoder{state: decodePair, high: value - 0xd800}
		return 0, decodePartial
	}
	*d = decoder{}
	return rune(value), decodeDone
}

// shortEscape reports whether a control character has an escape of one letter.
func shortEscape(value uint32) bool {
	return value == '\b' || value == '\f' || value == '\n' || value == '\r' || value == '\t'
}

func hexDigit(b byte) (uint32, bool) {
	switch {
	case b >= '0' && b <= '9':
		return uint32(b - '0'), true
	case b >= 'a' && b <= 'f':
		return uint32(b-'a') + 10, true
	case b >= 'A' && b <= 'F':
		return uint32(b-'A') + 10, true
	}
	return 0, false
}

// hexWithin reports whether value with left digits more can lie in lo to hi; hexInside, whether it
// must.
func hexWithin(value uint32, left uint8, lo, hi uint32) bool {
	from := value << (4 * left)
	return from <= hi && from|(1<<(4*left)-1) >= lo
}

func hexInside(value uint32, left uint8, lo, hi uint32) bool {
	from := value << (4 * left)
	return from >= lo && from|(1<<(4*left)-1) <= hi
}

// pending returns the code points that the character in progress can become.
func (d *decoder) pending(foreign bool, buf *[3]span) []span {
	switch d.state {
	case decodeUTF8:
		shift := 6 * (d.left - 1)
		lo := rune(d.value<<6|uint32(d.lo&0x3f)) << shift
		hi := rune(d.value<<6|uint32(d.hi&0x3f))<<shift | (1<<shift - 1)
		return append(buf[:0], span{lo, hi})
	case decodeEscape:
		if !foreign {
			return append(buf[:0], span{0, 0x1f}, span{'"', '"'}, span{'\\', '\\'})
		}
		return append(buf[:0], span{0, utf8.MaxRune})
	case decodeHex:
		lo := rune(d.value) << (4 * d.left)
		hi := lo | (1<<(4*d.left) - 1)
		if !foreign { // control characters that have no short form
			out := buf[:0]
			for _, x := range [...]span{{0, 7}, {0x0b, 0x0b}, {0x0e, 0x1f}} {
				if x.lo <= hi && x.hi >= lo {
					out = append(out, span{max(x.lo, lo), min(x.hi, hi)})
				}
			}
			return out
		}
		if lo > 0xdbff || hi < 0xd800 {
			return append(buf[:0], span{lo, hi})
		}
		from, to := max(lo, 0xd800)-0xd800, min(hi, 0xdbff)-0xd800
		pairs := span{0x10000 + from<<10, 0x10000 + to<<10 | 0x3ff}
		if lo >= 0xd800 {
			return append(buf[:0], pairs)
		}
		return append(buf[:0], span{lo, hi}, pairs)
	case decodePair, decodePairU:
		lo := rune(0x10000 + d.high<<10)
		return append(buf[:0], span{lo, lo | 0x3ff})
	case decodePairHex:
		base := rune(0x10000 + d.high<<10)
		lo := rune(max(d.value<<(4*d.left), 0xdc00) - 0xdc00)
		hi := rune(min(d.value<<(4*d.left)|(1<<(4*d.left)-1), 0xdfff) - 0xdc00)
		return append(buf[:0], span{base | lo, base | hi})
	}
	return append(buf[:0], span{0, utf8.MaxRune})
}
