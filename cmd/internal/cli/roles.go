package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/model"
)

// A RoleBinding says which model has a role of a strategy, and with which settings. Zero fields take those of the run.
type RoleBinding struct {
	Role        model.Role
	Model       string // as --model takes it
	Fallback    string // asked when the first cannot be had
	Host        string // of both
	Think       string // what a model of Ollama does with thoughts
	Effort      string // how much a model of OpenAI's protocol reasons
	Temperature *float64
	Tokens      int // ceiling of a reply

	text string // as it was given
}

// Roles is a flag that may be given again, for one role each time: ROLE=MODEL,SETTING=VALUE,… It is a table in the
// configuration file, with a value for each role.
type Roles struct{ List []RoleBinding }

// roleSettings are the settings of a role, and how each takes its value.
var roleSettings = map[string]func(r *RoleBinding, value string) error{
	"fallback": func(r *RoleBinding, value string) error { r.Fallback = value; return nil },
	"host":     func(r *RoleBinding, value string) error { r.Host = value; return nil },
	"think":    func(r *RoleBinding, value string) error { r.Think = value; return nil },
	"effort":   func(r *RoleBinding, value string) error { r.Effort = value; return nil },
	"temperature": func(r *RoleBinding, value string) error {
		t, err := strconv.ParseFloat(value, 64)
		if err != nil || !(t >= 0 && t <= 2) { // not a number fails too
			return fmt.Errorf("want temperature=T with a number from 0 to 2")
		}
		r.Temperature = &t
		return nil
	},
	"tokens": func(r *RoleBinding, value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return fmt.Errorf("want tokens=N with a whole number above 0")
		}
		r.Tokens = n
		return nil
	},
}

// roleSettingNames are their names, in the order of help.
var roleSettingNames = []string{"fallback", "host", "think", "effort", "temperature", "tokens"}

// String returns the roles in their order, with a blank between two.
func (r *Roles) String() string { return strings.Join(r.GetSlice(), " ") }

// GetSlice returns the roles in their order, as the flag takes them.
func (r *Roles) GetSlice() []string {
	var list []string
	for _, one := range r.List {
		list = append(list, string(one.Role)+"="+one.text)
	}
	return list
}

// Type names the kind of the flag; it makes Roles a [pflag.Value].
func (r *Roles) Type() string { return "roles" }

// Set takes one role.
func (r *Roles) Set(value string) error {
	role, text, ok := strings.Cut(value, "=")
	if !ok {
		return fmt.Errorf("want ROLE=MODEL, such as planner=ollama:qwen3:4b,think=low")
	}
	one := RoleBinding{Role: model.Role(role), text: text}
	if !slices.Contains(model.Roles, one.Role) {
		return fmt.Errorf("there is no role %q; there is %s", role, strings.Join(Words(model.Roles), ", "))
	}
	if slices.ContainsFunc(r.List, func(o RoleBinding) bool { return o.Role == one.Role }) {
		return fmt.Errorf("the role %s is set twice", role)
	}
	for i, part := range strings.Split(text, ",") {
		name, setting, named := strings.Cut(part, "=")
		take := roleSettings[name]
		switch {
		case named && take != nil && setting != "":
			if err := take(&one, setting); err != nil {
				return err
			}
		case !named && i == 0 && part != "":
			one.Model = part
		default:
			return fmt.Errorf("%q is not a setting of a role; there is %s, each with = and a value", part, strings.Join(roleSettingNames, ", "))
		}
	}
	r.List = append(r.List, one)
	slices.SortFunc(r.List, func(a, b RoleBinding) int { return cmp.Compare(a.Role, b.Role) })
	return nil
}
