package ollama

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/internal/remote"
	"github.com/shortleash/shortleash/model"
)

// askTime bounds the question which models are installed.
const askTime = 2 * time.Second

// A ModelInfo describes one model installed on a server.
type ModelInfo struct {
	Name         string // with its tag, as in flags: "llama3.2:latest"
	Digest       string // of its manifest; changes when the model changes
	SizeBytes    int64  // on disk
	Parameters   string // as the server words it: "3.2B"; "" if it does not know
	Quantization string // as the server words it: "Q4_K_M"; "" if it does not know
	Remote       bool   // a cloud model: requests leave this machine and are not constrained
}

// Size returns how many parameters the model has; 0 if the server does not say, or says it in an unknown form.
func (m ModelInfo) Size() int64 {
	units := map[string]float64{"K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}
	if m.Parameters == "" {
		return 0
	}
	number, unit := m.Parameters[:len(m.Parameters)-1], m.Parameters[len(m.Parameters)-1:]
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || n < 0 || n*units[unit] > math.MaxInt64/2 {
		return 0
	}
	return int64(n * units[unit])
}

// Build returns the model's size and quantization, as far as the server knows them: "3.2B Q4_K_M".
func (m ModelInfo) Build() string {
	if m.Quantization == "unknown" {
		return m.Parameters
	}
	return strings.TrimSpace(m.Parameters + " " + m.Quantization)
}

// Installed asks the server at host, in the form of OLLAMA_HOST, for its version and its models,
// newest first, and for nothing else. It waits at most two seconds. Errors are those of [Describe].
func Installed(ctx context.Context, host string) (version string, models []ModelInfo, err error) {
	base, _, err := address(host)
	if err != nil {
		return "", nil, err
	}
	return installed(ctx, server(base, byFlag), newAPI(base))
}

func installed(ctx context.Context, s remote.Server, client *api.Client) (string, []ModelInfo, error) {
	w := &remote.Wire{}
	inner, cancel := context.WithTimeoutCause(remote.WithWire(ctx, w), askTime, &remote.Silence{Phase: remote.FirstByte, Limit: askTime})
	defer cancel()
	version, err := versionOf(inner, client)
	var list *api.ListResponse
	if err == nil {
		list, err = client.List(inner)
	}
	switch {
	case ctx.Err() != nil:
		return "", nil, ctx.Err()
	case inner.Err() != nil:
		return "", nil, &model.Fault{
			Kind:    model.Silent,
			Message: fmt.Sprintf("What answers at %s took longer than %v to name its models.", s.Base, askTime),
			Retry:   true,
			Err:     context.Cause(inner),
		}
	case err != nil || w.Failed():
		return "", nil, faultOf(s, w, err)
	}
	models := make([]ModelInfo, len(list.Models))
	for i, m := range list.Models {
		models[i] = ModelInfo{
			Name:         m.Name,
			Digest:       m.Digest,
			SizeBytes:    m.Size,
			Parameters:   m.Details.ParameterSize,
			Quantization: m.Details.QuantizationLevel,
			Remote:       m.RemoteHost != "",
		}
	}
	return version, models, nil
}
