package schema

import (
	"fmt"
	"math/big"
	"reflect"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/regex"
)

// notInTheKey are the fields that a structural key leaves out, each with its reason. A field that is
// neither here nor in the key makes two different sets one: the grammar would accept what it must not.
var notInTheKey = map[string]string{
	"StringSpec.At":                   "the place in the schema",
	"Spec.At":                         "the place in the schema",
	"ArraySpec.At":                    "the place in the schema",
	"ArraySpec.layers":                "the slots say what they come to",
	"ArraySpec.Unique":                "Array.Unique says it",
	"Array.ID":                        "a number",
	"Object.Covers":                   "follows from the names and classes",
	"Array.unsatisfiable":             "follows from the slots and Unique",
	"Array.open":                      "set while the slots are worked out",
	"Array.leading":                   "follows from the slots",
	"Array.counted":                   "follows from the slots",
	"containsRule.lit":                "the variants say what it comes to",
	"containsRule.from":               "the variants say what it comes to",
	"containsRule.silent":             "matters for what is evaluated, before there are slots",
	"ObjectSpec.At":                   "the place in the schema",
	"ObjectSpec.layers":               "the slots say what they come to",
	"ObjectSpec.required":             "Property.Required says it",
	"ObjectSpec.names":                "the properties and classes say what they come to",
	"ObjectSpec.mustMatch":            "Demands and the variants say what they come to",
	"Object.ID":                       "a number",
	"Object.Sorted":                   "follows from the properties",
	"Object.Sums":                     "follows from the properties",
	"Object.Least":                    "follows from the properties",
	"Object.Required":                 "follows from the properties",
	"Object.open":                     "says that it is not ready",
	"NameClass.DFA":                   "follows from Language",
	"NameClass.nameLen":               "follows from Language",
	"StringSpec.Finite=false.List":    "a pattern has no list",
	"StringSpec.Finite=true.Min":      "a list has no bounds",
	"StringSpec.Finite=true.Max":      "a list has no bounds",
	"StringSpec.Finite=true.Except":   "a list has no exceptions",
	"StringSpec.Finite=true.Language": "a list has no pattern",
}

func TestNoFieldIsForgottenByTheStructuralKey(t *testing.T) {
	slot := func(set SetID) Slot { return Slot{Set: set, Variants: []Variant{{Set: set + 1, Demands: 1}}} }
	array := &Array{
		Spec:  &ArraySpec{Min: 1, Max: 3, Contains: []containsRule{{min: 1, max: 2}}},
		Fixed: []Slot{slot(3)}, Tail: slot(5),
	}
	object := &Object{
		Spec: &ObjectSpec{Min: 1, Max: 4}, Demands: 1,
		Properties: []Property{{Name: "a", Slot: slot(7)}},
		Classes:    []NameClass{{Language: regex.AnyRune, Slot: slot(9)}},
	}
	pattern := &StringSpec{Language: regex.AnyRune, Min: 1, Max: 2, Except: []string{"a"}}
	list := &StringSpec{Finite: true, List: []string{"a"}}
	bounds := &number.Spec{
		Lo: big.NewRat(1, 1), Hi: big.NewRat(9, 1), MultipleOf: big.NewRat(2, 1),
		NotMultipleOf: []*big.Rat{big.NewRat(3, 1)}, Except: []*big.Rat{big.NewRat(4, 1)},
	}
	numbers := &number.Spec{List: []*big.Rat{big.NewRat(1, 1)}}
	c := &compiler{}
	c.arrIDs, c.objIDs = map[*ArraySpec]int32{array.Spec: 0}, map[*ObjectSpec]int32{object.Spec: 0}
	c.Arrays, c.Objects = []*Array{array}, []*Object{object}
	value := &Value{
		Numbers: []*number.Spec{bounds}, Strings: []*StringSpec{pattern}, Arrays: []*ArraySpec{array.Spec}, Objects: []*ObjectSpec{object.Spec},
	}
	for _, x := range []struct {
		of  any
		key func() string
	}{
		{array, func() string { return string(array.append(nil)) }},
		{object, func() string { return string(object.append(nil)) }},
		{pattern, func() string { return string(pattern.append(nil)) }},
		{list, func() string { return string(list.append(nil)) }},
		{bounds, bounds.String},
		{numbers, numbers.String},
		{value, func() string { return string(c.appendValue(nil, value)) }},
	} {
		fields := 0
		eachField(reflect.ValueOf(x.of).Elem(), func(name string, change func() (undo func())) {
			if notInTheKey[name] != "" {
				return
			}
			before := x.key()
			undo := change()
			require.NotNil(t, undo, "the test cannot change %s", name)
			assert.NotEqual(t, before, x.key(), "%s is not in the key, and notInTheKey has no reason", name)
			undo()
			require.Equal(t, before, x.key(), name)
			fields++
		})
		assert.Positive(t, fields)
	}
}

// eachField calls use for every field of v, and of the structs that it holds or points to.
func eachField(v reflect.Value, use func(name string, change func() (undo func()))) {
	kind := v.Type().Name()
	for i := range v.NumField() {
		f := v.Field(i)
		f = reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem() // of this package, exported or not
		name := kind + "." + v.Type().Field(i).Name
		if finite := v.FieldByName("Finite"); finite.IsValid() {
			of := fmt.Sprintf("%s.Finite=%t.%s", kind, finite.Bool(), v.Type().Field(i).Name)
			if notInTheKey[of] != "" {
				continue
			}
		}
		if kind == "Spec" && !v.FieldByName("List").IsNil() && name != "Spec.List" {
			continue // a list is without bounds, divisors and exceptions; settle sees to it
		}
		if notInTheKey[name] != "" {
			continue
		}
		switch {
		case f.Kind() == reflect.Struct:
			eachField(f, use)
			continue
		case f.Kind() == reflect.Pointer && f.Type().Elem().Kind() == reflect.Struct && f.Type() != reflect.TypeFor[*big.Rat]():
			eachField(f.Elem(), use)
			continue
		case f.Kind() == reflect.Slice && f.Type().Elem().Kind() == reflect.Struct && f.Len() > 0:
			eachField(f.Index(0), use)
		case f.Kind() == reflect.Slice && f.Type().Elem().Kind() == reflect.Pointer && f.Type().Elem() != reflect.TypeFor[*big.Rat]():
			continue // specs, which have rows of their own
		}
		use(name, func() func() { return changed(f) })
	}
}

// changed gives f another value and returns what takes it back, or nil for kinds it does not know.
func changed(f reflect.Value) (undo func()) {
	old := reflect.New(f.Type()).Elem()
	old.Set(f)
	switch {
	case f.Kind() == reflect.Bool:
		f.SetBool(!f.Bool())
	case f.CanInt():
		f.SetInt(f.Int() + 1)
	case f.CanUint():
		f.SetUint(f.Uint() + 1)
	case f.Kind() == reflect.String:
		f.SetString(f.String() + "x")
	case f.Type() == reflect.TypeFor[*big.Rat]():
		f.Set(reflect.ValueOf(big.NewRat(1, 7)))
	case f.Kind() == reflect.Slice && f.Type().Elem() == reflect.TypeFor[*big.Rat]():
		f.Set(reflect.Append(f, reflect.ValueOf(big.NewRat(1, 7))))
	case f.Kind() == reflect.Slice:
		f.Set(reflect.Append(f, reflect.Zero(f.Type().Elem())))
	default:
		fmt.Println("no other value for", f.Type())
		return nil
	}
	return func() { f.Set(old) }
}
