package jsontext

import "unicode/utf8"

// A Decoder turns the bytes of a JSON string into code points, one byte at a time. Its zero value
// stands between two characters. It knows which code points the bytes read so far can still become,
// so a character is judged before it is complete.
type Decoder struct {
	State  DecodeState
	Left   uint8  // continuation bytes or hex digits still to come
	Lo, Hi uint8  // bounds of the next continuation byte
	Value  uint32 // bits read so far
	High   uint32 // the first half of a surrogate pair, less 0xD800
}

// A DecodeState says where within a character a [Decoder] is.
type DecodeState uint8

const (
	Idle DecodeState = iota
	inUTF8
	InEscape // after a backslash
	inHex
	AwaitBackslash // after the first half of a surrogate pair: a backslash must come
	AwaitU         // and a u
	inPairHex      // and the second half
)

// Progress is what a byte did to a decoder.
type Progress uint8

const (
	Refused Progress = iota
	Partial
	Complete
)

// A Span is a range of code points.
type Span struct{ Lo, Hi rune }

// Step reads b. When it completes a character that is r. A decoder that refused is unchanged.
func (d *Decoder) Step(b byte, lenient bool) (r rune, what Progress) {
	switch d.State {
	case Idle:
		return d.first(b)
	case inUTF8:
		if b < d.Lo || b > d.Hi {
			return 0, Refused
		}
		d.Value = d.Value<<6 | uint32(b&0x3f)
		d.Lo, d.Hi = 0x80, 0xbf
		if d.Left--; d.Left > 0 {
			return 0, Partial
		}
		d.State = Idle
		return rune(d.Value), Complete
	case InEscape:
		return d.escape(b, lenient)
	case AwaitBackslash:
		if b != '\\' {
			return 0, Refused
		}
		d.State = AwaitU
		return 0, Partial
	case AwaitU:
		if b != 'u' {
			return 0, Refused
		}
		d.State, d.Left, d.Value = inPairHex, 4, 0
		return 0, Partial
	}
	return d.hex(b, lenient)
}

func (d *Decoder) first(b byte) (rune, Progress) {
	next := Decoder{State: inUTF8, Lo: 0x80, Hi: 0xbf}
	switch {
	case b == '\\':
		d.State = InEscape
		return 0, Partial
	case b < 0x20:
		return 0, Refused
	case b < utf8.RuneSelf:
		return rune(b), Complete
	case b >= 0xc2 && b <= 0xdf:
		next.Left, next.Value = 1, uint32(b&0x1f)
	case b >= 0xe0 && b <= 0xef:
		next.Left, next.Value = 2, uint32(b&0x0f)
		if b == 0xe0 {
			next.Lo = 0xa0
		}
		if b == 0xed {
			next.Hi = 0x9f
		}
	case b >= 0xf0 && b <= 0xf4:
		next.Left, next.Value = 3, uint32(b&0x07)
		if b == 0xf0 {
			next.Lo = 0x90
		}
		if b == 0xf4 {
			next.Hi = 0x8f
		}
	default:
		return 0, Refused
	}
	*d = next
	return 0, Partial
}

// escape reads the byte after a backslash. In documents of our own spelling an escape stands only where JSON
// needs one, and then the short form if there is one.
func (d *Decoder) escape(b byte, lenient bool) (rune, Progress) {
	if b == 'u' {
		d.State, d.Left, d.Value = inHex, 4, 0
		return 0, Partial
	}
	r, ok := unescape(b)
	if !ok || (b == '/' && !lenient) {
		return 0, Refused
	}
	d.State = Idle
	return r, Complete
}

func (d *Decoder) hex(b byte, lenient bool) (rune, Progress) {
	digit, ok := hexDigit(b)
	if !ok || (!lenient && b >= 'A' && b <= 'F') {
		return 0, Refused
	}
	value, left := d.Value<<4|digit, d.Left-1
	switch {
	case d.State == inPairHex:
		if !hexMayLieIn(value, left, 0xdc00, 0xdfff) {
			return 0, Refused
		}
	case !lenient:
		if !hexMayLieIn(value, left, 0, 0x1f) || (left == 0 && shortEscape(value)) {
			return 0, Refused
		}
	case hexLiesIn(value, left, 0xdc00, 0xdfff):
		return 0, Refused // a second half without a first
	}
	d.Value, d.Left = value, left
	if left > 0 {
		return 0, Partial
	}
	switch {
	case d.State == inPairHex:
		r := rune(0x10000 + d.High<<10 + value - 0xdc00)
		*d = Decoder{}
		return r, Complete
	case value >= 0xd800 && value <= 0xdbff:
		*d = Decoder{State: AwaitBackslash, High: value - 0xd800}
		return 0, Partial
	}
	*d = Decoder{}
	return rune(value), Complete
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

// hexMayLieIn reports whether value with left digits more can lie in lo to hi; hexLiesIn, whether it
// must.
func hexMayLieIn(value uint32, left uint8, lo, hi uint32) bool {
	from := value << (4 * left)
	return from <= hi && from|(1<<(4*left)-1) >= lo
}

func hexLiesIn(value uint32, left uint8, lo, hi uint32) bool {
	from := value << (4 * left)
	return from >= lo && from|(1<<(4*left)-1) <= hi
}

// Pending returns the code points that the character in progress can become.
func (d *Decoder) Pending(lenient bool, buf *[3]Span) []Span {
	switch d.State {
	case inUTF8:
		shift := 6 * (d.Left - 1)
		lo := rune(d.Value<<6|uint32(d.Lo&0x3f)) << shift
		hi := rune(d.Value<<6|uint32(d.Hi&0x3f))<<shift | (1<<shift - 1)
		return append(buf[:0], Span{lo, hi})
	case InEscape:
		if !lenient {
			return append(buf[:0], Span{0, 0x1f}, Span{'"', '"'}, Span{'\\', '\\'})
		}
		return append(buf[:0], Span{0, utf8.MaxRune})
	case inHex:
		lo := rune(d.Value) << (4 * d.Left)
		hi := lo | (1<<(4*d.Left) - 1)
		if !lenient { // control characters that have no short form
			out := buf[:0]
			for _, x := range [...]Span{{0, 7}, {0x0b, 0x0b}, {0x0e, 0x1f}} {
				if x.Lo <= hi && x.Hi >= lo {
					out = append(out, Span{max(x.Lo, lo), min(x.Hi, hi)})
				}
			}
			return out
		}
		if lo > 0xdbff || hi < 0xd800 {
			return append(buf[:0], Span{lo, hi})
		}
		from, to := max(lo, 0xd800)-0xd800, min(hi, 0xdbff)-0xd800
		pairs := Span{0x10000 + from<<10, 0x10000 + to<<10 | 0x3ff}
		if lo >= 0xd800 {
			return append(buf[:0], pairs)
		}
		return append(buf[:0], Span{lo, hi}, pairs)
	case AwaitBackslash, AwaitU:
		lo := rune(0x10000 + d.High<<10)
		return append(buf[:0], Span{lo, lo | 0x3ff})
	case inPairHex:
		base := rune(0x10000 + d.High<<10)
		lo := rune(max(d.Value<<(4*d.Left), 0xdc00) - 0xdc00)
		hi := rune(min(d.Value<<(4*d.Left)|(1<<(4*d.Left)-1), 0xdfff) - 0xdc00)
		return append(buf[:0], Span{base | lo, base | hi})
	}
	return append(buf[:0], Span{0, utf8.MaxRune})
}
