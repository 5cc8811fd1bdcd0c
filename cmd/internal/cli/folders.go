package cli

import (
	"cmp"
	"path/filepath"
)

// Folder returns the program's folder below the one that the XDG variable names, or else below usual
// in the home folder: "" where the environment knows neither. Relative names in variables are ignored,
// as the XDG Base Directory Specification asks.
func (c *Console) Folder(variable, usual string) string {
	base := c.env(variable)
	if !filepath.IsAbs(base) {
		home := cmp.Or(c.env("HOME"), c.env("USERPROFILE"))
		if home == "" {
			return ""
		}
		base = filepath.Join(home, filepath.FromSlash(usual))
	}
	return filepath.Join(base, c.Name)
}

// LogFolder returns the folder for logs of runs that have no other place; "" if there is none.
func (c *Console) LogFolder() string {
	folder := c.Folder("XDG_STATE_HOME", ".local/state")
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "runs")
}
