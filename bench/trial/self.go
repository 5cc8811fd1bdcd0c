package trial

import (
	"os"
	"time"
)

// serveWord is the first argument with which a command of ours runs itself as a runner.
const serveWord = "serve"

// IsServe reports whether args, without the program's name, ask the program to be a runner, and
// returns the arguments for Serve.
func IsServe(args []string) ([]string, bool) {
	if len(args) > 0 && args[0] == serveWord {
		return args[1:], true
	}
	return nil, false
}

// Self is the runner that is this program itself, in another process.
func Self(timeout time.Duration) (Runner, error) {
	path, err := os.Executable()
	if err != nil {
		return Runner{}, err
	}
	return Runner{Command: []string{path, serveWord}, Timeout: timeout}, nil
}
