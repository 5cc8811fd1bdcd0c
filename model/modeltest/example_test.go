package modeltest_test

import (
	"testing"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/modeltest"
)

// In the tests of a package with a model, this function is called TestConformance.
func ExampleRun() {
	_ = func(t *testing.T) {
		modeltest.Run(t, func(t *testing.T) model.Model { return fake.Random(1) })
	}
}
