//go:build !race

package grammar

const allocationFactor = 1
