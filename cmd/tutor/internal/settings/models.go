package settings

import (
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/rules"
	"github.com/shortleash/shortleash/tutor/weights"
)

// BuiltIn names the model that is taken where none is named: the network that was trained on the rules.
const BuiltIn = "tiny"

// Models are the models that the tutor can run with. Its own are the rules and the network.
var Models = models.Registry{
	BuiltIn: []models.BuiltIn{
		{Form: "rules", Open: func(string) (model.Model, error) { return builtInRules(), nil }},
		{Form: BuiltIn, Open: func(string) (model.Model, error) { return weights.Open(tiny.Config{}) }},
		{Form: "tiny:FILE", Open: openNetwork},
	},
}

func builtInRules() model.Model { return rules.Model{Gloss: true, Cache: &answer.Cache{}} }

// maxNetwork bounds the file of a network, in bytes. It is in memory as long as the program runs.
const maxNetwork = 1_000_000_000

// openNetwork returns the network in a file.
func openNetwork(file string) (model.Model, error) {
	content, err := cli.ReadRegular(file, maxNetwork)
	if err != nil {
		return nil, err
	}
	m, err := tiny.Open(content, tiny.Config{Name: "tiny:" + file})
	if err != nil {
		return nil, fmt.Errorf("%s holds no network: %s", file, strings.TrimPrefix(models.Plain(err), "gguf: not a file that can be read: "))
	}
	return m, nil
}

// withTokens returns a network that says why it wrote each token, and any other model as it is.
func withTokens(newModel func() model.Model) (func() model.Model, error) {
	network, ok := newModel().(*tiny.Model)
	if !ok {
		return newModel, nil
	}
	telling, err := network.With(tiny.Config{Name: network.Name(), Tokens: true})
	return func() model.Model { return telling }, err
}

// Target says what a model is wanted for: the tokens are those of the tutor's recorded runs.
var Target = doctor.Target{
	PromptTokens: 150, OutputTokens: 80,
	Leash: func(asked loop.Leash) string {
		if asked != "" {
			return "--leash asks for " + string(asked)
		}
		return string(tutor.Mixed) + ": the rules correct what they see; where they are not sure, the model writes the sentence"
	},
	Meanwhile: "The built-in network needs no server: --model tiny.",
}
