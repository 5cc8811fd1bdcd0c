package hostile

import (
	"encoding/json"
	"fmt"
	"strings"
)

// numbers are families of divisors.
func numbers() []Family {
	return []Family{
		of("mult_lcm", func(n int) any {
			return object{"allOf": each(n, func(i int) any {
				var digits strings.Builder
				for k := range 780 {
					digits.WriteByte(byte('0' + (i*7919+k*k*31+k*i)%10))
				}
				return object{"multipleOf": json.Number("1" + digits.String() + "1")}
			})}
		}),
		{Name: "mult_small", Most: 4096, Make: func(n int) []byte {
			return fmt.Appendf(nil, `{"multipleOf":1e-%d,"minimum":0,"maximum":1e%d}`, n, n)
		}},
		of("notmult", func(n int) any {
			return object{"type": "integer", "minimum": 0, "maximum": json.Number("1" + strings.Repeat("0", 300)),
				"allOf": each(n, func(i int) any { return object{"not": object{"multipleOf": i + 2}} })}
		}),
	}
}
