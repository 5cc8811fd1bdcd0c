package automaton

import (
	"hash/maphash"
	"math/bits"
)

// This file finds what has come before: the items of an array that must differ, and the names of an object.

// An itemTable finds items by the array that they belong to and their imprint. Items come and go at the end
// of the list, like frames.
type itemTable struct {
	list  []seenItem
	heads []int32 // by hash: the newest item of the bucket and one more, or 0
}

func (t *itemTable) bucket(array int32, v imprint) *int32 {
	return &t.heads[(v[0]^uint64(uint32(array))*0x9e3779b97f4a7c15)&uint64(len(t.heads)-1)]
}

// add appends x.
func (t *itemTable) add(x seenItem) {
	t.list = append(t.list, x)
	if len(t.list) > len(t.heads) {
		t.heads = make([]int32, max(16, 2<<bits.Len(uint(len(t.list)))))
		for i := range t.list {
			t.link(i)
		}
		return
	}
	t.link(len(t.list) - 1)
}

func (t *itemTable) link(i int) {
	x := &t.list[i]
	bucket := t.bucket(x.array, x.imprint)
	x.next, *bucket = *bucket, int32(i+1)
}

// cut forgets the items from n on.
func (t *itemTable) cut(n int) {
	for i := len(t.list) - 1; i >= n; i-- {
		x := &t.list[i]
		*t.bucket(x.array, x.imprint) = x.next
	}
	t.list = t.list[:n]
}

// has reports whether v stands for an item of array.
func (t *itemTable) has(array int32, v imprint) bool {
	if len(t.list) == 0 {
		return false
	}
	for i := *t.bucket(array, v); i > 0; i = t.list[i-1].next {
		if x := &t.list[i-1]; x.array == array && x.imprint == v {
			return true
		}
	}
	return false
}

// become makes t a copy of other.
func (t *itemTable) become(other *itemTable) {
	t.list = append(t.list[:0], other.list...)
	t.heads = append(t.heads[:0], other.heads...)
}

// manyNames is from how many names on an object is searched through an index. Names that a walk adds which will be
// taken back are not in it: these are few, and are searched one by one.
const manyNames = 16

// A nameKey is the keyed hash of a name in an object: whoever chooses names cannot choose many of one hash.
type nameKey struct {
	object int32
	hash   uint64
}

// nameSeed is the key. What depends on it stays within a walk.
var nameSeed = maphash.MakeSeed()

// keyOf returns the key of the name numbered i in the object being read.
func (m *Matcher) keyOf(l *level, i int32) nameKey {
	n := &m.names[i]
	return nameKey{l.id, maphash.Bytes(nameSeed, m.nameBytes[n.from:n.to])}
}

// indexNames puts the names of the object being read into the index, where they are many.
func (m *Matcher) indexNames(l *level) {
	if m.walking || !m.g.track || int(l.items) < manyNames {
		return
	}
	if m.nameIndex == nil {
		m.nameIndex = map[nameKey]int32{}
	}
	for i := l.lastName; i >= l.indexed; i = m.names[i].prev {
		key := m.keyOf(l, i)
		m.names[i].same = m.nameIndex[key]
		m.nameIndex[key] = i + 1
	}
	l.indexed = l.lastName + 1
}

// seen reports whether the object being read has a member called key.
func (m *Matcher) seen(key []byte, hash uint32) bool {
	return seenName(m, &m.levels[m.level], key, hash, maphash.Bytes)
}

func (m *Matcher) seenText(key string, hash uint32) bool {
	return seenName(m, &m.levels[m.level], key, hash, maphash.String)
}

func seenName[T []byte | string](m *Matcher, l *level, key T, hash uint32, keyed func(maphash.Seed, T) uint64) bool {
	for i := l.lastName; i >= l.indexed; i = m.names[i].prev {
		if n := &m.names[i]; n.hash == hash && string(m.nameBytes[n.from:n.to]) == string(key) {
			return true
		}
	}
	if l.indexed == 0 {
		return false
	}
	for i := m.nameIndex[nameKey{l.id, keyed(nameSeed, key)}]; i > 0; i = m.names[i-1].same {
		if n := &m.names[i-1]; string(m.nameBytes[n.from:n.to]) == string(key) {
			return true
		}
	}
	return false
}
