package regex

import (
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFormatsAgreeWithTheSuite(t *testing.T) {
	for _, name := range Formats() {
		for _, g := range suite(t, filepath.Join("optional", "format", name+".json")) {
			s := New()
			e, err := s.Format(name)
			require.NoError(t, err)
			for _, test := range g.Tests {
				var text string
				if json.Unmarshal(test.Data, &text) != nil || test.Data[0] != '"' {
					continue
				}
				assert.Equal(t, test.Valid, s.Matches(e, text), "%s %q: %s", name, text, test.Description)
			}
		}
	}
}

// apart says where the oracle does not read what an RFC says: it takes no percent in a host but for
// what is not ASCII, no future kind of address, no user beyond ASCII, no quoted pair, no label with
// two hyphens in the third place, and of a template what its reader of plain addresses takes.
var apart = map[string]*regexp.Regexp{
	"uri": oddAddress, "uri-reference": oddAddress, "iri": oddAddress, "iri-reference": oddAddress,
	"email": regexp.MustCompile(`--|\\`), "uri-template": regexp.MustCompile(`[#?%:/{}]`),
}

var oddAddress = regexp.MustCompile(`%|\[[vV]|[^ -~].*@`)

func oracleReads(name, text string) bool { return apart[name] == nil || !apart[name].MatchString(text) }

// oracle returns the check of an independent validator, nil if it has none for the format.
func oracle(t *testing.T, name string) func(string) error {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("mem:schema", map[string]any{"format": name}))
	schema, err := c.Compile("mem:schema")
	require.NoError(t, err)
	return func(text string) error { return schema.Validate(text) }
}

func TestFormatSamplesSatisfyTheOracle(t *testing.T) {
	for _, name := range Formats() {
		rng := rand.New(rand.NewPCG(7, 8))
		check := oracle(t, name)
		s := New()
		e, err := s.Format(name)
		require.NoError(t, err)
		longest := 0
		for i := range 400 {
			text, ok := s.Sample(e, rng, 0, []int{-1, -1, 40}[i%3])
			require.True(t, ok, name)
			longest = max(longest, len(text))
			if err := check(text); err != nil && oracleReads(name, text) {
				t.Fatalf("%s: the oracle refuses %q: %v", name, text, err)
			}
		}
		t.Logf("%-22s %4d states, longest sample %d bytes", name, formats[name].dfa().Len(), longest)
	}
}

// Near misses: one change to a sample. What the language then still holds the oracle must hold too.
func TestFormatMutantsSatisfyTheOracle(t *testing.T) {
	for _, name := range Formats() {
		rng := rand.New(rand.NewPCG(9, 10))
		check := oracle(t, name)
		s := New()
		e, err := s.Format(name)
		require.NoError(t, err)
		kept, lost := 0, 0
		for range 1500 {
			text, ok := s.Sample(e, rng, 0, -1)
			require.True(t, ok)
			if text = mutate(rng, text); !oracleReads(name, text) {
				continue
			}
			want := check(text) == nil
			got := s.Matches(e, text)
			if got && !want {
				t.Fatalf("%s accepts %q, the oracle does not: %v", name, text, check(text))
			}
			if got {
				kept++
			} else if want {
				lost++
			}
		}
		t.Logf("%-22s %4d mutants kept, %4d refused that the oracle takes", name, kept, lost)
	}
}

func mutate(rng *rand.Rand, text string) string {
	const alphabet = "0123569:-.+TZzt/@[]%#?PYMDHSW~\"aGg é\n"
	runes := []rune(text)
	for range 1 + rng.IntN(2) {
		at := rng.IntN(len(runes) + 1)
		c := []rune(alphabet)[rng.IntN(len([]rune(alphabet)))]
		switch {
		case rng.IntN(3) == 0 || at == len(runes):
			runes = append(runes[:at:at], append([]rune{c}, runes[at:]...)...)
		case rng.IntN(2) == 0:
			runes = append(runes[:at:at], runes[at+1:]...)
		default:
			runes[at] = c
		}
	}
	return string(runes)
}

func TestDateKnowsEveryDay(t *testing.T) {
	s := New()
	e, err := s.Format("date")
	require.NoError(t, err)
	check := oracle(t, "date")
	d, err := s.NewDFA(e, 0)
	require.NoError(t, err)
	for _, year := range []string{"0000", "1899", "1900", "1996", "2000", "2023", "2024", "2100", "2400", "9999"} {
		for i := range 13 * 33 {
			text := year + "-" + two(i/33) + "-" + two(i%33)
			got, err := d.Matches(text)
			require.NoError(t, err)
			if got != (check(text) == nil) {
				t.Errorf("date on %s = %v", text, got)
			}
		}
	}
}

func two(n int) string { return string([]byte{'0' + byte(n/10), '0' + byte(n%10)}) }

