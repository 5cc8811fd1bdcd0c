package agent_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/model/fake"
)

// BenchmarkRun is what an agent costs beside its model: two decisions and a call.
func BenchmarkRun(b *testing.B) {
	replies := []string{`{"thought":"count","tool":"count_part","tool_args":{"name":"bolt"}}`,
		`{"thought":"done","tool":"final_answer","tool_args":{"note":"","number":20}}`}
	script := fake.Script(replies...)
	m := fresh{script}
	a, err := agent.New[stock](&m, counting)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		m.Scripted = script.Fresh()
		if _, err := a.Run(b.Context(), "How many bolts?"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNew is what it costs to make an agent.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := agent.New[stock](fake.Script(), counting); err != nil {
			b.Fatal(err)
		}
	}
}

// A fresh model plays its script from the beginning in each run.
type fresh struct{ *fake.Scripted }
