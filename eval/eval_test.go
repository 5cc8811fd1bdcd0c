package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
)

func text(s string) *string { return &s }

// answered builds an answer: "" leaves the sentence, anything else is its correction.
func answered(corrected string, rules ...string) Answer {
	a := Answer{InScope: true, Outcome: loop.Final, Rules: rules}
	if corrected != "" {
		a.Corrected = &corrected
	}
	return a
}

func TestWhatIsCounted(t *testing.T) {
	fix := Item{ID: "f", Input: "He go.", Accept: []string{"He goes.", "He’s going."}}
	clean := Item{ID: "c", Input: "He goes.", Clean: true}
	detect := Item{ID: "d", Input: "The dogs barks.", DetectOnly: true}
	failed := answered("He goes.")
	failed.Outcome = loop.ModelFailure
	rows := []struct {
		claim  string
		item   Item
		answer Answer
		right  bool
		want   Score
	}{
		{"an accepted sentence is a fix", fix, answered("He goes."), true, Score{Fixed: Share{1, 1}, WrongFix: Share{0, 1}, Final: Share{1, 1}}},
		{"either apostrophe, any space", fix, answered("He's  going. "), true,
			Score{Fixed: Share{1, 1}, WrongFix: Share{0, 1}, Final: Share{1, 1}}},
		{"case counts", fix, answered("he goes."), false, Score{Fixed: Share{0, 1}, WrongFix: Share{1, 1}, Final: Share{1, 1}}},
		{"another sentence is a wrong fix", fix, answered("He went."), false,
			Score{Fixed: Share{0, 1}, WrongFix: Share{1, 1}, Final: Share{1, 1}}},
		{"nothing is not a fix", fix, answered(""), false, Score{Fixed: Share{0, 1}, WrongFix: Share{0, 1}, Final: Share{1, 1}}},
		{"a run that fails changes nothing", fix, failed, false, Score{Fixed: Share{0, 1}, WrongFix: Share{0, 1}, Final: Share{0, 1}}},
		{"what is right stays", clean, answered(""), true, Score{Harm: Share{0, 1}, Final: Share{1, 1}}},
		{"each edit in it is counted", clean, answered("He gone went.", "A", "B", "A"), false,
			Score{Harm: Share{1, 1}, Final: Share{1, 1}, Edits: 3,
				Rules: []RuleScore{{Rule: "A", Edits: 2}, {Rule: "B", Edits: 1}}}},
		{"a correction that is the sentence does no harm", clean, answered("He  goes."), true, Score{Harm: Share{0, 1}, Final: Share{1, 1}}},
		{"any change is a detection", detect, answered("The dogs bark."), true, Score{Detected: Share{1, 1}, Final: Share{1, 1}}},
		{"no change is none", detect, answered(""), false, Score{Detected: Share{0, 1}, Final: Share{1, 1}}},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			var s Score
			assert.Equal(t, row.right, s.add(row.item, row.answer))
			assert.Equal(t, row.want, s)
		})
	}
}

func TestContract(t *testing.T) {
	contract := Contract{Corrected: text("He went."), InScope: true, Rules: []string{"A", "B"},
		Gloss: text("Él fue.")}
	good := func() Answer {
		a := answered("He went.", "B", "A", "B")
		a.Gloss = text("Él fue.")
		return a
	}
	rows := []struct {
		claim  string
		change func(*Answer, *Contract)
		want   bool
	}{
		{"as written", func(*Answer, *Contract) {}, true},
		{"no gloss is accepted", func(a *Answer, _ *Contract) { a.Gloss = nil }, true},
		{"another gloss is not", func(a *Answer, _ *Contract) { a.Gloss = text("Ella fue.") }, false},
		{"unless glosses are not compared", func(a *Answer, c *Contract) { a.Gloss, c.Gloss = text("Ella fue."), text("") }, true},
		{"a gloss where none may be", func(_ *Answer, c *Contract) { c.Gloss = nil }, false},
		{"another outcome", func(a *Answer, _ *Contract) { a.Outcome = loop.Cancelled }, false},
		{"another correction", func(a *Answer, _ *Contract) { a.Corrected = text("He goes.") }, false},
		{"no correction", func(a *Answer, _ *Contract) { a.Corrected = nil }, false},
		{"another scope", func(a *Answer, _ *Contract) { a.InScope = false }, false},
		{"a rule too few", func(a *Answer, _ *Contract) { a.Rules = []string{"A"} }, false},
		{"a reason too many", func(a *Answer, _ *Contract) { a.Reason = text("request") }, false},
		{"another reason", func(a *Answer, c *Contract) { a.Reason, c.Reason = text("request"), text("not_verb") }, false},
		{"the reason", func(a *Answer, c *Contract) { a.Reason, c.Reason = text("request"), text("request") }, true},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			a, c := good(), contract
			row.change(&a, &c)
			var s Score
			s.add(Item{ID: "x", Input: "He goed.", Accept: []string{"He went."}, Contract: &c}, a)
			assert.Equal(t, row.want, s.Contract.Hits == 1)
			assert.Equal(t, 1, s.Contract.Of)
			assert.Len(t, s.Rules, 2)
			assert.Equal(t, 1, s.Rules[0].Named.Of)
		})
	}
}

