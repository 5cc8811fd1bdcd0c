package grammartest

import (
	"flag"
	"time"
)

// Sweep is how long TestSweep compares with the oracle:
//
//	go test -run TestSweep -sweep 10m -sweepseed 7 -v ./grammar
var (
	Sweep     = flag.Duration("sweep", 100*time.Millisecond, "how long to compare random documents with the oracle")
	SweepSeed = flag.Uint64("sweepseed", 1, "where random documents come from")
)
