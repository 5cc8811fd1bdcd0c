package cluster

import (
	"context"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// A Status is what a queue holds.
type Status struct {
	Streams []StreamStatus `json:"streams"`
	Lines   []FitStatus    `json:"lines"`
	Batches []string       `json:"batches"` // the ids of those that are not finished
	Workers []Presence     `json:"workers"`
}

// A StreamStatus is one stream on the server.
type StreamStatus struct {
	Name     string `json:"name"`
	Messages uint64 `json:"messages"`
	Bytes    uint64 `json:"bytes"`
	Replicas int    `json:"replicas"`
}

// A FitStatus is what waits for, or is with, the workers of one fit.
type FitStatus struct {
	Key         string `json:"key"`
	Fit         Fit    `json:"fit,omitempty"` // where a worker of it is there
	Waiting     uint64 `json:"waiting"`       // lines for which no worker was free yet
	UnderWay    int    `json:"under_way"`     // lines that a worker has
	Redelivered int    `json:"redelivered"`   // of these, lines that another worker had before
}

// Status asks the server what it holds.
func (q *Queue) Status(ctx context.Context) (Status, error) {
	var s Status
	for _, stream := range []jetstream.Stream{q.jobs, q.answers, q.dead} {
		info, err := stream.Info(ctx)
		if err != nil {
			return Status{}, q.refused(err)
		}
		s.Streams = append(s.Streams, StreamStatus{info.Config.Name, info.State.Msgs, info.State.Bytes, info.Config.Replicas})
	}
	var err error
	if s.Workers, err = q.Workers(ctx); err != nil {
		return Status{}, q.refused(err)
	}
	consumers := q.jobs.ListConsumers(ctx)
	for info := range consumers.Info() {
		f := FitStatus{Key: strings.TrimPrefix(info.Name, "fit-"), Waiting: info.NumPending, UnderWay: info.NumAckPending, Redelivered: info.NumRedelivered}
		for _, w := range s.Workers {
			if w.Fit.key() == f.Key {
				f.Fit = w.Fit
			}
		}
		s.Lines = append(s.Lines, f)
	}
	if err := consumers.Err(); err != nil {
		return Status{}, q.refused(err)
	}
	keys, err := q.batches.ListKeys(ctx)
	if err != nil {
		return Status{}, q.refused(err)
	}
	for key := range keys.Keys() {
		s.Batches = append(s.Batches, key)
	}
	return s, nil
}
