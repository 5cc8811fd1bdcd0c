package settings

// meanings say in a line what the flags of all commands do.
var meanings = map[string]string{
	"mcp":              "`C`: a server's command or its URL; may be given again",
	"model":            "`M`: ollama:X, openai:X, script:F, random:N",
	"host":             "`URL,…`: the servers of the model",
	"rules":            "`F`: a file of rules, as TOML; run -h shows one",
	"answer":           "`F`: the JSON Schema of the answer",
	"planner":          "`P`: the strategy; --planner ? lists them",
	"plan-errors":      "`F`: what the critic of preflect knows: a name or a file",
	"critic":           "`C`: what examines plans: model, checks or off",
	"no-replan":        "preflect: the model cannot ask for another plan",
	"no-forced-replan": "preflect: no number of steps asks for another plan",
	"role":             "`R`: who plays a role: planner=ollama:NAME,…",
	"approve-plan":     "ask you about each plan: y, n or edit",
	"steps":            "`N`: decisions in a run at most; 0 is the usual number",
	"timeout":          "`T`: for one run, such as 30s",
	"tool-calls":       "`N`: calls in a run at most; 0: no bound of its own",
	"tokens":           "`N`: tokens in a run at most; 0: no bound of its own",
	"on-duplicate":     "`D`: a call that was just made: mask, redirect or halt",
	"policy":           "`L`: how narrow the grammar is: off, enum or full",
	"yes":              "approve all calls",
	"log":              "`F`: keep the events of runs in a file",
	"json":             "print a JSON object for each answer",
	"quiet":            "print answers and errors only",
	"events":           "print the events of runs, a JSON object each",
	"no-final-on-last": "do not force an answer in the last step",
}
