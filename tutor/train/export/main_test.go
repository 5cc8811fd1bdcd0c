package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/model/tiny/tinytest"
	"github.com/shortleash/shortleash/tutor/train/trace"
)

// trainedNet writes what the trainer would have written of random weights, and returns the folder.
func trainedNet(t *testing.T, file *gguf.File) string {
	t.Helper()
	folder := t.TempDir()
	var numbers bytes.Buffer
	var tensors []tensor
	for _, x := range file.Tensors {
		tensors = append(tensors, tensor{x.Name, x.Type.String(), x.Shape, int64(numbers.Len()), int64(len(x.Data))})
		numbers.Write(x.Data)
	}
	described, err := json.Marshal(map[string]any{
		"size": "XS", "seed": 7, "data": map[string]string{"data": "abc", "pieces": trace.Tokenizer().PiecesHash()}, "tensors": tensors,
	})
	require.NoError(t, err)
	for name, content := range map[string][]byte{
		"weights.json": described, "weights.bin": numbers.Bytes(), "eval.json": []byte(`{"loss": 0.1}`),
		"loss.csv": []byte("step\n1\n"), "reference.json": []byte("{}"),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), content, 0o600))
	}
	return folder
}

func TestWhatTheTrainerWroteIsWhatTheEngineReads(t *testing.T) {
	file := tinytest.Random(tiny.Sizes()[0], trace.Tokenizer(), 5)
	from, to := trainedNet(t, file), filepath.Join(t.TempDir(), "new")
	require.NoError(t, export(from, to))
	written, err := os.ReadFile(filepath.Join(to, "tutor.gguf"))
	require.NoError(t, err)
	m, err := tiny.Open(written, tiny.Config{})
	require.NoError(t, err)
	assert.Equal(t, tiny.Sizes()[0], m.Shape())
	got, err := gguf.Read(written)
	require.NoError(t, err)
	for _, want := range file.Tensors {
		x, ok := got.Tensor(want.Name)
		require.True(t, ok)
		assert.Equal(t, want.Data, x.Data, want.Name)
	}
	data, _ := got.Value("shortleash.data")
	assert.Equal(t, "abc", data)

	config, err := os.ReadFile(filepath.Join(to, "config.json"))
	require.NoError(t, err)
	assert.JSONEq(t, `{"size":"XS","seed":7,"data":{"data":"abc","pieces":"`+trace.Tokenizer().PiecesHash()+
		`"},"eval":{"loss":0.1}}`, string(config))
	entries, err := os.ReadDir(to)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	assert.Equal(t, []string{"config.json", "loss.csv", "reference.json", "tutor.gguf"}, names)
}

// TestTheTrainerAndTheEngineKnowTheSameSizes reads those of train.py.
func TestTheTrainerAndTheEngineKnowTheSameSizes(t *testing.T) {
	script, err := os.ReadFile("../train.py")
	require.NoError(t, err)
	var theirs []tiny.Shape
	for _, m := range regexp.MustCompile(`"(\w+)": \((\d+), (\d+), (\d+), (\d+), (\d+)\)`).FindAllStringSubmatch(string(script), -1) {
		s := tiny.Shape{Name: strings.ToLower(m[1])}
		for i, to := range []*int{&s.Width, &s.Layers, &s.Heads, &s.KVHeads, &s.FFN} {
			*to, err = strconv.Atoi(m[i+2])
			require.NoError(t, err)
		}
		theirs = append(theirs, s)
	}
	assert.Equal(t, tiny.Sizes(), theirs)
}

func TestANetThatDoesNotFitWritesNothing(t *testing.T) {
	for want, spoil := range map[string]func(map[string]any){
		"other pieces":                    func(net map[string]any) { net["data"] = map[string]string{"pieces": "x"} },
		`there is no size "XXL"`:          func(net map[string]any) { net["size"] = "XXL" },
		"token_embd.weight is missing":    func(net map[string]any) { net["tensors"] = []any{} },
		"token_embd.weight has the shape": func(net map[string]any) { net["tensors"].([]any)[0].(map[string]any)["shape"] = []int{320, 128} },
		"weights.json":                    func(net map[string]any) { net["tensors"] = 1 },
	} {
		t.Run(want, func(t *testing.T) {
			from, to := trainedNet(t, tinytest.Random(tiny.Sizes()[0], trace.Tokenizer(), 5)), filepath.Join(t.TempDir(), "new")
			path := filepath.Join(from, "weights.json")
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			var net map[string]any
			require.NoError(t, json.Unmarshal(text, &net))
			spoil(net)
			text, err = json.Marshal(net)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, text, 0o600))
			assert.ErrorContains(t, export(from, to), want)
			assert.NoDirExists(t, to)
		})
	}
	for _, missing := range []string{"weights.json", "weights.bin", "eval.json", "loss.csv", "reference.json"} {
		from, to := trainedNet(t, tinytest.Random(tiny.Sizes()[0], trace.Tokenizer(), 5)), filepath.Join(t.TempDir(), "new")
		require.NoError(t, os.Remove(filepath.Join(from, missing)))
		assert.ErrorIs(t, export(from, to), os.ErrNotExist, missing)
		assert.NoDirExists(t, to)
	}
}
