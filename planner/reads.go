package planner

import (
	"reflect"
	"slices"
	"text/template"
	"text/template/parse"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner/planerrors"
)

// A reader finds out which fields of its data a template reads, so that what it wrote can stand as long
// as these are the same. A template that takes its data whole, or fields that are not compared, is not
// known.
type reader struct {
	data    reflect.Type
	fields  []int
	unknown bool
}

// readsOf returns the fields that t reads of data of that type, and whether they are known.
func readsOf(t *template.Template, data reflect.Type) ([]int, bool) {
	if t.Tree == nil || t.Tree.Root == nil || data.Kind() != reflect.Struct {
		return nil, false
	}
	r := reader{data: data}
	r.list(t.Tree.Root, true)
	return r.fields, !r.unknown
}

// list reads nodes; whole says that the dot is the data, as it is outside of range and with.
func (r *reader) list(list *parse.ListNode, whole bool) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.TextNode, *parse.CommentNode:
		case *parse.ActionNode:
			r.node(n.Pipe, whole)
		case *parse.IfNode:
			r.branch(&n.BranchNode, whole, whole)
		case *parse.RangeNode:
			r.branch(&n.BranchNode, whole, false)
		case *parse.WithNode:
			r.branch(&n.BranchNode, whole, false)
		default:
			r.unknown = true
		}
	}
}

func (r *reader) branch(n *parse.BranchNode, whole, within bool) {
	r.node(n.Pipe, whole)
	r.list(n.List, within)
	r.list(n.ElseList, whole)
}

func (r *reader) node(n parse.Node, whole bool) {
	switch n := n.(type) {
	case *parse.PipeNode:
		for _, c := range n.Cmds {
			for _, arg := range c.Args {
				r.node(arg, whole)
			}
		}
	case *parse.FieldNode:
		if whole {
			r.field(n.Ident[0])
		}
	case *parse.VariableNode:
		switch {
		case n.Ident[0] == "$" && len(n.Ident) > 1:
			r.field(n.Ident[1])
		case n.Ident[0] == "$":
			r.unknown = true
		}
	case *parse.ChainNode:
		r.node(n.Node, whole)
	case *parse.DotNode:
		r.unknown = r.unknown || whole
	case *parse.IdentifierNode, *parse.StringNode, *parse.NumberNode, *parse.BoolNode, *parse.NilNode:
	default:
		r.unknown = true
	}
}

func (r *reader) field(name string) {
	f, ok := r.data.FieldByName(name)
	if !ok || len(f.Index) != 1 || !compared(f.Type) {
		r.unknown = true
	} else if !slices.Contains(r.fields, f.Index[0]) {
		r.fields = append(r.fields, f.Index[0])
	}
}

// compared reports whether sameField knows the type.
func compared(t reflect.Type) bool {
	switch t {
	case reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[bool](),
		reflect.TypeFor[grammar.Schema](), reflect.TypeFor[[]Offer](), reflect.TypeFor[[]planerrors.Error]():
		return true
	}
	return false
}

// sameField reports whether two values of one type that is compared are equal.
func sameField(x, y reflect.Value) bool {
	switch x.Kind() {
	case reflect.String:
		return x.String() == y.String()
	case reflect.Int:
		return x.Int() == y.Int()
	case reflect.Bool:
		return x.Bool() == y.Bool()
	}
	if a, ok := reflect.TypeAssert[grammar.Schema](x); ok {
		b, _ := reflect.TypeAssert[grammar.Schema](y)
		return a.Equal(b)
	}
	if a, ok := reflect.TypeAssert[[]Offer](x); ok {
		b, _ := reflect.TypeAssert[[]Offer](y)
		return slices.EqualFunc(a, b, sameOffer)
	}
	return x.Len() == y.Len() && (x.Len() == 0 || x.Pointer() == y.Pointer() || reflect.DeepEqual(x.Interface(), y.Interface()))
}

func sameOffer(x, y Offer) bool {
	return x.Name == y.Name && x.Description == y.Description && x.Left == y.Left && x.Irreversible == y.Irreversible &&
		x.Args.Equal(y.Args) && (x.Output == y.Output || x.Output != nil && y.Output != nil && x.Output.Equal(*y.Output))
}
