package eval

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCellsOfAPage(t *testing.T) {
	page, err := Page("{{full .}} {{whole .}} {{of .}} {{.}} {{code \"a`b\"}} {{line 2}}", Share{185, 188})
	assert.NoError(t, err)
	assert.Equal(t, "**98.4** (185 of 188; 95.4–99.5) **98 %** (185 of 188; 95–99) 185 of 188 185/188 98.4 `a'b` | ---: | ---: |",
		string(page))
	page, err = Page("{{full .}} {{whole .}} {{of .}} {{.}}", Share{})
	assert.NoError(t, err)
	assert.Equal(t, "– – – -", string(page))
}
