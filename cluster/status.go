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

// A StreamStatus is one stream on the server, or several that hold the same kind of messages.
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
	for _, one := range []struct {
		name    string
		streams []jetstream.Stream
	}{{jobsStream, []jetstream.Stream{q.jobs}}, {answersStream, q.answers[:]}} {
		status := StreamStatus{Name: one.name}
		for _, stream := range one.streams {
			info, err := stream.Info(ctx)
			if err != nil {
				return Status{}, q.refused(err)
			}
			status.Messages += info.State.Msgs
			status.Bytes += info.State.Bytes
			status.Replicas = info.Config.Replicas
		}
		s.Streams = append(s.Streams, status)
	}
	var err error
	if s.Workers, err = q.Workers(ctx); err != nil {
		return Status{}, q.refused(err)
	}
	consumers := q.jobs.ListConsumers(ctx)
	for info := range consumers.Info() {
		f := FitStatus{Key: strings.TrimPrefix(info.Name, "fit-"), Waiting: info.NumPending, UnderWay: info.NumAckPending,
			Redelivered: info.NumRedelivered}
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
	if err := ctx.Err(); err != nil {
		return Status{}, q.refused(err) // what has come so far looks like a whole list
	}
	return s, nil
}
