package models

import (
	"fmt"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/model/ollama"
)

// A transfer measures a download of a model from its first byte on.
type transfer struct {
	start  time.Time // of the first byte
	before int64     // bytes that were there then
}

// figures are how much of a model has come, how fast it comes, and how long the rest takes.
type figures struct {
	percent     int
	done, total string
	rate        string        // in a second; "": not known yet
	left        time.Duration // not known without a rate
}

// figures returns those of now; nil where nothing is coming, as before and after the bytes.
func (t *transfer) figures(p ollama.Progress, now time.Time) *figures {
	if t.start.IsZero() && p.TotalBytes > 0 {
		t.start, t.before = now, p.CompletedBytes
	}
	if p.TotalBytes <= 0 || p.CompletedBytes < 0 || p.CompletedBytes >= p.TotalBytes {
		return nil
	}
	f := &figures{percent: int(100 * float64(p.CompletedBytes) / float64(p.TotalBytes)),
		done: humanize.Bytes(uint64(p.CompletedBytes)), total: humanize.Bytes(uint64(p.TotalBytes))}
	if seconds := now.Sub(t.start).Seconds(); seconds > 1 && p.CompletedBytes > t.before {
		rate := float64(p.CompletedBytes-t.before) / seconds
		f.rate, f.left = humanize.Bytes(uint64(rate)), show.Remaining(float64(p.TotalBytes-p.CompletedBytes), rate)
	}
	return f
}

// A download shows in a terminal how much of a model has come.
type download struct {
	*show.Bar
	transfer
	name string
}

func newDownload(c *cli.Console, quiet bool, name string) *download {
	d := &download{Bar: show.NewBar(c, quiet, 24), name: name}
	d.Shown = time.Time{} // a first line at once: the rest may take long
	return d
}

// show shows p, if it is time to.
func (d *download) show(p ollama.Progress) {
	now := time.Now()
	share := 0.0
	if p.TotalBytes > 0 {
		share = min(float64(p.CompletedBytes)/float64(p.TotalBytes), 1)
	}
	line := d.Line(p, now)
	d.Draw(share, func() string { return line })
}

// Line says how much has come, how fast, and what is left.
func (d *download) Line(p ollama.Progress, now time.Time) string {
	f := d.figures(p, now)
	if f == nil {
		return d.name + ": " + cli.OneLine(p.Status)
	}
	text := fmt.Sprintf("%s: %d%% · %s of %s", d.name, f.percent, f.done, f.total)
	if f.rate != "" {
		text += fmt.Sprintf(" · %s/s · %v left", f.rate, f.left)
	}
	return text
}
