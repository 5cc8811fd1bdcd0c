package regex

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPattern(t *testing.T) {
	rows := []struct {
		claim, pattern string
		in, out        []string
	}{
		{"a pattern is not anchored", "a", []string{"a", "xax", "a\n"}, []string{"", "b"}},
		{"the empty pattern matches all", "", []string{"", "x\n"}, nil},
		{"^ and $ anchor", "^a$", []string{"a"}, []string{"a\n", "\na", "aa"}},
		{"an anchor binds closer than |", "^a|b$", []string{"ax", "xb", "a"}, []string{"xa", "bx"}},
		{"anchors in groups", "(^a)(b$|c)", []string{"ab", "ac", "acx"}, []string{"abx", "xab"}},
		{"an anchor in the middle never matches", "a^b", nil, []string{"ab", "a\nb"}},
		{"anchors in a repetition", "^((^|, )(red|blue))+$", []string{"red", "red, blue", ", red"}, []string{"red,blue", "redblue", ""}},
		{"an end in a repetition", "^(a|b$)*$", []string{"", "aab", "b"}, []string{"ba", "bb"}},
		{"a dot is not a line end", "^.$", []string{"a", "é", "🐲", "\t"}, []string{"\n", "\r", "\u2028", "\u2029", ""}},
		{"classes", `^[a-c\d_-]$`, []string{"b", "7", "_", "-"}, []string{"d", "é"}},
		{"letters behind letters in a class are letters", `^[bBdDsSwW]$`, []string{"b", "D", "S", "w"}, []string{"1", " ", "x"}},
		{"negated classes", `^[^a-c\s]$`, []string{"d", "é", "🐲"}, []string{"a", " ", "\u2003"}},
		{"a dash before a class escape", `^[\w-.]$`, []string{"-", ".", "a"}, []string{"/", "!"}},
		{"a dash at the end, and behind a range", `^[a-c-9-]$`, []string{"-", "b", "9"}, []string{"5"}},
		{"empty classes", `^[]$|^[^]$`, []string{"x", "\n"}, []string{"", "xx"}},
		{"braces that count nothing", `^a{,2}{x}$`, []string{"a{,2}{x}"}, []string{"a", "aax"}},
		{"counts", `^a{2}b{1,}c{0,2}$`, []string{"aab", "aabbcc"}, []string{"ab", "aac", "aabccc"}},
		{"lazy counts are the same language", `^a+?b??c{1,2}?$`, []string{"ac", "aabcc"}, []string{"b"}},
		{"groups", `^(?:a)(b)(?<name>c)$`, []string{"abc"}, []string{"ab"}},
		{"escapes", `^\t\n\v\f\r\0\x41\u0042\u{43}\cA$`, []string{"\t\n\v\f\r\x00ABC\x01"}, nil},
		{"escapes of what needs none", `^\-\/\@\_\ \"\é$`, []string{`-/@_ "é`}, nil},
		{"a surrogate pair is one code point", `^\uD83D\uDC32{2}$`, []string{"🐲🐲"}, []string{"🐲"}},
		{"a pair in a class", `^[\uD83D\uDC32-\uD83D\uDC34]$`, []string{"🐳"}, []string{"🐵"}},
		{"a lone surrogate matches nothing", `\uD83D`, nil, []string{"🐲", ""}},
		{"shorthand is ASCII", `^\d\w\s$`, []string{"1a ", "1_\u00a0", "1Z\ufeff"}, []string{"१a ", "1é ", "1a\u0001"}},
		{"negated shorthand", `^\D\W\S$`, []string{"१é\u0001", "a-b"}, []string{"1-b", "aab", "a- "}},
		{"backspace in a class", `^[\b]$`, []string{"\b"}, []string{"b"}},
		{"words", `\bcat\b`, []string{"cat", "a cat.", "cat-s", "écaté"}, []string{"cats", "concat", "_cat"}},
		{"inside words", `\Bcat\B`, []string{"xcats"}, []string{"cat", "a cat", "xcat"}},
		{"a boundary behind a repetition", `^\w*\b-$`, []string{"a-", "ab1-"}, []string{"-", "é-"}},
		{"properties", `^\p{Lu}\p{Letter}\p{Script=Greek}\P{L}\p{digit}$`, []string{"Éaπ1२"}, []string{"eaπ1२", "Éaa1२", "Éaπa२"}},
		{"derived properties", `^\p{Alphabetic}\p{ASCII}\p{White_Space}\p{Cn}\p{Any}$`, []string{"ⅷa \u0378\n"},
			[]string{"1a \u0378\n", "ⅷé \u0378\n", "ⅷa a\n"}},
		{"a property in a class", `^[\p{Lu}_-]$`, []string{"É", "_", "-"}, []string{"e"}},
		{"look-ahead at the start", `^(?=.*\d)(?=.*[a-z])[a-z\d]{4,8}$`, []string{"abc1", "1234567z"}, []string{"abcd", "1234", "a1", "abc1-"}},
		{"negated look-ahead at the start", `^(?!.*foo)bar`, []string{"bar", "barfo"}, []string{"barfoo", "foobar"}},
		{"look-ahead without anchor", `(?!ab)a`, []string{"a", "aba", "ac"}, []string{"ab", "b"}},
		{"look-ahead in the middle", `^a(?=b)\w+(?!\w)-$`, []string{"abc-", "ab-"}, []string{"ac-", "a-"}},
		{"look-ahead under a short count", `^(?:a(?!b)){1,2}$`, []string{"a", "aa"}, []string{"ab", "aaa"}},
	}
	for _, row := range rows {
		s := New()
		e, err := s.Pattern(row.pattern)
		require.NoError(t, err, row.claim)
		for _, text := range row.in {
			assert.True(t, s.Matches(e, text), "%s: %q on %q", row.claim, row.pattern, text)
		}
		for _, text := range row.out {
			assert.False(t, s.Matches(e, text), "%s: %q on %q", row.claim, row.pattern, text)
		}
	}
}

