package browser

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// patience bounds how long a test waits for the browser.
const patience = 90 * time.Second

// folder holds the programs that the tests have built.
var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "browser"); err != nil {
		panic(err)
	}
	code := m.Run()
	if closeBrowser != nil {
		closeBrowser()
	}
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// need skips a test where something it needs is not installed. In CI it must be.
func need(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf("there is no %s", what)
	}
	t.Skipf("there is no %s", what)
}

// closeBrowser ends the browser that all tests share.
var closeBrowser context.CancelFunc

// chromium starts the browser.
var chromium = sync.OnceValues(func() (context.Context, error) {
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		return nil, exec.ErrNotFound
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.WSURLReadTimeout(patience),
		chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("font-render-hinting", "none"), chromedp.Flag("lang", "en"))
	allocated, release := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(allocated)
	closeBrowser = func() {
		end()
		release()
	}
	return ctx, chromedp.Do(ctx)
})

// A tab is a page of the browser. A script that stops with an error, and a dialog, fail its test.
type tab struct {
	t   testing.TB
	ctx context.Context
}

// newTab opens a tab with cookies of its own.
func newTab(t testing.TB) *tab {
	t.Helper()
	browser, err := chromium()
	if errors.Is(err, exec.ErrNotFound) {
		need(t, "chromium")
	}
	require.NoError(t, err)
	return newTabIn(t, browser, chromedp.WithNewBrowserContext())
}

// beside opens another tab with the same cookies.
func (b *tab) beside() *tab {
	b.t.Helper()
	return newTabIn(b.t, b.ctx)
}

func newTabIn(t testing.TB, parent context.Context, options ...chromedp.ContextOption) *tab {
	ctx, end := chromedp.NewContext(parent, append(options, chromedp.WithListener(func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("a script stops with an error: %+v", e.ExceptionDetails)
		case *page.EventJavascriptDialogOpening:
			t.Errorf("a dialog opens: %s", e.Message)
		}
	}))...)
	t.Cleanup(end)
	require.NoError(t, chromedp.Do(ctx))
	return &tab{t, ctx}
}

// do does things with the page.
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	require.NoError(b.t, chromedp.Do(ctx, steps...))
}

// open loads an address.
func (b *tab) open(address string) {
	b.t.Helper()
	b.do(chromedp.Navigate(address))
}

// click clicks what a selector finds. A part of the page that grows is drawn anew meanwhile: what was found and is gone
// before it is clicked is looked for again, as a person would.
func (b *tab) click(selector string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for {
		err := chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector)))
		if gone := (*cdproto.Error)(nil); !errors.As(err, &gone) || !strings.Contains(strings.ToLower(gone.Message), "node") {
			require.NoError(b.t, err, selector)
			return
		}
	}
}

// js returns the value of an expression.
func js[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(b.t, err, expression)
	return value
}

// until waits until an expression is true, also on the page that comes next.
func (b *tab) until(expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if is, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression)); err == nil && is { // an error: a page that goes
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			b.t.Fatalf("%s does not become true:\n%s", expression, js[string](b, "document.body.innerText"))
		}
	}
}

// text returns what the elements of a selector say.
func (b *tab) text(selector string) []string {
	b.t.Helper()
	return js[[]string](b, fmt.Sprintf("[...document.querySelectorAll(%q)].map(e => e.innerText.trim())", selector))
}

// builds are the programs that were built.
var builds sync.Map

// built returns the file of a program of the module beside this one.
func built(t testing.TB, name string) string {
	t.Helper()
	build, _ := builds.LoadOrStore(name, sync.OnceValues(func() (string, error) {
		file := filepath.Join(folder, name)
		c := exec.Command("go", "build", "-o", file, "./cmd/"+name)
		c.Dir = "../.."
		if out, err := c.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%w: %s", err, out)
		}
		return file, nil
	}))
	file, err := build.(func() (string, error))()
	require.NoError(t, err)
	return file
}

// serving runs "NAME serve" with a home of its own and returns the address of its page.
func serving(t testing.TB, name string, args ...string) string {
	t.Helper()
	base, _ := servingIn(t, t.TempDir(), name, args...)
	return base
}

// servingIn is serving with a home. kill ends the program at once.
func servingIn(t testing.TB, home, name string, args ...string) (base string, kill func()) {
	t.Helper()
	c := exec.Command(built(t, name), append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	c.Env = []string{"HOME=" + home, "TZ=UTC"}
	said, err := c.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	killed := false
	t.Cleanup(func() {
		if !killed {
			assert.NoError(t, c.Process.Signal(syscall.SIGTERM))
		}
		rest, _ := io.ReadAll(said)
		_ = c.Wait()
		assert.NotContains(t, string(rest), "panic")
	})
	kill = func() {
		killed = true
		assert.NoError(t, c.Process.Kill())
		_, _ = c.Process.Wait()
	}
	lines, text := bufio.NewScanner(said), ""
	for lines.Scan() {
		if at := strings.Index(lines.Text(), "http://127.0.0.1:"); at >= 0 && strings.HasPrefix(lines.Text(), "The page is at") {
			return lines.Text()[at:], kill
		}
		text += lines.Text() + "\n"
	}
	t.Fatalf("%s says no address: %s", name, text)
	return "", nil
}