// What an item says of an answer is what its suite counts.
func TestRight(t *testing.T) {
	s, err := ReadSuite("mixed", strings.NewReader(`{"id":"p1","input":"He goed.","accept":["He went."],"clean":false,"detect_only":false}
{"id":"p2","input":"He went.","accept":[],"clean":true,"detect_only":false}
{"id":"p3","input":"Dogs barks.","accept":[],"clean":false,"detect_only":true}
{"id":"c1","input":"He goed.","corrected":"He went.","in_scope":true,"rules":["INFL-OVERREG"],"reason":null,"not_checked":[],"gloss":""}
`))
	require.NoError(t, err)
	went := "He went."
	for _, a := range []Answer{
		{Outcome: loop.Final},
		{Outcome: loop.Final, Corrected: &went, InScope: true},
		{Outcome: loop.Final, Corrected: &went, InScope: true, Rules: []string{"INFL-OVERREG"}},
		{Outcome: loop.Cycle, Corrected: &went, InScope: true, Rules: []string{"INFL-OVERREG"}},
	} {
		counted := score(s, []Answer{a, a, a, a})
		for _, item := range s.Items {
			assert.Equal(t, !slices.Contains(counted.Missed, item.ID), item.Right(a), "%s %+v", item.ID, a)
		}
	}
}

func TestReadSuite(t *testing.T) {
	const pair = `{"id":"a","suite":"s","input":"He go.","accept":["He goes."],"clean":false,"detect_only":false,"note":""}`
	const contract = `{"id":"c1","input":"He goed.","corrected":"He went.","in_scope":true,"rules":["A"],"reason":null,` +
		`"not_checked":[],"gloss":"","note":""}`
	s, err := ReadSuite("s", strings.NewReader(pair+"\n\n"+contract+"\n"))
	require.NoError(t, err)
	assert.Equal(t, "s", s.Name)
	assert.Equal(t, []string{"He goes."}, s.Items[0].Accept)
	assert.Equal(t, []string{"He went."}, s.Items[1].Accept)
	assert.Equal(t, []string{"A"}, s.Items[1].Contract.Rules)
	assert.Nil(t, s.Items[0].Contract)
	rows := []struct{ claim, text, want string }{
		{"nothing", "", "line 1: there is no item"},
		{"no JSON", pair + "\nhello\n", "line 2: this is not a JSON object"},
		{"a list", "[]", "line 1: this is not a JSON object"},
		{"a member that is missing", strings.Replace(pair, `"clean":false,`, "", 1), `line 1: "clean" is missing`},
		{"a member that is none", strings.Replace(pair, `"note"`, `"notes"`, 1), `line 1: "notes" is not a member of an item`},
		{"another type", strings.Replace(pair, `"clean":false`, `"clean":1`, 1), `line 1: "clean" is a number, want bool`},
		{"another type in a contract", strings.Replace(contract, `["A"]`, `"A"`, 1), `line 1: "rules" is a string, want []string`},
		{"no input", strings.Replace(pair, "He go.", "", 1), `line 1: "id" and "input" are not empty`},
		{"an id twice", pair + "\n" + pair, `line 2: the id "a" is there twice`},
		{"an error without its correction", strings.Replace(pair, `["He goes."]`, `[]`, 1),
			`line 1: the sentence is to be corrected, and "accept" is empty`},
		{"an endless line", strings.Repeat(" ", maxLine+1), "line 1: the line is longer than a mebibyte"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			_, err := ReadSuite("s", strings.NewReader(row.text))
			assert.EqualError(t, err, row.want)
		})
	}
}

func FuzzReadSuite(f *testing.F) {
	f.Add(`{"id":"a","input":"He go.","accept":["He goes."],"clean":false,"detect_only":false}`)
	f.Add(`{"id":"c1","input":"He goed.","corrected":null,"in_scope":true,"rules":[],"reason":null,"not_checked":[],"gloss":null}`)
	f.Fuzz(func(t *testing.T, data string) {
		s, err := ReadSuite("s", strings.NewReader(data))
		if err != nil {
			_, ok := errors.AsType[*SuiteError](err)
			assert.True(t, ok, "%v", err)
			return
		}
		answers := make([]Answer, len(s.Items))
		got := score(s, answers)
		assert.Equal(t, len(s.Items), got.Fixed.Of+got.Detected.Of+got.Harm.Of)
	})
}

