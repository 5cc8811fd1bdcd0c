package tools

import (
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A tag is one keyword with its value.
type tag struct{ keyword, value string }

// tags are the keywords of a field, in their order. What is taken is gone, so what is left was not for this type.
type tags struct{ list []tag }

// The keywords of a tag: those that are read, and those that a grammar does not hold.
var (
	keywords = []string{"-", "default", "description", "enum", "exclusiveMaximum", "exclusiveMinimum", "format", "maxItems", "maxLength",
		"maximum", "minItems", "minLength", "minimum", "nullable", "pattern", "required", "type"}
	bare    = []string{"-", "nullable", "required"} // without a value
	notHeld = []string{"anchor", "anyof_ref", "anyof_required", "anyof_type", "example", "multipleOf", "oneof_ref", "oneof_required",
		"oneof_type", "readOnly", "title", "uniqueItems", "writeOnly"}
	otherNames = map[string]string{"min": "minimum", "max": "maximum", "desc": "description", "enums": "enum", "len": "maxLength",
		"optional": "omitempty in the json tag"}
)

func (t *tags) has(keyword string) bool {
	return t != nil && slices.ContainsFunc(t.list, func(one tag) bool { return one.keyword == keyword })
}

// take returns the first value of a keyword, "" where there is none, and removes it.
func (t *tags) take(keyword string) string {
	if !t.has(keyword) {
		return ""
	}
	i := slices.IndexFunc(t.list, func(one tag) bool { return one.keyword == keyword })
	value := t.list[i].value
	t.list = slices.Delete(t.list, i, i+1)
	return value
}

// left returns the first keyword that nobody took, or "".
func (t *tags) left() string {
	if len(t.list) == 0 {
		return ""
	}
	return t.list[0].keyword + "=" + t.list[0].value
}

// begins matches the beginning of a keyword with its value.
var begins = regexp.MustCompile(`^\s*([A-Za-z_]+)=`)

// readTags reads the tags of a field.
func (s *site) readTags(from reflect.StructTag) (*tags, error) {
	text := from.Get("jsonschema")
	t, err := s.keyed(text)
	if err != nil {
		return nil, err
	}
	if description, ok := from.Lookup("jsonschema_description"); ok {
		if t.has("description") {
			return nil, s.wrong("jsonschema:"+text, "the field has a jsonschema_description too")
		}
		t.list = append(t.list, tag{"description", description})
	}
	for _, one := range t.list {
		if one.keyword == "description" && (one.value == "" || strings.ContainsAny(one.value, "\n\r")) {
			return nil, s.wrong("", "want a description in one line, where %q stands", one.value)
		}
	}
	return t, nil
}

// keyed reads a jsonschema tag.
func (s *site) keyed(text string) (*tags, error) {
	items := splitTag(text)
	t := &tags{}
	if text == "" {
		return t, nil
	}
	if !begins.MatchString(items[0]) && !slices.Contains(bare, strings.TrimSpace(items[0])) {
		return s.described(text, items)
	}
	for i, item := range items {
		keyword, value, valued := strings.Cut(strings.TrimLeft(item, " "), "=")
		if !valued {
			keyword = strings.TrimSpace(keyword)
		}
		switch {
		case !valued && slices.Contains(bare, keyword):
		case !valued && i > 0 && t.list[i-1].keyword == "enum":
			return nil, s.wrong(text, "%q is not a keyword; write each value apart, as in %s", keyword, apart(items))
		case !valued && i > 0 && t.list[i-1].keyword == "description":
			return nil, s.wrong(text, `%q is not a keyword; a description that holds a comma stands in jsonschema_description:"…"`, keyword)
		default:
			if err := s.known(text, keyword, value != ""); err != nil {
				return nil, err
			}
		}
		if keyword != "enum" && t.has(keyword) {
			return nil, s.wrong(text, "%s stands twice", keyword)
		}
		t.list = append(t.list, tag{keyword, value})
	}
	return t, nil
}

// described returns the tags of one that is a description as a whole.
func (s *site) described(text string, items []string) (*tags, error) {
	if !strings.Contains(strings.TrimSpace(text), " ") {
		if near(text) != "" || slices.Contains(notHeld, text) {
			return nil, s.known(text, text, false)
		}
	}
	for _, item := range items[1:] {
		if m := begins.FindStringSubmatch(item); m != nil && (slices.Contains(keywords, m[1]) || near(m[1]) != "") {
			return nil, s.wrong(text, "beside %s=…, write the text as description=%s", m[1], items[0])
		}
	}
	return &tags{[]tag{{"description", text}}}, nil
}

// known says why a keyword is none that can stand so.
func (s *site) known(text, keyword string, valued bool) error {
	switch {
	case slices.Contains(notHeld, keyword):
		return s.wrong(text, "the grammar does not hold %s; say it in the description", keyword)
	case valued && slices.Contains(bare, keyword):
		return s.wrong(text, "%s has no value", keyword)
	case !valued && slices.Contains(keywords, keyword):
		return s.wrong(text, "%s needs a value, as %s=…", keyword, keyword)
	case slices.Contains(keywords, keyword):
		return nil
	case near(keyword) != "":
		return s.wrong(text, "%q is not a keyword; want %s", keyword, near(keyword))
	}
	return s.wrong(text, "%q is not a keyword; there are %s", keyword, strings.Join(keywords[1:], ", "))
}

// near returns the keyword that was meant by a word, or "".
func near(word string) string {
	for _, k := range keywords {
		if strings.EqualFold(k, word) {
			return k
		}
	}
	return otherNames[strings.ToLower(word)]
}

// apart returns the values of an enum that stand together, each with its keyword.
func apart(items []string) string {
	for i, item := range items {
		if !strings.Contains(item, "=") {
			items[i] = "enum=" + strings.TrimSpace(item)
		}
	}
	return strings.Join(items, ",")
}

// splitTag cuts a tag at its commas, but for those after a backslash.
func splitTag(text string) (items []string) {
	for part := range strings.SplitSeq(text, ",") {
		if n := len(items); n > 0 && strings.HasSuffix(items[n-1], `\`) {
			items[n-1] = strings.TrimSuffix(items[n-1], `\`) + "," + part
			continue
		}
		items = append(items, part)
	}
	return items
}

// number reads a length.
func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && n < 0 {
		err = errors.New("it is negative")
	}
	return n, err
}
