package planner

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"text/template"
	"text/template/parse"
)

// errDeclined says that a quick text does not cover what a template does here.
var errDeclined = errors.New("planner: left to the template")

// A quick is a prompt block compiled for one type of data: it writes what the template would, without
// interpreting it. It knows text, fields, if and else with and, or and not, range over a list,
// {{json field}} and {{join field "text"}}; a block with anything else has none, and data that would need more is declined. The template stays
// the definition, and the tests compare the two.
type quick []func(out []byte, data reflect.Value) ([]byte, error)

// newQuick compiles t for data of that type, or returns nil.
func newQuick(t *template.Template, data reflect.Type) quick {
	if t.Tree == nil || t.Tree.Root == nil {
		return nil
	}
	q, ok := quickList(t.Tree.Root, data)
	if !ok {
		return nil
	}
	return q
}

func (q quick) write(out []byte, data reflect.Value) ([]byte, error) {
	var err error
	for _, op := range q {
		if out, err = op(out, data); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func quickList(list *parse.ListNode, data reflect.Type) (quick, bool) {
	var q quick
	if list == nil {
		return q, true
	}
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.TextNode:
			text := string(n.Text)
			q = append(q, func(out []byte, _ reflect.Value) ([]byte, error) { return append(out, text...), nil })
		case *parse.ActionNode:
			op, ok := quickAction(n.Pipe, data)
			if !ok {
				return nil, false
			}
			q = append(q, op)
		case *parse.IfNode:
			holds, ok := quickCondition(n.Pipe, data)
			yes, ok2 := quickList(n.List, data)
			no, ok3 := quickList(n.ElseList, data)
			if !ok || !ok2 || !ok3 {
				return nil, false
			}
			q = append(q, func(out []byte, v reflect.Value) ([]byte, error) {
				truth, err := holds(v)
				switch {
				case err != nil:
					return nil, err
				case truth:
					return yes.write(out, v)
				default:
					return no.write(out, v)
				}
			})
		case *parse.RangeNode:
			op, ok := quickRange(n, data)
			if !ok {
				return nil, false
			}
			q = append(q, op)
		default:
			return nil, false
		}
	}
	return q, true
}

// quickRange writes each item of a list.
func quickRange(n *parse.RangeNode, data reflect.Type) (func([]byte, reflect.Value) ([]byte, error), bool) {
	field, t, ok := quickField(only(n.Pipe), data)
	if !ok || t.Kind() != reflect.Slice {
		return nil, false
	}
	each, ok := quickList(n.List, t.Elem())
	none, ok2 := quickList(n.ElseList, data)
	return func(out []byte, v reflect.Value) ([]byte, error) {
		list, err := field(v)
		if err != nil {
			return nil, err
		}
		if list.Len() == 0 {
			return none.write(out, v)
		}
		for i := range list.Len() {
			if out, err = each.write(out, list.Index(i)); err != nil {
				return nil, err
			}
		}
		return out, nil
	}, ok && ok2
}

// quickCondition is what {{if}} asks: a field, or not, and, or of conditions.
func quickCondition(n parse.Node, data reflect.Type) (func(reflect.Value) (bool, error), bool) {
	p, ok := n.(*parse.PipeNode)
	if ok && len(p.Decl) == 0 && len(p.Cmds) == 1 && len(p.Cmds[0].Args) > 1 {
		return quickLogic(p.Cmds[0].Args, data)
	}
	if ok {
		n = only(p)
	}
	field, _, ok := quickField(n, data)
	return func(v reflect.Value) (bool, error) {
		x, err := field(v)
		if err != nil {
			return false, err
		}
		return quickTruth(x)
	}, ok
}

func quickLogic(args []parse.Node, data reflect.Type) (func(reflect.Value) (bool, error), bool) {
	name, ok := args[0].(*parse.IdentifierNode)
	if !ok || name.Ident != "and" && name.Ident != "or" && (name.Ident != "not" || len(args) != 2) {
		return nil, false
	}
	var parts []func(reflect.Value) (bool, error)
	for _, arg := range args[1:] {
		part, ok := quickCondition(arg, data)
		if !ok {
			return nil, false
		}
		parts = append(parts, part)
	}
	if name.Ident == "not" {
		return func(v reflect.Value) (bool, error) {
			truth, err := parts[0](v)
			return !truth, err
		}, true
	}
	until := name.Ident == "or" // the rest is not looked at
	return func(v reflect.Value) (bool, error) {
		for _, part := range parts {
			if truth, err := part(v); err != nil || truth == until {
				return truth, err
			}
		}
		return !until, nil
	}, true
}

