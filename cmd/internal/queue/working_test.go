package queue

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/cluster"
	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// A program that ends while a worker hands back counts as one that has died of its lines.
func TestAWorkerHasTheTimeToHandBack(t *testing.T) {
	assert.Less(t, cluster.StopLimit, cli.Grace)
}
