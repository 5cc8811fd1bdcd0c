package report_test

import (
	"fmt"

	"github.com/shortleash/shortleash/bench/report"
)

func ExampleNewSpread() {
	s := report.NewSpread([]int64{1000, 4000, 2000, 90000})
	fmt.Printf("p50 %v µs, max %v µs, of %d\n", s.P50, s.Max, s.N)
	// Output: p50 2 µs, max 90 µs, of 4
}
