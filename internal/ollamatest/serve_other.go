//go:build !unix

package ollamatest

import "errors"

// start needs process groups, so that no server survives its test.
func start(_, _ string) (*Server, error) {
	return nil, errors.New("ollamatest: real servers are started on Unix only")
}
