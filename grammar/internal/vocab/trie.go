package vocab

import "bytes"

// A Trie holds byte strings, level by level: all children of a node stand side by side, in ascending
// order of their bytes, so looking for the few that are legal reads a few neighboring bytes. A
// depth-first order makes skipping a child a jump of its whole subtree, and nearly all are skipped.
// It is immutable.
type Trie struct {
	Nodes  []node // node 0 is the root; one more stands after the last, to end it
	Labels []byte // of each node: the byte that leads to it
	leaves []Leaf // of all nodes, node by node
}

// A node says where its children and leaves begin. They end where those of the next node begin.
type node struct{ Child, Leaf uint32 }

// A Leaf is a token that ends at a node. Where a trie holds pieces of tokens, note tells about the rest.
type Leaf struct{ ID, Note int32 }

// An entry is a text and the leaf that it leads to: tries are made of them.
type entry struct {
	text []byte
	leaf Leaf
}

// Children returns the range of the children of node.
func (t *Trie) Children(node uint32) (from, to uint32) {
	return t.Nodes[node].Child, t.Nodes[node+1].Child
}

// child returns the child of node that b leads to, and whether there is one.
func (t *Trie) child(node uint32, b byte) (uint32, bool) {
	from, to := t.Children(node)
	i := bytes.IndexByte(t.Labels[from:to], b)
	return from + uint32(max(i, 0)), i >= 0
}

// Leaves returns the tokens that end at node.
func (t *Trie) Leaves(node uint32) []Leaf {
	return t.leaves[t.Nodes[node].Leaf:t.Nodes[node+1].Leaf]
}

// An entryRange is the entries below one node while a trie is made.
type entryRange struct{ lo, hi uint32 }

// newTrie returns the trie of list, which it reorders. Leaves of equal entries keep their order.
func newTrie(list []entry) *Trie {
	size := 0
	for i := range list {
		size += len(list[i].text)
	}
	t := &Trie{
		Nodes:  make([]node, 0, size/4+2),
		Labels: append(make([]byte, 0, size/4+2), 0),
		leaves: make([]Leaf, 0, len(list)),
	}
	level, below := []entryRange{{0, uint32(len(list))}}, []entryRange(nil)
	sorter := entrySorter{spare: make([]entry, len(list))}
	for depth := 0; len(level) > 0; depth++ {
		below = below[:0]
		for _, g := range level {
			part := list[g.lo:g.hi]
			ended := sorter.sort(part, depth)
			t.Nodes = append(t.Nodes, node{uint32(len(t.Labels)), uint32(len(t.leaves))})
			for i := range ended {
				t.leaves = append(t.leaves, part[i].leaf)
			}
			for from := ended; from < len(part); {
				to, b := from+1, part[from].text[depth]
				for to < len(part) && part[to].text[depth] == b {
					to++
				}
				t.Labels = append(t.Labels, b)
				below = append(below, entryRange{g.lo + uint32(from), g.lo + uint32(to)})
				from = to
			}
		}
		level, below = below, level
	}
	t.Nodes = append(t.Nodes, node{uint32(len(t.Labels)), uint32(len(t.leaves))})
	return t
}

// An entrySorter sorts entries by one byte.
type entrySorter struct{ spare []entry }

// fewEntries is up to how many entries are sorted by insertion.
const fewEntries = 24

// sort brings those entries to the front that end at depth, and the others in the order of the byte
// there. It returns how many end.
func (s *entrySorter) sort(list []entry, depth int) (ended int) {
	key := func(p *entry) int {
		if len(p.text) == depth {
			return 0
		}
		return int(p.text[depth]) + 1
	}
	if len(list) <= fewEntries {
		for i := 1; i < len(list); i++ {
			p := list[i]
			j, k := i, key(&p)
			for ; j > 0 && key(&list[j-1]) > k; j-- {
				list[j] = list[j-1]
			}
			list[j] = p
		}
	} else {
		var starts [258]int
		for i := range list {
			starts[key(&list[i])+1]++
		}
		for k := range 256 {
			starts[k+1] += starts[k]
		}
		spare := s.spare[:len(list)]
		copy(spare, list)
		for i := range spare {
			k := key(&spare[i])
			list[starts[k]] = spare[i]
			starts[k]++
		}
	}
	for ended < len(list) && len(list[ended].text) == depth {
		ended++
	}
	return ended
}
