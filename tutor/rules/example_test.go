package rules_test

import (
	"context"
	"fmt"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor/rules"
)

func ExampleModel() {
	messages := []model.Message{{Author: model.User, Content: `{"sentence":"He goed to school."}`}}
	reply, err := model.Collect(rules.New().Generate(context.Background(), model.Request{Messages: messages}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reply.Text)
	// Output: {"thought":"goed may be a form of go","tool":"lookup_irregular_verb","tool_args":{"verb":"go"}}
}
