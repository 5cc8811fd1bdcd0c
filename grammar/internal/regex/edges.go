package regex

import "slices"

// An Edge is where a state of a DFA goes, and on what.
type Edge struct {
	To     int32
	Ranges []Range // ascending, apart
}

// Edges returns everything that leads from state to another that is not Dead, one edge for each. The
// error is ErrBudget or nil.
func (d *DFA) Edges(state int32) ([]Edge, error) {
	d.space.mu.Lock()
	defer d.space.mu.Unlock()
	var edges []Edge
	c := d.cellsOf(state)
	for i, label := range c.Labels {
		if label < 0 {
			continue
		}
		to, err := d.follow(state, label)
		if err != nil {
			return nil, err
		}
		if to == Dead {
			continue
		}
		at := slices.IndexFunc(edges, func(e Edge) bool { return e.To == to })
		if at < 0 {
			at = len(edges)
			edges = append(edges, Edge{To: to})
		}
		lo, hi := c.Bounds(i)
		r := &edges[at].Ranges
		if n := len(*r); n > 0 && (*r)[n-1].Hi+1 == lo {
			(*r)[n-1].Hi = hi
		} else {
			*r = append(*r, Range{lo, hi})
		}
	}
	return edges, nil
}
