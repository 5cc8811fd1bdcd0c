package cli

import (
	"cmp"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/shortleash/shortleash/internal/bounded"
)

// Early returns what is said of a flag, on the command line, by its variable or in the configuration file, and "" if
// nothing is: for an error that comes before [Settings.Complete] has read all of them. The value may be none of the
// flag's.
func (c *Console) Early(flag string) string {
	return cmp.Or(c.typed(flag), c.env(c.variable(flag)), c.filed(flag))
}

// typed returns the last value that the command line gives a flag.
func (c *Console) typed(flag string) (value string) {
	for i, arg := range c.Args {
		name, given, joined := strings.Cut(arg, "=")
		switch {
		case arg == "--":
			return value
		case name != "--"+flag:
		case joined:
			value = given
		case i+1 < len(c.Args):
			value = c.Args[i+1]
		}
	}
	return value
}

// filed returns the text that the configuration file has for a flag.
func (c *Console) filed(flag string) string {
	values := map[string]any{}
	if path := c.configFile(); path != "" {
		text, _ := bounded.ReadFile(path, maxConfig) // Complete says what is wrong with the file
		_, _ = toml.Decode(string(text), &values)
	}
	value, _ := values[flag].(string)
	return value
}
