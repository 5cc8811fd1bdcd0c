package models

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/model/ollama"
)

func TestDownloadSaysHowFarItIs(t *testing.T) {
	start := time.Now()
	f := &download{name: "m", transfer: transfer{start: start, before: 1e9}}
	for want, p := range map[string]ollama.Progress{
		"m: pulling manifest":                             {Status: "pulling manifest"},
		"m: 50% · 2.0 GB of 4.0 GB · 100 MB/s · 20s left": {Status: "pulling a", CompletedBytes: 2e9, TotalBytes: 4e9},
		"m: verifying sha256 digest":                      {Status: "verifying sha256 digest", CompletedBytes: 4e9, TotalBytes: 4e9},
		"m: 25% · 1.0 GB of 4.0 GB":                       {Status: "pulling a", CompletedBytes: 1e9, TotalBytes: 4e9},
		"m: the status of a server � holds no power over": {Status: "the status\nof a server \x1b holds no power over"},
	} {
		assert.Equal(t, want, f.Line(p, start.Add(10*time.Second)))
	}
}

func TestDownloadDrawsABarThatFits(t *testing.T) {
	var written bytes.Buffer
	c := cli.NewConsole("tutor", nil, nil, &written, nil, nil)
	c.ErrTerminal, c.Width = true, 40
	d := newDownload(c, false, "m")
	d.show(ollama.Progress{Status: "pulling a", CompletedBytes: 1e9, TotalBytes: 4e9})
	d.show(ollama.Progress{Status: "pulling a", CompletedBytes: 2e9, TotalBytes: 4e9}) // too soon
	d.Wipe()
	d.Wipe()
	require.Equal(t, fmt.Sprintf("\r\x1b[K%s\r\x1b[K", "m: 25% · 1.0 GB of 4.0 GB"), written.String())
}
