package browser

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	update   = flag.Bool("update", false, "write the goldens anew")
	pictures = flag.String("pictures", "", "a folder for the whole pictures, to look at them")
)

// dark has the page look as on a dark screen.
func (b *tab) dark(is bool) {
	b.t.Helper()
	value := map[bool]string{true: "dark", false: "light"}[is]
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: value},
			{Name: "prefers-reduced-motion", Value: "reduce"}}})
	require.NoError(b.t, err)
}

// sized gives the page a size, in CSS pixels.
func (b *tab) sized(width, height int64) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(width, height))
}

// corrected opens the page of the tutor after a correction by two models.
func corrected(t testing.TB) (b *tab, base string) {
	log := filepath.Join(t.TempDir(), "log.ndjson")
	b, base = newTab(t), serving(t, "tutor", "--model", "rules", "--log", log)
	b.sized(1280, 900)
	b.dark(false)
	b.open(base)
	b.do(chromedp.Click(chromedp.CSS("input[value=tiny]")))
	b.begin("Yesterday he goed to school.")
	b.done()
	return b, base
}

// logged opens the first run of the log.
func (b *tab) logged(base string) {
	b.t.Helper()
	b.open(base + "runs")
	b.open(js[string](b, `document.querySelector("td a[href^='/runs/']").href`))
}

func TestPicturesAreAsTheyWere(t *testing.T) {
	b, base := corrected(t)
	job := js[string](b, "location.href")
	b.golden("write")
	b.dark(true)
	b.golden("write-dark")
	b.dark(false)
	b.sized(390, 844)
	b.open(job)
	b.golden("write-phone")
	b.sized(1280, 900)
	b.logged(base)
	b.golden("timeline")
	planned(t).golden("plans")
}

// The size of a golden: so many cells of a picture, whose mean brightness is compared.
const (
	cells     = 48   // in a row
	tolerance = 0.02 // of the whole picture, in shares of the way from black to white
	cellOff   = 0.5  // of one cell
)

// golden compares the window with the picture that was kept: coarsely, since a time has other digits at each run.
func (b *tab) golden(name string) {
	b.t.Helper()
	b.keep(name)
	shot, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	require.NoError(b.t, err)
	picture, err := png.Decode(bytes.NewReader(shot))
	require.NoError(b.t, err)
	got := coarse(picture)
	file := filepath.Join("testdata", name+".png")
	if *update {
		var text bytes.Buffer
		require.NoError(b.t, png.Encode(&text, got))
		require.NoError(b.t, os.MkdirAll("testdata", 0o755))
		require.NoError(b.t, os.WriteFile(file, text.Bytes(), 0o644))
		return
	}
	kept, err := os.ReadFile(file)
	require.NoError(b.t, err)
	decoded, err := png.Decode(bytes.NewReader(kept))
	require.NoError(b.t, err)
	want := decoded.(*image.Gray)
	if !assert.Equal(b.t, want.Bounds(), got.Bounds(), name) {
		return
	}
	total, most := 0.0, 0.0
	for i, w := range want.Pix {
		off := float64(max(w, got.Pix[i])-min(w, got.Pix[i])) / 255
		total, most = total+off, max(most, off)
	}
	assert.Less(b.t, total/float64(len(want.Pix)), tolerance, "%s: the whole picture", name)
	assert.Less(b.t, most, cellOff, "%s: a cell", name)
}

// keep writes the whole page where -pictures says.
func (b *tab) keep(name string) {
	b.t.Helper()
	if *pictures == "" {
		return
	}
	shot, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(filepath.Join(*pictures, name+".png"), shot, 0o600))
}

// coarse returns the mean brightness of the cells of a picture.
func coarse(picture image.Image) *image.Gray {
	size := picture.Bounds().Dx() / cells
	rows := picture.Bounds().Dy() / size
	small := image.NewGray(image.Rect(0, 0, cells, rows))
	for y := range rows {
		for x := range cells {
			sum := 0
			for dy := range size {
				for dx := range size {
					sum += int(color.GrayModel.Convert(picture.At(x*size+dx, y*size+dy)).(color.Gray).Y)
				}
			}
			small.SetGray(x, y, color.Gray{Y: uint8(sum / size / size)})
		}
	}
	return small
}

// moved returns how much of the page has moved since it was loaded, as layout shifts count it.
func (b *tab) moved() float64 {
	b.t.Helper()
	return js[float64](b, `new Promise(done => {
		let moved = 0
		new PerformanceObserver(l => l.getEntries().forEach(e => moved += e.value)).observe({type: "layout-shift", buffered: true})
		requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done(moved))))
	})`)
}

func TestNothingMovesWhileAStreamComes(t *testing.T) {
	m, s := newModel(t), openShop(t)
	b := atWork(t, m, s, "Count the bolts.")
	m.part(t, countBolts[:30])
	b.until(`document.querySelector(".typing") !== null`)
	m.part(t, countBolts[30:])
	m.part(t, "")
	b.until(`document.querySelector(".row.observed") !== null`)
	m.say(t, answered)
	b.done()
	assert.Zero(t, b.moved())
	// at its beginning: further down the browser scrolls along, and nothing moves that is seen
	js[bool](b, `(scrollTo(0, 0), document.querySelector("main").prepend(document.createElement("hr")), true)`)
	assert.Eventually(t, func() bool { return b.moved() > 0 }, 10*time.Second, 50*time.Millisecond, "it is seen when something moves")
}
