package grammar

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// follow returns what a reference within the schema leads to, and notes in p that it was followed.
func (c *closer) follow(ref, keyword string, p *place) (node, bool) {
	times := 0
	for _, r := range p.refs {
		if r == ref {
			times++
		}
	}
	if times > 0 && !c.recursive {
		c.recursive = true
		if c.unroll > 0 {
			c.reserve = c.left.work / 2
		}
	}
	if times > c.unroll || p.depth > maxForeignDepth {
		c.loseWriting(*p, keyword, "more than "+plural(c.unroll+1, "level")+" of "+ref)
		return nil, false
	}
	p.refs = append(slices.Clone(p.refs), ref)
	p.depth++
	t, known := c.targets[ref]
	if !known {
		text, found := c.target(ref, *p)
		t.found = found
		if found {
			t.node, t.ok = c.read(text, *p)
			t.bytes = len(text)
		}
		c.targets[ref] = t
	}
	if !t.found {
		c.lose(*p, keyword, fmt.Sprintf("%q is not in this schema", ref))
		return node{}, true
	}
	return t.node, t.ok && c.spend(*p, t.bytes/readBytes)
}

// A target is what a reference leads to. Nothing changes its node.
type target struct {
	node      node
	bytes     int
	found, ok bool
}

// target finds what a reference means: the whole schema or a JSON Pointer into it.
func (c *closer) target(ref string, p place) (json.RawMessage, bool) {
	path, within := strings.CutPrefix(ref, "#")
	if !within {
		return nil, false
	}
	at, came := c.root, ""
	for _, token := range strings.Split(path, "/")[1:] {
		inside, known := c.opened[came]
		if !known {
			if !c.spend(p, 1+len(at)/readBytes) {
				return nil, false
			}
			inside = members(at)
			c.opened[came] = inside
		}
		came += "/" + token
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		if inside != nil {
			at = inside[token]
		} else if !c.spend(p, 1+len(at)/readBytes) {
			return nil, false
		} else if items, i := list(at), index(token); i >= 0 && i < len(items) {
			at = items[i]
		} else {
			at = nil
		}
		if at == nil {
			return nil, false
		}
	}
	return at, path == "" || strings.HasPrefix(path, "/")
}
