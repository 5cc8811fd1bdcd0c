package builtin

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tools"
)

func TestCalculate(t *testing.T) {
	for expression, want := range map[string]string{
		"1+2*3": "7", "0.1 + 0.2": "0.3", "(1 + 2) * 3": "9", "2^10": "1024", "-2^2": "-4", "10 / 4": "2.5", "1/3": "0.333333333333",
		"15% of 80": "12", "1,250 * 2": "2500", "sum(1, 2, 3.5)": "6.5", "mean(1, 2)": "1.5", "max(3, 9, 2) - min(3, 9, 2)": "7",
		"round(2.675, 2)": "2.68", "round(-2.5)": "-3", "12.50 * 3": "37.5", "2^-2": "0.25", "1_000 - 1": "999",
		"2026-01-31 + 1 month": "2026-02-28", "2026-03-01 - 1 day": "2026-02-28", "2028-02-29 + 1 year": "2029-02-28",
		"2026-12-24 - 2026-11-29": "25 days", "2026-11-29 + 2 weeks": "2026-12-13", "2026-11-29": "2026-11-29", "3 days + 4 days": "7 days",
		"14 days / 7 days": "2", "3.5 days": "3.5 days", "10 days / 3": "3.333333333333 days", "2 * 3 weeks": "6 weeks",
		"10% of 20 days": "2 days", "sum(2 days, 3 days)": "5 days", "mean(1 week, 2 weeks)": "1.5 weeks",
		"max(2 days, 9 days)": "9 days",
		"round(3.75 days, 1)": "3.8 days", "-(2 days)": "-2 days",
		"1.250,00": "1250", "1.250,00 + 12,5": "1262.5", "1,250 + 1": "1251", "0,250 * 2": "0.5", "sum(1,2)": "3",
		"sum(184.00,612.50)": "796.5", "mean(0,250)": "125", "sum(12,5) * 2,5": "42.5",
		"1.234.567,8": "1234567.8", "1,250,000.5": "1250000.5",
	} {
		r, err := calculate(t.Context(), calculateArgs{expression})
		require.NoError(t, err, expression)
		assert.Equal(t, want, r.Result, expression)
	}
	for expression, why := range map[string]string{
		"1/0": "divided by zero", "0^-1": "divided by zero", "2^9999": "whole number", "(1": "missing", "1 +": "too early",
		"foo(1)": "no function",
		"foo":    "not understood", "2 $": "not understood", "9^999^9": "a power", "3 days + 1": "days and a number cannot be added",
		"2 days * 3 weeks": "days and weeks cannot be multiplied", "3 / 2 days": "a number cannot be divided by days",
		"2 days / 3 weeks": "days cannot be divided by weeks", "sum(2 days, 3)": "days and a number do not go together",
		"sum(100,200)": "as one number or as two", "2 weeks + 3 days": "write both in the same unit",
		"2 days ^ 2": "a power is", "2 ^ 2 days": "a power is",
		"sum(1.250,30)": "as one number or as two", "12,34,5": "not understood",
		"1 + 2026-01-01": "comes first", "round(1, 99)": "round takes",
		strings.Repeat("(", 99): "too many brackets", "1.2.3": "no number",
	} {
		_, err := calculate(t.Context(), calculateArgs{expression})
		assert.ErrorContains(t, err, why, expression)
	}
}

func FuzzCalculate(f *testing.F) {
	f.Add("1 + 2 * (3 - 4)^2 / mean(1, 2%) of 2026-01-31")
	f.Fuzz(func(t *testing.T, expression string) {
		if len(expression) > 300 {
			return
		}
		r, err := calculate(t.Context(), calculateArgs{expression})
		if (err == nil) == (r.Result == "") {
			t.Fatalf("%q gives %q and %v", expression, r.Result, err)
		}
	})
}

