// Package schema turns a JSON Schema into sets of values in normal form.
//
// A schema is read as a tree of nodes, one for each schema object. A literal demands a node or its
// negation, and a set of literals is what one value of a document must satisfy. [Compile] resolves the
// sets that are reached from the root into values, which are unions by type, works out their children
// and prices the shortest document of each. The result is [Compiled]: plain data that the automaton,
// the exports and the samples read. Sets that say the same at different places become one.
package schema

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/budget"
	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
)

// Reasons inside a jsontext.Error, beside ErrMalformed and ErrBudget.
var (
	ErrUnsupported = errors.New("not supported")
	ErrEmpty       = errors.New("no document can satisfy it")
	ErrAmbiguous   = errors.New("the branches cannot be told apart")
)

// Options say how a schema is read and how documents are spelled. It is plain data; the zero value
// is the usual case.
type Options struct {
	Whitespace   jsontext.Whitespace // zero: none, the compact form
	Order        Order               // zero: members in the order the schema declares them
	Numbers      Numbers             // zero: integers without point or exponent
	Lenient      bool                // unsupported keywords do not fail; Grammar.Unenforced lists them
	OneOfAsAnyOf bool                // otherwise oneOf is exact, or an error where it cannot be
	Resources    map[string]json.RawMessage
	Limits       Limits
}

// An Order says in which order the members of an object come.
type Order uint8

const (
	// Declared is the order of the schema; members it does not name come last.
	Declared Order = iota
	// AnyOrder is for text from elsewhere: servers re-sort members.
	AnyOrder
)

// Numbers says how numbers may be spelled.
type Numbers uint8

const (
	// Plain integers have no point and no exponent: 1.0 is refused where an integer must stand.
	Plain Numbers = iota
	// AnyForm is the reading of the standard: 1.0 and 1e0 are integers.
	AnyForm
)

// Limits bound what a schema or a document may cost. Zero means the default; less is an error.
type Limits struct {
	SchemaBytes  int // 1 MiB
	Nodes        int // subschemas: 100,000
	Alternatives int // of one type at one place, after intersection: 512
	States       int // of one pattern's automaton: 20,000
	Parallel     int // readings a matcher follows at once: 512
	NumberBytes  int // of one number: 24 in compact documents, else 128
	Depth        int // of a document: 128
	Work         int // steps of one compilation: 3,000,000
	Memory       int // bytes that one compilation makes: 32 MiB
}

// maxSchemaBytes is the default bound on the size of a schema.
const maxSchemaBytes = 1 << 20

// Meter returns a meter for one compilation.
func (l Limits) Meter(ctx context.Context) *budget.Meter {
	l = l.WithDefaults()
	return budget.New(ctx, l.Work, l.Memory)
}

// WithDefaults returns l with the defaults of compact documents for what is zero.
func (l Limits) WithDefaults() Limits { return l.withDefaults(jsontext.Compact()) }

func (l Limits) withDefaults(w jsontext.Whitespace) Limits {
	set := func(n *int, value int) {
		if *n == 0 {
			*n = value
		}
	}
	set(&l.SchemaBytes, maxSchemaBytes)
	set(&l.Nodes, 100_000)
	set(&l.Alternatives, 512)
	set(&l.States, 20_000)
	set(&l.Parallel, 512)
	if w == jsontext.Compact() {
		set(&l.NumberBytes, 24)
	}
	set(&l.NumberBytes, 128)
	set(&l.Depth, 128)
	set(&l.Work, 3_000_000)
	set(&l.Memory, 32<<20)
	return l
}

// negative returns the name of a limit below zero, or "".
func (l Limits) negative() string {
	for _, x := range []struct {
		name string
		n    int
	}{
		{"SchemaBytes", l.SchemaBytes}, {"Nodes", l.Nodes}, {"Alternatives", l.Alternatives}, {"States", l.States},
		{"Parallel", l.Parallel}, {"NumberBytes", l.NumberBytes}, {"Depth", l.Depth},
		{"Work", l.Work}, {"Memory", l.Memory},
	} {
		if x.n < 0 {
			return "Limits." + x.name
		}
	}
	return ""
}

// A Gap is a keyword that is not enforced.
type Gap struct {
	Pointer, Keyword, Why string
}

// A compiler turns one schema into values, and knows which of them are reached from the root.
type compiler struct {
	Compiled
	document *jsontext.Tree
	meter    *budget.Meter

	registry  *registry
	draft     draft
	evaluates bool // the schema, or a resource, says unevaluated… somewhere

	nodes       []*node          // nil: not read yet
	pending     []*jsontext.Tree // where it will be read from
	freeNodes   []node           // nodes are cut from here
	sets        [][]literal
	setIDs      map[string]SetID
	singles     []SetID // by literal; -1: none yet
	schemaNodes []int32 // by tree: the node of the schema that stands there, or 0
	exactNodes  []int32 // by tree: the node that accepts exactly this value, or 0; nil until one is asked for
	visits      []visit // by set
	firsts      map[string]SetID
	key         []byte // scratch
	indexes     map[*ObjectSpec]*memberIndex
	recursive   bool // some schema is recursive
	depth       int
	lookups     int // into members and items, to tell branches apart

	universe *Value
	integer  *number.Spec
	integers []*number.Spec // that alone
}

