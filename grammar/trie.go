package grammar

import "bytes"

// A trie holds byte strings, level by level: all children of a node stand side by side, in ascending
// order of their bytes, so looking for the few that are legal reads a few neighboring bytes. A
// depth-first order makes skipping a child a jump of its whole subtree, and nearly all are skipped.
// It is immutable.
type trie struct {
	nodes  []trieNode // node 0 is the root; one more stands behind the last, to end it
	labels []byte     // of each node: the byte that leads to it
	leaves []leaf     // of all nodes, node by node
}

// A trieNode says where its children and leaves begin. They end where those of the next node begin.
type trieNode struct{ child, leaf uint32 }

// A leaf is a token that ends at a node. Tries of pieces of tokens note something about the rest.
type leaf struct{ id, note int32 }

// A twig is what a trie is made of.
type twig struct {
	text []byte
	leaf leaf
}

func (t *trie) children(node uint32) (from, to uint32) {
	return t.nodes[node].child, t.nodes[node+1].child
}

// child returns the child of node that b leads to, and whether there is one.
func (t *trie) child(node uint32, b byte) (uint32, bool) {
	from, to := t.children(node)
	i := bytes.IndexByte(t.labels[from:to], b)
	return from + uint32(max(i, 0)), i >= 0
}

func (t *trie) at(node uint32) []leaf {
	return t.leaves[t.nodes[node].leaf:t.nodes[node+1].leaf]
}

// A shoot is the twigs below one node while a trie is made.
type shoot struct{ lo, hi uint32 }

// newTrie returns the trie of list, which it reorders. Leaves of equal twigs keep their order.
func newTrie(list []twig) *trie {
	size := 0
	for i := range list {
		size += len(list[i].text)
	}
	t := &trie{
		nodes:  make([]trieNode, 0, size/4+2),
		labels: append(make([]byte, 0, size/4+2), 0),
		leaves: make([]leaf, 0, len(list)),
	}
	level, below := []shoot{{0, uint32(len(list))}}, []shoot(nil)
	sorter := twigSorter{spare: make([]twig, len(list))}
	for depth := 0; len(level) > 0; depth++ {
		below = below[:0]
		for _, g := range level {
			part := list[g.lo:g.hi]
			ended := sorter.sort(part, depth)
			t.nodes = append(t.nodes, trieNode{uint32(len(t.labels)), uint32(len(t.leaves))})
			for i := range ended {
				t.leaves = append(t.leaves, part[i].leaf)
			}
			for from := ended; from < len(part); {
				to, b := from+1, part[from].text[depth]
				for to < len(part) && part[to].text[depth] == b {
					to++
				}
				t.labels = append(t.labels, b)
				below = append(below, shoot{g.lo + uint32(from), g.lo + uint32(to)})
				from = to
			}
		}
		level, below = below, level
	}
	t.nodes = append(t.nodes, trieNode{uint32(len(t.labels)), uint32(len(t.leaves))})
	return t
}

// A twigSorter sorts pieces by one byte.
type twigSorter struct{ spare []twig }

// fewTwigs is up to how many twigs are sorted by insertion.
const fewTwigs = 24

// sort brings those twigs to the front that end at depth, and the others in the order of the byte
// there. It returns how many end.
func (s *twigSorter) sort(list []twig, depth int) (ended int) {
	key := func(p *twig) int {
		if len(p.text) == depth {
			return 0
		}
		return int(p.text[depth]) + 1
	}
	if len(list) <= fewTwigs {
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
