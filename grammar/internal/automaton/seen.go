package automaton

import (
	"hash/maphash"
	"math/bits"
)

// This file finds what has come before: the items of an array that must differ, and the names of an object.

// seenSeed is the seed of the hashes of items. What depends on it stays within a walk.
var seenSeed = maphash.MakeSeed()

// An itemTable finds items by the array that they belong to and their canonical text. Items come and go at the end
// of the list, like frames.
type itemTable struct {
	list  []seenItem
	heads []int32 // by hash: the newest item of the bucket and one more, or 0
}

func itemHash(array int32, canon string) uint64 {
	return maphash.String(seenSeed, canon) ^ uint64(uint32(array))*0x9e3779b97f4a7c15
}

// add appends x.
func (t *itemTable) add(x seenItem) {
	x.hash = itemHash(x.array, x.canon)
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
	bucket := &t.heads[t.list[i].hash&uint64(len(t.heads)-1)]
	t.list[i].next, *bucket = *bucket, int32(i+1)
}

// cut forgets the items from n on.
func (t *itemTable) cut(n int) {
	for i := len(t.list) - 1; i >= n; i-- {
		t.heads[t.list[i].hash&uint64(len(t.heads)-1)] = t.list[i].next
	}
	t.list = t.list[:n]
}

// has reports whether an item of array has the canonical text canon.
func (t *itemTable) has(array int32, canon string) bool {
	if len(t.list) == 0 {
		return false
	}
	hash := itemHash(array, canon)
	for i := t.heads[hash&uint64(len(t.heads)-1)]; i > 0; i = t.list[i-1].next {
		if x := &t.list[i-1]; x.hash == hash && x.array == array && x.canon == canon {
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

// A nameKey is the hash of a name in an object.
type nameKey struct {
	object int32
	hash   uint32
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
		n := &m.names[i]
		key := nameKey{l.id, n.hash}
		n.same = m.nameIndex[key]
		m.nameIndex[key] = i + 1
	}
	l.indexed = l.lastName + 1
}

// seen reports whether the object being read has a member called key.
func (m *Matcher) seen(key []byte, hash uint32) bool { return seenName(m, key, hash) }

func (m *Matcher) seenText(key string, hash uint32) bool { return seenName(m, key, hash) }

func seenName[T []byte | string](m *Matcher, key T, hash uint32) bool {
	l := &m.levels[m.level]
	for i := l.lastName; i >= l.indexed; i = m.names[i].prev {
		if n := &m.names[i]; n.hash == hash && string(m.nameBytes[n.from:n.to]) == string(key) {
			return true
		}
	}
	if l.indexed == 0 {
		return false
	}
	for i := m.nameIndex[nameKey{l.id, hash}]; i > 0; i = m.names[i-1].same {
		if n := &m.names[i-1]; string(m.nameBytes[n.from:n.to]) == string(key) {
			return true
		}
	}
	return false
}
