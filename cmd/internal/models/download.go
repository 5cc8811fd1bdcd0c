package models

import (
	"fmt"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/model/ollama"
)

// A download shows how far the fetching of a model is.
type download struct {
	*show.Bar
	name   string
	start  time.Time // of the first byte
	before int64     // bytes that were there then
}

func newDownload(c *cli.Console, quiet bool, name string) *download {
	d := &download{Bar: show.NewBar(c, quiet, 24), name: name}
	d.Shown = time.Time{} // a first word at once: the rest may take long
	return d
}

// show shows p, if it is time to.
func (d *download) show(p ollama.Progress) {
	now := time.Now()
	if d.start.IsZero() && p.TotalBytes > 0 {
		d.start, d.before = now, p.CompletedBytes
	}
	share := 0.0
	if p.TotalBytes > 0 {
		share = min(float64(p.CompletedBytes)/float64(p.TotalBytes), 1)
	}
	d.Draw(share, func() string { return d.Line(p, now) })
}

// Line says how much has come, how fast, and what is left.
func (d *download) Line(p ollama.Progress, now time.Time) string {
	if p.TotalBytes == 0 || p.CompletedBytes >= p.TotalBytes {
		return d.name + ": " + cli.OneLine(p.Status)
	}
	text := fmt.Sprintf("%s: %d%% · %s of %s", d.name, 100*p.CompletedBytes/p.TotalBytes, humanize.Bytes(uint64(p.CompletedBytes)), humanize.Bytes(uint64(p.TotalBytes)))
	if seconds := now.Sub(d.start).Seconds(); seconds > 1 && p.CompletedBytes > d.before {
		rate := float64(p.CompletedBytes-d.before) / seconds
		text += fmt.Sprintf(" · %s/s · %v left", humanize.Bytes(uint64(rate)), show.Remaining(float64(p.TotalBytes-p.CompletedBytes), rate))
	}
	return text
}