func TestPatternErrors(t *testing.T) {
	rows := []struct {
		pattern string
		offset  int
		class   error
	}{
		{"a**", 2, ErrSyntax},
		{"*a", 0, ErrSyntax},
		{"{2}", 0, ErrSyntax},
		{"a++", 2, ErrSyntax},
		{"(a", 0, ErrSyntax},
		{"a)", 1, ErrSyntax},
		{"[a", 0, ErrSyntax},
		{"[b-a]", 1, ErrSyntax},
		{"a{3,2}", 1, ErrSyntax},
		{`a\`, 1, ErrSyntax},
		{`\Z`, 0, ErrSyntax},
		{`\x4`, 0, ErrSyntax},
		{`\u{110000}`, 0, ErrSyntax},
		{`\c1`, 0, ErrSyntax},
		{`\01`, 0, ErrSyntax},
		{`\pL`, 0, ErrSyntax},
		{"(?P<n>a)", 0, ErrSyntax},
		{"(?<>a)", 0, ErrSyntax},
		{"a\xff", 0, ErrSyntax},
		{`(a)\1`, 3, ErrUnsupported},
		{`(?<n>a)\k<n>`, 7, ErrUnsupported},
		{"(?<=a)b", 0, ErrUnsupported},
		{"(?<!a)b", 0, ErrUnsupported},
		{"(?i:a)", 0, ErrUnsupported},
		{`\p{Nope}`, 0, ErrUnsupported},
		{`\p{Script_Extensions=Greek}`, 0, ErrUnsupported},
		{"(?:a(?=b))*", 3, ErrUnsupported},
		{`^(?:\ba)+$`, 4, ErrUnsupported},
		{"(?=a)*", 5, ErrUnsupported},
		{"(?:^a){17}", 6, ErrUnsupported},
		{"a{99999999}", 1, ErrUnsupported},
		{strings.Repeat("(", 400) + strings.Repeat(")", 400), 250, ErrUnsupported},
	}
	for _, row := range rows {
		_, err := New().Pattern(row.pattern)
		at, ok := errors.AsType[*ParseError](err)
		if !assert.True(t, ok, "%q: %v", row.pattern, err) {
			continue
		}
		assert.ErrorIs(t, err, row.class, row.pattern)
		assert.Equal(t, row.offset, at.Offset, "%q: %v", row.pattern, err)
	}
}

// The suite's strings, and the names of objects under patternProperties.
func TestPatternsAgainstTheSuite(t *testing.T) {
	right := 0
	for _, name := range []string{"pattern", "patternProperties", "optional/ecmascript-regex", "optional/non-bmp-regex"} {
		for _, g := range suite(t, filepath.FromSlash(name)+".json") {
			var schema struct{ Pattern *string }
			require.NoError(t, json.Unmarshal(g.Schema, &schema))
			if schema.Pattern == nil {
				continue
			}
			s := New()
			e, err := s.Pattern(*schema.Pattern)
			require.NoError(t, err, g.Description)
			for _, test := range g.Tests {
				var text string
				if test.Data[0] != '"' || json.Unmarshal(test.Data, &text) != nil {
					continue
				}
				assert.Equal(t, test.Valid, s.Matches(e, text), "%s: %s", g.Description, test.Description)
				right++
			}
		}
	}
	t.Logf("%d strings", right)
	assert.Greater(t, right, 50)
}

// Patterns of real schemas: most are also Go's, up to what $ means before a last line end.
func TestRealPatternsAgreeWithGo(t *testing.T) {
	patterns := realPatterns(t)
	rng := rand.New(rand.NewPCG(15, 16))
	refused, compared, states := 0, 0, 0
	for _, pattern := range patterns {
		s := New()
		e, err := s.Pattern(pattern)
		if err != nil {
			t.Logf("%q: %v", pattern, err)
			refused++
			continue
		}
		d, err := s.NewDFA(e, 0)
		require.NoError(t, err)
		want, err := regexp.Compile(strings.ReplaceAll(pattern, `\/`, "/"))
		if err != nil || strings.Contains(pattern, `\s`) || strings.Contains(pattern, `\S`) {
			continue // Go means ASCII by \s
		}
		for i := range 60 {
			text, ok := s.Sample(e, rng, 0, []int{-1, 12, 40}[i%3])
			if !ok {
				continue
			}
			if i%2 == 1 {
				text = mutate(rng, text)
			}
			if strings.ContainsAny(text, "\r\u2028\u2029") {
				continue // line ends to ECMA-262 only
			}
			got, err := d.Matches(text)
			require.NoError(t, err)
			compared++
			if got != want.MatchString(text) {
				t.Fatalf("%q on %q = %v, want %v", pattern, text, got, !got)
			}
		}
		states += d.Len()
	}
	t.Logf("%d patterns, %d refused, %d strings compared, %d states", len(patterns), refused, compared, states)
	assert.LessOrEqual(t, refused, 4)
}

// realPatterns returns the patterns of the MaskBench sample, sorted.
func realPatterns(t *testing.T) (patterns []string) {
	t.Helper()
	zipped, err := gzip.NewReader(bytes.NewReader(sharedFile(t, filepath.Join("maskbench", "maskbench_sample.jsonl.gz"))))
	require.NoError(t, err)
	seen := map[string]bool{}
	var walk func(v any)
	add := func(p string) {
		if !seen[p] {
			seen[p] = true
			patterns = append(patterns, p)
		}
	}
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if p, ok := v["pattern"].(string); ok {
				add(p)
			}
			if named, ok := v["patternProperties"].(map[string]any); ok {
				for p := range named {
					add(p)
				}
			}
			for _, sub := range v {
				walk(sub)
			}
		case []any:
			for _, sub := range v {
				walk(sub)
			}
		}
	}
	lines := bufio.NewScanner(zipped)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var v any
		require.NoError(t, json.Unmarshal(lines.Bytes(), &v))
		walk(v)
	}
	require.NoError(t, lines.Err())
	slices.Sort(patterns)
	return patterns
}
