//go:build race

package grammar

// The race detector makes values that would stay on the stack go to the heap.
const allocationFactor = 2
