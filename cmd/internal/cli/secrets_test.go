package cli_test

import (
	"bytes"
	"log"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

func TestRedact(t *testing.T) {
	for text, want := range map[string]string{
		"dial http://me:pw@h:1: refused":   "dial http://…@h:1: refused",
		`parse "http://me:p/w@h:1": no`:    `parse "http://…@h:1": no`,
		"tls://me:p@w@h":                   "tls://…@h",
		"nats://token@h:4222 is away":      "nats://…@h:4222 is away",
		"cannot start me:pw@h:1: no":       "cannot start …@h:1: no",
		"A_TOKEN=x B=y ./c":                "A_TOKEN=… B=y ./c",
		"https://h/@scope/p, http://h:1/a": "https://h/@scope/p, http://h:1/a",
	} {
		assert.Equal(t, want, cli.Redact(text))
	}
}

// What net/http has to say, such as of a server that speaks without being asked, is not a line for people.
func TestLibrariesDoNotSpeak(t *testing.T) {
	var stderr bytes.Buffer
	c := cli.NewConsole("p", strings.NewReader(""), &stderr, &stderr, nil, nil)
	root := &cobra.Command{Use: "p", RunE: func(*cobra.Command, []string) error {
		log.Print("Unsolicited response received on idle HTTP channel")
		log.Print("http: panic serving http://me:pw@h")
		return nil
	}}
	assert.Zero(t, c.Run(t.Context(), root, nil))
	assert.NotContains(t, stderr.String(), "Unsolicited")
	assert.Contains(t, stderr.String(), "http: panic serving http://…@h\n")
}
