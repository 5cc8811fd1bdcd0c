package model

const (
	echoBytes = 640 // that are the same words again and again
	echoTimes = 8   // how often at least
	echoEvery = 64  // bytes between two looks
)

// An echo watches a stream for a model that does not find its end: small ones write the same sentence until a bound
// stops them, which takes minutes, and what they wrote is no answer.
type echo struct {
	tail  [echoBytes]byte // the last bytes of the stream
	n     int             // how many there are
	since int             // bytes that came after the last look
}

// add reports whether the stream, with text, ends with echoBytes that are echoTimes the same or more.
func (e *echo) add(text string) bool {
	e.since += len(text)
	text = text[max(0, len(text)-echoBytes):]
	if over := e.n + len(text) - echoBytes; over > 0 {
		e.n = copy(e.tail[:], e.tail[over:e.n])
	}
	e.n += copy(e.tail[e.n:], text)
	if e.n < echoBytes || e.since < echoEvery {
		return false
	}
	e.since = 0
	return e.period() <= echoBytes/echoTimes
}

// period returns the distance at which the tail repeats itself: its length less that of the longest text which it both
// begins and ends with (Knuth, Morris and Pratt, 1977).
func (e *echo) period() int {
	var border [echoBytes]int16
	k := int16(0)
	for i := 1; i < echoBytes; i++ {
		for k > 0 && e.tail[i] != e.tail[k] {
			k = border[k-1]
		}
		if e.tail[i] == e.tail[k] {
			k++
		}
		border[i] = k
	}
	return echoBytes - int(k)
}
