package report

import (
	"fmt"
	"io"

	"github.com/shortleash/shortleash/bench/trial"
)

// A Summary is the answer of the maskbench command. The classes of schemas add up: passed,
// compile_errors, false_refusals, false_accepts and trouble together are schemas.
type Summary struct {
	Schemas       int `json:"schemas"`
	Passed        int `json:"passed"`
	CompileErrors int `json:"compile_errors"`
	FalseRefusals int `json:"false_refusals"` // schemas
	FalseAccepts  int `json:"false_accepts"`  // schemas
	Trouble       int `json:"trouble"`        // schemas: crash, time-out, self-contradiction

	FalseRefusalInstances int `json:"false_refusal_instances"`
	FalseAcceptInstances  int `json:"false_accept_instances"`
	MaskByteDifferences   int `json:"mask_byte_differences"` // texts
	Untested              int `json:"untested"`              // schemas without instances, in passed if they compile

	Compile *Spread `json:"compile_us"` // of schemas that compile
	Mask    *Spread `json:"mask_us"`    // null when the engine computes no masks
	Commit  *Spread `json:"commit_us"`

	Engine     string  `json:"engine"`
	Vocabulary string  `json:"vocabulary"`
	Index      float64 `json:"index_us"`  // vocabulary index, once
	Share      float64 `json:"cpu_share"` // as in trial.Outcome
}

// NewSummary puts the figures of one engine together.
func NewSummary(c Count, o trial.Outcome, vocabulary string) Summary {
	t, g := NewTimes(o.Results), o.Greeting
	return Summary{
		Schemas: c.Schemas, Passed: c.ByClass[Passed], CompileErrors: c.ByClass[CompileError],
		FalseRefusals: c.ByClass[FalseRefusal], FalseAccepts: c.ByClass[FalseAccept], Trouble: c.ByClass[Trouble],
		FalseRefusalInstances: c.FalseRefusals, FalseAcceptInstances: c.FalseAccepts,
		MaskByteDifferences: c.Splits, Untested: c.Untested,
		Compile: NewSpread(t.Compile), Mask: NewSpread(t.Mask), Commit: NewSpread(t.Commit),
		Engine: g.About.Name + " " + g.About.Version, Vocabulary: vocabulary, Index: micro(g.Index), Share: o.Share,
	}
}

// Print writes the summary and the losses for people. With all, every loss has its own line.
func (s Summary) Print(w io.Writer, c Count, all bool) error {
	p := &printer{w: w}
	p.line("%s, vocabulary %s (index %.1f ms, once); had a processor %.0f %% of the time", s.Engine, s.Vocabulary, s.Index/1000, 100*s.Share)
	p.line("%-22s %5d of %d (%.1f %%)", "passed", s.Passed, s.Schemas, percent(s.Passed, s.Schemas))
	passed, tested := c.Tested()
	p.line("%-22s %5d of %d (%.1f %%)", "  with instances", passed, tested, percent(passed, tested))
	for _, class := range []Class{CompileError, FalseRefusal, FalseAccept, Trouble} {
		p.line("%-22s %5d", class, c.ByClass[class])
		for _, reason := range byCount(c.reasons(class)) {
			p.line("    %4d (%.1f %%) %s", reason.n, percent(reason.n, s.Schemas), reason.what)
		}
	}
	p.line("%-22s %5d refused, %d invalid accepted", "valid instances", s.FalseRefusalInstances, s.FalseAcceptInstances)
	p.line("%-22s %5d", "mask/byte differences", s.MaskByteDifferences)
	p.spread("compile, µs", s.Compile)
	p.spread("mask, µs", s.Mask)
	p.spread("commit, µs", s.Commit)
	for _, loss := range c.Losses {
		if all || loss.Class == FalseAccept || loss.Class == FalseRefusal || loss.Class == Trouble {
			p.line("%s: %s: %s: %s", loss.Class, loss.Name, loss.Reason, clip(loss.Detail))
		}
	}
	return p.err
}

// reasons counts the losses of a class.
func (c Count) reasons(class Class) map[string]int {
	seen := map[string]int{}
	for _, loss := range c.Losses {
		if loss.Class == class {
			seen[loss.Reason]++
		}
	}
	return seen
}

// Tested returns how many of the schemas that have instances passed, and how many there are: what is
// left out passes merely by compiling.
func (c Count) Tested() (passed, of int) {
	return c.ByClass[Passed] - (c.Untested - c.untestedLost), c.Schemas - c.Untested
}

// A printer keeps the first error of many writes.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}

func (p *printer) spread(what string, s *Spread) {
	if s == nil {
		p.line("%-22s not measured", what)
		return
	}
	p.line("%-22s p50 %.1f  p95 %.1f  p99 %.1f  max %.1f  (n %d)", what, s.P50, s.P95, s.P99, s.Max, s.N)
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// clip keeps a detail on one screen line.
func clip(text string) string {
	const most = 200
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
