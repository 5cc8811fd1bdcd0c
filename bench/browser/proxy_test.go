package browser

import (
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var atAddress = regexp.MustCompile(`The (page|endpoint) is at (http://127\.0\.0\.1:\d+/?)`)

// TestAxeOfRequests looks at the page of an endpoint with a call, a refused request, and a hostile tool.
func TestAxeOfRequests(t *testing.T) {
	m := newModel(t)
	c := exec.Command(built(t, "shortleash"), "proxy", "--listen", "127.0.0.1:0", "--page", "127.0.0.1:0",
		"--host", m.url, "--model", "ollama:m")
	c.Env = []string{"HOME=" + t.TempDir(), "TZ=UTC"}
	said, write := io.Pipe()
	c.Stderr = write
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		assert.NoError(t, c.Process.Signal(syscall.SIGTERM))
		_ = c.Wait()
		write.Close()
	})
	at, text := map[string]string{}, ""
	for part := make([]byte, 4096); len(at) < 2; {
		n, err := said.Read(part)
		require.NoError(t, err, text)
		text += string(part[:n])
		for _, found := range atAddress.FindAllStringSubmatch(text, -1) {
			at[found[1]] = strings.TrimSuffix(found[2], "/")
		}
	}
	go func() { _, _ = io.Copy(io.Discard, said) }()

	ask := func(body string) int {
		r, err := http.Post(at["endpoint"]+"/v1/chat/completions", "application/json", strings.NewReader(body))
		require.NoError(t, err)
		defer r.Body.Close()
		_, err = io.Copy(io.Discard, r.Body)
		require.NoError(t, err)
		return r.StatusCode
	}
	done := make(chan int, 1)
	go func() {
		done <- ask(`{"model":"m","messages":[{"role":"user","content":"Where is <script>alert(1)</script>?"}],"tools":[{"type":"function",
			"function":{"name":"find","description":"<img src=x onerror=alert(1)>","parameters":{"type":"object",
			"properties":{"what":{"type":"string"}},"required":["what"]}}}]}`)
	}()
	m.say(t, `{"thought":"look","tool_calls":[{"tool":"find","tool_args":{"what":"<b onclick=alert(1)>"}}]}`)
	select {
	case status := <-done:
		assert.Equal(t, http.StatusOK, status)
	case <-time.After(patience):
		t.Fatal("the endpoint does not answer")
	}
	assert.Equal(t, http.StatusBadRequest, ask(`{"model":"m","messages":3}`))

	b := newTab(t)
	check := b.axe()
	b.open(at["page"])
	assert.Contains(t, js[string](b, `document.querySelector("main").innerText`), `<b onclick=alert(1)>`)
	b.harmless()
	b.everywhere(map[string]string{"requests": at["page"]}, check)
}
