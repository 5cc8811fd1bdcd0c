package hostile

import (
	"fmt"
	"strings"
)

// texts are families of JSON itself.
func texts() []Family {
	return []Family{
		{Name: "dup_keys", Make: func(n int) []byte {
			return []byte("{" + strings.Join(each(n, func(int) string { return `"type":"string"` }), ",") + "}")
		}},
		{Name: "deep_json", Most: 1 << 18, Make: func(n int) []byte {
			return []byte(`{"default":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}")
		}},
		{Name: "deep_json_obj", Most: 1 << 16, Make: func(n int) []byte {
			return []byte(strings.Repeat(`{"not":`, n) + "{}" + strings.Repeat("}", n))
		}},
		{Name: "wide_json", Make: func(n int) []byte {
			return []byte(`{"default":[` + strings.Join(each(n, func(int) string { return "0" }), ",") + "]}")
		}},
		{Name: "wide_objects", Make: func(n int) []byte {
			return []byte(`{"default":[` + strings.Join(each(n, func(int) string { return "{}" }), ",") + "]}")
		}},
		{Name: "big_num", Most: 1 << 30, Make: func(n int) []byte { return fmt.Appendf(nil, `{"minimum":1e%d}`, n) }},
		{Name: "big_num_digits", Make: func(n int) []byte { return []byte(`{"minimum":` + strings.Repeat("9", n) + "}") }},
		{Name: "big_min_items", Make: func(n int) []byte { return []byte(`{"type":"array","minItems":1` + strings.Repeat("0", n) + "}") }},
	}
}
