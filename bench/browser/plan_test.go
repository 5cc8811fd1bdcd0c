package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
)

const (
	planCount = `{"facts":"","steps":[{"depends_on":[],"description":"count the bolts","expected":"a number",` +
		`"tool":"count_part"},{"depends_on":["s1"],"description":"order what is missing","expected":"","tool":"order_part"}]}`
	countedStep = `{"thought":"","tool":"step_done","tool_args":{"evidence":["c1"],"output":"there are twenty bolts"}}`
)

// A person reads a plan in the page, sends it back, changes the next one, and is told of a slip.
func TestPlansAreApproved(t *testing.T) {
	m, s := newModel(t), openShop(t)
	b := atWork(t, m, s, "Make sure that there are 100 bolts.", "--planner", "plan-act", "--approve-plan")
	b.sized(1280, 900)
	m.say(t, planCount)
	b.until(`document.querySelector(".ask button[value=reject]") !== null`)
	assert.Equal(t, []string{"s1 count the bolts · count_part · expected: a number",
		"s2 order what is missing · order_part · after s1"}, b.text(".ask .asked li"))
	b.keep("a-plan-to-approve")
	b.do(chromedp.SendKeys(chromedp.CSS(".ask input[name=text]"), "only count"))
	b.click(".ask button[value=reject]")
	m.say(t, planCount)
	b.until(`document.querySelector(".ask input[name=interrupt][value=i2]") !== null`)

	b.click(".ask summary")
	edit := func(text string) {
		js[bool](b, `(document.querySelector(".ask textarea[name=plan]").value = `+"`"+text+"`"+`, true)`)
		b.click(".ask button[value=edit]")
	}
	edit(`{"facts":"","steps":[{"description":"count the bolts","tool":"abacus"}]}`)
	b.until(`document.querySelector(".ask .problem") !== null`)
	assert.Contains(t, b.text(".ask .problem")[0], "abacus")
	assert.Contains(t, js[string](b, `document.querySelector(".ask textarea[name=plan]").value`), `"abacus"`, "what was written stays")
	assert.True(t, js[bool](b, `document.querySelector(".ask details").open`))
	b.keep("a-plan-with-a-slip")
	b.narrow("a plan to approve")
	edit(`{"facts":"","steps":[{"description":"count the bolts twice","tool":"count_part"}]}`)
	m.say(t, countBolts)
	m.say(t, countedStep)
	m.say(t, answered)
	b.done()
	assert.Contains(t, b.text(".plan figcaption"), "s3 count the bolts twice")
}

func TestAxeOfAPlanToApprove(t *testing.T) {
	m, s := newModel(t), openShop(t)
	b := atWork(t, m, s, "Make sure that there are 100 bolts.", "--planner", "plan-act", "--approve-plan")
	check := b.axe()
	m.say(t, planCount)
	b.until(`document.querySelector(".ask button[value=reject]") !== null`)
	js[bool](b, `(document.querySelector(".ask details").open = true)`)
	check("a plan to approve")
	b.dark(true)
	check("a plan to approve, dark")
}
