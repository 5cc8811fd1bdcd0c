package loop_test

import (
	"reflect"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
)

// snake spells a Go name as a log does.
func snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		begins := unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if begins {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// Someone who reads a log finds each name in the documentation of its type.
func TestNamesInLogsAreTheNamesInGo(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var look func(reflect.Type)
	look = func(typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			look(typ.Elem())
		case reflect.Struct:
			if seen[typ] || !strings.Contains(typ.PkgPath(), "shortleash") || typ.PkgPath() == "github.com/shortleash/shortleash/grammar" {
				return
			}
			seen[typ] = true
			for i := range typ.NumField() {
				f := typ.Field(i)
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if name != "-" && f.IsExported() && !f.Anonymous {
					assert.Equal(t, snake(f.Name), name, "%s.%s", typ, f.Name)
				}
				if name != "-" {
					look(f.Type)
				}
			}
		}
	}
	look(reflect.TypeFor[loop.Event]())
	look(reflect.TypeFor[planner.State]())
	assert.Greater(t, len(seen), 20)
}
