package bounded

import (
	"bufio"
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// zeros is a stream without an end.
type zeros struct{ read int }

func (z *zeros) Read(p []byte) (int, error) {
	clear(p)
	z.read += len(p)
	return len(p), nil
}

func TestAFileIsReadUpToItsBound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte("twelve bytes"), 0o600))
	for _, most := range []int64{12, 13} {
		text, err := ReadFile(path, most)
		require.NoError(t, err)
		assert.Equal(t, "twelve bytes", string(text))
	}
	for _, name := range []string{path, os.DevNull} {
		text, err := ReadFile(name, 11)
		if name == os.DevNull {
			assert.NoError(t, err, "a device without a byte")
			continue
		}
		assert.Empty(t, text)
		assert.EqualError(t, err, "read "+path+": it has more than 11 bytes")
	}
	_, err := ReadFile(filepath.Join(t.TempDir(), "missing"), 1)
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

func TestAStreamWithoutAnEndIsReadToItsBound(t *testing.T) {
	for _, row := range []struct {
		most int64
		want string
	}{{999, "999 bytes"}, {1000, "1 kB"}, {999_999, "999 kB"}, {1 << 20, "1 MB"}, {64e6, "64 MB"}} {
		z := &zeros{}
		text, err := ReadAll(z, row.most)
		assert.EqualError(t, err, "it has more than "+row.want)
		assert.Len(t, text, int(row.most)+1)
		assert.LessOrEqual(t, int64(z.read), row.most+1)
	}
	assert.EqualError(t, &TooLargeError{2e9}, "it has more than 2 GB")
	text, err := ReadAll(strings.NewReader("abc"), 3)
	assert.NoError(t, err)
	assert.Equal(t, "abc", string(text))
}

func TestALineIsReadUpToItsBound(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader("1234567\n"+strings.Repeat("x", 99)+"\nrest"), 16)
	line, err := ReadLine(r, 8)
	assert.NoError(t, err)
	assert.Equal(t, "1234567\n", string(line))
	line, err = ReadLine(r, 100)
	assert.NoError(t, err)
	assert.Len(t, line, 100)
	line, err = ReadLine(r, 4)
	assert.Equal(t, io.EOF, err)
	assert.Equal(t, "rest", string(line))
	for _, endless := range []io.Reader{&zeros{}, bytes.NewReader([]byte("123456789\n"))} {
		_, err = ReadLine(bufio.NewReader(endless), 8)
		assert.EqualError(t, err, "it has more than 8 bytes")
	}
}
