package modeltest_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/modeltest"
)

// In the tests of a package with a model, this function is called TestConformance.
func ExampleRun() {
	conformance := func(t *testing.T) {
		modeltest.Run(t, func(t *testing.T) model.Model { return fake.Random(1) })
	}
	fmt.Println("fake.Random keeps the contract:", passes(conformance))
	// Output: fake.Random keeps the contract: true
}

// passes runs a test as go test does, and reports whether it passes. What -v prints of it is not shown.
func passes(test func(*testing.T)) bool {
	shown := os.Stdout
	defer func() { os.Stdout = shown }()
	nowhere, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return false
	}
	defer nowhere.Close()
	os.Stdout = nowhere
	return testing.RunTests(func(string, string) (bool, error) { return true, nil },
		[]testing.InternalTest{{Name: "TestConformance", F: test}})
}
