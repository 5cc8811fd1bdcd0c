package distill

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whatever a file holds, resume takes it for what the stage wrote or leaves it alone; then what is added
// is read again after what was there.
func FuzzResume(f *testing.F) {
	const whole = `{"task":"a","text":"b","run":1,"ok":true,"log":"c"}` + "\n"
	for _, text := range []string{"", whole, whole + whole[:20], whole[:4], "Dear Sir,", "\n", "{}\n", whole + "x\n",
		whole + "null", `{"task":"a"}`} {
		f.Add(text)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(dir, "f")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		list, err := resume[Run](path, "collect")
		if err != nil {
			now, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, text, string(now))
			return
		}
		assert.Len(t, list, strings.Count(text, "\n"))
		one := Run{Task: "t", Run: 2, Log: "l"}
		require.NoError(t, add(path, one))
		again, err := read[Run](path, "collect")
		require.NoError(t, err)
		assert.Equal(t, append(list, one), again)
	})
}

func TestALineMayBeLongButNotWithoutEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	require.NoError(t, add(path, Run{Task: strings.Repeat("x", maxLine/2), Run: 1, Log: "l"}))
	_, err := read[Run](path, "collect")
	require.NoError(t, err)
	require.NoError(t, add(path, Run{Task: strings.Repeat("x", maxLine), Run: 1, Log: "l"}))
	_, err = read[Run](path, "collect")
	assert.ErrorContains(t, err, "line 2: this is not what collect writes")
}
