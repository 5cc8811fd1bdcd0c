package eval

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// A Bar is one share of a plot.
type Bar struct {
	Label string
	Share Share
}

// A BarGroup is a list of bars under one heading.
type BarGroup struct {
	Heading string
	Bars    []Bar
}

// The sizes of a plot, in pixels.
const (
	plotWidth = 720
	labelEnd  = 270 // where labels end and the scale begins
	scaleEnd  = 600 // 100 %
	barHeight = 12
	rowHeight = 20
	topMargin = 44
)

// Plot returns an SVG picture of shares: one bar each, in percent, with its interval of 95 %. The same
// groups give the same picture. It holds no script, and its text is text.
func Plot(title string, groups []BarGroup) string {
	rows := 0
	for _, g := range groups {
		rows += 1 + len(g.Bars)
	}
	height := topMargin + rows*rowHeight + 30
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", plotWidth, height, plotWidth, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", plotWidth, height)
	fmt.Fprintf(&b, `<text x="10" y="22" font-size="15">%s</text>`+"\n", escaped(title))
	for percent := 0; percent <= 100; percent += 25 {
		x := at(float64(percent))
		fmt.Fprintf(&b, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="#dddddd"/>`+"\n", x, topMargin-8, x, height-24)
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle" fill="#555555">%d %%</text>`+"\n", x, height-8, percent)
	}
	y := topMargin
	for _, g := range groups {
		fmt.Fprintf(&b, `<text x="10" y="%d" font-weight="bold">%s</text>`+"\n", y+barHeight-1, escaped(g.Heading))
		y += rowHeight
		for _, bar := range g.Bars {
			b.WriteString(bar.draw(y))
			y += rowHeight
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// draw returns the row of a bar that begins at y.
func (bar Bar) draw(y int) string {
	low, high := bar.Share.Interval()
	middle := float64(y) + barHeight/2
	var b strings.Builder
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", labelEnd-8, y+barHeight-2, escaped(bar.Label))
	fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%.1f" height="%d" fill="#7aa6c2"/>`+"\n", labelEnd, y, at(bar.Share.Percent())-labelEnd, barHeight)
	fmt.Fprintf(&b, `<path d="M%.1f %.1fH%.1fM%.1f %dv%dM%.1f %dv%d" stroke="#222222" fill="none"/>`+"\n", at(low), middle, at(high), at(low), y+2, barHeight-4, at(high), y+2, barHeight-4)
	fmt.Fprintf(&b, `<text x="%d" y="%d">%.1f (%d of %d)</text>`+"\n", scaleEnd+10, y+barHeight-2, bar.Share.Percent(), bar.Share.Hits, bar.Share.Of)
	return b.String()
}

// at returns the place of a percentage on the scale.
func at(percent float64) float64 { return labelEnd + (scaleEnd-labelEnd)*percent/100 }

func escaped(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic("eval: BUG: a builder failed: " + err.Error())
	}
	return b.String()
}
