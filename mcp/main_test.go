package mcp_test

import (
	"context"
	"os"
	"testing"
)

// TestMain is a hostile server, or one of ours, where the environment asks for that: the tests start themselves
// as servers.
func TestMain(m *testing.M) {
	if fault := os.Getenv("SHORTLEASH_TEST_HOSTILE"); fault != "" {
		os.Exit(beHostile(fault, os.Stdin, os.Stdout))
	}
	if os.Getenv("SHORTLEASH_TEST_SERVER") != "" {
		if err := numbers().ServeStreams(context.Background(), os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
