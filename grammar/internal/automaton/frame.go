package automaton

import "github.com/shortleash/shortleash/grammar/internal/schema"

// A frame is what surrounds a value: an object or array in the making, and what surrounds that. It
// is interned, so that equal surroundings have equal numbers; frame 0 is the outside.
type frame struct {
	parent int32
	rule   int32 // an objectReading, or an arrayRule
	count  int32 // arrays: items so far, as far as they are counted
	hits   int32 // arrays: what contains has found
}

// arrayRule is the rule of a frame of the array numbered id: these rules are negative.
func arrayRule(id int32) int32 { return -id - 1 }

// arrayOf returns the array that a negative rule stands for.
func (g *Program) arrayOf(rule int32) *schema.Array { return g.Arrays[-rule-1] }

// frames interns. New frames go to the end and leave from there, so a walk that is taken back takes
// its frames along.
type frames struct {
	list  []frame
	heads []int32 // by hash: the newest frame of the bucket, or 0
	next  []int32 // by frame: the next of its bucket
}

const minBuckets = 64

func (t *frames) reset() {
	t.list = append(t.list[:0], frame{})
	t.next = append(t.next[:0], 0)
	if len(t.heads) == 0 {
		t.heads = make([]int32, minBuckets)
	}
	clear(t.heads)
}

func (f frame) hash() uint32 {
	h := uint64(uint32(f.parent))<<32 ^ uint64(uint32(f.rule))
	h *= 0x9e3779b97f4a7c15
	h ^= h>>29 ^ uint64(uint32(f.count))<<16 ^ uint64(uint32(f.hits))
	h *= 0xbf58476d1ce4e5b9
	return uint32(h >> 33)
}

func (t *frames) intern(f frame) int32 {
	bucket := f.hash() & uint32(len(t.heads)-1)
	for i := t.heads[bucket]; i != 0; i = t.next[i] {
		if t.list[i] == f {
			return i
		}
	}
	id := int32(len(t.list))
	t.list = append(t.list, f)
	t.next = append(t.next, t.heads[bucket])
	t.heads[bucket] = id
	if len(t.list) > 2*len(t.heads) {
		t.grow()
	}
	return id
}

func (t *frames) grow() {
	t.heads = make([]int32, 2*len(t.heads))
	for i := 1; i < len(t.list); i++ {
		bucket := t.list[i].hash() & uint32(len(t.heads)-1)
		t.next[i] = t.heads[bucket]
		t.heads[bucket] = int32(i)
	}
}

// release forgets the frames from mark on.
func (t *frames) release(mark int) {
	for i := len(t.list) - 1; i >= mark; i-- {
		bucket := t.list[i].hash() & uint32(len(t.heads)-1)
		t.heads[bucket] = t.next[i]
	}
	t.list = t.list[:mark]
	t.next = t.next[:mark]
}

// keep forgets all frames that threads do not stand in, and renumbers those they do.
func (t *frames) keep(threads []thread) {
	var fresh frames
	fresh.heads = make([]int32, minBuckets)
	fresh.reset()
	moved := make(map[int32]int32, 2*len(threads))
	var move func(id int32) int32
	move = func(id int32) int32 {
		if id == 0 {
			return 0
		}
		if to, ok := moved[id]; ok {
			return to
		}
		f := t.list[id]
		f.parent = move(f.parent)
		to := fresh.intern(f)
		moved[id] = to
		return to
	}
	for i := range threads {
		threads[i].frame = move(threads[i].frame)
	}
	*t = fresh
}

// become makes t a copy of other.
func (t *frames) become(other *frames) {
	t.list = append(t.list[:0], other.list...)
	t.heads = append(t.heads[:0], other.heads...)
	t.next = append(t.next[:0], other.next...)
}
