package ollama

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/internal/remote"
	"github.com/shortleash/shortleash/model"
)

// A Progress says how much of a model has been downloaded.
type Progress struct {
	Status         string // in the server's words: "pulling manifest"
	CompletedBytes int64  // downloaded, of all parts known so far
	TotalBytes     int64  // the size of these parts; grows as parts become known; 0 before the first
}

// pullGap is how long a fetch may say nothing: checking the digest of a large part takes minutes.
const pullGap = 10 * time.Minute

// Pull tells the server at host to download a model from its registry. The sequence ends when the
// model is installed, or with an error like those of [Describe]. If a download is stopped, the
// server keeps what it has and does not download it again. The sequence may be ranged over once.
func Pull(ctx context.Context, host, name string) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		base, _, err := address(host)
		if err != nil {
			yield(Progress{}, err)
			return
		}
		w := &remote.Wire{}
		client := newAPI(base)
		inner, clocks := remote.StartClocks(remote.WithWire(ctx, w), pullGap, 24*time.Hour)
		defer clocks.Stop()
		p := pulling{parts: map[string]api.ProgressResponse{}}
		err = client.Pull(inner, &api.PullRequest{Model: name}, func(r api.ProgressResponse) error {
			clocks.Heard()
			if !yield(p.take(r), nil) {
				return errLeft
			}
			clocks.Wait(remote.MidReply, pullGap)
			return nil
		})
		switch {
		case errors.Is(err, errLeft):
		case err == nil && !w.Failed() && p.succeeded:
		case err == nil && !w.Failed() && ctx.Err() == nil:
			yield(Progress{}, &model.Fault{
				Kind: model.Broken, Retry: true,
				Message: fmt.Sprintf("Ollama at %s stopped fetching %s without saying why. Try again; what has come is kept.", base, name),
			})
		default:
			s := server(base, byFlag)
			yield(Progress{}, pullFault(describeFault(ctx, inner, w, s, client, name, err), s, name))
		}
	}
}

// pullFault words what a registry said through the server.
func pullFault(err error, s remote.Server, name string) error {
	f, ok := errors.AsType[*model.Fault](err)
	if !ok || f.Kind != model.NoModel && f.Kind != model.Server {
		return err
	}
	words := ""
	if f.Err != nil {
		words = remote.Quoted(errorText(f.Err))
	}
	return &model.Fault{
		Kind: f.Kind, Err: f.Err,
		Message: fmt.Sprintf("%s at %s could not fetch %s (%s). Is the name right, and is there a network?", s.Name, s.Base, name, words),
	}
}

// pulling sums what is known of the parts of a model.
type pulling struct {
	parts     map[string]api.ProgressResponse // by digest
	succeeded bool
}

func (p *pulling) take(r api.ProgressResponse) Progress {
	p.succeeded = p.succeeded || r.Status == "success"
	if r.Digest != "" {
		p.parts[r.Digest] = r
	}
	sum := Progress{Status: r.Status}
	for _, part := range p.parts { // a sum: their order does not matter
		sum.CompletedBytes += part.Completed
		sum.TotalBytes += part.Total
	}
	return sum
}
