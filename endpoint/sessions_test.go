package endpoint_test

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
)

// constant is a model that always says the same, and remembers nothing.
type constant string

func (constant) Name() string { return "constant" }

func (c constant) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return fake.Script(string(c)).Generate(ctx, req)
}

// inUse returns the bytes that are in use after a collection.
func inUse() int64 {
	var m runtime.MemStats
	for range 2 { // what a pool holds goes with the second
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestManySessions has thousands of conversations, each with a tool of its own, whose forms, grammars, reports and thoughts are kept: the
// endpoint keeps a bounded part of them, and no goroutine.
func TestManySessions(t *testing.T) {
	for _, row := range []struct {
		name, member string
		n            int
	}{
		{"of small tools", `"room_%d":{"type":"string"}`, 10_000},
		{"of tools with large grammars", `"room_%d":{"type":"string"},"more_%[1]d":{"enum":[` + numbers(2000) + `]}`, 200},
	} {
		t.Run(row.name, func(t *testing.T) {
			n := row.n
			if testing.Short() {
				n /= 20
			}
			before, goroutines := inUse(), runtime.NumGoroutine()
			s := serve(t, constant(looks), endpoint.Config{})
			protocols := []string{"chat completions", "responses", "messages", "ollama"}
			var half, whole int64
			for i := range n {
				if i == n/2 {
					half = inUse() - before
				}
				d := dialects[protocols[i%4]]
				tools := strings.ReplaceAll(d.tools, `"room":{"type":"string","maxLength":8}`, fmt.Sprintf(row.member, i))
				status, body, _ := post(t, s, d.path, object(t, d.asked, tools, streaming(i%8 < 4)))
				require.Equal(t, http.StatusOK, status, body)
			}
			whole = inUse() - before
			t.Logf("bytes in use after %d conversations: %d MiB; after %d: %d MiB", n/2, half>>20, n, whole>>20)
			assert.Less(t, whole, int64(200<<20))
			if !testing.Short() { // the bound was met in the first half
				assert.Less(t, whole-half, int64(8<<20))
			}
			s.Close()
			http.DefaultClient.CloseIdleConnections()
			for wait := time.Millisecond; runtime.NumGoroutine() > goroutines && wait < 10*time.Second; wait *= 2 {
				time.Sleep(wait)
			}
			assert.LessOrEqual(t, runtime.NumGoroutine(), goroutines, "goroutines are left")
		})
	}
}
