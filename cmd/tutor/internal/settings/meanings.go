package settings

// meanings say in a line what the flags of all commands do, where those of package cli are too short to be
// understood alone.
var meanings = map[string]string{
	"model":            "`M`: rules, tiny, ollama:X, openai:X, script:F, random:N",
	"host":             "`URL,…`: the servers of the model",
	"steps":            "`N`: decisions in a run at most; 0 is the usual number",
	"thought":          "`N`: characters of a thought at most; 0: none",
	"planner":          "`P`: the strategy; --planner ? lists them",
	"plan-errors":      "`F`: what the critic of preflect knows: a name or a file",
	"critic":           "`C`: what examines plans: model, checks or off",
	"no-replan":        "preflect: the model cannot ask for another plan",
	"no-forced-replan": "preflect: no number of steps asks for another plan",
	"approve-plan":     "ask you about each plan: y, n or edit",
	"role":             "`R`: who plays a role: planner=ollama:NAME,…",
	"on-duplicate":     "`D`: a call that was just made: mask, redirect or halt",
	"timeout":          "`T`: for one sentence, such as 30s",
	"min-confidence":   "`P`: from 0 to 1; answers below are unsure",
	"escalate":         "`M`: the model that is asked where the answer is unsure",
	"policy":           "`L`: how narrow the grammar is; --policy ? lists",
	"quiet":            "print answers and errors only",
	"explain":          "`E`: the language of rules: en, es, both or off",
	"dialect":          "`D`: the English of corrections: any, us or gb",
	"gloss":            "`G`: a line in Spanish: auto, always or off",
	"spanish":          "`S`: its Spanish: latam or es",
	"color":            "`C`: auto, always or never",
	"log":              "`F`: keep the events of runs in a file",
	"json":             "print a JSON object for each answer",
	"events":           "print the events of runs, a JSON object each",
	"trace":            "show each step of a run",
	"exit-code":        "exit with 10: corrected; 11: something not judged",
	"no-final-on-last": "do not force an answer in the last step",
}
