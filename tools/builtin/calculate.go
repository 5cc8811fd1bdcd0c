package builtin

import (
	"context"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// Bounds of a calculation.
const (
	maxPower    = 1000
	maxBits     = 1 << 16 // of a numerator or denominator
	shownDigits = 12      // after the point, where a number does not end
)

type calculateArgs struct {
	Text string `json:"expression" jsonschema:"minLength=1,maxLength=300,description=numbers with + - * / ( )\\, or a date + 30 days"`
}

// A calculateResult is what calculate gives.
type calculateResult struct {
	Result  string `json:"result"`
	Weekday string `json:"weekday,omitempty"` // of a date
	Rounded bool   `json:"rounded,omitempty"` // the number has no end; it is cut to 12 digits
}

// Calculate returns the tool calculate, for exact decimal arithmetic and date arithmetic.
func Calculate() tools.Tool {
	return tools.Must(tools.New("calculate", "the exact result of a sum, or of adding days to a date", calculate, tools.Options{
		Idempotent: true, ReadOnly: true, ParallelSafe: true, Known: knownCalculations, Check: checkNumbers,
	}))
}

// calculations is the schema of any arguments of calculate.
var calculations = grammar.Object(grammar.Property{Name: "expression", Schema: grammar.String(1, 300)})

// Words of tasks in English, and among them those that may ask to calculate.
var (
	english = regexp.MustCompile(`(?i)\b(?:what|which|who|whose|when|where|how|the|my)\b`)
	sums    = regexp.MustCompile(`(?i)\d|%|\b(?:sums?|plus|minus|half|mean|twice|times|age|ago)\b|` +
		`\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|dozen)\b|` +
		`togeth|total|calcul|add up|differ|averag|doubl|percent|cost|price|balance|budget|earn|profit|tax|\bpa(?:y|id)\b|spen[dt]|\bowe|` +
		`\bleft\b|remain|until|how (?:much|long|old|far)|days|weeks|months|years`)
)

// Calculates reports whether a task may ask to calculate; one in another language than English may.
func Calculates(task string) bool { return !english.MatchString(task) || sums.MatchString(task) }

// knownCalculations leaves calculate out of a run over a folder whose task does not ask to calculate: small models that see numbers
// calculate with them, or with the names of what they see, as in "files.count", where they should look or answer.
func knownCalculations(task string, done []tools.Done) (grammar.Schema, bool) {
	folder := slices.ContainsFunc(done, func(d tools.Done) bool { return d.Call.Tool == "list_files" })
	return calculations, !folder || Calculates(task)
}

func calculate(_ context.Context, in calculateArgs) (calculateResult, error) {
	p := &arithmetic{text: in.Text}
	p.next()
	v, err := p.sum()
	switch {
	case err != nil:
		return calculateResult{}, tools.BadArgument("%v", err)
	case p.token != "":
		return calculateResult{}, tools.BadArgument("%q is not understood; write the numbers themselves, such as 12.5 + 3", p.token)
	case v.isDate():
		return calculateResult{Result: v.date.Format(time.DateOnly), Weekday: v.date.Weekday().String()}, nil
	}
	text, exact := decimal(v.number)
	return calculateResult{Result: strings.TrimSpace(text + " " + v.unit), Rounded: !exact}, nil
}

// decimal writes a number with all its digits, or with 12 after the point where it has no end.
func decimal(n *big.Rat) (string, bool) {
	if digits, ends := n.FloatPrec(); ends && digits <= 60 {
		return n.FloatString(digits), true
	}
	return strings.TrimRight(n.FloatString(shownDigits), "0"), false
}

// A value is a number, a number of days, weeks, months or years, or a date.
type value struct {
	number *big.Rat
	unit   string
	date   time.Time
}

func (v value) isDate() bool { return v.number == nil }

// An arithmetic reads an expression from left to right.
type arithmetic struct {
	text  string
	token string // the next one, "" at the end
	depth int
	args  int // functions around the next token: there a comma also stands between two numbers
}

// next moves to the next token: a date, a number, a word, or one character.
func (p *arithmetic) next() {
	p.text = strings.TrimLeft(p.text, " \t\n")
	n := 0
	if _, err := time.Parse(time.DateOnly, first(p.text, 10)); err == nil {
		n = 10
	} else if token, _ := numeral(p.text, p.args > 0); token != "" {
		n = len(token)
	} else if n = span(strings.ToLower(p.text), "abcdefghijklmnopqrstuvwxyz"); n == 0 {
		n = len(first(p.text, 1))
	}
	p.token, p.text = p.text[:n], p.text[n:]
}

func first(text string, n int) string { return text[:min(n, len(text))] }

// span returns how many bytes at the beginning of text are in set.
func span(text, set string) int { return len(text) - len(strings.TrimLeft(text, set)) }

// The numbers with commas: 1,250.50 and 1.250,50 or 12,5.
var (
	thousands = regexp.MustCompile(`^[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?`)
	decimals  = regexp.MustCompile(`^(?:[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+),[0-9]+`)
)

// numeral returns the number at the beginning of text, as it is written there, and with no sign but a point before its decimals.
// Among the arguments of a function 1,2 are two.
func numeral(text string, among bool) (token, plain string) {
	t, d := thousands.FindString(text), decimals.FindString(text)
	switch {
	case len(d) > len(t) && (!among || strings.Contains(d, ".")):
		return d, strings.Replace(strings.ReplaceAll(d, ".", ""), ",", ".", 1)
	case t != "":
		return t, strings.ReplaceAll(t, ",", "")
	}
	token = text[:span(text, "0123456789._")]
	if whole := strings.TrimRight(token, "."); whole != "" {
		token = whole
	}
	return token, strings.ReplaceAll(token, "_", "")
}

func (p *arithmetic) take(token string) bool {
	if p.token != token {
		return false
	}
	p.next()
	return true
}

func (p *arithmetic) sum() (value, error) {
	if p.depth++; p.depth > 50 {
		return value{}, fmt.Errorf("the expression has too many brackets")
	}
	defer func() { p.depth-- }()
	v, err := p.product()
	for err == nil {
		sign := int64(1)
		switch {
		case p.take("+"):
		case p.take("-") || p.take("−"):
			sign = -1
		default:
			return v, nil
		}
		var w value
		if w, err = p.product(); err == nil {
			v, err = add(v, w, sign)
		}
	}
	return v, err
}

// add returns v plus, or minus, w.
func add(v, w value, sign int64) (value, error) {
	switch {
	case v.isDate() && w.isDate() && sign < 0:
		return value{number: big.NewRat(int64(v.date.Sub(w.date).Hours()/24), 1), unit: "days"}, nil
	case v.isDate() && !w.isDate():
		if !w.number.IsInt() || !w.number.Num().IsInt64() || w.number.Num().CmpAbs(big.NewInt(1_000_000)) > 0 {
			return value{}, fmt.Errorf("a date takes a whole number of days")
		}
		n := int(sign * w.number.Num().Int64())
		switch w.unit {
		case "weeks":
			return value{date: v.date.AddDate(0, 0, 7*n)}, nil
		case "months":
			return value{date: months(v.date, n)}, nil
		case "years":
			return value{date: months(v.date, 12*n)}, nil
		}
		return value{date: v.date.AddDate(0, 0, n)}, nil
	case v.isDate() || w.isDate():
		return value{}, fmt.Errorf("a date comes first: 2026-03-31 + 30 days")
	case v.unit != w.unit:
		return value{}, fmt.Errorf("%s and %s cannot be added; write both in the same unit", named(v.unit), named(w.unit))
	}
	w.number = new(big.Rat).Mul(w.number, big.NewRat(sign, 1))
	return bounded(value{number: w.number.Add(v.number, w.number), unit: v.unit})
}

// months adds months to a date; a day that the month lacks becomes its last.
func months(t time.Time, n int) time.Time {
	to := time.Date(t.Year(), t.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := to.AddDate(0, 1, -1).Day()
	return to.AddDate(0, 0, min(t.Day(), last)-1)
}

func named(unit string) string {
	if unit == "" {
		return "a number"
	}
	return unit
}

func (p *arithmetic) product() (value, error) {
	v, err := p.power()
	for err == nil {
		divide := false
		switch {
		case p.take("*"), p.take("×"), p.take("x"), p.take("of"):
		case p.take("/"), p.take("÷"):
			divide = true
		default:
			return v, nil
		}
		var w value
		if w, err = p.power(); err != nil {
			break
		}
		switch {
		case v.isDate() || w.isDate():
			err = fmt.Errorf("a date can be neither multiplied nor divided")
		case divide && w.number.Sign() == 0:
			err = fmt.Errorf("nothing can be divided by zero")
		case divide && w.unit == v.unit:
			v, err = bounded(value{number: new(big.Rat).Quo(v.number, w.number)})
		case divide && w.unit != "":
			err = fmt.Errorf("%s cannot be divided by %s", named(v.unit), w.unit)
		case divide:
			v, err = bounded(value{number: new(big.Rat).Quo(v.number, w.number), unit: v.unit})
		case v.unit != "" && w.unit != "":
			err = fmt.Errorf("%s and %s cannot be multiplied", v.unit, w.unit)
		default:
			v, err = bounded(value{number: new(big.Rat).Mul(v.number, w.number), unit: v.unit + w.unit})
		}
	}
	return v, err
}

func (p *arithmetic) power() (value, error) {
	if p.take("-") || p.take("−") {
		v, err := p.power()
		if err == nil && v.isDate() {
			err = fmt.Errorf("a date has no sign")
		}
		if err != nil {
			return v, err
		}
		return value{number: new(big.Rat).Neg(v.number), unit: v.unit}, nil
	}
	v, err := p.atom()
	if err != nil || !p.take("^") {
		return v, err
	}
	w, err := p.power()
	if err != nil {
		return v, err
	}
	if v.isDate() || w.isDate() || v.unit+w.unit != "" || !w.number.IsInt() || w.number.Num().CmpAbs(big.NewInt(maxPower)) > 0 {
		return v, fmt.Errorf("a power is a whole number up to %d, and has no unit", maxPower)
	}
	n := w.number.Num().Int64()
	if n < 0 && v.number.Sign() == 0 {
		return v, fmt.Errorf("nothing can be divided by zero")
	}
	base, result := v.number, big.NewRat(1, 1)
	if n < 0 {
		base = new(big.Rat).Inv(base)
	}
	for range max(n, -n) {
		result.Mul(result, base)
		if v, err = bounded(value{number: result}); err != nil {
			return v, err
		}
	}
	return value{number: result}, nil
}

// bounded refuses a number with more digits than anyone reads.
func bounded(v value) (value, error) {
	if v.number.Num().BitLen() > maxBits || v.number.Denom().BitLen() > maxBits {
		return v, fmt.Errorf("the numbers become too large")
	}
	return v, nil
}

func (p *arithmetic) atom() (value, error) {
	token, among := p.token, p.args > 0
	if token == "" {
		return value{}, fmt.Errorf("the expression ends too early")
	}
	p.next()
	if token == "(" {
		v, err := p.sum()
		if err == nil && !p.take(")") {
			err = fmt.Errorf("a ) is missing")
		}
		return v, err
	}
	if date, err := time.Parse(time.DateOnly, token); err == nil {
		return value{date: date}, nil
	}
	if token[0] >= '0' && token[0] <= '9' || token[0] == '.' {
		_, plain := numeral(token, false)
		n, ok := new(big.Rat).SetString(plain)
		if among && strings.Contains(token, ",") {
			return value{}, fmt.Errorf("%s can be read as one number or as two; write it as %s, or with a blank after the comma", token, plain)
		}
		if !ok {
			return value{}, fmt.Errorf("%q is no number", token)
		}
		return p.suffixed(value{number: n})
	}
	return p.function(strings.ToLower(token))
}

// suffixed reads what may follow a number: a percent sign, or a unit of time.
func (p *arithmetic) suffixed(v value) (value, error) {
	if p.take("%") {
		v.number = new(big.Rat).Quo(v.number, big.NewRat(100, 1))
		return v, nil
	}
	unit := strings.TrimSuffix(strings.ToLower(p.token), "s") + "s"
	switch unit {
	case "days", "weeks", "months", "years":
		p.next()
		v.unit = unit
	}
	return v, nil
}

// function reads a function of several numbers.
func (p *arithmetic) function(name string) (value, error) {
	p.args++
	defer func() { p.args-- }()
	if !p.take("(") {
		return value{}, fmt.Errorf("%q is not understood; numbers, dates, sum, min, max, mean and round are", name)
	}
	var list []*big.Rat
	unit := ""
	for {
		v, err := p.sum()
		if err != nil {
			return v, err
		}
		if v.isDate() {
			return v, fmt.Errorf("%s takes numbers", name)
		}
		if len(list) == 0 {
			unit = v.unit
		} else if v.unit != unit && name != "round" {
			return v, fmt.Errorf("in %s, %s and %s do not go together", name, named(unit), named(v.unit))
		}
		list = append(list, v.number)
		if p.take(")") {
			break
		}
		if !p.take(",") && !p.take(";") {
			return v, fmt.Errorf("a ) is missing")
		}
	}
	total := new(big.Rat)
	least, most := list[0], list[0]
	for _, n := range list {
		total.Add(total, n)
		if n.Cmp(least) < 0 {
			least = n
		}
		if n.Cmp(most) > 0 {
			most = n
		}
	}
	switch name {
	case "sum":
		return value{number: total, unit: unit}, nil
	case "min":
		return value{number: least, unit: unit}, nil
	case "max":
		return value{number: most, unit: unit}, nil
	case "mean", "average", "avg":
		return value{number: total.Quo(total, big.NewRat(int64(len(list)), 1)), unit: unit}, nil
	case "round":
		return round(list, unit)
	}
	return value{}, fmt.Errorf("there is no function %s; there are sum, min, max, mean and round", name)
}

// round rounds the first of a list to as many digits as the second says, or to a whole number.
func round(list []*big.Rat, unit string) (value, error) {
	digits := int64(0)
	if len(list) > 1 {
		digits = list[1].Num().Int64()
	}
	if len(list) > 2 || digits < 0 || digits > 50 || len(list) > 1 && !list[1].IsInt() {
		return value{}, fmt.Errorf("round takes a number and how many digits stay, 0 to 50")
	}
	n, _ := new(big.Rat).SetString(list[0].FloatString(int(digits)))
	return value{number: n, unit: unit}, nil
}

// A day is what today gives.
type day struct {
	Date    string `json:"date"`
	Weekday string `json:"weekday"`
	Time    string `json:"time"`
}

// Today returns the tool today. now is the clock; nil means the clock of the machine.
func Today(now func() time.Time) tools.Tool {
	if now == nil {
		now = time.Now
	}
	return tools.Must(tools.New("today", "the date, the day of the week and the time", func(context.Context, struct{}) (day, error) {
		t := now()
		return day{t.Format(time.DateOnly), t.Weekday().String(), t.Format("15:04 MST")}, nil
	}, tools.Options{Idempotent: true, ReadOnly: true, ParallelSafe: true}))
}
