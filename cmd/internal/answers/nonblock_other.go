//go:build !unix

package answers

const nonblock = 0
