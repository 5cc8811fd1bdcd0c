package tiny

import "math"

// A Calibration turns the probability of a network's choices into how often such decisions are right:
// σ(Slope·logit(p) + Offset) (Platt 1999, "Probabilistic Outputs for Support Vector Machines"). It is
// monotone, so the least certain decision of a run stays the least certain. The zero value changes nothing.
type Calibration struct{ Slope, Offset float32 }

// Confidence returns the calibrated probability.
func (c Calibration) Confidence(p float64) float64 {
	if c == (Calibration{}) {
		return p
	}
	return 1 / (1 + math.Exp(-float64(c.Slope)*Logit(p)-float64(c.Offset)))
}

// Logit returns ln(p / (1-p)), with p kept at least 1e-7 away from 0 and 1.
func Logit(p float64) float64 {
	p = min(max(p, 1e-7), 1-1e-7)
	return math.Log(p / (1 - p))
}