func TestInterval(t *testing.T) {
	rows := []struct {
		share     Share
		low, high float64
	}{ // from the formula, by hand
		{Share{0, 0}, 0, 100},
		{Share{0, 10}, 0, 27.75},
		{Share{5, 10}, 23.66, 76.34},
		{Share{10, 10}, 72.25, 100},
		{Share{81, 263}, 25.53, 36.62}, // Newcombe 1998, table I
		{Share{15, 148}, 6.24, 16.05},
	}
	for _, row := range rows {
		low, high := row.share.Interval()
		assert.InDelta(t, row.low, low, 0.01, "%v", row.share)
		assert.InDelta(t, row.high, high, 0.01, "%v", row.share)
	}
	for n := range 60 {
		for k := range n + 1 {
			low, high := Share{k, n}.Interval()
			p := Share{k, n}.Percent()
			assert.True(t, 0 <= low && low <= p+1e-9 && p-1e-9 <= high && high <= 100, "%d of %d: %f %f", k, n, low, high)
		}
	}
}

func TestCompare(t *testing.T) {
	c := Compare([]string{"a", "b", "c"}, []string{"b", "d"})
	assert.Equal(t, []string{"a", "c"}, c.Gained)
	assert.Equal(t, []string{"d"}, c.Lost)
	assert.InDelta(t, 1, c.P, 1e-9)
	assert.InDelta(t, 1, signTest(0, 0), 1e-9)
	assert.InDelta(t, 2.0/1024, signTest(10, 0), 1e-12)
	assert.InDelta(t, 2.0*(1+12)/4096, signTest(1, 11), 1e-12)
	assert.InDelta(t, signTest(3, 17), signTest(17, 3), 1e-12)
}

func TestSpread(t *testing.T) {
	assert.Equal(t, Spread{}, spread(nil))
	assert.Equal(t, Spread{Mean: 7, P50: 7, P95: 7}, spread([]float64{7}))
	var list []float64
	for i := range 100 {
		list = append(list, float64(100-i))
	}
	assert.Equal(t, Spread{Mean: 50.5, P50: 50, P95: 95}, spread(list))
}

func TestMeasure(t *testing.T) {
	var suites []Suite
	for s := range 3 {
		suite := Suite{Name: fmt.Sprint(s)}
		for i := range 20 {
			suite.Items = append(suite.Items, Item{ID: fmt.Sprint(i), Input: fmt.Sprintf("%d-%d", s, i), Clean: true})
		}
		suites = append(suites, suite)
	}
	harm := func(_ context.Context, input string) (Answer, error) {
		if strings.HasSuffix(input, "-7") {
			return answered("x", "A"), nil
		}
		return answered(""), nil
	}
	var wanted string
	for jobs := range 5 {
		last := 0
		scores, err := Measure(t.Context(), suites, harm, Options{Jobs: jobs, Answered: func(_ Suite, _ Item, _ Answer, done, total int) {
			assert.Equal(t, last+1, done)
			assert.Equal(t, 60, total)
			last = done
		}})
		require.NoError(t, err)
		assert.Equal(t, 60, last)
		for i := range scores {
			scores[i].ElapsedMS = Spread{}
		}
		got, err := json.Marshal(scores)
		require.NoError(t, err)
		if wanted == "" {
			wanted = string(got)
		}
		assert.Equal(t, wanted, string(got), "whatever the number of jobs")
		assert.Equal(t, []string{"7"}, scores[2].Missed)
		assert.InDelta(t, 50, scores[0].EditsPer1000(), 1e-9)
		var again []Score
		require.NoError(t, json.Unmarshal(got, &again))
		assert.Equal(t, scores, again, "a score is read back")
	}

	t.Run("an error ends it", func(t *testing.T) {
		var calls atomic.Int64
		broken := errors.New("broken")
		_, err := Measure(t.Context(), suites, func(context.Context, string) (Answer, error) {
			calls.Add(1)
			return Answer{}, broken
		}, Options{Jobs: 2})
		assert.ErrorIs(t, err, broken)
		assert.LessOrEqual(t, calls.Load(), int64(2))
	})
	t.Run("so does its context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := Measure(ctx, suites, func(context.Context, string) (Answer, error) {
			cancel()
			return Answer{}, nil
		}, Options{})
		assert.ErrorIs(t, err, context.Canceled)
	})
	assert.Zero(t, Score{}.EditsPer1000())
}

func TestChangesInWords(t *testing.T) {
	many := strings.Split("abcdefghijklmnop", "")
	assert.Equal(t, "the same", Compare([]string{"a"}, []string{"a"}).String())
	assert.Equal(t, "+1 −2, p = 1.000", Compare([]string{"a"}, []string{"b", "c"}).String())
	assert.Equal(t, "+16 −0, p < 0.001", Compare(many, nil).String())
}