func TestLeapSecondsAgreeWithTheOracle(t *testing.T) {
	s := New()
	e, err := s.Format("time")
	require.NoError(t, err)
	check := oracle(t, "time")
	rng := rand.New(rand.NewPCG(11, 12))
	d, err := s.NewDFA(e, 0)
	require.NoError(t, err)
	legal := 0
	for range 20_000 {
		h, m, zh, zm := rng.IntN(25), rng.IntN(61), rng.IntN(25), rng.IntN(61)
		sign := rng.IntN(2)
		if rng.IntN(2) == 0 { // near what is legal
			local := (2*1440 + 1439 + (1-2*sign)*(zh*60+zm) + rng.IntN(3) - 1) % 1440
			h, m = local/60, local%60
		}
		text := two(h) + ":" + two(m) + ":60" + strings.Repeat(".5", rng.IntN(2)) + "+-"[sign:sign+1] + two(zh) + ":" + two(zm)
		got, err := d.Matches(text)
		require.NoError(t, err)
		if want := check(text) == nil; got != want {
			t.Fatalf("time on %s = %v, want %v", text, got, want)
		}
		if got {
			legal++
		}
	}
	assert.Greater(t, legal, 1000)
}

func TestLengthLimitsOfFormats(t *testing.T) {
	s := New()
	email, err := s.Format("email")
	require.NoError(t, err)
	l63 := strings.Repeat("a", 63)
	long := strings.Join([]string{l63, l63, l63, l63[:61]}, ".")
	rows := []struct {
		claim string
		e     Expr
		text  string
		want  bool
	}{
		{"a label of 63", email, "a@" + l63, true},
		{"a label of 64", email, "a@" + l63 + "a", false},
		{"a local part of 64", email, l63 + "a@b.c", true},
		{"a local part of 65", email, l63 + "aa@b.c", false},
		{"an address of 254", email, "a@" + long[:250] + "bb", true},
		{"an address of 255", email, "a@" + long, false},
		{"a label of any meaning", email, "a@ab--c.xn--zz", true},
		{"a quoted pair", email, `"a\"b"@c`, true},
		{"half a quoted pair", email, `"a\"@c`, false},
	}
	for _, row := range rows {
		assert.Equal(t, row.want, s.Matches(row.e, row.text), row.claim)
	}
}

func TestUnknownFormat(t *testing.T) {
	for _, name := range []string{"hostname", "idn-hostname", "regex", "no-format"} {
		_, err := New().Format(name)
		assert.ErrorIs(t, err, ErrUnsupported, name)
	}
}

func TestAddressesHoldWhatTheirRFCsHold(t *testing.T) {
	for _, row := range []struct {
		format, text string
		want         bool
	}{
		{"uri", "http://[v1F.a:b]/", true},
		{"uri", "http://[v.a]/", false},
		{"uri", "http://[v1.]/", false},
		{"uri", "http://a%41b/", true},
		{"uri", "http://a%4/", false},
		{"uri", "http://é@a/", false},
		{"iri", "http://é@a/", true},
		{"iri", "http://\ue000@a/", false},
		{"uri-template", "http://{host}:{port}/{+path}{?q*,r:12}{#f}", true},
		{"uri-template", "{=a}{,a}{!a}{@a}{|a}", true},
		{"uri-template", "%7B%7D", true},
		{"uri-template", "%7", false},
		{"uri-template", `a"b`, false},
		{"uri-template", `a\b`, false},
		{"uri-template", "a<b", false},
		{"uri-template", "a^b", false},
		{"uri-template", "a`b", false},
		{"uri-template", "a|b", false},
		{"uri-template", "{a:1*}", false},
		{"uri-template", "{{a}}", false},
		{"uri-template", "\ue000", true},
	} {
		s := New()
		e, err := s.Format(row.format)
		require.NoError(t, err)
		assert.Equal(t, row.want, s.Matches(e, row.text), "%s %s", row.format, row.text)
	}
}

// The lengths of what holds leap seconds are not computed: here they are, and must be those that are taken for them.
func TestLeapSecondsAreAsLongAsOtherTimes(t *testing.T) {
	for name, build := range map[string][2]func(*Space) Expr{"time": {timeFormat, ordinaryTime},
		"date-time": {dateTimeFormat, ordinaryDateTime}} {
		s := New()
		exact, err := s.Lengths(build[0](s), maxFormatStates)
		require.NoError(t, err)
		taken, err := s.Lengths(build[1](s), maxFormatStates)
		require.NoError(t, err)
		own, err := formats[name].dfa().Lengths(formats[name].dfa().Start())
		require.NoError(t, err)
		for k := range 200 {
			assert.Equal(t, exact.Meets(k, k), taken.Meets(k, k), "%s of %d", name, k)
			assert.Equal(t, exact.Meets(k, k), own.Meets(k, k), "%s of %d", name, k)
		}
		assert.Equal(t, []int{exact.Min(), exact.Max()}, []int{own.Min(), own.Max()}, name)
	}
}