func TestToday(t *testing.T) {
	registry, err := tools.NewRegistry(Today(func() time.Time { return time.Date(2026, 11, 29, 9, 5, 0, 0, time.UTC) }))
	require.NoError(t, err)
	o := registry.Call(t.Context(), tools.Call{Tool: "today", Args: json.RawMessage(`{}`)})
	assert.JSONEq(t, `{"date":"2026-11-29","weekday":"Sunday","time":"09:05 UTC"}`, string(o.Output))
}

func TestFetch(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "other") }))
	defer other.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/page":
			w.Header().Set("Content-Type", "text/html; charset=iso-8859-1")
			fmt.Fprint(
				w, "<html><head><title>Caf\xe9</title><style>x{}</style></head><body><nav>menu</nav><h1>Prices</h1><p>Tea  is\n 2 "+
					"euro.</p><script>bad()</script></body></html>")
		case "/long":
			fmt.Fprint(w, strings.Repeat("word ", 3000))
		case "/away":
			http.Redirect(w, r, other.URL, http.StatusFound)
		case "/picture":
			w.Header().Set("Content-Type", "image/png")
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")
	tool, err := Fetch([]string{host}, nil)
	require.NoError(t, err)
	registry, err := tools.NewRegistry(tool)
	require.NoError(t, err)
	get := func(address string, from int) (p page, problem string) {
		args, _ := json.Marshal(fetchArgs{address, from})
		o := registry.Call(t.Context(), tools.Call{Tool: "fetch_page", Args: args})
		if !o.OK {
			return p, o.Error.Message
		}
		require.NoError(t, json.Unmarshal(o.Output, &p))
		return p, ""
	}
	p, _ := get(server.URL+"/page", 0)
	assert.Equal(t, page{Address: server.URL + "/page", Title: "Café", Text: "Prices\nTea is 2 euro."}, p)
	long, _ := get(server.URL+"/long", 0)
	rest, _ := get(server.URL+"/long", long.Next)
	assert.Equal(t, strings.Repeat("word ", 3000)[:len(long.Text)+len(rest.Text)], long.Text+rest.Text)
	for address, why := range map[string]string{
		server.URL + "/away": "may not be read", server.URL + "/none": "404", server.URL + "/picture": "no page of text",
		other.URL:                       "no address of",
		"http://user@" + host + "/page": "no address of", "file:///etc/passwd": "no address of",
	} {
		_, problem := get(address, 0)
		assert.Contains(t, problem, why, address)
	}
	for _, host := range []string{"", "http://a.org", "a.org/x", "a b"} {
		_, err := Fetch([]string{host}, nil)
		assert.Error(t, err, host)
	}
}

func TestCommand(t *testing.T) {
	limit := time.Minute
	do := func(line string) (r commandResult, problem string) {
		tool, err := Command(CommandOptions{Dir: t.TempDir(),
			Named: []string{"echo hello", "exit 3", "sleep 90", "yes | head -n 9000"}, Timeout: limit})
		require.NoError(t, err)
		registry, err := tools.NewRegistry(tool)
		require.NoError(t, err)
		args, _ := json.Marshal(commandArgs{line})
		o := registry.Call(context.Background(), tools.Call{Tool: "run_command", Args: args})
		if !o.OK {
			return r, o.Error.Message
		}
		require.NoError(t, json.Unmarshal(o.Output, &r))
		return r, ""
	}
	r, _ := do("echo hello")
	assert.Equal(t, commandResult{Output: "hello\n"}, r)
	r, _ = do("exit 3")
	assert.Equal(t, 3, r.Exit)
	r, _ = do("yes | head -n 9000")
	assert.Contains(t, r.Output, "… 14000 bytes …")
	_, problem := do("rm -rf /")
	assert.Contains(t, problem, "not among the commands")
	limit = 100 * time.Millisecond
	r, _ = do("sleep 90")
	assert.Equal(t, "it was stopped after 100ms", r.Note)
	_, err := Command(CommandOptions{})
	assert.Error(t, err)
}