func newCompiler(meter *budget.Meter, schema json.RawMessage, o Options) (*compiler, error) {
	c := &compiler{meter: meter, Compiled: Compiled{Options: o, Limits: o.Limits.withDefaults(o.Whitespace)}}
	c.setSpelling(o.Whitespace, o.Order)
	if name := c.Limits.negative(); name != "" {
		return nil, &jsontext.Error{Keyword: name, Err: fmt.Errorf("%w: a limit below zero", jsontext.ErrMalformed)}
	}
	var err error
	var trees int
	if c.document, trees, err = jsontext.Read(schema, c.Limits.SchemaBytes, meter); err != nil {
		return nil, err
	}
	meter.Make(trees * treeNodeBytes)
	c.schemaNodes = make([]int32, trees, trees+4)
	c.Languages.Budget = c.Limits.States
	c.Languages.Count(meter)
	c.setIDs = map[string]SetID{}
	c.universe = &Value{
		HasNull: true, HasFalse: true, HasTrue: true,
		Numbers: []*number.Spec{{}},
		Strings: []*StringSpec{anyString(nil)},
		Arrays:  []*ArraySpec{{Max: number.Unbounded}},
		Objects: []*ObjectSpec{{Max: number.Unbounded}},
	}
	c.integer = &number.Spec{MultipleOf: number.One}
	c.integers = []*number.Spec{c.integer}
	usual := trees/5 + 16 // nodes, and sets, of a schema without references
	c.nodes = append(make([]*node, 0, usual), &node{})
	c.pending = append(make([]*jsontext.Tree, 0, usual), nil)
	c.sets = append(make([][]literal, 0, usual), nil, []literal{nothing})
	c.Values = append(make([]*Value, 0, usual), c.universe, &Value{})
	c.singles = append(make([]SetID, 0, 2*usual), anySet, noneSet)
	const evaluating = `"unevaluated`
	c.evaluates = strings.Contains(string(schema), evaluating)
	for _, text := range o.Resources {
		c.evaluates = c.evaluates || strings.Contains(string(text), evaluating)
	}
	c.draft, err = c.draftOf(c.document)
	return c, err
}

// treeNodeBytes is what is prepared for each value of the text: a share of the lists of nodes and sets.
const treeNodeBytes = 24

// Compile reads a schema and works out everything that is reached from its root. It ends with a panic of a
// *budget.Stop where meter says so.
func Compile(meter *budget.Meter, schema json.RawMessage, o Options) (*Compiled, error) {
	c, err := newCompiler(meter, schema, o)
	if err != nil {
		return nil, err
	}
	root, err := c.literalAt(c.document)
	if err != nil {
		return nil, err
	}
	c.firsts = map[string]SetID{}
	c.Objects, c.Arrays, c.Strings = make([]*Object, 1, 8), make([]*Array, 1, 8), make([]*StringSpec, 1, 8)
	c.StringIDs, c.numIDs = map[*StringSpec]int32{}, map[*number.Spec]int32{}
	c.arrIDs, c.objIDs = map[*ArraySpec]int32{}, map[*ObjectSpec]int32{}
	if c.Root, err = c.visit(c.set(root)); err != nil {
		return nil, err
	}
	if err := c.price(c.Root); err != nil {
		return nil, err
	}
	if err := c.automata(); err != nil {
		return nil, err
	}
	c.Languages.Count(nil)
	return &c.Compiled, nil
}

// A draft says what older drafts read differently.
type draft struct {
	legacyIDs  bool // draft-04: "id"
	legacyRefs bool // before 2019-09: $ref stands alone
}

// draftOf reads the $schema of a document.
func (c *compiler) draftOf(document *jsontext.Tree) (draft, error) {
	v := document.Lookup("$schema")
	if v == nil || v.Kind != jsontext.String {
		return draft{}, nil
	}
	name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(v.Text, "https://"), "http://"), "#")
	switch name {
	case "json-schema.org/draft-03/schema", "json-schema.org/draft-04/schema":
		return draft{legacyIDs: true, legacyRefs: true}, nil
	case "json-schema.org/draft-06/schema", "json-schema.org/draft-07/schema":
		return draft{legacyRefs: true}, nil
	case "json-schema.org/draft/2019-09/schema", "json-schema.org/draft/2020-12/schema", "json-schema.org/schema":
		return draft{}, nil
	}
	return draft{}, c.unsupported(document, "$schema", v.Text)
}
