package eval

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestPlot(t *testing.T) {
	got := Plot("right & proper", []BarGroup{
		{"contract", []Bar{{"react", Share{9, 10}}, {"plan-act <x>", Share{0, 10}}}},
		{"harper", []Bar{{"react", Share{0, 0}}, {"plan-act", Share{10, 10}}}},
	})
	const golden = "testdata/plot.svg"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
	assert.Equal(t, []string{"right & proper", "0 %", "25 %", "50 %", "75 %", "100 %", "contract", "react", "90.0 (9 of 10)", "plan-act <x>", "0.0 (0 of 10)",
		"harper", "react", "0.0 (0 of 0)", "plan-act", "100.0 (10 of 10)"}, texts(t, got), "it is well-formed, and all of it is text")
}

// texts returns what an SVG picture says.
func texts(t *testing.T, picture string) []string {
	t.Helper()
	var list []string
	d := xml.NewDecoder(strings.NewReader(picture))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		require.NoError(t, err)
		if text, ok := token.(xml.CharData); ok && strings.TrimSpace(string(text)) != "" {
			list = append(list, string(text))
		}
	}
}

func TestAnEmptyPlotIsAPicture(t *testing.T) {
	assert.Equal(t, []string{"nothing", "0 %", "25 %", "50 %", "75 %", "100 %"}, texts(t, Plot("nothing", nil)))
}
