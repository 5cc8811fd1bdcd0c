package show_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
)

func TestProgress(t *testing.T) {
	const half = " · 20 corrected · 5 out of scope"
	t.Run("a file gets a line every ten seconds", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var err bytes.Buffer
			p := show.NewProgress(cli.NewConsole("tutor", nil, nil, &err, nil, nil), false, 100, 10)
			time.Sleep(9 * time.Second) // fake time
			p.Step(50, half)
			assert.Empty(t, err.String())
			time.Sleep(time.Second)
			p.Step(50, half)
			p.Step(50, half)
			assert.Equal(t, "50/100 · 4.0/s · 13s left · 20 corrected · 5 out of scope\n", err.String())
		})
	})
	t.Run("a terminal gets a bar that is drawn over", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var err bytes.Buffer
			c := cli.NewConsole("tutor", nil, nil, &err, nil, nil)
			c.ErrTerminal = true
			p := show.NewProgress(c, false, 100, 0)
			time.Sleep(time.Second)
			p.Step(50, half)
			assert.Equal(t, "\r\x1b[K[########--------] 50/100 · 50/s · 1s left · 20 corrected · 5 out of scope", err.String())
			err.Reset()
			c.Say("hello")
			assert.Equal(t, "\r\x1b[Khello\n", err.String())
			c.Width = 30
			time.Sleep(time.Second)
			err.Reset()
			p.Step(50, half)
			assert.Equal(t, "\r\x1b[K50/100 · 25/s · 2s left · 20 ", err.String(), "it never wraps")
		})
	})
	t.Run("of a slow input whose events are not followed it says for how long", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var err bytes.Buffer
			p := show.NewProgress(cli.NewConsole("tutor", nil, nil, &err, nil, nil), false, 4, 0)
			_, end := p.Begin("files-10")
			time.Sleep(11 * time.Second)
			synctest.Wait()
			assert.Equal(t, "0/4 · files-10: 10s\n", err.String())
			end()
			p.Stop()
		})
	})
	t.Run("of a slow input it says what is done, how much was written and for how long", func(t *testing.T) {
		for _, terminal := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				var err bytes.Buffer
				c := cli.NewConsole("tutor", nil, nil, &err, nil, nil)
				c.ErrTerminal = terminal
				p := show.NewProgress(c, false, 4, 0)
				watch, end := p.Begin("line 1")
				_, endNext := p.Begin("line 2")
				time.Sleep(900 * time.Millisecond)
				synctest.Wait()
				assert.Empty(t, err.String(), "what is quick says nothing")
				for _, e := range []loop.Event{began, asks, thinks, writes} {
					watch(e)
				}
				time.Sleep(11 * time.Second)
				synctest.Wait()
				if terminal {
					assert.True(t, strings.HasSuffix(err.String(),
						"\r\x1b[K[----------------] 0/4 · line 1: 2 tokens · 12s · step 1 · slow is writing"), err.String())
				} else {
					assert.Equal(t, "0/4 · line 1: 2 tokens · 10s · step 1 · slow is writing\n", err.String(), "a file gets a line every ten seconds")
				}
				end()
				endNext()
				err.Reset()
				time.Sleep(time.Minute)
				synctest.Wait()
				assert.Empty(t, err.String(), "nothing is worked on")
				p.Stop()
			})
		}
	})
	t.Run("what waited long does not count for ever", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var err bytes.Buffer
			p := show.NewProgress(cli.NewConsole("tutor", nil, nil, &err, nil, nil), false, 1000, 0)
			time.Sleep(time.Hour)
			for i := range 40 {
				time.Sleep(500 * time.Millisecond)
				err.Reset()
				p.Step(i+1, "")
			}
			time.Sleep(10 * time.Second)
			p.Step(41, "")
			assert.Contains(t, err.String(), "41/1000 · 1.0/s · ")
		})
	})
	t.Run("it says what a slow input is doing, beside its bar", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var err bytes.Buffer
			c := cli.NewConsole("tutor", nil, nil, &err, nil, nil)
			c.ErrTerminal, c.Width = true, 120
			p := show.NewProgress(c, false, 100, 0)
			watch, end := p.Begin("line 1")
			watch(began)
			time.Sleep(11*time.Second + 50*time.Millisecond)
			synctest.Wait()
			err.Reset()
			p.Step(50, "")
			time.Sleep(200 * time.Millisecond)
			synctest.Wait()
			lines := strings.Split(err.String(), "\r\x1b[K")
			assert.Equal(t, "[########--------] 50/100 · 4.5/s · 11s left · line 1: 11s · step 1 · starting", lines[len(lines)-1])
			end()
			p.Stop()
		})
	})
	t.Run("quiet is quiet", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var err bytes.Buffer
			p := show.NewProgress(cli.NewConsole("tutor", nil, nil, &err, nil, nil), true, 100, 0)
			time.Sleep(time.Hour)
			p.Step(50, half)
			assert.Empty(t, err.String())
		})
	})
}

// Counts of many rules are told in lines that fit a terminal.
func TestFrequenciesFitATerminal(t *testing.T) {
	counts := map[string]int{}
	for i := range 26 {
		counts[strings.Repeat(string(rune('A'+i)), 8)] = 26 - i
	}
	lines := strings.Split(show.Frequencies(counts), "\n")
	assert.Greater(t, len(lines), 3)
	for _, line := range lines {
		assert.Less(t, utf8.RuneCountInString(line), 80)
		assert.Regexp(t, `^(\d+ \w+)( · \d+ \w+)*$`, line)
	}
	assert.Equal(t, "26 AAAAAAAA", strings.Split(lines[0], " · ")[0])
	assert.Empty(t, show.Frequencies(nil))
}
