package tasks

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tools"
)

var units = Toolset{Name: "units", Description: "arithmetic and units of measure", Usual: `{}`, open: openUnits}

type (
	twoNumbers struct {
		A float64 `json:"a"`
		B float64 `json:"b"`
	}
	percentArgs struct {
		Percent float64 `json:"percent"`
		Value   float64 `json:"value"`
	}
	convertArgs struct {
		From  unit    `json:"from"`
		To    unit    `json:"to"`
		Value float64 `json:"value"`
	}
	roundArgs struct {
		Digits int     `json:"digits" jsonschema:"minimum=0,maximum=6"`
		Value  float64 `json:"value"`
	}
	valueArg struct {
		Value float64 `json:"value"`
	}
	listArg struct {
		Values []float64 `json:"values" jsonschema:"minItems=1,maxItems=12"`
	}
)

func openUnits(start json.RawMessage, s *Session) (any, error) {
	m, err := remember[struct{}](start)
	if err != nil {
		return nil, err
	}
	offer(s, "add", "a + b", func(in twoNumbers) (float64, error) { return finite(in.A + in.B) })
	offer(s, "subtract", "a - b", func(in twoNumbers) (float64, error) { return finite(in.A - in.B) })
	offer(s, "multiply", "a times b", func(in twoNumbers) (float64, error) { return finite(in.A * in.B) })
	offer(s, "divide", "a divided by b", func(in twoNumbers) (float64, error) {
		if in.B == 0 {
			return 0, tools.BadArgument("nothing can be divided by zero")
		}
		return finite(in.A / in.B)
	})
	offer(s, "percent_of", "so many percent of a value", func(in percentArgs) (float64, error) { return finite(in.Percent * in.Value / 100) })
	offer(s, "convert", "a value in another unit", convert)
	offer(s, "round_number", "a value rounded to so many digits after the point", func(in roundArgs) (float64, error) {
		scale := math.Pow10(in.Digits)
		return finite(math.Round(in.Value*scale) / scale)
	})
	offer(s, "square_root", "the square root of a value", func(in valueArg) (float64, error) {
		if in.Value < 0 {
			return 0, tools.BadArgument("a negative value has no square root")
		}
		return math.Sqrt(in.Value), nil
	})
	offer(s, "average", "the mean of some values", func(in listArg) (float64, error) {
		sum := 0.0
		for _, v := range in.Values {
			sum += v
		}
		return finite(sum / float64(len(in.Values)))
	})
	return m, nil
}

// finite returns v without the noise of its last digits.
func finite(v float64) (float64, error) {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, tools.BadArgument("the result is too large")
	}
	if rounded := math.Round(v*1e9) / 1e9; math.Abs(v) < 1e6 {
		return rounded, nil
	}
	return v, nil
}

// dimensions holds what may be converted into each other, with what one of it is in the first of its list.
var dimensions = [][]struct {
	unit unit
	is   float64
}{
	{{"m", 1}, {"km", 1000}, {"mile", 1609.344}, {"foot", 0.3048}, {"inch", 0.0254}, {"cm", 0.01}},
	{{"kg", 1}, {"g", 0.001}, {"pound", 0.45359237}},
	{{"liter", 1}, {"gallon", 3.785411784}},
	{{"second", 1}, {"minute", 60}, {"hour", 3600}, {"day", 86400}},
}

// A unit is the name of one.
type unit string

// Values lists those that there are.
func (unit) Values() []string {
	return strings.Fields("m km mile foot inch cm kg g pound celsius fahrenheit liter gallon second minute hour day")
}

func convert(in convertArgs) (float64, error) {
	switch in.From + ">" + in.To {
	case "celsius>fahrenheit":
		return finite(in.Value*9/5 + 32)
	case "fahrenheit>celsius":
		return finite((in.Value - 32) * 5 / 9)
	}
	if in.From == in.To {
		return in.Value, nil
	}
	for _, list := range dimensions {
		var factor [2]float64
		for _, u := range list {
			for i, name := range []unit{in.From, in.To} {
				if u.unit == name {
					factor[i] = u.is
				}
			}
		}
		if !slices.Contains(factor[:], 0) {
			return finite(in.Value * factor[0] / factor[1])
		}
	}
	return 0, tools.BadArgument("%s cannot be converted to %s", in.From, in.To)
}
