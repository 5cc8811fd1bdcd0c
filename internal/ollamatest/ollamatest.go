// Package ollamatest gives tests a real Ollama server with a tiny model of random weights.
//
// The environment variable OLLAMA_BIN names the server's program. Without it the tests that need
// one are skipped and say what was not tested; if CI is set too, they fail, so that no automatic
// check can pass by skipping. A test binary has one server, started by the first test that asks:
//
//	func TestMain(m *testing.M) { os.Exit(ollamatest.Run(m)) }
//
//	func TestReal(t *testing.T) {
//		server := ollamatest.Start(t, "structured output")
//		m, err := ollama.New(server.Model, ollama.Config{Host: server.Host, Threads: 1})
//
// The server has its own home, models and port, and dies with the test binary, however that ends.
// Its models ask for one thread: on a busy machine the engine's threads spin and are a hundred times slower.
//
// OLLAMA_TRAINED names a GGUF file of a small model that was trained to follow instructions; [Trained] installs
// it. Its tests are skipped, or fail, in the same way; they are called TestRealTrained….
package ollamatest

import (
	"os"
	"strings"
	"sync"
	"testing"
)

// The models that every server has, all with the same weights.
const (
	Model         = "random:latest"          // a context of 2,048 tokens
	ThinkingModel = "random-thinking:latest" // the same, with a template that makes servers believe it can think
	ParsedModel   = "random-parsed:latest"   // the same again, read by a parser of the server's, where it has such
	WideModel     = "random-wide:latest"     // a context of 16,384 tokens, for prompts of real programs
)

// A Server is a running `ollama serve`.
type Server struct {
	Host  string // for OLLAMA_HOST: "http://127.0.0.1:40123"
	Model string // installed there; trained with a context of 2,048 tokens of one byte each

	program string
	stop    func()
}

// Kill ends a server of [StartOwn] as a crash does, and returns when it is gone.
func (s *Server) Kill() { s.stop() }

// Revive starts a server that was killed again, at the same address and with the same models.
func (s *Server) Revive(t testing.TB) {
	t.Helper()
	again, err := start(s.program, strings.TrimPrefix(s.Host, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	*s = *again
	t.Cleanup(again.stop)
}

// anyPort lets the system choose the port, so no two servers ever meet.
const anyPort = "127.0.0.1:0"

// The one server of this test binary.
var shared struct {
	once   sync.Once
	server *Server
	err    error
}

// Start returns the server of this test binary, started at the first call. Where there is no
// server to start, the test is skipped with a message that names untested, or fails if CI is set.
func Start(t testing.TB, untested string) *Server {
	t.Helper()
	program := program(t, untested)
	shared.once.Do(func() { shared.server, shared.err = start(program, anyPort) })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.server
}

// StartOwn is Start for a test that may leave its server in a bad state: the server is the test's
// alone and is stopped when the test ends.
func StartOwn(t testing.TB, untested string) *Server {
	t.Helper()
	server, err := start(program(t, untested), anyPort)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.stop)
	return server
}

// program returns what to start. Where there is nothing, it ends the test.
func program(t testing.TB, untested string) string {
	t.Helper()
	program := os.Getenv("OLLAMA_BIN")
	if program == "" {
		if os.Getenv("CI") != "" {
			t.Fatalf("OLLAMA_BIN is not set, but CI is: %s must be tested on a real Ollama server", untested)
		}
		t.Skipf("OLLAMA_BIN names no Ollama server, so this was not tested on a real one: %s", untested)
	}
	return program
}

// Run runs the tests of m, stops the server they have started, and returns the exit code.
func Run(m *testing.M) int {
	defer func() {
		if shared.server != nil {
			shared.server.stop()
		}
	}()
	return m.Run()
}
