package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
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
	if f == nil || slices.Contains(unfiled, name) {
		text := fmt.Sprintf("there is no setting %q; they are named like the flags of %s -h", name, c.Name)
		if guess := didyoumean.Of(name, flagNames(flags)); guess != "" && guess != name {
			text += ". Did you mean " + guess + "?"
		}
		return text
	}
	if f.Value.Type() == "stringArray" { // a flag that may be given again
		return setAgain(flags, f, value)
	}
	if table, ok := value.(map[string]any); ok {
		if named, takes := f.Value.(namedValue); takes {
			return setNamed(f, named, table)
		}
	}
	text, ok := spelled(value)
	if !ok {
		return fmt.Sprintf("%s wants one value, not a table", name)
	}
	if f.Changed {
		return ""
	}
	if err := flags.Set(name, text); err != nil {
		if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
			err = e.Unwrap()
		}
		return badValue(name, text, f, err).Error()
	}
	return ""
}

// A namedValue is a flag whose values have names: a table of the file.
type namedValue interface {
	SetNamed(name, value string) error
}

// setNamed gives a flag each value of a table with its name.
func setNamed(f *pflag.Flag, value namedValue, table map[string]any) string {
	if f.Changed {
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		text, ok := spelled(table[name])
		if !ok {
			return fmt.Sprintf("%s wants one text for %s", f.Name, name)
		}
		if err := value.SetNamed(name, text); err != nil {
			return fmt.Sprintf("%s.%s is %q: %v", f.Name, name, text, err)
		}
	}
	f.Changed = true
	return ""
}

// setAgain gives a flag each value of a list, or of a table by its names.
func setAgain(flags *pflag.FlagSet, f *pflag.Flag, value any) string {
	list, ok := value.([]any)
	if table, is := value.(map[string]any); is {
		for _, name := range slices.Sorted(maps.Keys(table)) {
			list = append(list, table[name])
		}
	} else if !ok {
		list = []any{value}
	}
	if f.Changed {
		return ""
	}
	for _, one := range list {
		text, ok := one.(string)
		if !ok {
			return fmt.Sprintf("%s wants texts: one, a list, or a table with a name for each", f.Name)
		}
		if err := flags.Set(f.Name, text); err != nil {
			return badValue(f.Name, text, f, err).Error()
		}
	}
	return ""
}

// unfiled are the flags that a file cannot set.
var unfiled = []string{"help"}

// spelled returns a value of the file as a flag spells it. It is false for a table.
func spelled(value any) (string, bool) {
	switch v := value.(type) {
	case []any:
		var list []string
		for _, one := range v {
			text, ok := spelled(one)
			if !ok {
				return "", false
			}
			list = append(list, text)
		}
		return strings.Join(list, ","), true
	case map[string]any, []map[string]any:
		return "", false
	}
	return fmt.Sprint(value), true
}

// lineOf returns the line in which a key stands, from 1.
func lineOf(text, key string) int {
	at := regexp.MustCompile(`(?m)^[ \t]*\[*[ \t]*["']?` + regexp.QuoteMeta(key) + `["']?[ \t]*[=.\]]`).FindStringIndex(text)
	if at == nil {
		return 1
	}
	return 1 + strings.Count(text[:at[0]], "\n")
}
