package grammar

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// alternatives are the branches of a schema that is an anyOf of objects, found when first asked for.
type alternatives struct {
	once  sync.Once
	texts []json.RawMessage // nil: the schema is something else
	specs []*objSpec        // of each branch
}

// Only returns the grammar of some of g's alternatives, by their places in its schema, without
// compiling them again: what Compile would return for them alone, but that a Violation may leave out
// its Rule. ok is false if g's schema is not an anyOf of objects and nothing else; then compile.
func (g *Grammar) Only(places ...int) (only *Grammar, ok bool) {
	g.alternatives.once.Do(g.findAlternatives)
	a := &g.alternatives
	if a.texts == nil || len(places) == 0 {
		return nil, false
	}
	root := &value{}
	schema := []byte(`{"anyOf":[`)
	for i, p := range places {
		if i > 0 {
			schema = append(schema, ',')
		}
		schema = append(schema, a.texts[p]...)
		root.objs = append(root.objs, a.specs[p])
	}
	if schema = append(schema, "]}"...); len(places) == 1 {
		schema = a.texts[places[0]]
	}
	// The new root is one set more; all that is reached from it has been worked out.
	c := *g.compiler
	id := setID(len(c.values))
	c.values = append(slices.Clip(c.values), root)
	c.sets = append(slices.Clip(c.sets), nil)
	c.reached = append(slices.Clip(c.reached), id)
	c.cost = slices.Clip(c.cost)
	for len(c.cost) <= int(id) {
		c.cost = append(c.cost, endless)
	}
	if c.cost[id] = c.valueCost(root); c.cost[id] == endless {
		return nil, false
	}
	p, err := newProgram(&c.parts, &c, id, c.options)
	if err != nil {
		return nil, false
	}
	p.places = slices.Clone(places)
	return &Grammar{schema: schema, compiler: &c, program: p, gaps: g.gaps}, true
}

// pointerNow returns where in the grammar's schema stands what was compiled from pointer.
func (g *program) pointerNow(pointer string) string {
	rest, ok := strings.CutPrefix(pointer, "/anyOf/")
	if g.places == nil || !ok {
		return pointer
	}
	place, rest, _ := strings.Cut(rest, "/")
	n, err := strconv.Atoi(place)
	if err != nil {
		panic("grammar: BUG: an alternative without a place: " + pointer)
	}
	if rest != "" {
		rest = "/" + rest
	}
	switch now := slices.Index(g.places, n); {
	case now < 0: // the same stands in several alternatives, and was compiled from one that is gone
		return ""
	case len(g.places) == 1:
		return rest
	default:
		return "/anyOf/" + strconv.Itoa(now) + rest
	}
}

func (g *Grammar) findAlternatives() {
	members := map[string]json.RawMessage{}
	var texts []json.RawMessage
	if json.Unmarshal(g.schema, &members) != nil || len(members) != 1 || json.Unmarshal(members["anyOf"], &texts) != nil {
		return
	}
	branches := g.compiler.root.get("anyOf")
	root := g.compiler.values[g.program.root]
	if branches == nil || len(root.objs) != len(texts) || len(branches.members) != len(texts) || root.null || root.no || root.yes || len(root.nums)+len(root.strs)+len(root.arrs) > 0 {
		return
	}
	for i, s := range root.objs {
		if s.at != branches.members[i].value {
			return
		}
	}
	g.alternatives.texts, g.alternatives.specs = texts, root.objs
}
