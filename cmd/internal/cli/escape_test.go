package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatSteersATerminalIsEscaped(t *testing.T) {
	var out bytes.Buffer
	c := NewConsole("tutor", nil, &out, nil, func(string) string { return "" }, nil)
	const text = "a\u009b31m \u202e\u2066\u007f é \x1b[1m"
	_, err := fmt.Fprint(c.Out, text)
	require.NoError(t, err)
	assert.Equal(t, `a\u009b31m \u202e\u2066\u007f é `+"\x1b[1m", out.String())

	out.Reset()
	require.NoError(t, json.NewEncoder(c.Out).Encode(text))
	var back string
	require.NoError(t, json.Unmarshal(out.Bytes(), &back))
	assert.Equal(t, text, back, "in JSON it is the same text")

	out.Reset()
	require.NoError(t, c.Exactly([]byte(text)))
	assert.Equal(t, text, out.String(), "a file gets what there is")
	c.OutTerminal = true
	out.Reset()
	require.NoError(t, c.Exactly([]byte(text)))
	assert.NotContains(t, out.String(), "\u009b", "a terminal does not")
}
