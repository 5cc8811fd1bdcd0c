package vocab

// A nameSet says which member names a token may hold whole. It may say yes to a name that no token
// holds, and never no to one that a token holds.
type nameSet struct {
	longest int // bytes
	bits    [64]uint64
}

// Has reports whether a token may hold a name of that hash and size.
func (s *nameSet) Has(hash uint32, size int) bool {
	return size <= s.longest && s.bits[hash>>6&63]>>(hash&63)&1 == 1
}

// newNameSet returns the strings that tokens hold between quotation marks.
func newNameSet(tokens [][]byte) nameSet {
	var s nameSet
	for _, text := range tokens {
		for i, b := range text {
			if b != '"' {
				continue
			}
			_, size, end := readInner(text[i+1:], true)
			if end != textClosed {
				continue
			}
			var buf [64]byte
			name := DecodeInner(buf[:0], text[i+1:i+1+size], true)
			s.longest = max(s.longest, len(name))
			hash := HashName(name)
			s.bits[hash>>6&63] |= 1 << (hash & 63)
		}
	}
	return s
}

// HashName returns the hash under which a nameSet knows a name.
func HashName(key []byte) uint32 {
	h := uint32(2166136261)
	for _, b := range key {
		h = (h ^ uint32(b)) * 16777619
	}
	return h
}
