package model_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
)

func ExampleGuard() {
	schema := grammar.Object(grammar.Property{Name: "form", Schema: grammar.Enum("go", "went", "gone")})
	g, _ := grammar.Compile(context.Background(), schema.JSON(), grammar.Options{})
	m := model.Guard(fake.Script(`{"form":"went"} is right`, `Sure! It is went.`, `{"form":"goed"}`))
	for range 3 {
		reply, err := model.Collect(m.Generate(context.Background(), model.Request{Grammar: g}))
		if v, ok := errors.AsType[*grammar.Violation](err); ok {
			fmt.Println("illegal from byte", v.Offset, "on, want", v.Expected)
			continue
		}
		fmt.Println(reply.Text)
	}
	// Output:
	// {"form":"went"}
	// illegal from byte 0 on, want [an object]
	// illegal from byte 11 on, want ["go" "gone"]
}
