package mcp_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/mcp"
	"github.com/shortleash/shortleash/tools"
)

// numbersEndpoint is a process of this test that offers what numbers does.
func numbersEndpoint(t testing.TB) mcp.Endpoint {
	program, err := os.Executable()
	require.NoError(t, err)
	return mcp.Endpoint{Command: []string{program}, Env: []string{"SHORTLEASH_TEST_SERVER=1"}}
}

func TestToolsOfAProcessOfOurs(t *testing.T) {
	client, r := connect(t, mcp.Config{}, numbersEndpoint(t))
	require.Equal(t, `"8"`, call(t, r, "double", `{"n":4}`))
	require.Equal(t, "numbers", client.Listings()[0].Server)
}

// BenchmarkCall compares a call through MCP over standard streams with one of the same Go function; the median
// is reported in microseconds.
func BenchmarkCall(b *testing.B) {
	c := tools.Call{ID: "c1", Tool: "double", Args: json.RawMessage(`{"n":4}`)}
	measure := func(b *testing.B, r *tools.Registry) {
		var times []time.Duration
		for b.Loop() {
			began := time.Now()
			if o := r.Call(b.Context(), c); !o.OK {
				b.Fatal(o.Error)
			}
			times = append(times, time.Since(began))
		}
		slices.Sort(times)
		b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1000, "median-µs")
	}
	b.Run("mcp", func(b *testing.B) {
		_, r := connect(b, mcp.Config{}, numbersEndpoint(b))
		measure(b, r)
	})
	b.Run("go", func(b *testing.B) {
		r, err := tools.NewRegistry(double())
		require.NoError(b, err)
		measure(b, r)
	})
}
