//go:build unix

package ollamatest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"time"
)

// startTime bounds the start of a server and the creation of its model.
const startTime = 2 * time.Minute

// guardian runs the server ($1) and waits for its own standard input to end, which it does when the
// test binary stops, panics, times out or is killed. Then it kills the whole process group, because
// a server leaves the processes of its models running, and removes the folder ($2).
const guardian = `"$1" serve & read -r _; kill -9 $!; rm -rf -- "$2"; kill -9 0`

// start runs program at address and creates the models.
func start(program, address string) (*Server, error) {
	home, err := os.MkdirTemp("", "ollamatest-")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("/bin/sh", "-c", guardian, "guardian", program, home)
	cmd.Env = append(os.Environ(),
		"HOME="+home,
		"OLLAMA_MODELS="+filepath.Join(home, "models"),
		"OLLAMA_HOST="+address,
		"OLLAMA_NUM_PARALLEL=1",
	)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	life, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	log := &serverLog{listening: make(chan string, 1)}
	cmd.Stderr = log // a writer that is not a file, so that Wait also waits for the last of its text
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop := sync.OnceFunc(func() {
		_ = life.Close() // closing a pipe that is closed already changes nothing
		_ = cmd.Wait()   // it was killed, which Wait reports as an error
	})
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	host, err := log.address(ctx)
	if err == nil {
		err = create(ctx, host)
	}
	if err != nil {
		stop()
		return nil, fmt.Errorf("ollamatest: %s: %w; its log:\n%s", program, err, log)
	}
	return &Server{Host: host, Model: Model, program: program, stop: stop}, nil
}

// A serverLog keeps what a server says and finds its address in it.
type serverLog struct {
	mu        sync.Mutex
	text      []byte
	found     bool
	listening chan string
}

var listeningOn = regexp.MustCompile(`Listening on (127\.0\.0\.1:\d+)`)

func (l *serverLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.text) < 1<<20 { // enough to see why a start failed
		l.text = append(l.text, p...)
	}
	if m := listeningOn.FindSubmatch(l.text); m != nil && !l.found {
		l.found = true
		l.listening <- "http://" + string(m[1])
	}
	return len(p), nil
}

func (l *serverLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}

func (l *serverLog) address(ctx context.Context) (string, error) {
	select {
	case host := <-l.listening:
		return host, nil
	case <-ctx.Done():
		return "", errors.New("the server did not say where it listens")
	}
}