// only returns the one word that a pipe consists of, or nil.
func only(p *parse.PipeNode) parse.Node {
	if len(p.Decl) > 0 || len(p.Cmds) != 1 || len(p.Cmds[0].Args) != 1 {
		return nil
	}
	return p.Cmds[0].Args[0]
}

func quickAction(p *parse.PipeNode, data reflect.Type) (func([]byte, reflect.Value) ([]byte, error), bool) {
	if len(p.Decl) > 0 || len(p.Cmds) != 1 {
		return nil, false
	}
	args := p.Cmds[0].Args
	if len(args) == 1 {
		return quickPrint(args[0], data)
	}
	name, ok := args[0].(*parse.IdentifierNode)
	field, _, isField := quickField(args[1], data)
	if !ok || !isField {
		return nil, false
	}
	if name.Ident == "json" && len(args) == 2 {
		return func(out []byte, v reflect.Value) ([]byte, error) {
			x, err := field(v)
			if err != nil {
				return nil, err
			}
			return quickJSON(out, x)
		}, true
	}
	if name.Ident != "join" || len(args) != 3 {
		return nil, false
	}
	between, ok := args[2].(*parse.StringNode)
	return func(out []byte, v reflect.Value) ([]byte, error) {
		x, err := field(v)
		if err != nil {
			return nil, err
		}
		list, ok := reflect.TypeAssert[[]string](x)
		if !ok {
			return nil, errDeclined
		}
		return append(out, strings.Join(list, between.Text)...), nil
	}, ok
}

// quickPrint writes a field as templates print it.
func quickPrint(n parse.Node, data reflect.Type) (func([]byte, reflect.Value) ([]byte, error), bool) {
	field, t, ok := quickField(n, data)
	text := ok && t.Kind() == reflect.String && reflect.PointerTo(t).NumMethod() == 0 // else it may print itself
	return func(out []byte, v reflect.Value) ([]byte, error) {
		x, err := field(v)
		switch {
		case err != nil:
			return nil, err
		case text:
			return append(out, x.String()...), nil
		case x.Type() == reflect.TypeFor[int]():
			return strconv.AppendInt(out, x.Int(), 10), nil
		}
		return nil, errDeclined
	}, ok
}

// quickField returns how to reach the field that n names, or the dot, and its type.
func quickField(n parse.Node, data reflect.Type) (func(reflect.Value) (reflect.Value, error), reflect.Type, bool) {
	if _, ok := n.(*parse.DotNode); ok {
		return func(v reflect.Value) (reflect.Value, error) { return v, nil }, data, true
	}
	f, ok := n.(*parse.FieldNode)
	if !ok {
		return nil, nil, false
	}
	var path [][]int
	t := data
	for _, name := range f.Ident {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct {
			return nil, nil, false
		}
		sf, ok := t.FieldByName(name)
		if _, method := reflect.PointerTo(t).MethodByName(name); !ok || method || throughPointer(t, sf.Index) {
			return nil, nil, false
		}
		path, t = append(path, sf.Index), sf.Type
	}
	return func(v reflect.Value) (reflect.Value, error) {
		for _, index := range path {
			if v.Kind() == reflect.Pointer {
				if v.IsNil() {
					return v, errDeclined
				}
				v = v.Elem()
			}
			for _, i := range index {
				v = v.Field(i)
			}
		}
		return v, nil
	}, t, true
}

// throughPointer reports whether an embedded pointer lies on the way to a field.
func throughPointer(t reflect.Type, index []int) bool {
	for _, i := range index[:len(index)-1] {
		if t = t.Field(i).Type; t.Kind() == reflect.Pointer {
			return true
		}
	}
	return false
}

// quickTruth is what {{if}} makes of a value.
func quickTruth(v reflect.Value) (bool, error) {
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool(), nil
	case reflect.Int:
		return v.Int() != 0, nil
	case reflect.String, reflect.Slice:
		return v.Len() > 0, nil
	case reflect.Pointer:
		return !v.IsNil(), nil
	}
	return false, errDeclined
}

// quickJSON writes what {{json}} writes.
func quickJSON(out []byte, v reflect.Value) ([]byte, error) {
	if v.Type() == reflect.TypeFor[json.RawMessage]() {
		return appendCompact(out, v.Bytes())
	}
	if v.Type() == reflect.TypeFor[string]() {
		return appendQuoted(out, v.String())
	}
	return nil, errDeclined
}
