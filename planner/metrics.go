package planner

// Reflection measures what a critic found in the plans of runs, from their verdicts.
type Reflection struct {
	Examined   [2]int         // plans: first ones, later ones
	Flagged    [2]int         // of them those with a critical error of the critic's
	Critical   map[string]int // critical errors by type
	Revised    int            // second turns whose plan replaced the first
	Kept       int            // second turns whose plan did not
	Failed     int            // first turns that gave nothing usable
	Agreements [2][2]int      // [checks found something critical][the critic did]: plans
}

// Measure returns the figures of runs.
func Measure(runs ...[]Verdict) Reflection {
	m := Reflection{Critical: map[string]int{}}
	for _, verdicts := range runs {
		for _, v := range verdicts {
			if v.Of == "plan" {
				m.count(v)
			}
		}
	}
	return m
}

func (m *Reflection) count(v Verdict) {
	switch {
	case v.Failed:
		m.Failed++
		return
	case v.Turn == 2 && v.Kept:
		m.Kept++
		return
	case v.Turn == 2:
		m.Revised++
		return
	}
	later, flagged := btoi(v.Plan > 1), btoi(v.flagged())
	m.Examined[later]++
	m.Flagged[later] += flagged
	m.Agreements[btoi(v.Checks)][flagged]++
	for _, e := range v.Errors {
		if e.Severity == SeverityCritical {
			m.Critical[e.Code]++
		}
	}
}

// DefectRate returns the part of examined plans that was flagged: of all, of first and of later ones.
// Where none was examined it is 0.
func (m Reflection) DefectRate() (all, first, later float64) {
	return ratio(m.Flagged[0]+m.Flagged[1], m.Examined[0]+m.Examined[1]), ratio(m.Flagged[0], m.Examined[0]), ratio(m.Flagged[1], m.Examined[1])
}

// Share returns the part of all critical errors that are of one type.
func (m Reflection) Share(errorType string) float64 {
	sum := 0
	for _, n := range m.Critical {
		sum += n
	}
	return ratio(m.Critical[errorType], sum)
}

// Against compares the critic with labels, one for each examined plan in order: whether it is
// defective. precision is the part of flagged plans that are, recall the part of defective ones that
// were flagged.
func Against(verdicts []Verdict, defective []bool) (precision, recall float64) {
	hits, flagged, bad, i := 0, 0, 0, 0
	for _, v := range verdicts {
		if v.Of != "plan" || v.Turn != 1 || v.Failed || i >= len(defective) {
			continue
		}
		flagged += btoi(v.flagged())
		bad += btoi(defective[i])
		hits += btoi(v.flagged() && defective[i])
		i++
	}
	return ratio(hits, flagged), ratio(hits, bad)
}

func ratio(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
