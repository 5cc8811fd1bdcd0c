package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/pflag"

	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/internal/didyoumean"
)

// configFile returns the name of the configuration file: PROGRAM/config.toml below XDG_CONFIG_HOME, or
// else below .config in the home folder; "" if there is no such folder.
func (c *Console) configFile() string {
	folder := c.Folder("XDG_CONFIG_HOME", ".config")
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "config.toml")
}

// maxConfig bounds the configuration file, in bytes.
const maxConfig = 1_000_000

// fromFile sets the flags that are not set from the configuration file, whose keys are their names. A file that is not
// there says nothing.
func (c *Console) fromFile(flags *pflag.FlagSet) error {
	path := c.configFile()
	if path == "" {
		return nil
	}
	data, err := bounded.ReadFile(path, maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return Misuse("cannot read %s: %v", path, Cause(err))
	}
	values := map[string]any{}
	known, err := toml.Decode(string(data), &values)
	if e, ok := errors.AsType[toml.ParseError](err); ok {
		return Misuse("%s, line %d: %s", path, e.Position.Line, e.Message)
	}
	if err != nil {
		return Misuse("%s: %v", path, err)
	}
	done := map[string]bool{}
	for _, key := range known.Keys() { // in their order
		if done[key[0]] { // a table has more of them
			continue
		}
		done[key[0]] = true
		if problem := c.set(flags, key[0], values[key[0]]); problem != "" {
			return Misuse("%s, line %d: %s", path, lineOf(string(data), key[0]), problem)
		}
	}
	return nil
}

// set sets one flag from the file, unless it is set. It returns what is wrong, or "".
func (c *Console) set(flags *pflag.FlagSet, name string, value any) string {
	f := flags.Lookup(name)
	if f == nil || name == "help" {
		text := fmt.Sprintf("there is no setting %q; they are named like the flags of %s -h", name, c.Name)
		if guess := didyoumean.Of(name, flagNames(flags)); guess != "" && guess != name {
			text += ". Did you mean " + guess + "?"
		}
		return text
	}
	texts, problem := spelled(f, value)
	if problem != "" || f.Changed {
		return problem
	}
	for _, text := range texts {
		if err := flags.Set(name, text); err != nil {
			if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
				err = e.Unwrap()
			}
			return badValue(name, text, f, err).Error()
		}
	}
	return ""
}

// spelled returns the values of the file as the command line would give them to a flag, one after the other. A table has a
// name for each: that of a role is a part of the value, that of a text which may be given again is the user's own.
func spelled(f *pflag.Flag, value any) (texts []string, problem string) {
	table, isTable := value.(map[string]any)
	list, isList := value.([]any)
	for _, name := range slices.Sorted(maps.Keys(table)) {
		list = append(list, table[name])
	}
	for _, one := range list {
		texts = append(texts, fmt.Sprint(one))
	}
	_, isTables := value.([]map[string]any)
	deep := isTables || slices.ContainsFunc(list, func(one any) bool {
		kind := reflect.TypeOf(one).Kind()
		return kind == reflect.Map || kind == reflect.Slice
	})
	switch _, isRoles := f.Value.(*Roles); {
	case isRoles && isTable && !deep:
		for i, name := range slices.Sorted(maps.Keys(table)) {
			texts[i] = name + "=" + texts[i]
		}
		return texts, ""
	case f.Value.Type() == "stringArray":
		if !isList && !isTable {
			list, texts = []any{value}, []string{fmt.Sprint(value)}
		}
		if slices.ContainsFunc(list, func(one any) bool { _, isText := one.(string); return !isText }) {
			return nil, fmt.Sprintf("%s wants texts: one, a list, or a table with a name for each", f.Name)
		}
		return texts, ""
	case isTable || deep:
		return nil, fmt.Sprintf("%s wants one value, not a table", f.Name)
	case isList:
		return []string{strings.Join(texts, ",")}, ""
	}
	return []string{fmt.Sprint(value)}, ""
}

// lineOf returns the line in which a key stands, from 1.
func lineOf(text, key string) int {
	at := regexp.MustCompile(`(?m)^[ \t]*\[*[ \t]*["']?` + regexp.QuoteMeta(key) + `["']?[ \t]*[=.\]]`).FindStringIndex(text)
	if at == nil {
		return 1
	}
	return 1 + strings.Count(text[:at[0]], "\n")
}
