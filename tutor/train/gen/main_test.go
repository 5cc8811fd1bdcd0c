package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tutor/train/corpus"
	"github.com/shortleash/shortleash/tutor/train/trace"
)

// generated returns the files that a command line makes, and what it told.
func generated(t *testing.T, args ...string) (files map[string][]byte, told string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "traces")
	var log strings.Builder
	err := generate(t.Context(), append(args, "-o", folder), func(format string, args ...any) { fmt.Fprintf(&log, format+"\n", args...) })
	require.NoError(t, err)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	files = map[string][]byte{}
	for _, e := range entries {
		files[e.Name()], err = os.ReadFile(filepath.Join(folder, e.Name()))
		require.NoError(t, err)
	}
	return files, log.String()
}

// A manifest is what the trainer reads of manifest.json.
type manifest struct {
	Pieces string                  `json:"pieces"`
	Data   string                  `json:"data"`
	Splits map[corpus.Split]counts `json:"splits"`
}

func TestFiftyTraces(t *testing.T) {
	files, told := generated(t, "-n", "50", "-dev", "6", "-seed", "4", "-workers", "2")
	var m manifest
	require.NoError(t, json.Unmarshal(files["manifest.json"], &m))
	assert.Equal(t, trace.Tokenizer().PiecesHash(), m.Pieces)
	sum := sha256.Sum256(bytes.TrimSpace(files["shards.json"]))
	assert.Equal(t, hex.EncodeToString(sum[:]), m.Data)
	var shards []shard
	require.NoError(t, json.Unmarshal(files["shards.json"], &shards))
	require.Len(t, shards, 2)
	for _, s := range shards {
		split := corpus.Split(strings.TrimRight(s.Name, "0"))
		c := m.Splits[split]
		for ending, want := range s.SHA256 {
			sum := sha256.Sum256(files[s.Name+"."+ending])
			assert.Equal(t, want, hex.EncodeToString(sum[:]))
		}
		index := make([]int64, len(files[s.Name+".index"])/8)
		_, err := binary.Decode(files[s.Name+".index"], binary.LittleEndian, index)
		require.NoError(t, err)
		assert.Len(t, index, 2*(c.Traces+1))
		assert.Equal(t, c.Tokens, index[len(index)-2])
		assert.Equal(t, c.Choices, index[len(index)-1])
		assert.Len(t, files[s.Name+".ids"], int(2*c.Tokens))
		assert.Len(t, files[s.Name+".kinds"], int(c.Tokens))
		assert.Len(t, files[s.Name+".masks"], int(40*c.Choices))
		assert.LessOrEqual(t, c.Traces, c.Examples)
		assert.Contains(t, told, fmt.Sprintf("%s: %d traces of %d examples", split, c.Traces, c.Examples))
	}
	assert.Equal(t, 50, m.Splits[corpus.Train].Examples+m.Splits[corpus.Train].Long)

	ids := make([]uint16, len(files["train00000.ids"])/2)
	_, err := binary.Decode(files["train00000.ids"], binary.LittleEndian, ids)
	require.NoError(t, err)
	sentences := regexp.MustCompile(`\{"sentence":"(.*?)"\}`).FindAllStringSubmatch(trace.Tokenizer().Decode(ids), -1)
	assert.Len(t, sentences, m.Splits[corpus.Train].Traces)

	again, _ := generated(t, "-n", "50", "-dev", "6", "-seed", "4", "-workers", "1")
	assert.Equal(t, files, again, "the same seed gives the same bytes, whatever the number of workers")
}

func TestAForbiddenSentenceIsNeverEmitted(t *testing.T) {
	text := func(files map[string][]byte) string {
		ids := make([]uint16, len(files["dev00000.ids"])/2)
		_, err := binary.Decode(files["dev00000.ids"], binary.LittleEndian, ids)
		require.NoError(t, err)
		return trace.Tokenizer().Decode(ids)
	}
	files, _ := generated(t, "-n", "0", "-dev", "4", "-workers", "1")
	first := regexp.MustCompile(`\{"sentence":("[^"\\\\]*")\}`).FindStringSubmatch(text(files))
	require.NotNil(t, first)
	suite := filepath.Join(t.TempDir(), "suite.jsonl")
	require.NoError(t, os.WriteFile(suite, []byte(`{"input":`+strings.ToUpper(first[1])+`}`+"\n"), 0o600))
	files, _ = generated(t, "-n", "0", "-dev", "4", "-workers", "1", "-forbid", suite)
	assert.NotContains(t, text(files), first[0], "in no case and with no punctuation")
}

func TestMisuseOfGenSaysWhatIsWrong(t *testing.T) {
	for want, args := range map[string][]string{
		"-o names the folder": {"-n", "1"}, "no words beside": {"-o", t.TempDir(), "x"},
		"no such file":           {"-o", t.TempDir(), "-forbid", "nowhere.jsonl"},
		"-workers is at least 1": {"-o", t.TempDir(), "-workers", "0"},
	} {
		assert.ErrorContains(t, generate(t.Context(), args, t.Logf), want)
	}
}
