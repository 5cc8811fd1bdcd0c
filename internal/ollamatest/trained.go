package ollamatest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"testing"

	"github.com/ollama/ollama/api"
)

// TrainedModel is the name under which [Trained] installs its model.
const TrainedModel = "trained:latest"

// TrainedSize is how many numbers the model has that CI uses.
const TrainedSize = 134_515_008

// Trained installs the model of OLLAMA_TRAINED on server and returns its name. The server finds the template
// in the file. Where there is no such file, the test is skipped with a message that names untested, or fails if
// CI is set.
func Trained(t testing.TB, server *Server, untested string) string {
	t.Helper()
	path := os.Getenv("OLLAMA_TRAINED")
	if path == "" {
		if os.Getenv("CI") != "" {
			t.Fatalf("OLLAMA_TRAINED is not set, but CI is: %s must be tested with a trained model", untested)
		}
		t.Skipf("OLLAMA_TRAINED names no GGUF file, so this was not tested with a trained model: %s", untested)
	}
	if err := install(t.Context(), server.Host, path); err != nil {
		t.Fatalf("ollamatest: %s: %v", path, err)
	}
	return TrainedModel
}

// install makes TrainedModel of the file at path, unless the server has it.
func install(ctx context.Context, host, path string) error {
	base, err := url.Parse(host)
	if err != nil {
		return err
	}
	client := api.NewClient(base, &http.Client{})
	if _, err := client.Show(ctx, &api.ShowRequest{Model: TrainedModel}); err == nil {
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close() // only read
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	digest := fmt.Sprintf("sha256:%x", sum.Sum(nil))
	if err := client.CreateBlob(ctx, digest, file); err != nil {
		return fmt.Errorf("upload: %w", err)
	}
	request := &api.CreateRequest{
		Model: TrainedModel, Files: map[string]string{"trained.gguf": digest}, Parameters: map[string]any{"num_thread": 1},
	}
	return client.Create(ctx, request, func(api.ProgressResponse) error { return nil })
}
